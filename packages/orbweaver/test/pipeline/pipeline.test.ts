// Formats, steps and parsers of the application within a scrape and a crawl.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver, defineFormat, defineParser, defineStep, FormatError, StepError } from "orbweaver"
import { layer } from "orbweaver/effect"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"

let server: Server
let address: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/events.ics") {
      response.setHeader("content-type", "text/calendar")
      return response.end("BEGIN:VEVENT\nSUMMARY:Harvest & feast\nEND:VEVENT\n")
    }
    response.setHeader("content-type", "text/html")
    const link = request.url === "/" ? `<a href="/two">Two</a> <a href="/secret">Hidden</a>` : ""
    return response.end(
      `<title>Page</title><main><h1>Hello</h1><p>Call +49 30 1234567 today. ${"Words of it. ".repeat(20)}</p>${link}</main>`
    )
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const egress = { allowLocal: true }

const wordCount = defineFormat({
  name: "wordCount",
  uses: ["markdown"],
  run: async ({ fields, options }) => ({ words: fields.markdown!.split(/\s+/).length, unit: options["unit"] ?? "word" })
})

describe("a format of the application", () => {
  it("fills a field that the type of the document has, on single pages and on those of a crawl", async () => {
    await using orb = createOrbweaver({ egress, formats: [wordCount] })
    const page = await orb.scrape(address, { formats: ["wordCount", "links"] })
    expectTypeOf(page.wordCount.words).toEqualTypeOf<number>()
    expectTypeOf(page.links).toEqualTypeOf<ReadonlyArray<string>>()
    expect(page.wordCount.words).toBeGreaterThan(60)
    // @ts-expect-error It was used and not asked for.
    expect(page.markdown).toBeUndefined()
    // @ts-expect-error There is no such format.
    await expect(orb.scrape(address, { formats: ["wordCont"] })).rejects.toMatchObject({ _tag: "UnknownFormat" })

    const formats = [{ type: "wordCount", unit: "token" }] as const
    const { data } = await orb.crawl(address, { limit: 2, sitemap: "skip", scrapeOptions: { formats } })
    expectTypeOf(data[0]!.wordCount.words).toEqualTypeOf<number>()
    expect(data.map(({ wordCount }) => wordCount.unit)).toEqual(["token", "token"])
  })

  it("that throws is named in the document, and fails a scrape that asked for nothing else", async () => {
    const broken = defineFormat({
      name: "broken",
      run: (): number => {
        throw new Error("no luck")
      }
    })
    await using orb = createOrbweaver({ egress, formats: [broken] })
    const page = await orb.scrape(address, { formats: ["markdown", "broken"] })
    expect(page.warning).toContain("no luck")
    expect(page.metadata.formatErrors).toEqual([{ format: "broken", error: "no luck" }])
    await expect(orb.scrape(address, { formats: ["broken"] })).rejects.toBeInstanceOf(FormatError)
  })
})

describe("a step of the application", () => {
  const withoutPhones = defineStep({
    name: "withoutPhones",
    page: async ({ html }) => ({ html: html.replace(/\+49[\d ]+/g, "[phone] "), metadata: { redacted: "phones" } })
  })
  const upper = defineStep({
    name: "upper",
    document: (document, { page }) => ({
      ...document,
      markdown: document.markdown?.toUpperCase(),
      metadata: { ...document.metadata, statusCode: 999, length: page.bytes.byteLength }
    })
  })

  it("changes what formats read and what the caller gets, fresh or from the cache", async () => {
    await using orb = createOrbweaver({ egress, steps: [withoutPhones, upper] })
    const first = await orb.scrape(`${address}/two`)
    const again = await orb.scrape(`${address}/two`)
    expect(again.metadata.cacheState).toBe("hit")
    for (const { markdown, metadata } of [first, again]) {
      expect(markdown).toContain("CALL [PHONE] TODAY")
      expect(metadata).toMatchObject({ redacted: "phones", statusCode: 200, length: expect.any(Number) })
    }
  })

  it("sees every page of a crawl, whose links are those of the changed page", async () => {
    const seen: Array<string> = []
    const withoutSecrets = defineStep({
      name: "withoutSecrets",
      page: ({ html, url }) => {
        seen.push(url.pathname)
        return { html: html.replace(/<a href="\/secret">.*?<\/a>/, "") }
      }
    })
    await using orb = createOrbweaver({ egress, steps: [withoutSecrets, upper], worker: { threads: 1 } })
    const { data } = await orb.crawl(address, { sitemap: "skip" })
    expect(seen.toSorted()).toEqual(["/", "/two"])
    expect(data.every(({ markdown }) => markdown.includes("# HELLO"))).toBe(true)
  })

  it("that throws fails the page with an error that names it, and nothing is charged", async () => {
    const broken = defineStep({ name: "broken", document: () => Promise.reject(new Error("no luck")) })
    await using orb = createOrbweaver({ egress, steps: [broken] })
    await expect(orb.scrape(address)).rejects.toBeInstanceOf(StepError)
    await expect(orb.scrape(address)).rejects.toThrow(/The step broken failed on http.*: no luck/)
    const empty = defineStep({ name: "empty", document: () => undefined as never })
    await using other = createOrbweaver({ egress, steps: [empty] })
    await expect(other.scrape(address)).rejects.toThrow("it gave no document")
  })

  it("is told by its signal when the scrape has no time left", async () => {
    let aborted: Promise<unknown> | undefined
    const slow = defineStep({
      name: "slow",
      page: (_, { signal }) =>
        (aborted = new Promise((resolve) =>
          signal.addEventListener("abort", () => resolve(undefined))
        )) as Promise<undefined>
    })
    await using orb = createOrbweaver({ egress, steps: [slow] })
    await expect(orb.scrape(address, { timeout: 300 })).rejects.toMatchObject({ reason: { _tag: "TimedOut" } })
    await aborted
  })

  it("is there for programs with Effect too", async () => {
    const program = Effect.gen(function* () {
      const scraper = yield* Scraper
      return (yield* scraper.scrape(address)).document.markdown
    })
    const services = layer({ egress, steps: [upper], worker: false })
    expect(await Effect.runPromise(Effect.provide(program, services))).toContain("# HELLO")
  })
})

describe("a parser of the application", () => {
  it("reads files of its media type", async () => {
    const calendar = defineParser({
      name: "calendar",
      mediaTypes: ["text/calendar"],
      extensions: ["ics"],
      parse: async ({ bytes }) => ({
        markdown: new TextDecoder()
          .decode(bytes)
          .match(/^SUMMARY:.*$/gm)!
          .join("\n")
          .replaceAll("SUMMARY:", "- "),
        metadata: { events: 1 }
      })
    })
    await using orb = createOrbweaver({ egress, parsers: [calendar] })
    const { html, markdown, metadata } = await orb.scrape(`${address}/events.ics`, { formats: ["markdown", "html"] })
    expect(markdown.trim()).toBe("- Harvest & feast")
    expect(html).toContain("Harvest &amp; feast")
    expect(metadata).toMatchObject({ events: 1 })
    expect((await orb.parse({ data: "SUMMARY:Own file", filename: "own.ics" })).markdown.trim()).toBe("- Own file")
  })

  it("that throws fails the page with an error that names it", async () => {
    const broken = defineParser({
      name: "broken",
      mediaTypes: ["text/calendar"],
      parse: () => Promise.reject(new Error("no luck"))
    })
    await using orb = createOrbweaver({ egress, parsers: [broken] })
    await expect(orb.scrape(`${address}/events.ics`)).rejects.toThrow(/the parser broken failed: no luck/)
  })
})
