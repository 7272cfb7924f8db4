// Documents of jobs in a bucket: the contract of the job stores, and a worker that is killed.
import { assert, it } from "@effect/vitest"
import { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobId } from "@orbweaver/core/model/Job"
import type { DocumentOptions } from "@orbweaver/storage/s3"
import { Fixtures, FrontierSuite, JobStoreSuite } from "@orbweaver/testing"
import { Effect, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"
import { withBucket } from "../support/documentStore.ts"
import { credentials, startS3 } from "../support/s3Server.ts"

const server = await startS3()
const directory = await mkdtemp(join(tmpdir(), "orbweaver-documents-"))
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const bucketOf = (prefix: string): DocumentOptions => ({ ...credentials, endpoint: server.endpoint, prefix })

FrontierSuite.suite("sqlite, documents in s3", withBucket(":memory:", bucketOf("frontier")))
JobStoreSuite.suite("sqlite, documents in s3", withBucket(":memory:", bucketOf("jobs")))

const namesOf = Effect.fnUntraced(function* (id: JobId) {
  const names: Array<string> = []
  yield* DocumentStore.use((store) =>
    store.list(id, (some) => Effect.sync(() => void names.push(...some.map(({ name }) => name))))
  )
  return names
})

const soon = Schedule.spaced("20 millis")

/** Resolves with the signal that ended the worker. */
const killedWorker = async (file: string, bucket: DocumentOptions): Promise<unknown> => {
  const script = fileURLToPath(new URL("../support/documentWorker.ts", import.meta.url))
  const child = spawn(process.execPath, ["--conditions=@orbweaver/source", script, file, JSON.stringify(bucket)], {
    stdio: ["ignore", "inherit", "inherit"]
  })
  const [, signal] = (await once(child, "exit")) as ReadonlyArray<unknown>
  return signal
}

it.effect(
  "a worker that is killed between the document and the settlement loses no page, and its document is swept",
  () => {
    const file = join(directory, "killed.sqlite")
    const bucket = bucketOf("killed")
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const frontier = yield* Frontier
      const store = yield* JobStore
      const { id } = yield* Fixtures.create(Fixtures.paths("a"), { retentionMs: 24 * 3_600_000 })
      assert.strictEqual(yield* Effect.promise(() => killedWorker(file, bucket)), "SIGKILL")
      const [orphan] = yield* namesOf(id)
      assert.isDefined(orphan)
      assert.deepInclude((yield* Fixtures.get(id)).counts, { active: 1, completed: 0 })

      yield* TestClock.setTime(Date.now() + 60_000)
      assert.strictEqual(yield* frontier.reclaim, 1)
      yield* Fixtures.settle(...(yield* Fixtures.claim(1)).map((page) => Fixtures.settlement(page)))
      const results = yield* store.results(id, { after: 0, limit: 10 })
      assert.deepStrictEqual(
        results.map(({ document }) => document),
        Fixtures.paths("a").map(Fixtures.document)
      )
      assert.lengthOf(yield* namesOf(id), 2)

      const isSwept = Effect.map(namesOf(id), (names) => names.length === 1 && names[0] !== orphan)
      yield* TestClock.adjust("3 hours")
      yield* TestClock.withLive(Effect.repeat(isSwept, { until: (swept) => swept, schedule: soon }))
      assert.deepStrictEqual(yield* store.results(id, { after: 0, limit: 10 }), results)
    }).pipe(Effect.provide(withBucket(file, bucket)))
  },
  { timeout: 60_000 }
)
