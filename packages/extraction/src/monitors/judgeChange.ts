/** Asks a model whether a change matters, and keeps of its evidence what stands in the lines that differ. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { promptOf } from "@orbweaver/core/network/ModelClient"
import { generateObject } from "../model/generateObject.ts"
import type { ModelOutcome } from "../model/meteredModel.ts"
import { type Judgment, limits, type MeaningfulChange } from "./Judgment.ts"

export interface Change {
  readonly url: string
  /** Lines that differ, behind `-` and `+`. */
  readonly lines: string
}

/** Every field is required: the answers of some providers have no optional ones. */
const Answer = Schema.Struct({
  meaningful: Schema.Boolean,
  confidence: Schema.Literals(["high", "medium", "low"]),
  reason: Schema.String,
  changes: Schema.Array(
    Schema.Struct({
      type: Schema.Literals(["added", "removed", "changed"]),
      before: Schema.String,
      after: Schema.String,
      reason: Schema.String
    })
  )
})

const instructions = `Somebody watches a page, and it has changed. Judge whether the change matters to them.
The page is given as its address and the lines that differ: "-" stands before a line that is gone, "+" before one that is new.
Answer with
- "meaningful": whether it matters to them;
- "confidence": "high", "medium" or "low";
- "reason": one or two sentences for them, in the language that they write in;
- "changes": what matters, at most ${limits.changes}, each with "type" ("added", "removed" or "changed"), "before" (words copied from a line with "-", empty for "added"), "after" (words copied from a line with "+", empty for "removed") and "reason" (a few words). Empty where nothing matters.
Clocks, counters, advertisements, layout, tracking and another order of the same words do not matter, unless they ask for them.
Copy words exactly as the lines have them. Never name a change that no line has.`

/** What they watch it for is theirs; the address may be a stranger's, as the lines are. */
export const judgeChange = (
  model: LanguageModel,
  goal: string,
  { lines, url }: Change
): Effect.Effect<ModelOutcome<Judgment>> =>
  Effect.map(
    generateObject(model, {
      format: "monitor",
      messages: promptOf({
        format: "monitor",
        instructions,
        request:
          goal === ""
            ? "They did not say what they watch it for: what a reader of the page would want to know of matters."
            : `What they watch it for: ${goal}`,
        page: `Address: ${url}\n${lines}`
      }),
      schema: Answer
    }),
    ({ result, tokens }) => ({ result: Result.map(result, (answer) => checkedJudgment(answer, lines)), tokens })
  )

const checkedJudgment = ({ changes, confidence, meaningful, reason }: typeof Answer.Type, lines: string): Judgment => {
  const stands = evidenceIn(lines)
  const meaningfulChanges = meaningful
    ? changes
        .slice(0, limits.changes)
        .map((change) => quotesOf(change))
        .filter((change) => stands(change))
    : []
  return {
    meaningful,
    confidence: meaningful && meaningfulChanges.length === 0 ? "low" : confidence,
    reason: reason.slice(0, limits.reason),
    meaningfulChanges
  }
}

const quotesOf = ({ after, before, reason, type }: (typeof Answer.Type)["changes"][number]): MeaningfulChange => ({
  type,
  before: type === "added" ? null : before.slice(0, limits.quote),
  after: type === "removed" ? null : after.slice(0, limits.quote),
  reason: reason.slice(0, limits.reason)
})

/** Whether the quotes of a change stand in the lines that differ. */
const evidenceIn = (lines: string): ((change: MeaningfulChange) => boolean) => {
  const gone = plain(linesBehind(lines, "-"))
  const come = plain(linesBehind(lines, "+"))
  const isIn = (text: string, quote: string | null) =>
    quote === null || (plain(quote) !== "" && text.includes(plain(quote)))
  return ({ after, before }) => isIn(gone, before) && isIn(come, after)
}

const linesBehind = (lines: string, sign: "-" | "+"): string =>
  lines
    .split("\n")
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(1))
    .join(" ")

/** Models leave out the marks of Markdown and join lines. */
const plain = (text: string): string =>
  text
    .replace(/[*_`\\]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
