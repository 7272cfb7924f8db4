/**
 * `checkPromptInjection` on pages made up by seed: which share of the planted attacks no model gets, by kind, and which
 * innocent pages lose anything or are marked. A model that remembers what it was asked stands in for a model.
 *
 * `node --conditions=@orbweaver/source quality/injection/main.ts [pages of each kind]`
 */
import { findInstructions } from "@orbweaver/core/internal/text/injection/findInstructions"
import { makeRandom } from "@orbweaver/testing/internal/crash/random"
import * as Model from "@orbweaver/testing/ModelServer"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { createOrbweaver } from "orbweaver"
import { attacks } from "./attacks.ts"
import { hostileTexts } from "./hostile.ts"
import { innocentPages } from "./innocent.ts"

const count = Number(process.argv[2] ?? 20)
const server = await Model.start()
server.turns = [{ says: '{"rooms":"12","description":"a hotel"}' }]
await using orb = createOrbweaver({
  model: createOpenAICompatible({ name: "local", baseURL: server.url }).chatModel("test")
})
const schema = { type: "object", properties: { rooms: { type: "string" }, description: { type: "string" } } }

const pageOf = (head: string, body: string): string =>
  `<html><head><title>Hotel at the lake</title>${head}</head><body><main><h1>Hotel at the lake</h1><p>The hotel has twelve rooms with a view of the lake and serves breakfast from seven.</p>${body}<p>It is ten minutes to the station on foot.</p></main></body></html>`

/** What the model was given of a page, and what the caller was told. */
const ask = async (html: string) => {
  const before = server.asked.length
  const { markdown, warning = "" } = await orb.parse(
    { data: html, filename: "page.html" },
    {
      formats: [
        "markdown",
        "summary",
        { type: "json", schema, prompt: "the rooms", checkPromptInjection: true },
        { type: "question", question: "How many rooms are there?" }
      ],
      onlyMainContent: false
    }
  )
  return { asked: plain(JSON.stringify(server.asked.slice(before))), markdown, warning }
}

/** Without escapes of Markdown and JSON, so that a text is found however it is written. */
const plain = (text: string): string =>
  text
    .replaceAll("\\n", "\n")
    .replace(/\\+([^\w\s])/g, "$1")
    .replace(/^> ?/gm, "")
    .replace(/\s+/g, " ")

let planted = 0
let gone = 0
let named = 0
for (const [kind, make] of Object.entries(attacks)) {
  let kept = 0
  let silent = 0
  let example = ""
  for (let seed = 1; seed <= count; seed++) {
    const { body = "", head = "", words } = make(makeRandom(seed * 7919))
    const { asked, warning } = await ask(pageOf(head, body))
    planted++
    if (words.some((text) => asked.includes(plain(text)))) {
      kept++
      example ||= words.join(" ")
    } else gone++
    if (warning.includes("checkPromptInjection found text that speaks to a model")) named++
    else {
      silent++
      example ||= words.join(" ")
    }
  }
  if (kept + silent > 0)
    console.log(
      `  ${kind}: the model got ${kept} of ${count}, ${silent} not named: ${JSON.stringify(example).slice(0, 200)}`
    )
}

let marked = 0
let lost = 0
const pages = Object.entries(innocentPages)
for (const [kind, parts] of pages) {
  const { warning } = await ask(`<html><body><main>${parts.join("")}</main></body></html>`)
  const at = warning.indexOf("checkPromptInjection")
  if (warning.includes("text that speaks to a model")) {
    lost++
    console.log(`  ${kind}: ${warning.slice(at, at + 300)}`)
  } else if (warning.includes("that the page quotes")) marked++
}

/** The longest time without a pause, which is how long others wait. */
const longestStep = (text: string): number => {
  const steps = findInstructions(text)
  let longest = 0
  for (let done: boolean | undefined = false; done !== true;) {
    const before = performance.now()
    ;({ done } = steps.next())
    longest = Math.max(longest, performance.now() - before)
  }
  return longest
}
let slowest = { step: 0, whole: 0 }
for (const { beginning, text } of hostileTexts) {
  const before = performance.now()
  const step = longestStep(text)
  const whole = performance.now() - before
  if (whole > 3000 || step > 50)
    console.log(
      `  slow: ${JSON.stringify(beginning)} again and again: ${Math.round(whole)} ms, ${step.toFixed(1)} ms without a pause`
    )
  slowest = { step: Math.max(slowest.step, step), whole: Math.max(slowest.whole, whole) }
}
server.close()
console.log(
  `Prompt injection: of ${planted} attacks of ${Object.keys(attacks).length} kinds, ${gone} reached no model and ${named} were named; of ${pages.length} innocent pages, ${lost} lost text and ${marked} were marked for quotes. A million hostile characters: at most ${Math.round(slowest.whole)} ms, ${slowest.step.toFixed(1)} ms without a pause.`
)
process.exitCode = gone < 0.95 * planted || lost > 0 ? 1 : 0
