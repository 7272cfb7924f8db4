// Crawls that visit what fits best first (`order: "best-first"`).
import { createOrbweaver } from "orbweaver"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { html, type Routes, send } from "@orbweaver/testing/internal/site/Route"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

const page =
  (title: string, links: ReadonlyArray<readonly [path: string, text: string]>): Routes[string] =>
  ({ response }) =>
    send(
      response,
      html(title, `<h1>${title}</h1>${links.map(([path, text]) => `<p><a href="${path}">${text}</a></p>`).join("")}`)
    )

const news = Array.from({ length: 40 }, (_, n) => [`/news/${n}`, `News number ${n}`] as const)
const routes: Routes = {
  "/": page("Home", [...news, ["/x1", "Products"], ["/x2", "What the enterprise plan costs"]]),
  ...Object.fromEntries(news.map(([path, text]) => [path, page(text, [])])),
  "/x1": page("Products", []),
  "/x2": page("Enterprise plan", [
    ["/x3", "Costs of support"],
    ["/x4", "Jobs"]
  ]),
  "/x3": page("Costs of support", []),
  "/x4": page("Jobs", [])
}

let site: Running
beforeAll(async () => {
  site = await start({ routes })
})
afterAll(() => site.close())

const crawled = async (
  options: Record<string, unknown>,
  adapters: Parameters<typeof createOrbweaver>[0] = {}
): Promise<ReadonlyArray<string>> => {
  await using orb = createOrbweaver({ ...adapters, egress: { allowLocal: true } })
  const { data } = await orb.crawl(site.url("/").href, { sitemap: "skip", maxConcurrency: 1, ...options })
  return data.map(({ metadata }) => new URL(metadata.url).pathname)
}

it("the pages that the words are about, before all that were found earlier", async () => {
  expect(await crawled({ limit: 3, order: "best-first", relevantTo: "costs of the enterprise plan" })).toEqual([
    "/",
    "/x2",
    "/x3"
  ])
  expect(await crawled({ limit: 3 })).toEqual(["/", "/news/0", "/news/1"])
})

it("by a function of the application, which sees the link, its text and the page around", async () => {
  const seen: Array<unknown> = []
  const paths = await crawled(
    { limit: 3, order: "best-first" },
    {
      scoreLink: ({ foundOn, text, url, words }) => {
        seen.push([new URL(url).pathname, text, foundOn?.title, words])
        return text === "Jobs" ? 1 : url.endsWith("/x2") ? 0.9 : 0.1
      }
    }
  )
  expect(paths).toEqual(["/", "/x2", "/x4"])
  expect(seen).toContainEqual(["/x4", "Jobs", "Enterprise plan", undefined])
})

it("from the command line", async () => {
  const flags = ["--allow-local", "--no-browser", "--sitemap", "skip", "--limit", "2", "--concurrency", "1"]
  const words = ["--relevant-to", "enterprise plan"]
  const { stdout } = await runToEnd(["crawl", site.url("/").href, ...words, ...flags])
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => new URL(JSON.parse(line).metadata.url).pathname)
  ).toEqual(["/", "/x2"])
})

it("needs words, or the function, before anything is fetched", async () => {
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  await expect(orb.crawl(site.url("/").href, { order: "best-first" })).rejects.toThrow(
    /relevantTo: A best-first crawl needs the words/
  )
})
