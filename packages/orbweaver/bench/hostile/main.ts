/**
 * What hostile files cost: time, memory and the longest pause of the event loop of each, read in a process of its own.
 *
 * `npm run hostile -w packages/orbweaver -- [--only PART] [--entry parse|scrape]`; leaves with 1 when a bound is broken.
 */
import { spawnSync } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Worker, isMainThread, parentPort } from "node:worker_threads"
import { inputs } from "./inputs.ts"

/** Milliseconds that the event loop may stand still. */
const maxPause = 50
/** Megabytes that a page may add beyond its body and the texts that it returns. */
const maxMemory = 256

if (isMainThread) await table()
else serve()

/** Serves the files, so that the measured process neither makes nor keeps them. */
function serve(): void {
  const server = createServer((request, response) => {
    const input = inputs[Number(request.url?.slice(1) || Number.NaN)]
    const body = input?.body() ?? Buffer.from("<p>x")
    response
      .writeHead(200, { "content-type": input?.contentType ?? "text/html", "content-length": body.length })
      .end(body)
  })
  server.listen(0, "127.0.0.1", () =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  )
}

async function table(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string" }, entry: { type: "string" } } })
  const server = new Worker(new URL(import.meta.url), { execArgv: ["--conditions=@orbweaver/source"] })
  const origin = await new Promise<string>((resolve) => server.once("message", resolve))
  const entries = values.entry === undefined ? ["parse", "scrape"] : [values.entry]
  const chosen = inputs.filter(({ name }) => values.only === undefined || name.includes(values.only))
  let broken = 0
  console.log(`Bounds: a pause of ${maxPause} ms; ${maxMemory} MB beyond the body and the texts returned.`)
  console.log(
    `${"".padEnd(42)}${"entry".padEnd(9)}${"ms".padStart(7)}${"pause".padStart(7)}${"MB".padStart(6)}  answer`
  )
  for (const entry of entries)
    for (const input of chosen) {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [
          "--conditions=@orbweaver/source",
          "--disable-warning=ExperimentalWarning",
          fileURLToPath(new URL("child.ts", import.meta.url)),
          input.name,
          entry,
          origin,
          String(input.body().length)
        ],
        { encoding: "utf8", timeout: 300_000 }
      )
      const cells = [input.name.slice(0, 41).padEnd(42), entry.padEnd(9)]
      if (status !== 0) {
        broken++
        console.log(
          `${cells.join("")}  the process ended: ${stderr.split("\n").find((line) => /error|heap/i.test(line)) ?? status}`
        )
        continue
      }
      const cost = JSON.parse(stdout) as {
        took: number
        pause: number
        added: number
        returned: number
        answer: string
      }
      const beyond = Math.max(0, cost.added - cost.returned) / 1024 / 1024
      const isBroken = cost.pause > maxPause || beyond > maxMemory
      if (isBroken) broken++
      console.log(
        `${cells.join("")}${cost.took.toFixed(0).padStart(7)}${cost.pause.toFixed(0).padStart(7)}${beyond.toFixed(0).padStart(6)}  ${isBroken ? "← " : ""}${cost.answer.slice(0, 90)}`
      )
    }
  console.log(broken === 0 ? "All within the bounds." : `${broken} beyond a bound.`)
  process.exitCode = broken === 0 ? 0 : 1
  await server.terminate()
}
