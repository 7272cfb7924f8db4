// The endpoints of the console: what they answer, and what is theirs alone.
import { assert, describe, it } from "@effect/vitest"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Layer, Metric } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { withKeys } from "../assembly.ts"
import { clientOf, keys } from "../fixtures.ts"
import { type Json, operationsOf, problems, spec } from "../specProblems.ts"

const teams = Layer.effectDiscard(
  Effect.flatMap(TeamStore, (store) =>
    store.save({
      id: "acme",
      credits: 1000,
      tokens: 10,
      billingDay: 1,
      timeZone: "Europe/Vienna",
      keys: [
        { key: keys.admin, name: "operator", scopes: ["read", "write", "admin"] },
        { key: keys.rich, name: "worker" }
      ]
    })
  )
).pipe(Layer.orDie, Layer.provideMerge(TeamStore.layerMemory))

const page = {
  contentType: "text/html; charset=utf-8",
  bytes: new TextEncoder().encode("<p>page</p>"),
  immutable: false
}
const files = { get: (path: string) => (path === "index.html" || path === "assets/a.js" ? page : undefined) }

const client = clientOf(withKeys(teams), { console: files, allowedHosts: ["api.test"] })

describe("the console's endpoints", () => {
  it.live("answer as the OpenAPI document has it", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const call = yield* client
      const wrong: Array<unknown> = []
      const asked = new Set<string>()
      const send = Effect.fnUntraced(function* (
        method: string,
        template: string,
        { body, id = "", query = "" }: { readonly body?: unknown; readonly id?: string; readonly query?: string } = {}
      ) {
        const at = `/console/api${template}`
        const answer = yield* call(method, at.replace("{id}", id).replace("{position}", "1") + query, body, {
          key: keys.admin
        })
        asked.add(`${method} ${at}`)
        const found = problems(spec["paths"][at][method.toLowerCase()], answer.status, answer.body)
        if (found.length > 0) wrong.push([method, at, answer.status, found])
        assert.isNull(answer.headers.get("access-control-allow-origin"), at)
        return { ...answer.body, status: answer.status } as Json
      })

      yield* send("GET", "/session")
      const options = yield* send("GET", "/options")
      const waitFor = (options["scrape"] as ReadonlyArray<Json>).find(({ name }) => name === "waitFor")
      assert.deepInclude(waitFor, { form: "integer", minimum: 0, maximum: 60_000, default: 0, unit: "milliseconds" })
      const explained = yield* send("POST", "/explain", { body: { url: site.url("/article").href } })
      assert.isArray(explained["data"].mainContentReport)
      yield* send("GET", "/image", { query: `?url=${encodeURIComponent(site.url("/image.png").href)}` })

      const batch = yield* call("POST", "/v2/batch/scrape", {
        urls: [site.url("/page").href, site.url("/binary").href],
        fastMode: true
      })
      const id = batch.body.id as string
      for (;;) {
        const { job } = yield* send("GET", "/jobs/{id}", { id })
        assert.include(job.warning, "fastMode is not supported by this server")
        if (job.status === "completed") break
        yield* Effect.sleep(20)
      }
      assert.lengthOf((yield* send("GET", "/jobs", { query: "?kind=batch&status=completed" }))["jobs"], 1)
      assert.lengthOf((yield* send("GET", "/jobs", { query: "?search=nowhere" }))["jobs"], 0)
      const { pages } = yield* send("GET", "/jobs/{id}/pages", { id })
      assert.sameMembers(
        (pages as ReadonlyArray<Json>).map(({ state }) => state as string),
        ["completed", "failed"]
      )
      yield* send("GET", "/jobs/{id}/results/{position}", { id })
      const { causes } = yield* send("GET", "/jobs/{id}/causes", { id })
      assert.isString(causes[0].cure)
      for (const [move, status] of [
        ["pause", 409],
        ["resume", 409],
        ["cancel", 409],
        ["retry", 200]
      ] as const) {
        assert.strictEqual((yield* send("POST", `/jobs/{id}/${move}`, { id }))["status"], status, move)
      }
      yield* send("POST", "/jobs/{id}/export", { id, body: { format: "zip" } })

      yield* send("GET", "/calls")
      yield* send("GET", "/calls/{id}", { id })

      // Calendar days of the team, whose midnight is on the day before in UTC.
      const { usage } = yield* send("GET", "/account")
      const [{ byDay, days, debits, start }] = usage as [
        { byDay: ReadonlyArray<Json>; days: Json; debits: ReadonlyArray<Json>; start: string }
      ]
      assert.match(String(days["first"]), /-01$/)
      assert.match(String(days["last"]), /-(28|29|30|31)$/)
      assert.match(start, /-(28|29|30|31)T2[23]:00/)
      const inVienna = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Vienna" })
      assert.isNotEmpty(debits)
      assert.lengthOf(byDay, 30)
      for (const { amount, day } of byDay) {
        const ofDay = debits.filter(({ at }) => inVienna.format(Number(at)) === day)
        assert.strictEqual(
          amount,
          ofDay.reduce((sum, debit) => sum + Number(debit["amount"]), 0)
        )
      }
      const { key } = yield* send("POST", "/keys", { body: { name: "new", scopes: ["read"] } })
      assert.strictEqual((yield* send("POST", "/keys", { body: { name: "new", scopes: ["read"] } }))["status"], 409)
      const addresses = ["203.0.113.0/24", "2001:db8::1"]
      yield* send("POST", "/keys", { body: { name: "limited", scopes: ["crawl"], addresses } })
      const refused = yield* send("POST", "/keys", { body: { name: "wrong", scopes: ["read"], addresses: ["here"] } })
      assert.strictEqual(refused["status"], 400)
      const list = yield* send("GET", "/keys")
      const limited = (list["keys"] as ReadonlyArray<Json>).find(({ name }) => name === "limited")
      assert.deepInclude(limited, { scopes: ["crawl"], addresses })
      const made = (list["keys"] as ReadonlyArray<Json>).find(({ name }) => name === "new")!
      assert.notProperty(made, "lastUsedAt")
      assert.strictEqual((yield* call("GET", "/console/api/session", undefined, { key })).status, 200)
      const used = (yield* send("GET", "/keys"))["keys"] as ReadonlyArray<Json>
      assert.isAtLeast(Number(used.find(({ name }) => name === "new")?.["lastUsedAt"]), Number(made["createdAt"]))
      yield* send("DELETE", "/keys/{id}", { id: made["id"] })
      assert.strictEqual((yield* call("GET", "/console/api/session", undefined, { key })).status, 401)
      // Nobody knows it, as those of a store that does not answer.
      yield* Metric.update(Metric.gauge("unknown_figure"), Number.NaN)
      yield* send("GET", "/system")
      yield* send("GET", "/system/history")

      assert.deepStrictEqual(wrong, [])
      assert.sameMembers([...asked], [...operationsOf("console")])
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )

  it.live("give a download that works once and needs no key", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const api = yield* client
      const { body } = yield* api("POST", "/v2/batch/scrape", {
        urls: [site.url("/page").href]
      })
      for (;;) {
        const { job } = (yield* api("GET", `/console/api/jobs/${body.id}`)).body
        if (job.status === "completed") break
        yield* Effect.sleep(20)
      }
      const { url } = (yield* api("POST", `/console/api/jobs/${body.id}/export`, { format: "jsonl" })).body
      const path = new URL(url as string).pathname
      const [first, second] = yield* Effect.all(
        [api("GET", path, undefined, { key: undefined }), api("GET", path, undefined, { key: undefined })],
        { concurrency: 2 }
      )
      assert.sameMembers([first.status, second.status], [200, 404])
      assert.include((first.status === 200 ? first : second).body.markdown, "Hello.")
      assert.strictEqual((yield* api("GET", "/console/api/downloads/none", undefined, { key: undefined })).status, 404)
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )

  it.live("stay off unless they are asked for", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(withKeys(teams))
      for (const path of ["/console/", "/console/api/session", "/console/api/system"]) {
        assert.strictEqual((yield* call("GET", path, undefined, { key: keys.admin })).status, 404)
      }
    })
  )

  it.live("stand beside files that are sent under a strict policy", () =>
    Effect.gen(function* () {
      const call = yield* client
      const index = yield* call("GET", "/console/", undefined, { key: undefined })
      assert.strictEqual(index.status, 200)
      assert.match(index.headers.get("content-security-policy")!, /^default-src 'none'; script-src 'self'/)
      assert.strictEqual((yield* call("GET", "/console/assets/a.js", undefined, { key: undefined })).status, 200)
      for (const path of ["/console/none", "/console/assets/none", "/console/%2e%2e/package.json"]) {
        assert.strictEqual((yield* call("GET", path, undefined, { key: undefined })).status, 404, path)
      }
    })
  )
})

it("a ZIP of pages is one that others can read", async () => {
  const { zipParts } = await import("../../src/console/zip.ts")
  const { Stream } = await import("effect")
  const parts = await Effect.runPromise(
    Stream.runCollect(zipParts(Stream.make({ name: "a.md", text: "# A" }, { name: "b.md", text: "é".repeat(100_000) })))
  )
  const read = unzipSync(new Uint8Array(Buffer.concat([...parts])))
  assert.deepStrictEqual(Object.keys(read), ["a.md", "b.md"])
  assert.strictEqual(strFromU8(read["a.md"]!), "# A")
  assert.lengthOf(strFromU8(read["b.md"]!), 100_000)
})
