/** A document as a command prints or writes it, and the flags that say what of it and where. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { annotationFields, type Document } from "@orbweaver/core/model/Document"
import type { Timings } from "@orbweaver/core/internal/model/Timings"
import { writeAtomically } from "../../sinks/atomicFile.ts"
import { failedBy } from "../output/exit.ts"
import { list, toggle } from "./flags.ts"
import { note, print } from "../output/print.ts"

export const documentFlags = {
  format: list("format").pipe(
    Flag.withAlias("f"),
    Flag.withDescription(
      "What to print: markdown, html, rawHtml, links, images, json, … One format is printed as it is, several as a JSON object (default markdown)"
    )
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withDescription(
      "Write to this file instead of stdout; a screenshot alone is written as an image file, and `scrape` writes a page into FILE.pdf as a PDF"
    ),
    Flag.optional
  ),
  json: toggle("json", "Print the whole document, metadata included, as JSON")
}

export interface DocumentInput {
  readonly output: Option.Option<string>
  readonly json: boolean
}

/** JSON as people read it. */
export const json = (value: unknown) => JSON.stringify(value, null, 2)

/** One format as it reads best, several as an object by name. */
export const content = (document: object, formats: ReadonlyArray<unknown>): string => {
  const fields = Object.entries(document).filter(([name]) => !annotationFields.has(name))
  if (formats.length > 1 || fields.length !== 1) return json(Object.fromEntries(fields))
  const value = fields[0]![1]
  if (typeof value === "string") return value
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join("\n") : json(value)
}

/** What a document says besides its content, for people. */
export const noteBesides = Effect.fnUntraced(function* (
  { timings = [], warning }: Pick<Document, "timings" | "warning">,
  { json }: DocumentInput
) {
  if (!json && timings.length > 0) yield* note(timings.map(timingLine).join("\n"))
  if (warning !== undefined) yield* note(`warning: ${warning}`)
})

const timingLine = ({ durationMs, phase, startMs }: Timings[number]): string => {
  const [from, took] = [startMs, durationMs].map((ms) => ms.toFixed(1).padStart(9))
  return `${phase.padEnd(9)} ${took} ms, from ${from} ms`
}

/** To the file, or to stdout; a picture alone as the picture it is. */
export const write = Effect.fnUntraced(function* (text: string, output: Option.Option<string>) {
  if (Option.isNone(output)) return yield* print(text)
  const picture = /^data:[\w/]+;base64,(.*)$/.exec(text)?.[1]
  const written = picture === undefined ? (text.endsWith("\n") ? text : `${text}\n`) : Buffer.from(picture, "base64")
  yield* Effect.tryPromise({
    try: async () => writeAtomically(output.value, written),
    catch: failedBy
  })
})
