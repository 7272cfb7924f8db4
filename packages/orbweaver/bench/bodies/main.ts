/**
 * What large bodies cost a server: each kind is sent to a process of its own, which answers other requests meanwhile.
 *
 * `npm run bodies -w packages/orbweaver -- [--only PART]`; leaves with 1 when a bound is broken.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type Kind, kinds } from "./kinds.ts"
import { textOf } from "./LargeBody.ts"

/** Longest that the thread may compute without a turn for others, in milliseconds: valid bodies, and forms, are parsed in one. */
const maxPause = 50
const maxPauseParsed = 200
/** Longest answer that refuses a body, in bytes. */
const maxAnswer = 4096

interface Cost {
  readonly cpu: number
  /** Longest that the thread computed while its event loop stood still, in milliseconds. */
  readonly pause: number
  readonly memory: number
  readonly peak: number
}

const { values } = parseArgs({ options: { only: { type: "string" } } })
const chosen = kinds.filter(({ name }) => values.only === undefined || name.includes(values.only))

let broken = 0
console.log(
  `Bodies of 10 MB. Bounds: a pause of ${maxPause} ms, ${maxPauseParsed} ms where the body is parsed; answers of ${maxAnswer} bytes.`
)
console.log(
  `${"".padEnd(32)}${"status".padStart(6)}${"CPU ms".padStart(9)}${"pause ms".padStart(10)}${"wait ms".padStart(9)}${"MB".padStart(6)}${"answer".padStart(10)}`
)
for (const kind of chosen) await measure(kind)
console.log(broken === 0 ? "All within the bounds." : `${broken} beyond a bound.`)
process.exitCode = broken === 0 ? 0 : 1

async function measure(kind: Kind): Promise<void> {
  const body = Buffer.from(textOf(kind))
  const child = fork(fileURLToPath(new URL("child.ts", import.meta.url)), {
    execArgv: ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"]
  })
  try {
    const [{ port }] = (await once(child, "message")) as [{ port: number }]
    const agent = new Agent({ keepAlive: true })
    const send = (path: string, type: string, sent: Buffer, own = agent) =>
      new Promise<{ readonly status: number; readonly length: number }>((resolve) => {
        const asked = request(
          { port, path, method: "POST", agent: own, headers: { "content-type": type, "content-length": sent.length } },
          (response) => {
            let length = 0
            response.on("data", (chunk: Buffer) => (length += chunk.length))
            response.once("end", () => resolve({ status: response.statusCode ?? 0, length }))
          }
        )
        asked.once("error", () => resolve({ status: 0, length: 0 }))
        asked.end(sent)
      })
    const cost = async (): Promise<Cost> => {
      child.send("cost")
      return ((await once(child, "message")) as [Cost])[0]
    }
    const small = Buffer.from('{"url":"http://site.test/small"}')
    // Loads every module, and compiles what is used often.
    await send(kind.path, kind.type, Buffer.from(textOf({ ...kind, bytes: 1000 })))
    for (let at = 0; at < 200; at++) await send("/v2/scrape", "application/json", small)
    await cost()
    const before = await cost()
    let wait = 0
    const done = new AbortController()
    const others = (async () => {
      while (!done.signal.aborted) {
        const from = performance.now()
        await send("/v2/scrape", "application/json", small)
        wait = Math.max(wait, performance.now() - from)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    })()
    const gone = once(child, "exit").then(() => ({ status: -1, length: 0 }))
    const late = new Promise<{ status: number; length: number }>((resolve) =>
      setTimeout(resolve, 20_000, { status: -2, length: 0 }).unref()
    )
    const { length, status } = await Promise.race([send(kind.path, kind.type, body, new Agent()), gone, late])
    // What is left to do after the answer stops others as well.
    await new Promise((resolve) => setTimeout(resolve, 300))
    done.abort()
    if (status < 0) {
      broken++
      console.log(`${kind.name.padEnd(32)}${status === -1 ? "  the process ended" : "  no answer in 20 s"}`)
      return
    }
    await others
    const after = await cost()
    const isBroken =
      after.pause > (kind.plain || kind.form ? maxPauseParsed : maxPause) ||
      status !== (kind.plain ? 200 : 400) ||
      (status === 400 && length > maxAnswer)
    if (isBroken) broken++
    console.log(
      `${kind.name.padEnd(32)}${String(status).padStart(6)}${(after.cpu - before.cpu).toFixed(0).padStart(9)}${after.pause.toFixed(0).padStart(10)}${wait.toFixed(0).padStart(9)}${((after.peak - before.memory) / 1e6).toFixed(0).padStart(6)}${String(length).padStart(10)}${isBroken ? "  ←" : ""}`
    )
  } finally {
    child.kill("SIGKILL")
  }
}
