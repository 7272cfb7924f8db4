// Who may do what: every route of both versions and of the console by every kind of key. A route without a line here fails.
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ApiConsole } from "../../src/console/Api.ts"
import type { OpenPage } from "@orbweaver/core/network/OpenPage"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import { ApiV1 } from "../../src/v1/Api.ts"
import { ApiV2 } from "../../src/v2/Api.ts"
import { Effect, Exit, Layer, Scope, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { HttpApi } from "effect/http-api"
import { withKeys } from "../assembly.ts"
import { clientOf, FetcherTest, keys, KeysTest } from "../fixtures.ts"

const url = "http://site.test/b"

/** What is asked to make something whose `:id` a route names. */
const starts = {
  scrape: ["/v2/scrape", { url }],
  batch: ["/v2/batch/scrape", { urls: [url] }],
  crawl: ["/v2/crawl", { url }],
  extract: ["/v2/extract", { urls: [url], prompt: "The title" }],
  llmstxt: ["/v1/llmstxt", { url }],
  research: ["/v1/deep-research", { query: "What is said of bees?" }],
  browser: ["/v2/browser", {}],
  agent: ["/v2/agent", { prompt: "Who?" }],
  monitor: [
    "/v2/monitor",
    { name: "m", schedule: { text: "daily" }, targets: [{ id: "t", type: "scrape", urls: [url] }] }
  ]
} as const
type Thing = keyof typeof starts

interface Rule {
  /** What the key must be allowed. */
  readonly scope: "read" | "write" | "admin"
  /** Whether it needs credits, tried with this body. */
  readonly paid?: object
  /** The body of one that costs nothing. */
  readonly sent?: object
  /** Whose thing the `:id` must be one of. */
  readonly of?: Thing
  /** Who may do it is answered with this status; 200 when absent. */
  readonly answers?: number
}

const reads: Rule = { scope: "read" }
const paid = (body: object): Rule => ({ scope: "write", paid: body })
const seen = (of: Thing): Rule => ({ scope: "read", of })
const stopped = (of: Thing): Rule => ({ scope: "write", of })
const started = (of: Thing): Rule => paid(starts[of][1])

const administers: Rule = { scope: "admin" }

const rules: Readonly<Record<string, Rule>> = {
  "GET /console/api/session": reads,
  "GET /console/api/options": reads,
  "POST /console/api/explain": paid({ url }),
  "GET /console/api/image": { scope: "write" },
  "GET /console/api/jobs": reads,
  "GET /console/api/jobs/:id": seen("crawl"),
  "GET /console/api/jobs/:id/pages": seen("crawl"),
  // Nobody works on the jobs, so that there is no result.
  "GET /console/api/jobs/:id/results/:position": { scope: "read", of: "crawl", answers: 404 },
  "GET /console/api/jobs/:id/causes": seen("crawl"),
  "POST /console/api/jobs/:id/pause": { scope: "write", of: "crawl" },
  // The job runs, and no page of it failed.
  "POST /console/api/jobs/:id/resume": { scope: "write", of: "crawl", answers: 409 },
  "POST /console/api/jobs/:id/retry": { scope: "write", of: "crawl", answers: 409 },
  "POST /console/api/jobs/:id/cancel": { scope: "write", of: "crawl" },
  "POST /console/api/jobs/:id/export": { scope: "read", of: "crawl", sent: { format: "jsonl" } },
  // The stores of these tests keep no list of calls.
  "GET /console/api/calls": { ...reads, answers: 501 },
  "GET /console/api/calls/:id": { ...reads, answers: 501 },
  "GET /console/api/account": reads,
  "GET /console/api/keys": administers,
  "POST /console/api/keys": { scope: "admin", sent: { name: "ci", scopes: ["read"] } },
  "DELETE /console/api/keys/:id": administers,
  "GET /console/api/system": administers,
  "GET /console/api/system/history": administers,
  "POST /v2/browser": started("browser"),
  "GET /v2/browser": reads,
  "DELETE /v2/browser/:id": stopped("browser"),
  "POST /v2/browser/:id/execute": { ...stopped("browser"), sent: { code: "1" } },
  "POST /v2/interact": started("browser"),
  "GET /v2/interact": reads,
  "DELETE /v2/interact/:id": stopped("browser"),
  "POST /v2/interact/:id/execute": { ...stopped("browser"), sent: { code: "1" } },
  "POST /v2/scrape/:id/interact": { ...stopped("scrape"), paid: { code: "1" } },
  "DELETE /v2/scrape/:id/interact": stopped("scrape"),
  "GET /v2/profiles": reads,
  // It has none.
  "DELETE /v2/profiles/:id": { scope: "write", answers: 404 },
  "POST /v2/agent": started("agent"),
  "GET /v2/agent": reads,
  "GET /v2/agent/:id": seen("agent"),
  "GET /v2/agent/:id/trace": seen("agent"),
  // A thread is called by the agent that began it.
  "GET /v2/agent/threads/:id": seen("agent"),
  "DELETE /v2/agent/:id": stopped("agent"),
  "POST /v2/monitor": started("monitor"),
  "GET /v2/monitor": reads,
  "GET /v2/monitor/:id": seen("monitor"),
  "PATCH /v2/monitor/:id": { ...stopped("monitor"), sent: { name: "other" } },
  "DELETE /v2/monitor/:id": stopped("monitor"),
  "POST /v2/monitor/:id/run": { ...stopped("monitor"), paid: {} },
  "GET /v2/monitor/:id/checks": seen("monitor"),
  // No check of that id.
  "GET /v2/monitor/:id/checks/:checkId": { scope: "read", of: "monitor", answers: 404 },
  "POST /v2/scrape": started("scrape"),
  "GET /v2/scrape/:id": seen("scrape"),
  "POST /v2/batch/scrape": started("batch"),
  "GET /v2/batch/scrape/:id": seen("batch"),
  "DELETE /v2/batch/scrape/:id": stopped("batch"),
  "GET /v2/batch/scrape/:id/errors": seen("batch"),
  "POST /v2/parse": paid({}),
  "POST /v2/crawl": started("crawl"),
  "GET /v2/crawl/active": reads,
  "GET /v2/crawl/ongoing": reads,
  "POST /v2/crawl/params-preview": paid({ url, prompt: "only the blog" }),
  "GET /v2/crawl/:id": seen("crawl"),
  "DELETE /v2/crawl/:id": stopped("crawl"),
  "GET /v2/crawl/:id/errors": seen("crawl"),
  "POST /v2/map": paid({ url }),
  "POST /v2/search": paid({ query: "bees" }),
  "POST /v2/extract": started("extract"),
  "GET /v2/extract/:id": seen("extract"),
  "DELETE /v2/extract/:id": stopped("extract"),
  "GET /v2/team/token-usage": reads,
  "GET /v2/team/credit-usage": reads,
  "GET /v2/team/token-usage/historical": reads,
  "GET /v2/team/credit-usage/historical": reads,
  "GET /v2/team/queue-status": reads,
  "GET /v2/team/activity": reads,
  "GET /v2/concurrency-check": reads,
  // Of the site there are jobs that run.
  "POST /v2/team/erase": { scope: "write", sent: { host: "other.test" } },
  "POST /v1/scrape": started("scrape"),
  "GET /v1/scrape/:id": seen("scrape"),
  "POST /v1/batch/scrape": started("batch"),
  "GET /v1/batch/scrape/:id": seen("batch"),
  "DELETE /v1/batch/scrape/:id": stopped("batch"),
  "GET /v1/batch/scrape/:id/errors": seen("batch"),
  // The hosted API gives the errors by DELETE too.
  "DELETE /v1/batch/scrape/:id/errors": seen("batch"),
  "POST /v1/crawl": started("crawl"),
  "GET /v1/crawl/active": reads,
  "GET /v1/crawl/ongoing": reads,
  "GET /v1/crawl/:id": seen("crawl"),
  "DELETE /v1/crawl/:id": stopped("crawl"),
  "GET /v1/crawl/:id/errors": seen("crawl"),
  "DELETE /v1/crawl/:id/errors": seen("crawl"),
  "POST /v1/map": paid({ url }),
  "POST /v1/search": paid({ query: "bees" }),
  "POST /v1/extract": started("extract"),
  "GET /v1/extract/:id": seen("extract"),
  "DELETE /v1/extract/:id": stopped("extract"),
  "POST /v1/llmstxt": started("llmstxt"),
  "GET /v1/llmstxt/:id": seen("llmstxt"),
  "POST /v1/deep-research": started("research"),
  "GET /v1/deep-research/:id": seen("research"),
  "GET /v1/team/token-usage": reads,
  "GET /v1/team/credit-usage": reads,
  "GET /v1/team/token-usage/historical": reads,
  "GET /v1/team/credit-usage/historical": reads,
  "GET /v1/team/queue-status": reads,
  "GET /v1/concurrency-check": reads
}

/** Sessions without a browser: who may have one is asked here, not what it does. */
const sessions = BrowserSessions.layer({ maxSessions: 100, maxSessionsPerAccount: 100 }).pipe(
  Layer.provide(
    Layer.effect(
      Renderer,
      Effect.map(Effect.provide(Renderer, Renderer.layerNone), (none) => ({
        ...none,
        available: true,
        openPage: () =>
          Effect.succeed({
            run: () => Effect.succeed({ result: "1", stdout: "", stderr: "", killed: false, truncated: false }),
            ended: Effect.never
          } as unknown as OpenPage)
      }))
    )
  )
)

const routes: Array<string> = []
for (const api of [ApiV2, ApiV1, ApiConsole] as ReadonlyArray<unknown> as ReadonlyArray<typeof ApiV1>) {
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path } }) => void routes.push(`${method} ${path}`)
  })
}

