// What went wrong with each attempt at a page, over HTTP, and of a site that answers otherwise each time.
import { assert, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { withKeys } from "../assembly.ts"
import { clientOf } from "../fixtures.ts"
import { problems, spec } from "../specProblems.ts"

const away = { "content-type": "text/html", "retry-after": "0" }

const site = TestSite.layerWith({
  routes: {
    // Away twice, and then gone, broken or there.
    "/ends/": ({ request, response, visits }, rest) => {
      if (visits < 2) response.writeHead(503, away).end("<p>Away</p>")
      else if (rest === "broken") request.socket.destroy()
      else response.writeHead(rest === "gone" ? 404 : 200, { "content-type": "text/html" }).end("<p>So it is</p>")
    },
    "/away": ({ response }) => void response.writeHead(503, away).end("<p>Away</p>")
  }
})

const client = clientOf(withKeys(ApiKeys.ApiKeys.layerOpen()), {
  console: { get: () => undefined },
  allowedHosts: ["api.test"]
})

interface Attempt {
  readonly attempt: number
  readonly at: number
  readonly nextAt?: number
  readonly status?: number
  readonly error?: string
}
interface Row {
  readonly url: string
  readonly state: string
  readonly statusCode?: number
  readonly attempts: number
  readonly attemptLog?: ReadonlyArray<Attempt>
  readonly bytes?: number
  readonly tookMs?: number
}

it.live("pages list each attempt that they took, and errors those of pages that were tried again", () =>
  Effect.gen(function* () {
    const { url } = yield* TestSite
    const at = (path: string) => url(path).href
    const call = yield* client
    const urls = [at("/page"), at("/ends/gone"), at("/ends/broken"), at("/away"), at("/binary")]
    const { body: started } = yield* call("POST", "/v2/batch/scrape", { urls, maxAge: 0 })
    const path = `/console/api/jobs/${started.id}`
    for (;;) {
      const { job } = (yield* call("GET", path)).body
      if (job.status === "completed") break
      yield* Effect.sleep(50)
    }
    const list = yield* call("GET", `${path}/pages`)
    assert.deepStrictEqual(problems(spec["paths"]["/console/api/jobs/{id}/pages"].get, list.status, list.body), [])
    const rows = list.body.pages as ReadonlyArray<Row>
    const rowOf = (path: string) => rows.find((row) => row.url === at(path))!
    const logged = (path: string) =>
      rowOf(path).attemptLog?.map(({ attempt, error, status }) => [attempt, status ?? error])

    assert.isUndefined(logged("/page"))
    assert.isAtLeast(rowOf("/page").bytes!, 10)
    assert.isAtLeast(rowOf("/page").tookMs!, 0)
    assert.deepStrictEqual(logged("/ends/gone"), [
      [1, 503],
      [2, 503],
      [3, 404]
    ])
    assert.deepInclude(rowOf("/ends/gone"), { state: "completed", statusCode: 404, bytes: "<p>So it is</p>".length })
    assert.deepStrictEqual(logged("/away"), [
      [1, 503],
      [2, 503],
      [3, 503]
    ])
    assert.deepStrictEqual(logged("/ends/broken"), [
      [1, 503],
      [2, 503],
      [3, "ConnectionFailed"]
    ])
    assert.deepStrictEqual(logged("/binary"), [[1, "Unsupported"]])
    for (const { attemptLog = [] } of rows) {
      const [last, ...others] = attemptLog.toReversed()
      if (last !== undefined) assert.notProperty(last, "nextAt")
      for (const { at, nextAt } of others) assert.isAtLeast(nextAt!, at)
    }

    const listed = yield* call("GET", `/v2/batch/scrape/${started.id}/errors`)
    assert.deepStrictEqual(problems(spec["paths"]["/v2/batch/scrape/{id}/errors"].get, listed.status, listed.body), [])
    const errors = listed.body.errors as ReadonlyArray<{ url: string; error: string; attempts?: ReadonlyArray<object> }>
    const broken = errors.find((failure) => failure.url === at("/ends/broken"))!
    assert.notProperty(
      errors.find((failure) => failure.url === at("/binary")),
      "attempts"
    )
    const [first, , last] = rowOf("/ends/broken").attemptLog!
    assert.lengthOf(broken.attempts!, 3)
    assert.deepInclude(broken.attempts![0], {
      attempt: 1,
      timestamp: new Date(first!.at).toISOString(),
      statusCode: 503,
      nextAttempt: new Date(first!.nextAt!).toISOString()
    })
    assert.deepInclude(broken.attempts![2], {
      attempt: 3,
      timestamp: new Date(last!.at).toISOString(),
      error: broken.error
    })
  }).pipe(Effect.scoped, Effect.provide(site))
)
