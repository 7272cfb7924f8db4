// Options that there are not, or whose value is of another kind, are refused at once: JavaScript has no other way to learn it.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Session from "@orbweaver/core/network/Session"
import { Formats } from "@orbweaver/core/scrape/Format"
import * as Undici from "@orbweaver/fetch/Undici"
import { postgres } from "@orbweaver/storage/postgres"
import { sqlite } from "@orbweaver/storage/sqlite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  createOrbweaver,
  defineFormat,
  defineParser,
  defineStep,
  InvalidInput,
  layer,
  scraping
} from "orbweaver/effect"
import { jsonLines, markdownFolder, sqliteTable, warc } from "orbweaver/sinks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** What programs without types give. */
const wrong = (given: unknown): never => given as never

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput)
    return (error as InvalidInput).message
  }
  throw new Error("It was not refused")
}

const rejection = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason
  )
  expect(error).toBeInstanceOf(InvalidInput)
  return (error as InvalidInput).message
}

describe("createOrbweaver", () => {
  it.each([
    [{ egres: {} }, "egres: Unrecognized key; did you mean egress?"],
    [{ egress: { allowLocals: true } }, "egress.allowLocals: Unrecognized key; did you mean allowLocal?"],
    [{ egress: { blok: ["example.com"] } }, "egress.blok: Unrecognized key; did you mean block?"],
    [{ egress: { block: "example.com" } }, "egress.block: Expected a list of texts"],
    [{ worker: { thread: 3 } }, "worker.thread: Unrecognized key; did you mean threads?"],
    [{ worker: { lease: "soon" } }, 'worker.lease: Expected milliseconds or a duration such as "30 seconds"'],
    [{ worker: true }, "worker: Expected `false`, or an object of options"],
    [{ pool: { threads: 1.5 } }, "pool.threads: Expected a whole number of at least 0"],
    [{ inFlight: { maxBytes: -1 } }, "inFlight.maxBytes: Expected a number of at least 0"],
    [{ sessions: { maxSesions: 1 } }, "sessions.maxSesions: Unrecognized key; did you mean maxSessions?"],
    [{ model: "gpt" }, 'model: Expected a model of the AI SDK or of Effect, such as `openai("gpt-5-mini")`'],
    [{ embeddings: {} }, "embeddings: Expected an embedding model of the AI SDK or of Effect"],
    [
      { stores: "postgres://host/jobs" },
      "stores: Expected the path of a SQLite file, `sqlite(file)` or `postgres(url)`"
    ],
    [{ renderer: {} }, "renderer: Expected a renderer, such as `playwright()`"],
    [{ proxies: ["ftp://proxy.example"] }, "proxies: Expected a list of proxies"],
    [{ formats: [{ name: "x" }] }, "formats.0: Expected a format that `defineFormat` made"],
    [{ cacheSharing: "all" }, 'cacheSharing: Expected "account" or "shared"'],
    [{ logger: {} }, "logger: Expected a function, an object with the methods `info`, `warn` and `error`"],
    [{ webhookSecret: "" }, "webhookSecret: Expected a secret as text, or a `Redacted` of one"],
    [5, "Expected an object of options"],
    ["orbweaver.db", "Expected an object of options"],
    [[], "Expected an object of options"]
  ])("refuses %j", (given, message) => {
    expect(refusal(() => createOrbweaver(wrong(given)))).toContain(message)
  })

  it("names every option that is wrong at once, and shows no secret", () => {
    const message = refusal(() => createOrbweaver(wrong({ egres: {}, webhookSecret: { secret: "hush" }, model: 1 })))
    for (const part of ["egres: ", "webhookSecret: ", "model: "]) expect(message).toContain(part)
    expect(message).not.toContain("hush")
  })

  it("takes options that are undefined for absent", async () => {
    await using orb = createOrbweaver({ stores: undefined, worker: undefined, egress: { block: undefined } })
    expect(orb.scrape).toBeTypeOf("function")
  })

  it("is as strict for programs written with Effect", () => {
    expect(refusal(() => layer(wrong({ egres: {} })))).toContain("did you mean egress?")
    expect(refusal(() => scraping(wrong({ stores: 5 })))).toContain("stores: Expected the path of a SQLite file")
  })
})