it("every route has a line, and every line a route", () => {
  assert.sameMembers(Object.keys(rules), routes)
})

describe("a route", () => {
  const scope = Effect.runSync(Scope.make())
  let call: Effect.Success<ReturnType<typeof clientOf>>
  /** A new one of rich's, since a route may end it. */
  const idOf = (of: Thing) =>
    Effect.map(call("POST", starts[of][0], starts[of][1]), ({ body }) => {
      const id: unknown = body.id ?? body.data?.metadata?.scrapeId ?? body.data?.id
      assert.isString(id, JSON.stringify(body))
      return id as string
    })

  beforeAll(async () => {
    // Nobody works on the jobs, so that they stay what they are.
    // Research starts only where there is a model; nobody asks it here.
    const model = await Effect.runPromise(
      LanguageModel.make({ generateText: () => Effect.never, streamText: () => Stream.empty })
    )
    const made = clientOf(withKeys(KeysTest, { fetcher: FetcherTest, working: false, model, sessions }), {
      console: { get: () => undefined }
    })
    call = await Effect.runPromise(Scope.provide(made, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  for (const route of routes) {
    const rule = rules[route]
    if (rule === undefined) continue
    const { answers = 200, of, paid: price, scope: needed } = rule
    const body = price ?? rule.sent
    const [method = "", path = ""] = route.split(" ")
    const ask = (key: string | undefined, id = "00000000-0000-4000-8000-000000000000") =>
      Effect.map(call(method, path.replace(":id", id).replace(":position", "1"), body, { key }), ({ status }) => status)

    it.live(`${route} is refused without a key, and with a wrong one`, () =>
      Effect.gen(function* () {
        for (const key of [undefined, "", "fc-00000000000000000000000000000000", `${keys.rich}x`]) {
          assert.strictEqual(yield* ask(key), 401, key)
        }
      })
    )

    it.live(`${route} asks for a key that may ${needed}`, () =>
      Effect.gen(function* () {
        const id = of === undefined ? undefined : yield* idOf(of)
        const reader = yield* ask(keys.reader, id)
        if (needed === "read") assert.notInclude([401, 403], reader)
        else assert.strictEqual(reader, 403)
        if (needed === "admin") assert.strictEqual(yield* ask(keys.second, id), 403)
        const allowed = yield* ask(needed === "admin" ? keys.admin : keys.second, id)
        assert.notInclude([401, 402, 403], allowed)
        if (of !== undefined) assert.strictEqual(allowed, answers)
      })
    )

    if (of !== undefined) {
      it.live(`${route} does not tell one team of another's`, () =>
        Effect.gen(function* () {
          const id = yield* idOf(of)
          // Jobs of others answer 403, as the hosted API does; everything else is not there for them.
          assert.include([403, 404], yield* ask(keys.other, id))
          // It is still there for who made it.
          assert.strictEqual(yield* ask(keys.rich, id), answers)
        })
      )
    }

    if (price !== undefined) {
      it.live(`${route} is refused to who has no credits left`, () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* ask(keys.poor), 402)
        })
      )
    }
  }
})
