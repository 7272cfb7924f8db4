import * as StoredDocuments from "@orbweaver/core/internal/jobs/storedDocuments"
import { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import {
  AnswerArchiveSuite,
  CallLogSuite,
  ClaimedKeysSuite,
  FrontierSuite,
  JobStoreSuite,
  LedgerSuite,
  LocalIndexSuite,
  MonitorStoreSuite,
  PageCacheSuite,
  ProfileStoreSuite,
  RateCounterSuite,
  SnapshotsSuite,
  WaitingLinesSuite
} from "@orbweaver/testing"
import { postgres } from "@orbweaver/storage/postgres"
import { Effect, Layer } from "effect"
import { describe, inject } from "vitest"

const freshSchema = () => `t${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`

/** Every layer has a schema of its own, so tests do not see each other. */
const layer = Layer.unwrap(
  Effect.sync(() => postgres(inject("postgresUrl"), { schema: freshSchema(), maxConnections: 4 }))
)

FrontierSuite.suite("postgres", layer)
JobStoreSuite.suite("postgres", layer)
const storedDocuments = StoredDocuments.layer.pipe(Layer.provideMerge(Layer.merge(layer, DocumentStore.layerMemory)))
JobStoreSuite.suite("postgres, with stored documents", storedDocuments)
SnapshotsSuite.suite("postgres", layer)
LocalIndexSuite.suite("postgres", layer)
MonitorStoreSuite.suite("postgres", layer)

// Their tests share one layer and one clock, and here a step takes many turns of the event loop.
describe("one after another", { concurrent: false }, () => {
  LedgerSuite.suite("postgres", layer)
  PageCacheSuite.suite("postgres", layer)
  AnswerArchiveSuite.suite("postgres", layer)
  CallLogSuite.suite("postgres", layer)
  ProfileStoreSuite.suite("postgres", layer)
  ClaimedKeysSuite.suite("postgres", layer)
  RateCounterSuite.suite("postgres", layer)
  WaitingLinesSuite.suite("postgres", layer)
})

PageCacheSuite.boundedSuite("postgres", () =>
  postgres(inject("postgresUrl"), {
    schema: freshSchema(),
    maxConnections: 2,
    cacheBytes: PageCacheSuite.maxBytes
  })
)
