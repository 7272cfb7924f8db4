// What the log of an instance says of a job that could not do all it was asked for.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { sqlite } from "@orbweaver/storage/sqlite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, type LogEntry } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"

let site: Running
beforeAll(async () => {
  site = await start({
    routes: {
      "/robots.txt": ({ response }) => {
        response.setHeader("content-type", "text/plain")
        response.end("User-agent: *\nDisallow: /report/private")
      },
      "/report/": ({ response }) => {
        response.setHeader("content-type", "text/html")
        response.end('<a href="broken">One</a> <a href="private">Two</a> <a href="/elsewhere">Three</a>')
      },
      "/report/broken": ({ response }) => void response.destroy()
    }
  })
})
afterAll(() => site.close())

const linesOf = async (
  read: (orb: ReturnType<typeof createOrbweaver>, lines: ReadonlyArray<LogEntry>) => Promise<unknown>
) => {
  const lines: Array<LogEntry> = []
  await using orb = createOrbweaver({ egress: { allowLocal: true }, logger: (line) => lines.push(line) })
  await read(orb, lines)
  return lines.filter(({ level }) => level === "warn")
}

it("a crawl is one line about what failed, what robots.txt refuses and what was left out, however it is read", async () => {
  const url = site.url("/report/")
  const options = { sitemap: "skip" } as const
  const [awaited, read] = await Promise.all([
    linesOf(async (orb) => {
      const run = orb.crawl(url, options)
      await run
      await run
      for await (const _ of run.pages()) continue
    }),
    linesOf((orb) => orb.crawl(url, options).to(() => undefined))
  ])
  for (const lines of [awaited, read]) {
    expect(lines).toHaveLength(1)
    expect(lines[0]?.message).toMatch(/^The crawl \S+: 1 page failed, such as \S+\/report\/broken \(.+\)\. /)
    expect(lines[0]?.message).toContain("robots.txt refuses 1 address.")
    expect(lines[0]?.message).toContain("Use crawlEntireDomain to crawl the entire domain.")
    expect(lines[0]?.fields["jobId"]).toEqual(expect.any(String))
  }
})

it("a job that did all it was asked for is no line", async () => {
  expect(await linesOf((orb) => orb.batchScrape([site.url("/page")]))).toEqual([])
})

it("a job that somebody else waits for, or nobody, is a line of the process that works on it, once", async ({
  expect
}) => {
  const url = site.url("/report/")
  const options = { sitemap: "skip" } as const
  const started = await linesOf(async (orb, lines) => {
    const { id } = await orb.startCrawl(url, options)
    await expect.poll(() => lines.map(({ message }) => message).join()).toContain(`The crawl ${id}: 1 page failed`)
    await orb.followJob(id)
    await orb.batchScrape([site.url("/page")])
  })
  expect(started.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The crawl \S+: 1 page failed, such as /)
  ])

  const folder = await mkdtemp(join(tmpdir(), "orbweaver-reports-"))
  const lines: Array<LogEntry> = []
  const stores = () => sqlite(join(folder, "jobs.db"))
  const worker = createOrbweaver({ egress: { allowLocal: true }, stores: stores(), logger: (line) => lines.push(line) })
  const starter = createOrbweaver({ egress: { allowLocal: true }, stores: stores(), worker: false })
  try {
    // An instance works on jobs once it has been asked for one.
    await worker.getActiveCrawls()
    const { id } = await starter.startBatchScrape([site.url("/report/broken"), site.url("/page")])
    await expect.poll(() => lines.map(({ message }) => message).join()).toContain(`The batch ${id}: 1 page failed`)
  } finally {
    await starter.close()
    await worker.close()
    await rm(folder, { recursive: true })
  }
})

it("a job that is cancelled is no line", async ({ expect }) => {
  const lines = await linesOf(async (orb) => {
    const { id } = await orb.startBatchScrape([site.url("/report/broken"), site.url("/hang")])
    await expect.poll(async () => (await orb.getBatchScrapeStatus(id)).counts.failed, { timeout: 20_000 }).toBe(1)
    await orb.cancelBatchScrape(id)
    await orb.getBatchScrapeStatus(id)
  })
  expect(lines.filter(({ message }) => message.startsWith("The batch"))).toEqual([])
})
