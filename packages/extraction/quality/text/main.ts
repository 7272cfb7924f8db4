/**
 * Summaries and answers without a model: how many summaries say what the page is about and nothing of its menus, how
 * many questions are answered by the passage that a reader would show, and how many that the page says nothing on stay
 * without an answer.
 *
 * `node --conditions=@orbweaver/source quality/text/main.ts`
 */
import { highlights, question } from "@orbweaver/extraction/formats/Question"
import { summary } from "@orbweaver/extraction/formats/Summary"
import type { Format } from "@orbweaver/core/scrape/Format"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { FormatSuite } from "@orbweaver/testing"
import { Effect } from "effect"
import { type JudgedText, pages } from "./pages.ts"

const run = (format: Format, { language, markdown }: JudgedText, spec: Record<string, string> = {}) =>
  format.run({
    page: FormatSuite.htmlPage(""),
    spec: { ...spec, type: format.name },
    options: resolve({}),
    wanted: [format.name],
    fields: { markdown, metadata: { language } }
  })

let summaries = 0
let answered = 0
let first = 0
let asked = 0
let silent = 0
let unanswerable = 0

const judge = Effect.fnUntraced(function* (page: JudgedText) {
  const said = (yield* run(summary(), page)).summary ?? ""
  const good = page.summary.every((words) => said.includes(words)) && !page.noise.some((words) => said.includes(words))
  if (good) summaries++
  else console.log(`  ${page.name}: summary "${said}"`)
  for (const [text, says] of page.questions) {
    const { answer = "" } = yield* run(question(), page, { question: text })
    const { highlights: quotes = "" } = yield* run(highlights(), page, { query: text })
    if (says === undefined) {
      unanswerable++
      if (answer === "") silent++
      else console.log(`  ${page.name}: "${text}" is not on the page, answered ${JSON.stringify(answer)}`)
      continue
    }
    asked++
    if (answer.includes(says)) answered++
    else console.log(`  ${page.name}: "${text}" answered ${JSON.stringify(answer)}`)
    if (quotes.split("\n\n")[0]!.includes(says)) first++
    else console.log(`  ${page.name}: "${text}" first quote ${JSON.stringify(quotes.split("\n\n")[0])}`)
  }
})

await Effect.runPromise(Effect.forEach(pages, judge))
console.log(
  `text without a model: ${pages.length} pages; ${summaries} of ${pages.length} summaries, ${answered} of ${asked} questions answered, ${first} of ${asked} by the first quote, ${silent} of ${unanswerable} rightly without an answer`
)
if (summaries < pages.length || answered / asked < 0.9 || silent < unanswerable) process.exitCode = 1
