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
import { sqlite, SqlitePageCache, TemporaryPageCache } from "@orbweaver/storage"

const layer = sqlite(":memory:")

FrontierSuite.suite("sqlite", layer)
JobStoreSuite.suite("sqlite", layer)
LedgerSuite.suite("sqlite", layer)
PageCacheSuite.suite("sqlite", layer)
AnswerArchiveSuite.suite("sqlite", layer)
CallLogSuite.suite("sqlite", layer)
ProfileStoreSuite.suite("sqlite", layer)
ClaimedKeysSuite.suite("sqlite", layer)
RateCounterSuite.suite("sqlite", layer)
WaitingLinesSuite.suite("sqlite", layer)
SnapshotsSuite.suite("sqlite", layer)
LocalIndexSuite.suite("sqlite", layer)
MonitorStoreSuite.suite("sqlite", layer)

const encrypted = sqlite(":memory:", { encryptionKeys: ["a key of the operator that is long enough"] })
JobStoreSuite.suite("sqlite, encrypted", encrypted)
MonitorStoreSuite.suite("sqlite, encrypted", encrypted)

const { maxBytes } = PageCacheSuite
PageCacheSuite.boundedSuite("sqlite", () => SqlitePageCache.file(":memory:", { maxBytes }))
PageCacheSuite.suite("temporary", TemporaryPageCache.layer({ memoryBytes: 0 }))
PageCacheSuite.boundedSuite("temporary", () => TemporaryPageCache.layer({ memoryBytes: 0, maxBytes }))
