// Nothing that a caller asks for is ignored in silence, and what asks for nothing disturbs nobody.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { client } from "../fixtures.ts"

const url = "https://a.test/"

const wishes: ReadonlyArray<readonly [field: string, value: unknown]> = [
  ["threatProtection", { mode: "strict" }],
  ["auditMetadata", { username: "somebody" }],
  ["domainTools", true],
  ["useMock", "page"],
  ["fastMode", true],
  ["redactPII", true],
  ["onlyCleanContent", true],
  ["profile", { name: "mine" }],
  ["parsers", ["image"]]
]

describe("a field that this server has nothing for", () => {
  it.live.each(wishes)("%s is named in the warning, and asks for nothing as null", ([field, value]) =>
    Effect.gen(function* () {
      const call = yield* client
      const asked = yield* call("POST", "/v2/scrape", { url, [field]: value })
      assert.strictEqual(asked.status, 200)
      assert.include(asked.body.data.warning, field === "parsers" ? "image" : field)
      const plain = yield* call("POST", "/v2/scrape", { url, [field]: null })
      assert.strictEqual(plain.status, 200)
      assert.notProperty(plain.body.data, "warning")
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
