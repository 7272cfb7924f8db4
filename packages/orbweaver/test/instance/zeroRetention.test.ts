// Pages that are asked for with `zeroDataRetention` carry canaries, and no file of the server has one once the results of
// its jobs have expired.
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { sqlite } from "@orbweaver/storage/sqlite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, it } from "vitest"
import { startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

const canary = (name: string): string => `canary-${name}-0123456789abcdef`
const canaries = /canary-[a-z-]+-0123456789abcdef/g
const found = (text: string): ReadonlyArray<string> => [...new Set(text.match(canaries))]

let site: Server
let base: string
let directory: string
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end()
    const links = [1, 2, 3].map((n) => `<a href="/${n}?token=${canary("address")}">${canary("link")}</a>`)
    response
      .writeHead(200, { "content-type": "text/html", "x-canary": canary("header"), etag: `"${canary("etag")}"` })
      .end(
        `<title>${canary("title")}</title><h1>${request.url}</h1><p>${`${canary("body")} `.repeat(300)}</p>${links.join(" ")}`
      )
  })
  await once(site.listen(0, "127.0.0.1"), "listening")
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  directory = await mkdtemp(join(tmpdir(), "orbweaver-retention-"))
})
afterAll(async () => {
  site.close()
  await rm(directory, { recursive: true })
})

const stored = async (folder: string): Promise<string> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))
  return texts.join("\n")
}

/** The store as it is a day later, when its results have expired. */
const expire = (file: string) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.now() + 25 * 3_600_000)
    yield* Effect.provide(
      JobStore.use((store) => store.sweep),
      sqlite(file)
    )
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

describe("zero data retention", () => {
  it("leaves nothing of a page in a file or a log", async ({ expect }) => {
    const data = join(directory, "data")
    const serving = startCommand(
      ["serve", "--port", "0", "--no-browser", "--allow-local", "--data", data, "--log-level", "debug"],
      { env: { TMPDIR: directory } }
    )
    const api = /https?:\S+/.exec(await nextLine(serving.stdout))![0]
    const call = async (path: string, body?: object) => {
      const response = await fetch(`${api}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return {
        status: response.status,
        text,
        answer: JSON.parse(text) as { id: string; status?: string; code?: string; details: ReadonlyArray<unknown> }
      }
    }
    const url = `${base}/1?token=${canary("address")}`
    const zero = { zeroDataRetention: true }
    for (const version of ["v1", "v2"]) {
      const { status, text } = await call(`/${version}/scrape`, {
        url,
        formats: ["markdown", "links", "rawHtml"],
        ...zero
      })
      expect(status).toBe(200)
      expect(found(text).length).toBeGreaterThan(2)
      for (const [path, body] of [
        ["crawl", { url, limit: 3 }],
        ["batch/scrape", { urls: [url, `${base}/2`] }]
      ] as const) {
        const { id } = (await call(`/${version}/${path}`, { ...body, ...zero })).answer
        const status = () => call(`/${version}/${path}/${id}`)
        await expect.poll(async () => (await status()).answer.status, { timeout: 30_000 }).toBe("completed")
        expect(found((await status()).text)).toContain(canary("body"))
      }
    }
    // What is only there because it is stored is refused.
    for (const formats of [["markdown", "changeTracking"], ["screenshot"]]) {
      const { answer, status } = await call("/v2/scrape", { url, formats, ...zero })
      expect(`${status} ${answer.code}`, formats.join()).toBe("500 SCRAPE_ZDR_VIOLATION_ERROR")
    }
    for (const [path, body] of [
      ["/v2/extract", { urls: [url], prompt: "the title" }],
      ["/v2/agent", { prompt: "the title" }],
      ["/v1/llmstxt", { url }],
      ["/v1/deep-research", { query: "spiders" }],
      ["/v2/monitor", { name: "m", schedule: { cron: "0 0 1 1 *" }, targets: [{ type: "scrape", urls: [url] }] }]
    ] as const) {
      const { answer, status } = await call(path, { ...body, ...zero })
      expect(`${status} ${answer.code}`, path).toBe("400 BAD_REQUEST")
      expect(answer.details[0], path).toMatchObject({ path: ["zeroDataRetention"] })
    }
    const { stderr, stdout } = await serving.interrupt()
    expect(found(stderr + stdout)).toEqual([])
    // Results of jobs are stored until they expire, and in no other place.
    expect(found(await stored(directory))).toContain(canary("body"))
    await expire(join(data, "orbweaver.sqlite"))
    expect(found(await stored(directory))).toEqual([])
  })
})
