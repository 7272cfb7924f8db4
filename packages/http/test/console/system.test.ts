// What System says of workers, leases and slow hosts.
import { assert, it } from "@effect/vitest"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { HostState } from "@orbweaver/core/jobs/Politeness"
import { JobId } from "@orbweaver/core/model/Job"
import { Effect, Layer } from "effect"
import { clientOf, keys, ServicesTest } from "../fixtures.ts"

const page = { contentType: "text/html", bytes: new TextEncoder().encode("<p>page</p>"), immutable: false }
const files = { get: (path: string) => (path === "index.html" ? page : undefined) }

const jobId = JobId.make("job")
const lease = (name: string) => ({
  jobId,
  page: name,
  url: `https://site.test/${name}`,
  host: "site.test",
  attempt: 1,
  until: 9000
})
const worker = { host: "a", pid: 1, version: "1.0.0", running: 1, startedAt: 0, lastBeatAt: 5000, isGone: false }
const full: HostState = { active: 1, cap: 32, delayMs: 0, nextAt: 0, refusals: 0, streak: 0 }

const slowest = { running: 0, delayMs: 0, waitMs: 4000 }

const jobs = Layer.mock(JobStore, {
  load: Effect.succeed({
    open: [],
    latePages: 0,
    longestWaitMs: 0,
    slowHosts: ["batched.test", "of-another-team.test"].map((host) => ({ ...slowest, host }))
  }),
  get: () => Effect.never,
  list: () => Effect.succeed([]),
  leases: () =>
    Effect.succeed([
      lease("a"),
      lease("b"),
      lease("c"),
      ...["delayed.test", "refusing.test", "better.test"].map((host) => ({ ...lease("d"), host }))
    ]),
  hosts: (names) =>
    Effect.succeed(
      new Map(
        Object.entries({
          "delayed.test": { ...full, delayMs: 5000, nextAt: 7000 },
          "refusing.test": { ...full, cap: 4, refusals: 2, nextAt: 8000, streak: -5 },
          "better.test": { ...full, cap: 4, streak: 3 },
          "batched.test": { ...full, active: 0, delayMs: 9000, nextAt: 9000 },
          "of-another-team.test": { ...full, active: 0, delayMs: 9000, nextAt: 9000 }
        }).filter(([host]) => names.includes(host))
      )
    ),
  waiting: (_account, _hosts, atMost) =>
    Effect.succeed(
      new Map([
        ["delayed.test", { count: 12, isAtLeast: false }],
        ["refusing.test", { count: atMost, isAtLeast: true }],
        ["batched.test", { count: 3, isAtLeast: false }],
        ["of-another-team.test", { count: 0, isAtLeast: false }]
      ])
    ),
  workers: Effect.succeed([
    { ...worker, id: "one", pages: [{ jobId, page: "a", since: 1000 }] },
    { ...worker, id: "dead", isGone: true, pages: [{ jobId, page: "b", since: 1 }] },
    { ...worker, id: "two", pages: [{ jobId: JobId.make("of another team"), page: "c", since: 2000 }] }
  ])
})

it.live("says who holds a page and since when, why a host is asked slowly, and how many pages wait for it", () =>
  Effect.gen(function* () {
    const call = yield* clientOf(Layer.merge(ServicesTest, jobs), { console: files })
    const { body, status } = yield* call("GET", "/console/api/system", undefined, { key: keys.admin })
    assert.strictEqual(status, 200)
    const [held, ofDead, unreported] = body.leases
    assert.deepInclude(held, { url: "https://site.test/a", worker: "one", since: 1000, until: 9000 })
    // A worker that is gone holds nothing, and a page is told by its job too.
    for (const other of [ofDead, unreported]) assert.notProperty(other, "worker")
    assert.notInclude(JSON.stringify(body.workers), "another team")
    assert.deepStrictEqual(
      body.hosts.map(({ cap, host, nextAt, reasons, waiting, isAtLeast }: Record<string, unknown>) => [
        host,
        reasons,
        nextAt,
        cap,
        waiting,
        isAtLeast
      ]),
      [
        ["delayed.test", ["crawlDelay"], 7000, 32, 12, false],
        ["refusing.test", ["refused"], 8000, 1, 1000, true],
        ["better.test", ["recovering"], 0, 4, 0, false],
        // Nothing of the team is held of it, but pages wait.
        ["batched.test", ["crawlDelay"], 9000, 32, 3, false]
      ]
    )
    const refused = yield* call("GET", "/console/api/system", undefined, { key: keys.rich })
    assert.strictEqual(refused.status, 403)
  })
)