describe("what else takes options", () => {
  it("refuses options of http", async () => {
    await using orb = createOrbweaver()
    expect(await rejection(orb.http(wrong({ prefx: "/a" })))).toContain("prefx: Unrecognized key; did you mean prefix?")
    expect(await rejection(orb.http(wrong({ prefix: "scraping" })))).toContain(
      "prefix: Expected a path such as `/scraping`"
    )
    expect(await rejection(orb.http(wrong({ authenticate: "user" })))).toContain("authenticate: Expected a function")
    expect(await rejection(orb.http(wrong({ keys: [{ kee: "secret" }] })))).toContain("keys.0.kee: Unrecognized key")
    expect(await rejection(orb.http(wrong({ body: { max: 1 } })))).toContain("body.max: Unrecognized key")
  })

  it("refuses options of openBrowser and schedule", async () => {
    await using orb = createOrbweaver()
    expect(await rejection(orb.openBrowser(wrong({ idleTimeot: "1 minute" })))).toContain("did you mean idleTimeout?")
    expect(await rejection(orb.openBrowser(wrong({ ttl: "long" })))).toContain("ttl: Expected seconds")
    const scheduled = (options: object, job: unknown = async () => undefined) =>
      refusal(() => orb.schedule("1 hour", wrong(job), wrong(options)))
    expect(scheduled({ timezone: "UTC" })).toContain("timezone: Unrecognized key; did you mean timeZone?")
    expect(scheduled({ jitter: "some" })).toContain("jitter: Expected milliseconds")
    expect(scheduled({}, "crawl")).toContain("job: Expected a function")
  })

  it("refuses what sinks are given", async () => {
    expect(refusal(() => jsonLines(wrong(undefined)))).toContain("file: Expected the path of the file")
    expect(refusal(() => jsonLines("a.jsonl", wrong({ apend: true })))).toContain("did you mean append?")
    expect(refusal(() => sqliteTable("a.db", { table: "no table" }))).toContain("table: Expected the name of a table")
    expect(refusal(() => markdownFolder(wrong(5)))).toContain("folder: Expected the path of the folder")
    expect(refusal(() => warc(""))).toContain("file: Expected the path of the file")
    await using orb = createOrbweaver()
    const pages = orb.crawl("https://example.com")
    expect(await rejection(pages.to(wrong("pages.jsonl")))).toContain("Expected a sink such as `jsonLines")
  })

  it("refuses definitions, and formats under a name of ours", async () => {
    const run = () => 1
    expect(refusal(() => defineFormat(wrong({ name: "x", run, use: [] })))).toContain("did you mean uses?")
    expect(refusal(() => defineFormat(wrong({ name: "x" })))).toContain("run: Missing")
    expect(refusal(() => defineStep(wrong({ name: "x", pages: run })))).toContain("did you mean page?")
    expect(refusal(() => defineParser(wrong({ name: "x", parse: run })))).toContain("mediaTypes: Missing")
    expect(refusal(() => defineFormat(wrong(undefined)))).toContain("name: Missing")
    const { names } = await Effect.runPromise(Effect.provide(Formats, scraping()))
    expect(names.length).toBeGreaterThan(15)
    for (const name of [...names, "metadata"]) {
      expect(refusal(() => defineFormat({ name, run }))).toContain(`Expected a name of its own: ${name} is one of ours`)
    }
  })

  it("refuses options of stores, and what is no path or address", () => {
    expect(refusal(() => sqlite(wrong(undefined)))).toContain("filename: Expected the path of a file")
    expect(refusal(() => sqlite("a.db", wrong({ busyTimout: 1 })))).toContain("did you mean busyTimeout?")
    expect(refusal(() => sqlite("a.db", wrong({ politeness: { concurency: 1 } })))).toContain(
      "did you mean concurrency?"
    )
    expect(refusal(() => postgres("localhost:5432"))).toContain("url: Expected an address such as `postgres://")
    const hidden = refusal(() => postgres("mysql://user:hush@localhost/db"))
    expect(hidden).not.toContain("hush")
    expect(refusal(() => postgres(Redacted.make("postgres://a@b/c"), wrong({ maxConections: 1 })))).toContain(
      "did you mean maxConnections?"
    )
  })
})

