/** Headers as rows of name and value. */
import { objectOf } from "./jsonOption.ts"

interface Editor {
  /** JSON text; empty for none. */
  readonly text: string
  readonly set: (text: string) => void
}

const write = (rows: ReadonlyArray<readonly [name: string, value: string]>): string =>
  rows.length === 0 ? "" : JSON.stringify(Object.fromEntries(rows))

export const HeadersEditor = ({ set, text }: Editor) => {
  const rows = Object.entries(objectOf(text)).map(([name, value]) => [name, String(value)] as const)
  const edit = (at: number, row: readonly [string, string]) =>
    set(write(rows.map((before, index) => (index === at ? row : before))))
  return (
    <div class="rows">
      {rows.map(([name, value], at) => (
        <div class="pair" key={at}>
          <input
            aria-label={`Header ${at + 1}`}
            placeholder="name"
            value={name}
            onChange={(event) => edit(at, [event.currentTarget.value, value])}
          />
          <input
            aria-label={`Value of header ${at + 1}`}
            placeholder="value"
            value={value}
            onInput={(event) => edit(at, [name, event.currentTarget.value])}
          />
          <button
            type="button"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => set(write(rows.filter((_, index) => index !== at)))}
          >
            ✕
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small"
        disabled={rows.some(([name]) => name === "")}
        onClick={() => set(write([...rows, ["", ""]]))}
      >
        Add header
      </button>
    </div>
  )
}
