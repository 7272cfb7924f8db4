import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Undici from "@orbweaver/fetch/Undici"
import * as RecordedFetcher from "@orbweaver/testing/doubles/RecordedFetcher"
import { scriptedFetcher, scriptedModel, scriptedRenderer, scriptedSearch } from "@orbweaver/testing/doubles/scripted"
import * as TestSite from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { CaptureError, createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

it("records pages once and gives them again without the site, secrets left out", async () => {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-recorded-"))
  const site = await TestSite.start()
  const page = site.url("/page?token=sesame")
  const binary = site.url("/file.pdf")
  const egress = { allowLocal: true }
  const recording = createOrbweaver({ egress, fetcher: RecordedFetcher.layer({ folder, record: Undici.layer() }) })
  const first = await recording.scrape(page, { headers: { authorization: "Bearer hidden" } })
  const file = await recording.scrape(binary)
  await recording.scrape(site.url("/cookies/set?a=hidden"))
  await recording.close()
  await site.close()

  const replaying = createOrbweaver({ egress, fetcher: RecordedFetcher.layer({ folder }) })
  expect((await replaying.scrape(page)).markdown).toBe(first.markdown)
  expect((await replaying.scrape(binary)).markdown).toBe(file.markdown)
  const missing = replaying.scrape(site.url("/text"))
  await expect(missing).rejects.toBeInstanceOf(CaptureError)
  await expect(missing).rejects.toThrow("record it first")
  await replaying.close()

  const files = await readdir(folder)
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")))
  expect(files.length).toBeGreaterThanOrEqual(2)
  expect(texts.join("\n") + files.join("\n")).not.toMatch(/sesame|Bearer|set-cookie/)
  await rm(folder, { recursive: true })
})

it("answers from scripts where an application fetches, renders, searches and asks a model", async () => {
  const fetcher = scriptedFetcher({ "https://shop.example/": "<main><h1>Shop</h1><p>Tea costs 3 euros.</p></main>" })
  const renderer = scriptedRenderer(() => "<main><h1>Rendered</h1><p>By a script.</p></main>")
  const search = scriptedSearch({ tea: [{ url: "https://shop.example/", title: "Shop" }] })
  const { asked, model } = await Effect.runPromise(scriptedModel([{ price: 3 }]))
  await using orb = createOrbweaver({ fetcher: fetcher.layer, renderer: renderer.layer, search: search.layer, model })

  expect((await orb.scrape("https://shop.example/")).markdown).toContain("# Shop")
  expect(fetcher.asked).toContain("https://shop.example/")
  expect((await orb.scrape("https://app.example/", { waitFor: 10 })).markdown).toContain("# Rendered")
  expect((await orb.search("tea")).sources.web?.map(({ url }) => url)).toEqual(["https://shop.example/"])
  const schema = { type: "object", properties: { price: { type: "number" } }, required: ["price"] } as const
  const { json } = await orb.scrape("https://shop.example/", {
    formats: [{ type: "json", prompt: "The price", schema }]
  })
  expect(json).toEqual({ price: 3 })
  expect(asked.join("\n")).toContain("Tea costs 3 euros")
  await expect(orb.scrape("https://nowhere.example/")).rejects.toBeInstanceOf(CaptureError)
})
