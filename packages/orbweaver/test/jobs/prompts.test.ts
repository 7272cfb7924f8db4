// Crawls that are asked for in words, through the Promise facade.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"

let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

it("shows what a prompt leads to, with the reason for each option", async () => {
  const { options, reasons } = await orb.crawlParamsPreview("https://example.com", "Only the blog, at most 30 pages")
  expect(options).toMatchObject({ limit: 30 })
  expect(reasons.map(({ option, words }) => [option, words])).toEqual([
    ["includePaths", "Only the blog"],
    ["limit", "at most 30"]
  ])
})

it("crawls as the prompt says, unless an option says otherwise", async () => {
  const url = site.url("/site/30/").href
  expect((await orb.crawl(url, { prompt: "at most 4 pages without the sitemap" })).total).toBe(4)
  expect((await orb.crawl(url, { prompt: "at most 4 pages without the sitemap", limit: 2 })).total).toBe(2)
})

it("tells what it did not understand, and starts nothing when that is all", async () => {
  const url = site.url("/site/30/").href
  const { id, preview } = await orb.startCrawl(url, { prompt: "at most 2 pages about cats" })
  expect(preview?.warning).toContain("cats")
  await orb.cancelCrawl(id)
  await expect(orb.startCrawl(url, { prompt: "猫" })).rejects.toMatchObject({ _tag: "InvalidInput" })
})
