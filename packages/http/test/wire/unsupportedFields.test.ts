// Nothing that a caller asks for is ignored in silence, and what asks for nothing disturbs nobody.
import { assert, describe, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Option, Result } from "effect"
import { document } from "../../src/openapi/openapi.ts"
import {
  type Unsupported,
  unsupportedAgentFields,
  unsupportedBrowserFields,
  unsupportedFields,
  unsupportedItems
} from "../../src/wire/unsupportedFields.ts"
import { AgentRequest } from "../../src/v2/agentBodies.ts"
import { BrowserRequest } from "../../src/v2/browserBodies.ts"
import { reader } from "../../src/wire/decode.ts"
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
  onlyCleanContent: true,
  profile: { name: "mine" },
  redactPII: true,
  safe: true,
  threatProtection: { mode: "strict" },
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
  return (path: Path, more: object) =>
    Effect.map(call("POST", path, { ...bodies[path], ...more }), ({ body, status }) => {
      assert.strictEqual(status, 200, JSON.stringify(body))
      return JSON.stringify(body)
    })
})

const test = <E>(name: string, body: Effect.Effect<void, E, Effect.Services<typeof ask>>) =>
  it.live(name, () => body.pipe(Effect.scoped, Effect.provide(TestSite.layer)))

describe("a field that this server has nothing for", () => {
  for (const field of Object.keys(unsupportedFields) as ReadonlyArray<Field>) {
    const path = takenBy(field)
    const { outcome, text }: Unsupported = unsupportedFields[field]
    test(
      `${field} of ${path} is ${outcome}, and asks for nothing as null`,
      Effect.gen(function* () {
        const post = yield* ask
        const wished = yield* post(path, { [field]: wishes[field] })
        const plain = yield* post(path, { [field]: null })
        // An extraction is a job: its status has the warning (`extract.test.ts`).
        if (path !== "/v2/extract") assert.strictEqual(wished.includes(text), outcome === "warned")
        assert.notInclude(plain, text)
      })
    )
  }

  for (const { list, member, text, type } of unsupportedItems) {
    test(
      `${type} in ${list} is named in the warning`,
      Effect.gen(function* () {
        const post = yield* ask
        const item = member === undefined ? type : { type, [member]: true }
        assert.include(yield* post(list === "sources" ? "/v2/search" : "/v2/scrape", { [list]: [item] }), text)
      })
    )
  }

  test(
    "is named in the warning of a monitor, too",
    Effect.gen(function* () {
      const call = yield* clientOf(withKeys(KeysTest, { working: false }))
      const targets = [{ type: "scrape", urls: [url], scrapeOptions: { fastMode: true } }]
      const body = { name: "Spiders", schedule: { cron: "0 9 * * *" }, targets }
      const created = yield* call("POST", "/v2/monitor", body)
      assert.strictEqual(created.body.warning, unsupportedFields.fastMode.text, JSON.stringify(created.body))
      const updated = yield* call("PATCH", `/v2/monitor/${created.body.data.id}`, { targets })
      assert.strictEqual(updated.body.warning, unsupportedFields.fastMode.text)
    })
  )

  it("is refused with the text of the table", () => {
    const browser = reader(BrowserRequest)({ profile: { name: "mine" } }, "v2")
    const agent = reader(AgentRequest)({ prompt: "Who?", mode: "chat" }, "v2")
    const refused = (field: string, message: string) => Option.some([{ code: "custom", path: [field], message }])
    assert.deepStrictEqual(Result.getFailure(browser), refused("profile", unsupportedBrowserFields.profile.text))
    assert.deepStrictEqual(Result.getFailure(agent), refused("mode", unsupportedAgentFields.mode.text))
    assert.isTrue(Result.isSuccess(reader(AgentRequest)({ prompt: "Who?", mode: "task" }, "v2")))
  })
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
      const parse = (options: object) => {
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
      const defaults = { mobile: false, waitFor: 0, actions: [], location: null, lockdown: false, minAge: null }
      assert.strictEqual((yield* parse({ ...defaults, skipTlsVerification: false, fastMode: false })).status, 200)
      assert.strictEqual((yield* parse({ mobile: true })).status, 400)
    }).pipe(Effect.scoped)
  )
})
