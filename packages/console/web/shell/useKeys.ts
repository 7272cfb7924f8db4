/** Keys that work in every view. */
import { useEffect } from "preact/hooks"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:input|select|textarea)$/i.test(target.tagName))

/** Rows carry `data-row` on what opens them. */
const moveBy = (step: number): void => {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")].filter((row) => row.checkVisibility())
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
}

const search = (): boolean => {
  const found = [...document.querySelectorAll<HTMLElement>('main input[type="search"]')].find((input) =>
    input.checkVisibility()
  )
  found?.focus()
  return found !== undefined
}

export const useKeys = (open: { readonly commands: () => void; readonly help: () => void }): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault()
        open.commands()
      }
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey
      if (!isPlain || isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      const acts: Readonly<Record<string, () => void>> = {
        j: () => moveBy(1),
        k: () => moveBy(-1),
        "?": open.help,
        // A view without a search of its own is searched from everywhere.
        "/": () => void (search() || open.commands())
      }
      const act = acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener("keydown", listen)
    return () => removeEventListener("keydown", listen)
  }, [])
}
