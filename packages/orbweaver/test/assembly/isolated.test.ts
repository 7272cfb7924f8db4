// Documents and large pages read in processes of their own: the same answers, and what a hostile one costs.
import { type Running, start } from "@orbweaver/testing/TestSite"
import type { ChildProcess } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver } from "orbweaver"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

const csv = "Tea,Price\nGreen,4\n"
const table = "| Tea | Price |\n| --- | --- |\n| Green | 4 |"
/** Larger than what is converted in place. */
const large = `<!doctype html><title>Large</title><main><h1>Large</h1>${"<p>Words. ".repeat(30_000)}</main>`

let site: Running
let folder: string

beforeAll(async () => {
  site = await start({
    routes: { "/large": ({ response }) => response.writeHead(200, { "content-type": "text/html" }).end(large) }
  })
  folder = await mkdtemp(join(tmpdir(), "orbweaver-isolated-"))
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

/** Processes that this one has started since the test began. */
let started: Array<ChildProcess> = []
const note = (message: unknown) => void started.push((message as { readonly process: ChildProcess }).process)
beforeEach(() => {
  started = []
  subscribe("child_process", note)
})
afterEach(() => void unsubscribe("child_process", note))

const isolatedProcesses = () => started.filter(({ spawnargs }) => spawnargs.includes("--permission"))

describe("an instance with isolated: true", { concurrent: false }, () => {
  it("reads each file and large page in a process without rights, which ends with it", async () => {
    const orb = createOrbweaver({ egress: { allowLocal: true }, isolated: true })
    const { markdown } = await orb.parse({ data: csv, filename: "tea.csv" })
    expect(markdown).toBe(table)
    expect(isolatedProcesses()).toHaveLength(1)
    await orb.parse({ data: csv, filename: "tea.csv" })
    expect(isolatedProcesses(), "the next file takes the same process").toHaveLength(1)
    const page = await orb.scrape(site.url("/large").href)
    expect(page.metadata.title).toBe("Large")
    expect(isolatedProcesses()).toHaveLength(2)
    await orb.close()
    for (const { exitCode, signalCode } of isolatedProcesses()) expect(exitCode ?? signalCode).not.toBeNull()
  })

  it("names the limit of memory that a file went beyond", async () => {
    await using orb = createOrbweaver({ isolated: { memory: 20 } })
    await expect(orb.parse({ data: csv, filename: "tea.csv" })).rejects.toMatchObject({
      reason: {
        _tag: "UnreadableDocument",
        why: "too-much-memory",
        detail: "it takes more than 20 MiB of memory (isolated.memory)"
      }
    })
  })

  it("names an option that is none", () => {
    expect(() => createOrbweaver({ isolated: { memory: 0 } })).toThrow(
      /isolated\.memory: Expected a number of at least 1/
    )
  })

  it("starts no process without the option", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    await orb.parse({ data: csv, filename: "tea.csv" })
    await orb.scrape(site.url("/large").href)
    expect(isolatedProcesses()).toHaveLength(0)
  })
})

describe("--isolated", { concurrent: false }, () => {
  it("reads a file of the command line in a process", async () => {
    const file = join(folder, "tea.csv")
    await writeFile(file, csv)
    const { code, stdout } = await runToEnd(["parse", file, "--isolated"])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${table}\n` })
    expect(isolatedProcesses()).toHaveLength(1)
  })

  it("holds for a server by its environment, and over HTTP", async () => {
    const command = startCommand(["serve", "--port", "0", "--no-browser"], { env: { ORBWEAVER_ISOLATED: "true" } })
    const [base] = /https?:\S+/.exec(await nextLine(command.stdout))!
    const form = new FormData()
    form.set("file", new Blob([csv], { type: "text/csv" }), "tea.csv")
    const answer = await fetch(new URL("/v2/parse", base), { method: "POST", body: form })
    expect(await answer.json()).toMatchObject({ success: true, data: { markdown: table } })
    expect(isolatedProcesses()).toHaveLength(1)
    await command.interrupt()
  })
})
