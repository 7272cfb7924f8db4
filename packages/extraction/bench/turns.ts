/**
 * The longest turn of the event loop while long texts are read, in milliseconds, and what the work took in all:
 *
 * `node --conditions=@orbweaver/source bench/turns.ts [--megabytes 5] [--only budget,question] [--text prose,spaces]`
 *
 * The second of two rounds is printed. Turns include whatever the machine and the collector of garbage take.
 */
import { parseArgs } from "node:util"
import * as Snapshots from "@orbweaver/core/scrape/Snapshots"
import { part } from "@orbweaver/core/text/budget/Window"
import type { Format } from "@orbweaver/core/scrape/Format"
import { changeTracking } from "@orbweaver/extraction/formats/ChangeTracking"
import { chunks } from "@orbweaver/core/scrape/formats/Chunks"
import { question } from "@orbweaver/extraction/formats/Question"
import { summary } from "@orbweaver/extraction/formats/Summary"
import { indexSchema } from "../src/json/schemaIndex.ts"
import { validateInTurns } from "../src/json/validate.ts"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { FormatSuite } from "@orbweaver/testing"
import { Effect } from "effect"

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "5" },
    only: { type: "string" },
    text: { type: "string" }
  }
})
const size = Number(values.megabytes) * 1_000_000

const sentence = (at: number) => `The clock over office ${at % 97} shows tide ${at} with a hand that follows the moon. `
const fill = (piece: (at: number) => string): string => {
  const pieces: Array<string> = []
  for (let at = 0, length = 0; length < size; at++) length += pieces[pieces.push(piece(at)) - 1]!.length
  return pieces.join("")
}

const texts: Readonly<Record<string, () => string>> = {
  prose: () => fill((at) => (at % 6 === 0 ? `## ${sentence(at)}\n\n` : `${sentence(at)}${sentence(at + 1)}\n\n`)),
  paragraph: () => fill(sentence),
  list: () => fill((at) => `- ${sentence(at)}\n`),
  table: () => `| a | b |\n| --- | --- |\n${fill((at) => `| ${sentence(at)} | ${at} |\n`)}`,
  code: () => `\`\`\`\n${fill((at) => `${sentence(at)}\n`)}\`\`\``,
  chinese: () => fill(() => "富士山は日本で最も高い山です。"),
  spaces: () => `x${fill(() => " ")}x`,
  brackets: () => fill(() => "[a]("),
  figures: () => fill((at) => `${at % 10} `),
  lines: () => fill(() => "a\n")
}

const run = (format: Format, markdown: string, spec: object = {}) =>
  format.run({
    page: FormatSuite.htmlPage(""),
    spec: { ...spec, type: format.name },
    options: resolve({}),
    wanted: [format.name],
    fields: { markdown, metadata: { language: "en" } }
  })

const items = { items: { type: "object", properties: { text: { type: "string", minLength: 1 } } }, uniqueItems: true }

const works: Readonly<Record<string, (text: string, other: string) => Effect.Effect<unknown, unknown>>> = {
  budget: (text) => part(text, { maxTokens: 2_000 }),
  "large budget": (text) => part(text, { maxTokens: 500_000 }),
  chunks: (text) => run(chunks, text),
  summary: (text) => run(summary(), text),
  question: (text) => run(question(), text, { question: "What does the clock over office 12 show?" }),
  changeTracking: (text, other) =>
    Effect.gen(function* () {
      const format = changeTracking(yield* Snapshots.Snapshots, { readFields: () => Effect.succeed({}) })
      yield* run(format, text)
      return yield* run(format, other, { modes: ["git-diff"] })
    }).pipe(Effect.provide(Snapshots.Snapshots.layerMemory())),
  validate: (text) => {
    const index = indexSchema(items)
    return "issues" in index
      ? Effect.void
      : validateInTurns(
          index,
          text.split("\n", 20_000).map((text) => ({ text }))
        )
  }
}

const measure = async (work: Effect.Effect<unknown, unknown>) => {
  const done = new AbortController()
  let longest = 0
  let last = performance.now()
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!done.signal.aborted) setImmediate(turn)
  }
  setImmediate(turn)
  const begun = performance.now()
  await Effect.runPromise(work)
  const took = performance.now() - begun
  done.abort()
  return { longest, took }
}

const chosen = (all: object, names: string | undefined) => names?.split(",") ?? Object.keys(all)
for (const name of chosen(texts, values.text)) {
  const text = texts[name]!()
  const other = text
    .split("\n")
    .map((line, at) => (at % 7 === 0 ? `${line} more` : line))
    .join("\n")
  for (const work of chosen(works, values.only)) {
    await measure(works[work]!(text, other))
    const { longest, took } = await measure(works[work]!(text, other))
    console.log(
      `${name.padEnd(10)} ${work.padEnd(15)} longest turn ${longest.toFixed(0).padStart(5)}, in all ${took.toFixed(0)}`
    )
  }
}
