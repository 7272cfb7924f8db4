/** The request in the words of each client. */
import { useMemo } from "preact/hooks"
import { root } from "../api.ts"
import { CopyButton } from "../kit/CopyButton.tsx"
import { messageOf } from "../kit/Problem.tsx"
import { type Tab, Tabs } from "../kit/Tabs.tsx"
import { type Asked, type OptionFields, wordingsOf } from "./request.ts"

export const CopyAs = ({
  asked,
  fields
}: {
  /** Throws where something that was typed cannot be read. */
  readonly asked: () => Asked
  readonly fields: OptionFields | undefined
}) => {
  const wordings = useMemo(() => {
    try {
      return wordingsOf(asked(), root.href, fields)
    } catch (error) {
      return [{ id: "none", label: "Request", text: messageOf(error) }]
    }
  }, [asked, fields])
  return (
    <details class="options">
      <summary>Copy as…</summary>
      <Tabs
        label="Copy as"
        look="pill"
        tabs={wordings.map(({ id, label, text }): Tab => ({
          id,
          label,
          content: () => (
            <div class="wording">
              <CopyButton text={text} />
              <pre tabIndex={0} aria-label={`Request as ${label}`}>
                {text}
              </pre>
            </div>
          )
        }))}
      />
    </details>
  )
}
