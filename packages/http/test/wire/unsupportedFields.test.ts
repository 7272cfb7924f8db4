// Nothing that a caller asks for is ignored in silence, and what asks for nothing disturbs nobody.
import { assert, describe, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { vi } from "vitest"
import { document } from "../../src/openapi/openapi.ts"
import {
  type Unsupported,
  unsupportedAgentFields,
  unsupportedFields,
  unsupportedItems
} from "../../src/wire/unsupportedFields.ts"
import { withKeys } from "../assembly.ts"
import { client, clientOf, KeysTest } from "../fixtures.ts"

const url = "https://a.test/"

type Field = keyof typeof unsupportedFields

/** A value of the field's type that asks for something. */
const wishes: Readonly<Record<Field, unknown>> = {
  agent: { model: "FIRE-1" },
  auditMetadata: { username: "somebody" },
  domainTools: true,
  enterprise: ["zdr"],
  fastMode: true,
  profile: { name: "mine" },
  safe: true,
  useMock: "page",
  toolDetail: "full",
  urlTrace: true,
  useIndex: true,
  __searchPreviewToken: "token",
  __experimental_cache: true,
  __experimental_cacheKey: "key",
  __experimental_cacheMode: "direct",
  __experimental_llmUsage: true,
  __experimental_omce: true,
  __experimental_omceDomain: "a.test",
  __experimental_showCostTracking: true,
  __experimental_streamSteps: true
}

/** A body to each address, of which the first that has the field is asked. */
const bodiesOf = (page: string) => ({
  "/v2/scrape": { url: page },
  "/v1/scrape": { url: page },
  "/v2/map": { url: page },
  "/v2/search": { query: `spiders ${page}` },
  "/v2/extract": { urls: [page], schema: { type: "object", properties: { title: { type: "string" } } } }
})
type Path = keyof ReturnType<typeof bodiesOf>

const takenBy = (field: string): Path => {
  const { paths } = document() as { readonly paths: Record<string, any> }
  const has = (path: Path) =>
    JSON.stringify(paths[path].post.requestBody.content["application/json"].schema).includes(`"${field}":`)
  return (Object.keys(bodiesOf("")) as ReadonlyArray<Path>).find(has)!
}

/** Asks over a whole server whose pages, maps and searches are real. */
const ask = Effect.gen(function* () {
  const site = yield* TestSite
  const call = yield* clientOf(withKeys(KeysTest, { working: false }))
  const bodies = bodiesOf(site.url("/page").href)
  return (path: Path, more: object) => call("POST", path, { ...bodies[path], ...more })
})

const test = <E>(name: string, body: Effect.Effect<void, E, Effect.Services<typeof ask>>) =>
  it.live(name, () => body.pipe(Effect.scoped, Effect.provide(TestSite.layer)))

describe("a field that this server has nothing for", () => {
  for (const field of Object.keys(unsupportedFields) as ReadonlyArray<Field>) {
    // Others take a profile.
    const path = field === "profile" ? "/v2/map" : takenBy(field)
    const { outcome, text }: Unsupported = unsupportedFields[field]
    test(
      `${field} of ${path} is ${outcome}, and asks for nothing as null`,
      Effect.gen(function* () {
        const post = yield* ask
        const wished = yield* post(path, { [field]: wishes[field] })
        const plain = yield* post(path, { [field]: null })
        assert.strictEqual(wished.status, outcome === "refused" ? 400 : 200, JSON.stringify(wished.body))
        if (outcome === "refused") assert.strictEqual(wished.body.error, text)
        // An extraction is a job: its status has the warning.
        else if (path !== "/v2/extract") {
          assert.strictEqual(JSON.stringify(wished.body).includes(text), outcome === "warned")
        }
        assert.strictEqual(plain.status, 200, JSON.stringify(plain.body))
        assert.notInclude(JSON.stringify(plain.body), text)
      })
    )
  }

  for (const { list, member, outcome, text, type } of unsupportedItems) {
    test(
      `${type} in ${list} is ${outcome}`,
      Effect.gen(function* () {
        const post = yield* ask
        const item = member === undefined ? type : { type, [member]: true }
        const { body, status } = yield* post(list === "sources" ? "/v2/search" : "/v2/scrape", { [list]: [item] })
        assert.strictEqual(status, outcome === "refused" ? 400 : 200)
        assert.include(outcome === "refused" ? body.error : JSON.stringify(body), text)
      })
    )
  }
})

/** Sends a small file with these options. */
const upload = (call: Effect.Success<typeof client>, options: object) => {
  const form = new FormData()
  form.set("file", new File(["# Hello"], "a.md", { type: "text/markdown" }))
  form.set("options", JSON.stringify(options))
  const request = new Response(form)
  return Effect.flatMap(
    Effect.promise(() => request.arrayBuffer()),
    (bytes) =>
      call("POST", "/v2/parse", new Uint8Array(bytes), {
        headers: { "content-type": request.headers.get("content-type")! }
      })
  )
}

/** Every body that asks for pages, and where in it their options stand. */
const endpoints: ReadonlyArray<
  readonly [method: string, path: string, body: (more: object, inside: object) => object]
> = [
  ["POST", "/v2/scrape", (more) => ({ url, ...more })],
  ["POST", "/v1/scrape", (more) => ({ url, ...more })],
  ["POST", "/v2/batch/scrape", (more) => ({ urls: [url], ...more })],
  ["POST", "/v1/batch/scrape", (more) => ({ urls: [url], ...more })],
  ["POST", "/v2/crawl", (more, inside) => ({ url, ...more, scrapeOptions: inside })],
  ["POST", "/v1/crawl", (more, inside) => ({ url, ...more, scrapeOptions: inside })],
  ["POST", "/v2/crawl/params-preview", (more) => ({ url, prompt: "only the blog", ...more })],
  ["POST", "/v2/map", (more) => ({ url, ...more })],
  ["POST", "/v1/map", (more) => ({ url, ...more })],
  ["POST", "/v2/search", (more, inside) => ({ query: "spiders", ...more, scrapeOptions: inside })],
  ["POST", "/v1/search", (more, inside) => ({ query: "spiders", ...more, scrapeOptions: inside })],
  ["POST", "/v2/extract", (more, inside) => ({ urls: [url], prompt: "the title", ...more, scrapeOptions: inside })],
  ["POST", "/v1/extract", (more, inside) => ({ urls: [url], prompt: "the title", ...more, scrapeOptions: inside })],
  ["POST", "/v2/agent", (more) => ({ prompt: "Who?", ...more })],
  ["POST", "/v1/llmstxt", (more) => ({ url, ...more })],
  ["POST", "/v1/deep-research", (more) => ({ query: "Who?", ...more })],
  ["POST", "/v2/browser", (more) => more],
  [
    "POST",
    "/v2/monitor",
    (more, inside) => ({
      name: "Spiders",
      schedule: { cron: "0 9 * * *" },
      targets: [
        { type: "scrape", urls: [url], scrapeOptions: inside },
        { type: "crawl", url, crawlOptions: { scrapeOptions: inside } }
      ],
      ...more
    })
  ],
  ["PATCH", "/v2/monitor/x", (more, inside) => ({ ...more, targets: [{ type: "crawl", url, scrapeOptions: inside }] })]
]

/** What promises privacy or safety, and what clients send that asks for none of it. */
const promises: ReadonlyArray<readonly [field: string, asked: unknown, harmless: ReadonlyArray<unknown>]> = [
  ["profile", { name: "mine" }, [null]],
  ["enterprise", ["zdr"], [[], ["default"], null]],
  ["safe", true, [false, "off", null]]
]

/** Where v2 takes a profile, which other bodies refuse (`packages/orbweaver/test/instance/profiles.test.ts` uses them). */
const takesProfile: Readonly<Record<string, "body" | "scrapeOptions">> = {
  "/v2/scrape": "body",
  "/v2/batch/scrape": "body",
  "/v2/browser": "body",
  "/v2/crawl": "scrapeOptions",
  "/v2/search": "scrapeOptions",
  "/v2/monitor": "scrapeOptions",
  "/v2/monitor/x": "scrapeOptions"
}

const isTaken = (path: string, field: string, place: "body" | "scrapeOptions"): boolean =>
  field === "profile" && takesProfile[path] === place

const textOf = (field: string): string => unsupportedFields[field as Field].text

describe("a promise of privacy or safety that this server does not keep", () => {
  for (const [method, path, bodyOf] of endpoints) {
    it.live(`is refused by ${method} ${path} with its reason, wherever it stands in the body`, () =>
      Effect.gen(function* () {
        const call = yield* clientOf(withKeys(KeysTest, { working: false }))
        for (const [field, asked] of promises) {
          const more = { [field]: asked }
          for (const place of ["body", "scrapeOptions"] as const) {
            if (isTaken(path, field, place)) continue
            const body = place === "body" ? bodyOf(more, {}) : bodyOf({}, more)
            if (!JSON.stringify(body).includes(`"${field}"`)) continue
            const { body: answer, status } = yield* call(method, path, body)
            assert.strictEqual(status, 400, JSON.stringify([body, answer]))
            assert.include(answer.error, textOf(field))
            assert.include(JSON.stringify(answer.details), `"${field}"`)
          }
        }
        assert.lengthOf((yield* call("GET", "/v2/monitor")).body.data, 0)
      }).pipe(Effect.scoped)
    )
  }

  it.live("is refused of an upload, too", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const [field, asked] of promises) {
        const { body, status } = yield* upload(call, { [field]: asked })
        assert.strictEqual(status, 400, JSON.stringify(body))
        assert.include(body.error, textOf(field))
      }
      assert.strictEqual((yield* upload(call, { redactPII: false, threatProtection: { mode: "off" } })).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("is refused before the key of a request that is sent once is used up", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(withKeys(KeysTest, { working: false }))
      const headers = { "x-idempotency-key": "0b8f1a1e-6a2f-4d44-9f0c-6d3d33b6a9a1" }
      assert.strictEqual(
        (yield* call("POST", "/v2/crawl", { url, profile: { name: "mine" } }, { headers })).status,
        400
      )
      assert.strictEqual((yield* call("POST", "/v2/crawl", { url }, { headers })).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("is accepted as a value that asks for nothing", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(withKeys(KeysTest, { working: false }))
      const takers: ReadonlyArray<readonly [path: string, body: object, fields: ReadonlyArray<string>]> = [
        ["/v2/batch/scrape", { urls: [url] }, ["profile"]],
        ["/v2/search", { query: "spiders" }, ["enterprise", "safe"]]
      ]
      for (const [path, body, fields] of takers) {
        for (const [field, , harmless] of promises.filter(([name]) => fields.includes(name))) {
          for (const value of harmless) {
            const { body: answer, status } = yield* call("POST", path, { ...body, [field]: value })
            assert.strictEqual(status, 200, JSON.stringify([field, value, answer]))
          }
        }
      }
    }).pipe(Effect.scoped)
  )
})

/** Asks until the job has ended. */
const ended = (call: Effect.Success<typeof client>, path: string) =>
  Effect.promise(() =>
    vi.waitUntil(
      async () => {
        const { body } = await Effect.runPromise(call("GET", path))
        return ["scraping", "processing"].includes(body.status) ? undefined : body
      },
      { timeout: 20_000 }
    )
  )

const serving = (body: (call: Effect.Success<typeof client>, page: string) => Effect.Effect<void, unknown>) => () =>
  Effect.gen(function* () {
    const site = yield* TestSite
    yield* body(yield* clientOf(withKeys(KeysTest)), site.url("/page").href)
  }).pipe(Effect.scoped, Effect.provide(TestSite.layer))

describe("any other field that this server has nothing for", () => {
  const { text } = unsupportedFields.fastMode

  for (const version of ["v1", "v2"]) {
    it.live(
      `is named in the status and in each document of a crawl and a batch of ${version}`,
      serving((call, page) =>
        Effect.gen(function* () {
          const jobs: ReadonlyArray<readonly [path: string, body: object]> = [
            ["crawl", { url: page, limit: 1, scrapeOptions: { fastMode: true } }],
            ["batch/scrape", { urls: [page, page], fastMode: true }]
          ]
          for (const [path, body] of jobs) {
            const started = yield* call("POST", `/${version}/${path}`, body)
            assert.strictEqual(started.body.warning, text)
            const status = yield* ended(call, `/${version}/${path}/${started.body.id}`)
            assert.strictEqual(status.status, "completed", JSON.stringify(status))
            assert.include(status.warning, text)
            for (const { warning } of status.data) assert.include(warning, text)
            assert.isAtLeast(status.data.length, 1)
          }
        })
      )
    )
  }

  it.live(
    "is named in the documents of the pages that were asked for with it, and of no others of a batch",
    serving((call, page) =>
      Effect.gen(function* () {
        const plain = yield* call("POST", "/v2/batch/scrape", { urls: [page] })
        yield* ended(call, `/v2/batch/scrape/${plain.body.id}`)
        const more = { urls: [page], appendToId: plain.body.id, fastMode: true }
        assert.strictEqual((yield* call("POST", "/v2/batch/scrape", more)).body.warning, text)
        const { data } = yield* ended(call, `/v2/batch/scrape/${plain.body.id}`)
        assert.deepStrictEqual(
          data.map(({ warning }: { readonly warning?: string }) => warning),
          [undefined, text]
        )
      })
    )
  )

  it.live(
    "is named in the status of an extraction from the start, once",
    serving((call, page) =>
      Effect.gen(function* () {
        const schema = { type: "object", properties: { title: { type: "string" } } }
        const body = { urls: [page], schema, agent: { model: "FIRE-1" }, scrapeOptions: { fastMode: true } }
        const { id } = (yield* call("POST", "/v2/extract", body)).body
        const early = (yield* call("GET", `/v2/extract/${id}`)).body
        const late = yield* ended(call, `/v2/extract/${id}`)
        for (const { warning } of [early, late]) {
          assert.strictEqual(warning.split(text).length, 2)
          assert.strictEqual(warning.split(unsupportedFields.agent.text).length, 2)
        }
      })
    )
  )

  it.live(
    "is named in each scraped result of a search",
    serving((call, page) =>
      Effect.gen(function* () {
        const scrapeOptions = { formats: ["rawHtml"], fastMode: true }
        const { body } = yield* call("POST", "/v2/search", { query: `spiders ${page}`, scrapeOptions })
        assert.strictEqual(body.warning, text)
        assert.include(body.data.web[0].warning, text)
      })
    )
  )

  it.live("is named in the status of an agent, of an llms.txt and of a deep research", () =>
    Effect.gen(function* () {
      const model = yield* LanguageModel.make({ generateText: () => Effect.never, streamText: () => Stream.never })
      const call = yield* clientOf(withKeys(KeysTest, { working: false, model }))
      const jobs: ReadonlyArray<readonly [path: string, body: object, text: string]> = [
        ["/v2/agent", { prompt: "Who?", model: "spark-2" }, unsupportedAgentFields.model.text],
        ["/v1/llmstxt", { url, fastMode: true }, text],
        ["/v1/deep-research", { query: "Who?", fastMode: true }, text]
      ]
      for (const [path, body, expected] of jobs) {
        const { id } = (yield* call("POST", path, body)).body
        assert.strictEqual((yield* call("GET", `${path}/${id}`)).body.warning, expected)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is named by a monitor as long as a target of it asks for it", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(withKeys(KeysTest, { working: false }))
      const targets = [{ type: "scrape", urls: [url], scrapeOptions: { fastMode: true } }]
      const body = { name: "Spiders", schedule: { cron: "0 9 * * *" }, targets }
      const created = yield* call("POST", "/v2/monitor", body)
      assert.strictEqual(created.body.warning, text, JSON.stringify(created.body))
      const at = `/v2/monitor/${created.body.data.id}`
      const warningNow = Effect.map(call("GET", at), (answer) => answer.body.data.warning as unknown)
      assert.strictEqual(yield* warningNow, text)
      assert.strictEqual((yield* call("GET", "/v2/monitor")).body.data[0].warning, text)
      assert.strictEqual((yield* call("PATCH", at, { name: "Webs" })).body.data.warning, text)
      assert.strictEqual((yield* call("PATCH", at, { targets })).body.warning, text)
      yield* call("PATCH", at, { targets: [{ type: "scrape", urls: [url] }] })
      assert.isUndefined(yield* warningNow)
    }).pipe(Effect.scoped)
  )
})

describe("a body", () => {
  it.live("may have null wherever a member may be left out", () =>
    Effect.gen(function* () {
      const call = yield* client
      const body = {
        url,
        formats: [{ type: "markdown", note: null }, null].slice(0, 1),
        actions: {},
        includeTags: null,
        location: { country: "DE", languages: null },
        timeout: null,
        headers: null
      }
      assert.strictEqual((yield* call("POST", "/v2/scrape", body)).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: null })).status, 400)
    }).pipe(Effect.scoped)
  )

  it.live("may name its formats under options, as older tools do", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { url, options: { formats: ["rawHtml"] } })
      assert.strictEqual(status, 200)
      assert.property(body.data, "rawHtml")
      assert.notProperty(body.data, "markdown")
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url, options: { nonsense: 1 } })).status, 400)
    }).pipe(Effect.scoped)
  )

  it.live("of an upload may carry the defaults of a page", () =>
    Effect.gen(function* () {
      const call = yield* client
      const defaults = { mobile: false, waitFor: 0, actions: [], location: null, lockdown: false, minAge: null }
      assert.strictEqual(
        (yield* upload(call, { ...defaults, skipTlsVerification: false, fastMode: false })).status,
        200
      )
      assert.strictEqual((yield* upload(call, { mobile: true })).status, 400)
    }).pipe(Effect.scoped)
  )
})
