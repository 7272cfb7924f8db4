import { useState } from "preact/hooks"

export const CopyButton = ({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) => {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button type="button" class="small" onClick={() => void copy().catch(() => setDone(false))}>
      <span aria-live="polite">{done ? "Copied" : label}</span>
    </button>
  )
}
