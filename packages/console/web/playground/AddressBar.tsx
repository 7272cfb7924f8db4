/** The verb, what it is done to, and Run beside it. */
import { useId } from "preact/hooks"
import { commandKey } from "../shell/KeyHelp.tsx"
import { may, useSigned } from "../shell/signed.ts"
import { type Draft, isOffered } from "./Draft.ts"
import { modeNames, modes } from "./modes.ts"
import type { Mode } from "./request.ts"

interface Props {
  readonly draft: Draft
  readonly file: File | undefined
  readonly busy: boolean
  readonly problem: string | undefined
  readonly set: (change: Partial<Draft>) => void
  readonly setFile: (file: File | undefined) => void
  readonly stop: () => void
}

const Target = ({ draft: { mode, target }, file, problem, set, setFile }: Props) => {
  const id = useId()
  const { placeholder, target: label } = modes[mode]
  if (mode === "parse") {
    return (
      <div
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          setFile(event.dataTransfer?.files[0])
        }}
      >
        <label for={id} class="visually-hidden">
          File to parse: choose it, or drop it here
        </label>
        <input id={id} type="file" onChange={(event) => setFile(event.currentTarget.files?.[0])} />
        {file === undefined ? null : <span class="visually-hidden">{file.name} is chosen</span>}
      </div>
    )
  }
  const common = {
    "aria-label": label,
    "aria-invalid": problem !== undefined,
    ...(problem === undefined ? {} : { "aria-describedby": `${id}-problem` }),
    required: true,
    spellcheck: false,
    placeholder,
    value: target,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ target: event.currentTarget.value })
  }
  return (
    <div class="target">
      {mode === "extract" ? <textarea rows={2} {...common} /> : <input autocomplete="off" {...common} />}
      {problem === undefined ? null : (
        <p class="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

export const AddressBar = (props: Props) => {
  const { busy, draft, set, stop } = props
  const signed = useSigned()
  return (
    <div class="address-bar">
      <select
        aria-label="What to do"
        value={draft.mode}
        onChange={(event) => set({ mode: event.currentTarget.value as Mode })}
      >
        {modeNames
          .filter((mode) => isOffered(mode, signed.session.parts))
          .map((mode) => (
            <option key={mode} value={mode}>
              {modes[mode].label}
            </option>
          ))}
      </select>
      <Target {...props} />
      {busy ? (
        <button type="button" onClick={stop}>
          Stop waiting
        </button>
      ) : null}
      <button type="submit" class="primary run" disabled={!may(signed, "write")} aria-busy={busy}>
        {draft.mode === "crawl" ? "Start crawl" : "Run"}
        <kbd aria-hidden="true">{commandKey}↵</kbd>
      </button>
    </div>
  )
}
