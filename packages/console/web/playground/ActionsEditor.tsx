/** Steps on the page, one a row. */
import { plainText } from "../kit/text.ts"
import { listOf } from "./jsonOption.ts"

type Action = Readonly<Record<string, unknown>>

interface Kind {
  readonly label: string
  /** The member that the input beside it fills; none for steps that need nothing. */
  readonly member?: string
  readonly placeholder?: string
  readonly isNumber?: boolean
  readonly choices?: ReadonlyArray<string>
  readonly first: Action
}

const kinds: Readonly<Record<string, Kind>> = {
  wait: {
    label: "Wait",
    member: "milliseconds",
    placeholder: "milliseconds",
    isNumber: true,
    first: { type: "wait", milliseconds: 1000 }
  },
  waitFor: {
    label: "Wait for an element",
    member: "selector",
    placeholder: "CSS selector",
    first: { type: "wait", selector: "" }
  },
  click: { label: "Click", member: "selector", placeholder: "CSS selector", first: { type: "click", selector: "" } },
  write: { label: "Type", member: "text", placeholder: "text", first: { type: "write", text: "" } },
  press: { label: "Press a key", member: "key", placeholder: "Enter", first: { type: "press", key: "Enter" } },
  scroll: {
    label: "Scroll",
    member: "direction",
    choices: ["down", "up"],
    first: { type: "scroll", direction: "down" }
  },
  screenshot: { label: "Take a screenshot", first: { type: "screenshot" } },
  scrape: { label: "Keep the page as it is now", first: { type: "scrape" } },
  executeJavascript: {
    label: "Run JavaScript",
    member: "script",
    placeholder: "document.title",
    first: { type: "executeJavascript", script: "" }
  },
  pdf: { label: "Print as PDF", first: { type: "pdf" } }
}

const kindOf = (action: Action): string =>
  action["type"] === "wait" && "selector" in action ? "waitFor" : String(action["type"])

export const ActionsEditor = ({ set, text }: { readonly text: string; readonly set: (text: string) => void }) => {
  const actions = listOf(text)
  const write = (next: ReadonlyArray<Action>) => set(next.length === 0 ? "" : JSON.stringify(next))
  const edit = (at: number, action: Action) => write(actions.map((before, index) => (index === at ? action : before)))
  return (
    <div class="rows">
      {actions.map((action, at) => {
        const name = kindOf(action)
        const kind = kinds[name]
        const { member } = kind ?? {}
        const change = (value: string) =>
          member === undefined
            ? undefined
            : edit(at, { ...action, [member]: kind?.isNumber === true ? Number(value) : value })
        return (
          <div class="pair" key={at}>
            <select
              aria-label={`Step ${at + 1}`}
              value={name}
              onChange={(event) => edit(at, kinds[event.currentTarget.value]!.first)}
            >
              {Object.entries(kinds).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {member === undefined ? (
              <span />
            ) : kind?.choices === undefined ? (
              <input
                aria-label={`${kind!.label}, step ${at + 1}`}
                placeholder={kind!.placeholder}
                inputMode={kind!.isNumber === true ? "numeric" : "text"}
                value={plainText(action[member])}
                onInput={(event) => change(event.currentTarget.value)}
              />
            ) : (
              <select
                aria-label={`${kind.label}, step ${at + 1}`}
                value={plainText(action[member])}
                onChange={(event) => change(event.currentTarget.value)}
              >
                {kind.choices.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            )}
            <button
              type="button"
              aria-label={`Remove step ${at + 1}`}
              onClick={() => write(actions.filter((_, index) => index !== at))}
            >
              ✕
            </button>
          </div>
        )
      })}
      <button type="button" class="small" onClick={() => write([...actions, kinds["wait"]!.first])}>
        Add step
      </button>
    </div>
  )
}
