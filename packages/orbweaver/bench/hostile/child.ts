// Child of main.ts: reads one hostile file and says what it cost. Arguments: name of the file, entry, address of the server.
import { createOrbweaver, type FormatName } from "orbweaver"
import { inputs } from "./inputs.ts"

const [, , name, entry, origin] = process.argv
const index = inputs.findIndex((input) => input.name === name)
const input = inputs[index]!
const formats = (process.env["FORMATS"] ?? "markdown,html,links,images").split(",") as ReadonlyArray<FormatName>

await using orb = createOrbweaver({
  egress: { allowLocal: true },
  ...(entry === "in place" ? { pool: { threshold: Infinity } } : {})
})
// Loads every module that the file will need.
for (const small of ["<p>x", `<p>${"x ".repeat(600_000)}`])
  await orb.parse(
    { data: new TextEncoder().encode(small), filename: "page.html", contentType: "text/html; charset=euc-kr" },
    { formats }
  )
// One letter is no feed.
await orb
  .parse({ data: new TextEncoder().encode("x"), filename: input.filename, contentType: input.contentType }, { formats })
  .catch(() => undefined)
if (entry === "scrape") await orb.scrape(`${origin}/`, { formats, maxAge: 0, storeInCache: false })

/** The body of a scrape is made by the server. */
const body = entry === "scrape" ? undefined : input.body()
await new Promise((resolve) => setTimeout(resolve, 50))
const before = process.memoryUsage().rss
const bodyBytes = body === undefined ? Number(process.argv[5]) : 0

/** Milliseconds that this thread has computed: what stands still because others use the machine is not ours. */
const computed = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}
let pause = 0
let last = performance.now()
let lastComputed = computed()
const look = (): void => {
  const now = performance.now()
  const nowComputed = computed()
  pause = Math.max(pause, Math.min(now - last, nowComputed - lastComputed))
  last = now
  lastComputed = nowComputed
}
const timer = setInterval(look, 1)
let peak = before
const memory = setInterval(() => void (peak = Math.max(peak, process.memoryUsage.rss())), 5)
await new Promise((resolve) => setTimeout(resolve, 10))
pause = 0

const start = performance.now()
let answer = ""
let returned = 0
try {
  const document =
    body === undefined
      ? await orb.scrape(`${origin}/${index}`, { formats, maxAge: 0, storeInCache: false, timeout: 120_000 })
      : await orb.parse(
          { data: body, filename: input.filename, contentType: input.contentType },
          { formats, timeout: 120_000 }
        )
  answer = document.warning ?? ""
  for (const value of [document.markdown, document.html, document.rawHtml]) returned += sizeOf(value)
  for (const list of [document.links, document.images]) for (const value of list ?? []) returned += value.length
} catch (error) {
  answer = String(error)
}
const took = performance.now() - start
look()
clearInterval(timer)
clearInterval(memory)
peak = Math.max(peak, process.resourceUsage().maxRSS * 1024)
console.log(JSON.stringify({ took, pause, added: peak - before - bodyBytes, returned, answer }))

function sizeOf(text: string | undefined): number {
  // oxlint-disable-next-line no-control-regex -- what V8 keeps in one byte a character
  return text === undefined ? 0 : text.length * (/[^\x00-\xff]/.test(text) ? 2 : 1)
}
