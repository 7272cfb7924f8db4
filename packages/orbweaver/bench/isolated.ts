/**
 * What `isolated` costs: the same files and pages read by an instance with threads and by one with processes, in turns.
 *
 * `npm run bench:isolated -w packages/orbweaver -- [--rounds N]`
 */
import { execFileSync } from "node:child_process"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { docxFile, p } from "../../documents/test/support/officeFile.ts"
import { paragraph, pdfFile } from "../../documents/test/support/pdfFile.ts"

const { values } = parseArgs({ options: { rounds: { type: "string", default: "9" } } })

const prose = "The committee met in the spring and heard from the people who live along the river about the water. "
const text = prose.repeat(20)
const files = {
  "CSV of 1 KB": { filename: "a.csv", data: "place,level\n" + "bridge,4\n".repeat(100) },
  "PDF of 100 pages": {
    filename: "a.pdf",
    data: pdfFile({
      pages: Array.from({ length: 100 }, () => ({ texts: paragraph({ x: 72, y: 72, width: 451, text }) }))
    })
  },
  "DOCX of 10,000 paragraphs": { filename: "a.docx", data: docxFile(p(prose).repeat(10_000)) },
  "page of 1 MB": { filename: "a.html", data: `<title>P</title><main>${`<p>${prose}`.repeat(9_500)}</main>` },
  "page of 10 MB": { filename: "a.html", data: `<title>P</title><main>${`<p>${prose}`.repeat(95_000)}</main>` }
}

interface Reading {
  readonly ms: number
  /** Longest that the event loop stood still, in milliseconds. */
  readonly pause: number
}

const read = async (orb: Orbweaver, file: (typeof files)[keyof typeof files]): Promise<Reading> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  await orb.parse(file)
  const ms = performance.now() - began
  delay.disable()
  return { ms, pause: delay.max / 1e6 }
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const cell = (value: number): string => value.toFixed(1).padStart(11)

console.log(
  `${"".padEnd(28)}${["threads", "processes", "ratio", "pause", "pause"].map((name) => name.padStart(11)).join("")}`
)
for (const [name, file] of Object.entries(files)) {
  await using threads = createOrbweaver()
  await using processes = createOrbweaver({ isolated: true })
  const first = [await read(threads, file), await read(processes, file)] as const
  const rounds: Array<readonly [Reading, Reading]> = []
  for (let round = 0; round < Number(values.rounds); round++)
    rounds.push([await read(threads, file), await read(processes, file)])
  for (const [what, readings] of [
    ["first", [first]],
    ["next", rounds]
  ] as const) {
    const of = (pick: (reading: Reading) => number) =>
      [0, 1].map((way) => median(readings.map((both) => pick(both[way === 0 ? 0 : 1]))))
    const [onThread = 0, inProcess = 0] = of(({ ms }) => ms)
    const pauses = of(({ pause }) => pause)
    console.log(
      `${`${name}, ${what}`.padEnd(28)}${[onThread, inProcess, inProcess / onThread, ...pauses].map(cell).join("")}`
    )
  }
  console.log(`${"".padEnd(28)}a process then takes ${resident()} MiB`)
}

/** Of the processes that this one has started, the largest; by the system's own count. */
function resident(): number {
  const lines = execFileSync("ps", ["-e", "-o", "ppid=,rss=,args="], { encoding: "utf8" }).split("\n")
  const sizes = lines
    .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes("--permission"))
    .map((line) => Number(/^\s*\d+\s+(\d+)/.exec(line)?.[1]))
  return Math.round(Math.max(0, ...sizes) / 1024)
}
