/** `?` tells which keys do what. */
import { useEffect, useRef } from "preact/hooks"

/** What the key for commands is called on the reader's machine. */
export const commandKey = /mac/i.test(navigator.userAgent) ? "⌘" : "Ctrl "

const keys: ReadonlyArray<readonly [key: string, text: string]> = [
  [`${commandKey}K`, "Go to anything"],
  [`${commandKey}Enter`, "Run what the playground asks"],
  ["/", "Search in this view"],
  ["j", "Next row"],
  ["k", "Row before"],
  ["Enter", "Open the row"],
  ["Esc", "Close what is open"],
  ["?", "This list"]
]

export const KeyHelp = ({ close }: { readonly close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog ref={dialog} class="keys" aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {keys.map(([key, text]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current!.close()}>
        Close
      </button>
    </dialog>
  )
}
