/**
 * What formats answer when the model and its provider misbehave:
 *
 *   npm run quality -w packages/ai
 *
 * Every fault is served over HTTP to every format that asks a model. An answer
 * must fit its schema, or be a typed failure; take a bounded number of requests;
 * and charge no more tokens than can be believed. Ends with 1 otherwise.
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { Format } from "@orbweaver/core/scrape/Format"
import { changeTracking } from "@orbweaver/extraction/formats/ChangeTracking"
import { json, readFields } from "@orbweaver/extraction/formats/Json"
import { highlights, question } from "@orbweaver/extraction/formats/Question"
import { summary } from "@orbweaver/extraction/formats/Summary"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { validate } from "@orbweaver/extraction/internal/json/validate"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { FormatSuite } from "@orbweaver/testing"
import { start } from "@orbweaver/testing/ModelServer"
import { aiSdk, embeddings } from "@orbweaver/ai"
import * as Effect from "effect/Effect"
import { faults, schema } from "./faults.ts"

const maxRequests = 9
const maxTokens = 3_000_000

const index = indexSchema(schema)
if ("issues" in index) throw new Error("the schema of the faults is none")

const markdown = "# Mug\n\nIt is made of clay. It costs five, and children drink from it."
const facts = { entities: [], facts: [], groups: [] }

interface Asked {
  readonly name: string
  readonly spec: object
  readonly format: Format
  /** What is wrong with the answer; undefined when nothing is. */
  readonly fault: (made: Record<string, unknown>) => string | undefined
}

const text = (field: string) => (made: Record<string, unknown>) =>
  typeof made[field] === "string" && made[field] !== "" ? undefined : `no ${field}`

const asked = Effect.fnUntraced(function* (url: string) {
  const provider = createOpenAICompatible({ name: "local", baseURL: url, supportsStructuredOutputs: true })
  const model = yield* aiSdk(provider("tiny"))
  const vectors = yield* embeddings(provider.embeddingModel("tiny"))
  const snapshots = yield* Snapshots
  const fits = (value: unknown) => (validate(index, value).length === 0 ? undefined : "an answer beside the schema")
  const all: ReadonlyArray<Asked> = [
    { name: "json", spec: { schema }, format: json(model), fault: (made) => fits(made["json"]) },
    {
      name: "changeTracking",
      spec: { modes: ["json"], schema },
      format: changeTracking(snapshots, { usesModel: true, readFields: readFields(model) }),
      fault: ({ changeTracking: made }) => (made === undefined ? "no change tracking" : undefined)
    },
    { name: "summary", spec: {}, format: summary(model), fault: text("summary") },
    { name: "question", spec: { question: "What does it cost?" }, format: question({ model }), fault: text("answer") },
    {
      name: "highlights",
      spec: { query: "cost" },
      format: highlights({ embeddings: vectors }),
      fault: text("highlights")
    }
  ]
  return all
})

/** Why the run is not good; undefined when it is. */
const tried = Effect.fnUntraced(function* (fault: string, at: number) {
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => start()),
    ({ close }) => Effect.sync(close)
  )
  server.turns = faults[fault]!
  const { fault: wrong, format, name, spec } = (yield* asked(server.url))[at]!
  const run = format.run({
    page: FormatSuite.htmlPage(""),
    spec: { ...spec, type: name },
    options: resolve({}),
    wanted: [name],
    fields: { markdown, ...({ facts } as object) }
  })
  const answer = yield* Effect.exit(run)
  const problems: Array<string> = []
  if (server.asked.length > maxRequests) problems.push(`${server.asked.length} requests`)
  if (answer._tag === "Success") {
    const { tokens, ...made } = answer.value
    const said = wrong(made)
    if (said !== undefined) problems.push(said)
    const sum = (tokens?.input ?? 0) + (tokens?.output ?? 0)
    if (!(sum >= 0 && sum <= maxTokens)) problems.push(`${sum} tokens`)
  } else {
    const typed = answer.cause.reasons.every((reason) => reason._tag === "Fail" && reason.error._tag === "FormatError")
    if (!typed) problems.push("an untyped failure")
    if (fault.endsWith("once")) problems.push("a failure that passes was not tried again")
  }
  return { name, outcome: answer._tag === "Success" ? "answered" : "failed", problems }
})

const main = Effect.gen(function* () {
  const counts = { answered: 0, failed: 0, wrong: 0 }
  const runs = Object.keys(faults).flatMap((fault) => [0, 1, 2, 3, 4].map((at) => ({ fault, at })))
  yield* Effect.forEach(
    runs,
    Effect.fnUntraced(function* ({ at, fault }) {
      const { name, outcome, problems } = yield* Effect.scoped(tried(fault, at))
      counts[outcome as "answered" | "failed"]++
      if (problems.length > 0) {
        counts.wrong++
        console.log(`${name}, ${fault}: ${problems.join("; ")}`)
      }
    }),
    { concurrency: 8 }
  )
  const all = runs.length
  const percent = ((100 * (all - counts.wrong)) / all).toFixed(1)
  console.log(
    `models that misbehave: ${Object.keys(faults).length} faults, 5 formats, ${all} runs; ${percent} % fit their schema (${counts.answered}) or fail typed (${counts.failed})`
  )
  if (counts.wrong > 0) process.exitCode = 1
}).pipe(Effect.provide(Snapshots.layerMemory()))

await Effect.runPromise(main)
