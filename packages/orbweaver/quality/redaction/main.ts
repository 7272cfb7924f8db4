/**
 * `redactPII` on pages made up by seed: which share of the planted data is gone from every format, by kind, and which
 * texts that only look like it were touched.
 *
 * `node --conditions=@orbweaver/source quality/redaction/main.ts [pages]`
 */
import { createOrbweaver } from "orbweaver"
import { redactText } from "@orbweaver/core/internal/text/redactText"
import { redactionOf } from "@orbweaver/core/model/RedactPII"
import { hostileTexts } from "./hostile.ts"
import { pageOf } from "./pages.ts"
import { kinds } from "./planted.ts"

const count = Number(process.argv[2] ?? 200)
const schema = { type: "object", properties: { description: { type: "string" }, details: { type: "string" } } }
const formats = ["markdown", "html", "rawHtml", "links", "summary", { type: "json", schema } as const] as const
await using orb = createOrbweaver()

const found = new Map(kinds.map((kind) => [kind, { planted: 0, gone: 0 }]))
const misses = new Map<string, number>()
const touched = new Map<string, number>()
const addTo = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** Without escapes of Markdown, HTML and JSON, so that a text is found however a format writes it. */
const plain = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replaceAll("\\n", "\n")
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/\s+/g, " ")

for (let seed = 1; seed <= count; seed++) {
  const { html, lookAlikes, planted } = pageOf(seed)
  const document = await orb.parse(
    { data: html, filename: "page.html" },
    { formats: [...formats], onlyMainContent: false, redactPII: true }
  )
  const { warning: _, metadata: __, ...texts } = document
  const made = Object.entries(texts).map(([format, value]) => [format, plain(JSON.stringify(value ?? ""))] as const)
  for (const { form, kind, place, text } of planted) {
    const left = made.filter(([, value]) => value.includes(plain(text)))
    const counts = found.get(kind)!
    counts.planted++
    if (left.length === 0) counts.gone++
    else
      addTo(misses, `${kind} ${form} in ${place}, ${left.map(([format]) => format).join(", ")}: ${text.slice(0, 60)}`)
  }
  const source = plain(document.rawHtml ?? "")
  for (const text of lookAlikes) if (!source.includes(plain(text))) addTo(touched, text)
}

/** The longest time without a pause, which is how long others wait. */
const longestStep = (text: string): number => {
  const steps = redactText(text, redactionOf(true)!, "markup")
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
  if (whole > 2000 || step > 20)
    console.log(
      `  slow: ${JSON.stringify(beginning)} again and again: ${Math.round(whole)} ms, ${step.toFixed(1)} ms without a pause`
    )
  slowest = { step: Math.max(slowest.step, step), whole: Math.max(slowest.whole, whole) }
}

for (const [name, times] of misses) console.log(`  left: ${name}${times > 1 ? ` (${times} times)` : ""}`)
for (const [text, times] of touched) console.log(`  touched: ${text}${times > 1 ? ` (${times} times)` : ""}`)
const recalls = [...found].map(([kind, { gone, planted }]) => `${kind} ${gone} of ${planted}`)
console.log(
  `redaction: ${count} pages; ${recalls.join(", ")}; ${touched.size} look-alikes touched; ${hostileTexts.length} hostile texts of 1 MB, the slowest ${Math.round(slowest.whole)} ms with pauses every ${slowest.step.toFixed(1)} ms or sooner`
)
if (touched.size > 0 || slowest.step > 50 || [...found.values()].some(({ gone, planted }) => gone / planted < 0.98))
  process.exitCode = 1
