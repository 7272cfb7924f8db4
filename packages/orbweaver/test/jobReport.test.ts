// What the log of an instance says of a job that could not do all it was asked for.
import { type Running, start } from "@orbweaver/testing/TestSite"
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

const linesOf = async (read: (orb: ReturnType<typeof createOrbweaver>) => Promise<unknown>) => {
  const lines: Array<LogEntry> = []
  await using orb = createOrbweaver({ egress: { allowLocal: true }, logger: (line) => lines.push(line) })
  await read(orb)
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
