/**
 * Tries made and mutated inputs of every kind for a while: requests, pages, robots.txt, sitemaps, addresses, selectors,
 * PDF files, mail and other files of text. What fails is made shorter and kept in `corpus`, which the tests replay.
 *
 * `npm run fuzz -- [--minutes 10] [--seed N] [--only TARGET]`; leaves with 1 when something failed.
 */
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { read, save } from "./corpus.ts"
import { inputOf } from "./inputOf.ts"
import type { Target } from "./Target.ts"
import { targets } from "./targets.ts"

const { values } = parseArgs({
  options: { minutes: { type: "string" }, seed: { type: "string" }, only: { type: "string" } }
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const deadline = Date.now() + Number(values.minutes ?? 10) * 60_000
const chosen = targets.filter(({ name }) => values.only === undefined || name === values.only)
if (chosen.length === 0 || !Number.isFinite(deadline) || !Number.isSafeInteger(seed)) {
  console.error(`--minutes and --seed are numbers, and --only is one of ${targets.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}
/** An input that takes longer, in milliseconds, ends its thread. */
const maxSilence = 60_000
/** Failures of one target that are kept; then it is left. */
const maxFailures = 20

console.log(`Seed ${seed}, until ${new Date(deadline).toISOString()}`)
const results = await Promise.all(chosen.map(run))
for (const { failures, name, tried } of results)
  console.log(`${name.padEnd(10)}${String(tried).padStart(9)} inputs${String(failures).padStart(4)} failed`)
process.exitCode = results.some(({ failures }) => failures > 0) ? 1 : 0

async function run(target: Target): Promise<{ readonly name: string; tried: number; failures: number }> {
  const result = { name: target.name, tried: 0, failures: 0 }
  const corpus = read(target).map(({ input }) => input)
  const seen = new Set<string>()
  const fail = (at: number, why: string, input: Uint8Array): void => {
    // The same fault is found many times.
    const kind = why
      .split("\n", 1)[0]!
      .replaceAll(/\S*[:/%\d]\S*/g, "")
      .slice(0, 60)
    if (seen.has(kind)) return
    seen.add(kind)
    result.failures++
    console.log(`${target.name}, input ${at}: ${why.slice(0, 600)}\n  kept as ${save(target, input)}`)
  }
  for (let from = 0; Date.now() < deadline && result.failures < maxFailures;) {
    const { at, ended } = await work(target, from, fail)
    result.tried = at + 1
    if (ended !== undefined) fail(at, ended, inputOf(target, corpus, seed, at))
    from = at + 1
  }
  return result
}

/** Runs a thread from one input on, until it ends, or falls silent over an input. */
function work(
  target: Target,
  from: number,
  fail: (at: number, why: string, input: Uint8Array) => void
): Promise<{ readonly at: number; readonly ended?: string }> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), {
      workerData: { name: target.name, seed, from, deadline },
      execArgv: ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: 1024 }
    })
    let at = from
    let heard = Date.now()
    const end = (ended?: string): void => {
      clearInterval(timer)
      void worker.terminate()
      resolve(ended === undefined ? { at } : { at, ended })
    }
    const timer = setInterval(() => {
      if (Date.now() - heard > maxSilence) end(`no answer in ${maxSilence} ms`)
    }, 1000)
    worker.on("message", (message: { at?: number; why?: string; input?: Uint8Array; done?: true }) => {
      heard = Date.now()
      at = message.at ?? at
      if (message.input !== undefined) fail(at, message.why ?? "", message.input)
      if (message.done === true) end()
    })
    worker.on("error", (error) => end(`its thread ended: ${String(error)}`))
    worker.on("exit", () => end("its thread ended"))
  })
}
