/** Names and postal addresses of a page: looked for in its Markdown, once, and then redacted in all that is made of it. */
import * as Effect from "effect/Effect"
import type { FormatError } from "../model/FormatError.ts"
import type { Redaction } from "../model/RedactPII.ts"
import type { Tokens } from "../network/ModelClient.ts"
import { knownRules } from "../text/redaction/known.ts"
import type { PageRedaction } from "../text/redaction/Rule.ts"
import type { Fields, PlannedFormat } from "./Format.ts"
import { byMeaning, type Finder } from "./PersonalNames.ts"
import { redactFields } from "./redactFields.ts"

/** The format in which names are looked for. */
export const readFormat = "markdown"

/** Whether a model is asked: `fast` is rules alone. */
export const asksForNames = ({ entities, mode }: Redaction): boolean =>
  mode !== "fast" && byMeaning.some((name) => entities.includes(name))

interface NamesRedacted {
  /** Finds the names as well. */
  readonly redaction: PageRedaction
  /** The Markdown without them. */
  readonly fields: Fields
  /** What was not looked for, and why. */
  readonly problem: string | undefined
  readonly tokens: Tokens
}

/** Looks for names in what `readFormat` made, which the rules have redacted already. */
export const redactNames = Effect.fnUntraced(function* (
  made: Fields,
  redaction: PageRedaction,
  find: Finder
): Effect.fn.Return<NamesRedacted, FormatError> {
  const wanted = byMeaning.filter((name) => redaction.entities.includes(name))
  const { names, problem, tokens } = yield* find(made.markdown ?? "", wanted)
  const known = { ...redaction, known: knownRules(names) }
  return { redaction: known, fields: yield* redactFields(made, known, readFormat), problem, tokens }
})

/** The plan with the format in which names are looked for before all that need not come before it. */
export const namesFirst = (
  plan: ReadonlyArray<PlannedFormat>,
  withRead: ReadonlyArray<PlannedFormat>
): ReadonlyArray<PlannedFormat> => {
  const asked = new Map(plan.map((planned) => [planned.format.name, planned]))
  return withRead.map((planned) => asked.get(planned.format.name) ?? { ...planned, asked: false })
}
