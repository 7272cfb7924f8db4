/** Takes personal data out of what a format made, before another format, a model, a store or the caller gets it. */
import type * as Effect from "effect/Effect"
import { discoveredName } from "../model/formats/builtInFormats.ts"
import type { Redaction } from "../model/RedactPII.ts"
import { isObject } from "../support/jsonValue.ts"
import type { Steps } from "../support/steps.ts"
import { inTurns } from "../support/turns.ts"
import { redactText } from "../text/redaction/redactText.ts"

/** Fields whose strings are HTML. */
const markup: ReadonlySet<string> = new Set(["html", "rawHtml"])
/** Not texts of the page: addresses that a job visits, pictures, and how a scrape went. */
const untouched: ReadonlySet<string> = new Set([
  discoveredName,
  "screenshot",
  "screenshots",
  "pdfs",
  "tokens",
  "modelError",
  "madeBy"
])

/** The same value with redacted strings; keys, numbers and pictures stay. */
export const redactFields = <A>(value: A, options: Redaction): Effect.Effect<A> =>
  inTurns(() => redactValue(value, options, "plain")) as Effect.Effect<A>

function* redactValue(value: unknown, options: Redaction, syntax: "markup" | "plain"): Steps<unknown> {
  if (typeof value === "string") return value.startsWith("data:") ? value : yield* redactText(value, options, syntax)
  if (Array.isArray(value)) {
    const items: Array<unknown> = []
    for (const item of value) items.push(yield* redactValue(item, options, syntax))
    return items
  }
  if (!isObject(value)) return value
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const isText = !untouched.has(name)
    members[name] = isText ? yield* redactValue(member, options, markup.has(name) ? "markup" : syntax) : member
  }
  return members
}

/** What redaction does not reach, and how to do without it. */
export const redactionWarning = (
  { entities }: Redaction,
  formatsAndActions: ReadonlyArray<string>
): string | undefined => {
  const byModel = ["PERSON", "LOCATION"].filter((name) => entities.some((entity) => entity === name))
  const sentences = [
    ...(byModel.length === 0
      ? []
      : [
          `redactPII found data by rules only: names of people and postal addresses were not looked for (${byModel.join(", ")} in its entities).`
        ]),
    ...(formatsAndActions.some((name) => name === "screenshot" || name === "pdf")
      ? [
          "redactPII does not change pictures: screenshots and PDFs show the page as it is. Leave them out of formats and actions."
        ]
      : [])
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
