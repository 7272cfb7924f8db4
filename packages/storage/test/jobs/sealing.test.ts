/** Jobs and monitors of a store with keys: what they were asked is not readable in it, and survives a change of keys. */
import { assert, describe, it } from "@effect/vitest"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore, type StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { sqlite } from "@orbweaver/storage"
import { PostgresDatabase, postgres } from "@orbweaver/storage/postgres"
import { Effect, type Layer, Redacted, Schedule } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { makeSealing } from "../../src/support/sealing.ts"

const first = "first key of the operator, long enough"
const second = Redacted.make("second key of the operator, long enough")
const secrets = ["Bearer canary-of-a-header", "canary-of-a-password", "canary-of-a-cookie", "canary-of-a-monitor"]

interface Place {
  readonly layer: (keys?: ReadonlyArray<string | Redacted.Redacted>) => Layer.Layer<JobStores, StoreError>
  /** All that stands in the store while nobody has it open. */
  readonly text: Effect.Effect<string, unknown>
  /** The texts of jobs and monitors. */
  readonly rows: Effect.Effect<ReadonlyArray<string>, unknown>
}

const rowsOf = (table: (name: string) => string) =>
  `SELECT spec AS text FROM ${table("job")} UNION ALL SELECT value FROM ${table("monitor")}
    UNION ALL SELECT post FROM ${table("delivery")} WHERE post IS NOT NULL`

const onSqlite = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-sealing-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(
  Effect.map((folder): Place => ({
    layer: (encryptionKeys = []) => sqlite(join(folder, "jobs.sqlite"), { encryptionKeys }),
    text: Effect.sync(() =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n")
    ),
    rows: Effect.sync(() => {
      const database = new DatabaseSync(join(folder, "jobs.sqlite"), { readOnly: true })
      const rows = database.prepare(rowsOf((name) => name)).all()
      database.close()
      return rows.map(({ text }) => String(text))
    })
  }))
)

const onPostgres = Effect.sync((): Place => {
  const url = inject("postgresUrl")
  const schema = `s${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
  const rows = Effect.provide(
    PostgresDatabase.use(({ rows }) =>
      Effect.map(rows<{ readonly text: string }>(rowsOf((name) => `${schema}.${name}`)), (found) =>
        found.map(({ text }) => text)
      )
    ),
    PostgresDatabase.layer({ url, schema, maxConnections: 2 })
  )
  return {
    layer: (encryptionKeys = []) => postgres(url, { schema, maxConnections: 4, encryptionKeys }),
    text: Effect.map(rows, (texts) => texts.join("\n")),
    rows
  }
})

const job = newJob(["https://site.test/a"], {
  request: {
    url: "https://site.test/",
    scrapeOptions: { headers: { authorization: secrets[0]!, cookie: secrets[2]! } }
  },
  webhook: { url: `https://me:${secrets[1]}@hook.test/`, headers: {}, metadata: {}, events: ["started"] }
})
const monitor: StoredMonitor = {
  id: crypto.randomUUID(),
  accountId: "somebody",
  createdAt: 1,
  value: { name: "prices", webhook: { url: "https://hook.test/", headers: { "x-token": secrets[3]! } } }
}

const store = Effect.gen(function* () {
  yield* JobStore.use((jobs) => jobs.create(job))
  const monitors = yield* MonitorStore
  yield* monitors.save(monitor)
  const check = newJob([], { kind: "monitorCheck", monitorId: monitor.id, task: true })
  yield* JobStore.use((jobs) => jobs.create(check))
  const post = { url: "https://hook.test/", headers: { "x-token": secrets[3]! }, body: "{}" }
  yield* JobStore.use((jobs) => jobs.finish(check.id, {}, 0, [{ id: "event", type: "completed", ...post }]))
})

/** Headers of the events of checks that this process can send. */
const sendable = Effect.map(
  WebhookOutbox.use((outbox) => outbox.take(10, 0)),
  (events) => events.flatMap(({ body, webhook }) => (body === undefined ? [] : [webhook.headers["x-token"]]))
)

const read = Effect.gen(function* () {
  const found = yield* JobStore.use((jobs) => jobs.get(job.id))
  const kept = yield* MonitorStore.use((monitors) => monitors.find(monitor.id))
  return { request: found.request, warning: found.warning, monitor: kept?.value }
})
const whole = { request: job.request, warning: undefined, monitor: monitor.value }

const readable = (text: string) => secrets.filter((secret) => text.includes(secret))

/** Opens the store until its rows are encrypted with the first of the keys. */
const openUntilEncrypted = (place: Place, keys: ReadonlyArray<string | Redacted.Redacted>) =>
  Effect.provide(
    Effect.repeat(place.rows, {
      until: (rows) => rows.every((row) => row.includes(`"sealedBy":"${makeSealing(keys).sealsBy}"`)),
      schedule: Schedule.spaced("20 millis")
    }).pipe(Effect.timeout("20 seconds")),
    place.layer(keys)
  )