describe("headers", () => {
  let server: Server
  let address: string
  /** By the path of the webhook. */
  const posts: Record<string, Array<unknown>> = {}

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.method === "POST") {
        ;(posts[request.url!] ??= []).push(request.headers.authorization)
        return response.end()
      }
      response.setHeader("content-type", "text/html")
      return response.end(`<p>It was asked with ${request.headers.authorization ?? "nothing"}.</p>`)
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  it.for([
    ["an-object", { authorization: "Bearer 1" }],
    ["Headers", new Headers({ Authorization: "Bearer 1" })],
    ["a-Map", new Map([["Authorization", "Bearer 1"]])],
    ["pairs", [["Authorization", "Bearer 1"]] as ReadonlyArray<readonly [string, string]>]
  ] as const)("given as %s reach the site, and the webhook", async ([name, headers], { expect }) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const { markdown } = await orb.scrape(address, { headers, maxAge: 0, onlyMainContent: false })
    expect(markdown).toContain("asked with Bearer 1.")
    const batch = await orb.batchScrape([address], { headers, webhook: { url: `${address}${name}`, headers } })
    expect(batch.data[0]?.markdown).toContain("asked with Bearer 1.")
    const told = () => posts[`/${name}`] ?? []
    await expect.poll(() => told().length).toBeGreaterThan(1)
    expect(new Set(told())).toEqual(new Set(["Bearer 1"]))
  })

  it.each([["Host"], ["connection"], ["Transfer-Encoding"], ["te"], ["accept-encoding"]])(
    "of the connection are refused by their name: %s",
    async (name) => {
      await using orb = createOrbweaver({ egress: { allowLocal: true } })
      const headers = { [name]: "x" }
      const expected = `headers: the header ${name} is set for each connection and cannot be given: leave it out`
      const schedule = { text: "hourly" }
      const targets = (target: object) => [{ type: "crawl" as const, url: address, ...target }]
      const calls: ReadonlyArray<readonly [path: string, call: () => Promise<unknown>]> = [
        ["", () => orb.scrape(address, { headers })],
        ["", () => orb.startBatchScrape([address], { headers })],
        ["scrapeOptions.", () => orb.startCrawl(address, { scrapeOptions: { headers } })],
        ["scrapeOptions.", () => orb.search("spiders", { scrapeOptions: { headers } })],
        ["scrapeOptions.", () => orb.startExtract({ urls: [address], prompt: "title", scrapeOptions: { headers } })],
        ["webhook.", () => orb.startBatchScrape([address], { webhook: { url: address, headers } })],
        [
          "targets.0.scrapeOptions.",
          () => orb.createMonitor({ name: "m", schedule, targets: targets({ scrapeOptions: { headers } }) })
        ],
        [
          "targets.0.crawlOptions.scrapeOptions.",
          () =>
            orb.createMonitor({
              name: "m",
              schedule,
              targets: targets({ crawlOptions: { scrapeOptions: { headers } } })
            })
        ],
        [
          "webhook.",
          () => orb.createMonitor({ name: "m", schedule, targets: targets({}), webhook: { url: address, headers } })
        ]
      ]
      for (const [path, call] of calls) expect(await rejection(call())).toContain(`${path}${expected}`)
      expect(() => Session.make({ id: "s", hosts: ["example.com"], headers })).toThrow(`the header ${name} `)
      expect(refusal(() => Undici.layer({ headers }))).toContain(`the header ${name} `)
    }
  )

  it.each([[new Date()], [new URL("https://example.com")], [[["authorization"]]], [new Set(["authorization"])]])(
    "that nobody can read are refused: %o",
    async (headers) => {
      await using orb = createOrbweaver({ egress: { allowLocal: true } })
      const expected = "headers: Expected an object of texts, `Headers`, a `Map` or pairs of name and value"
      expect(await rejection(orb.scrape(address, { headers: wrong(headers) }))).toContain(expected)
      expect(await rejection(orb.startCrawl(address, { scrapeOptions: { headers: wrong(headers) } }))).toContain(
        expected
      )
      const webhook = { url: address, headers: wrong(headers) }
      expect(await rejection(orb.startBatchScrape([address], { webhook }))).toContain(`webhook.${expected}`)
    }
  )
})
