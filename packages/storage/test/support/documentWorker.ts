/**
 * A process that settles a page whose document goes into a bucket, and is killed once the bucket has it, before the settlement
 * is written. Arguments: the file of the jobs, and the options of the bucket as JSON.
 */
import { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { sqlite } from "@orbweaver/storage"
import { Egress } from "@orbweaver/core/network/Egress"
import * as StoredDocuments from "@orbweaver/core/internal/jobs/storedDocuments"
import { type DocumentOptions, s3Documents } from "@orbweaver/storage/s3"
import { Effect, Layer } from "effect"

const [file = "", bucket = ""] = process.argv.slice(2)

const killedAfterPut = Layer.effect(
  DocumentStore,
  DocumentStore.use((store) =>
    Effect.succeed({
      ...store,
      put: (...given: Parameters<typeof store.put>) =>
        Effect.andThen(
          store.put(...given),
          Effect.sync(() => process.kill(process.pid, "SIGKILL"))
        )
    })
  )
).pipe(Layer.provide(s3Documents(JSON.parse(bucket) as DocumentOptions)), Layer.provide(Egress.layer()))

const settleOne = Effect.gen(function* () {
  const frontier = yield* Frontier
  const { pages } = yield* frontier.claim({ count: 1, leaseMs: 1000 })
  const settlements = pages.map((lease) => ({
    lease,
    links: [],
    outcome: {
      _tag: "Completed" as const,
      document: { metadata: { sourceURL: lease.url, url: lease.url, statusCode: 200 } },
      credits: 1,
      debits: []
    }
  }))
  yield* frontier.settle(settlements)
})

await Effect.runPromise(
  settleOne.pipe(Effect.provide(Layer.provideMerge(Layer.provide(StoredDocuments.layer, killedAfterPut), sqlite(file))))
)