for (const [name, opened] of [["SQLite", onSqlite] as const, ["PostgreSQL", onPostgres] as const]) {
  describe(`keys of a store on ${name}`, () => {
    it.live("keep headers, cookies and passwords out of it, and give them back to whoever has the key", () =>
      Effect.gen(function* () {
        const place = yield* opened
        yield* Effect.provide(store, place.layer([first]))
        assert.deepStrictEqual(readable(yield* place.text), [])
        assert.deepStrictEqual(yield* Effect.provide(read, place.layer([second, first])), whole)
        const due = yield* Effect.provide(
          WebhookOutbox.use((outbox) => outbox.take(1, 1000)),
          place.layer([second, first])
        )
        assert.deepStrictEqual(
          due.map(({ webhook }) => webhook.url),
          [job.webhook?.url]
        )
        assert.deepStrictEqual(yield* Effect.provide(sendable, place.layer([second, first])), [secrets[3]])
      })
    )

    it.live("encrypt what a store without keys has, and what another key has encrypted", () =>
      Effect.gen(function* () {
        const place = yield* opened
        yield* Effect.provide(store, place.layer())
        assert.deepStrictEqual(readable(yield* place.text), secrets)
        yield* openUntilEncrypted(place, [first])
        assert.deepStrictEqual(readable(yield* place.text), [])
        yield* openUntilEncrypted(place, [second, first])
        assert.deepStrictEqual(yield* Effect.provide(read, place.layer([second])), whole)
      })
    )

    it.live("are not needed for an event that is given up: nothing is kept of what it would have said", () =>
      Effect.gen(function* () {
        const place = yield* opened
        const giveUp = Effect.gen(function* () {
          yield* store
          const outbox = yield* WebhookOutbox
          const events = yield* outbox.take(10, 1000)
          for (const event of events) yield* outbox.failed(event, "the receiver is gone")
          return events.length
        })
        assert.strictEqual(yield* Effect.provide(giveUp, place.layer()), 2)
        const posts = (yield* place.rows).slice(-1)
        assert.deepStrictEqual(posts, ["null"])
      })
    )

    it.live("leave a job and a monitor of a missing key alone, and say which key it is", () =>
      Effect.gen(function* () {
        const place = yield* opened
        yield* Effect.provide(store, place.layer([first]))
        for (const keys of [[], [second]]) {
          const found = yield* Effect.provide(read, place.layer(keys))
          assert.match(found.warning ?? "", new RegExp(`key ${makeSealing([first]).sealsBy}.*encryptionKeys`))
          assert.notDeepEqual(found.request, job.request)
          assert.notDeepEqual(found.monitor, monitor.value)
          assert.deepStrictEqual(yield* Effect.provide(sendable, place.layer(keys)), [])
        }
        const own = { ...monitor, id: crypto.randomUUID(), nextRunAt: 2000 }
        const overdue = Array.from({ length: 25 }, () => ({
          ...monitor,
          id: crypto.randomUUID(),
          nextRunAt: 1000
        }))
        const save = (some: ReadonlyArray<StoredMonitor>) =>
          MonitorStore.use((monitors) => Effect.forEach(some, monitors.save, { discard: true }))
        yield* Effect.provide(save(overdue), place.layer([first]))
        // However many of another key are due, they keep none back that can be read.
        const due = yield* Effect.provide(
          Effect.andThen(
            save([own]),
            MonitorStore.use((monitors) => monitors.due(3000, 20))
          ),
          place.layer([second])
        )
        assert.lengthOf(due, 20)
        assert.deepStrictEqual(due[0], own)
        // Nothing of it was lost meanwhile.
        assert.deepStrictEqual(yield* Effect.provide(read, place.layer([first])), whole)
      })
    )

    it.live("are not missed by a job that has ended", () =>
      Effect.gen(function* () {
        const place = yield* opened
        yield* Effect.provide(
          Effect.andThen(
            store,
            JobStore.use((jobs) => jobs.move(job.id, "cancelled"))
          ),
          place.layer([first])
        )
        const { warning } = yield* Effect.provide(read, place.layer([second]))
        assert.isUndefined(warning)
      })
    )
  })
}

describe("a key", () => {
  it("of fewer than 32 characters is refused by name", () => {
    assert.throws(
      () => sqlite(":memory:", { encryptionKeys: ["short"] }),
      /encryptionKeys: Expected keys of at least 32/
    )
  })

  it("opens a text in its own row, and no other", () => {
    const sealing = makeSealing([first])
    const sealed = sealing.seal("row", "text")!
    assert.strictEqual(sealing.open("row", sealed), "text")
    assert.isUndefined(sealing.open("other", sealed))
    assert.isUndefined(makeSealing([second]).open("row", sealed))
    assert.isUndefined(sealing.open("row", { ...sealed, sealed: "AAAA" }))
    assert.notStrictEqual(sealing.seal("row", "text")!.sealed, sealed.sealed)
  })
})
