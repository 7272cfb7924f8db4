/** Everything of a deployment that outlives the process, in one SQLite file. */
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import type { PageCache } from "@orbweaver/core/scrape/PageCache"
import type { Limits } from "@orbweaver/core/jobs/Politeness"
import type { CallLog } from "@orbweaver/core/accounts/CallLog"
import type { AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import type { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import type { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import type { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import type { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import type { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import * as Layer from "effect/Layer"
import * as SqliteJobStores from "./sqlite/JobStores.ts"
import * as SqliteLocalIndex from "./sqlite/LocalIndex.ts"
import * as SqlitePageCache from "./sqlite/PageCache.ts"
import * as SqliteWaitingLines from "./sqlite/WaitingLines.ts"
import { type EncryptionKeys, encryptionKeys } from "./support/sealing.ts"
import {
  SqliteAnswerArchive,
  SqliteCallLog,
  SqliteClaimedKeys,
  SqliteLedger,
  SqliteProfileStore,
  SqliteRateCounter,
  SqliteSnapshots
} from "./sqlite/smallStores.ts"
import { politeness } from "./support/politeness.ts"
import { SqliteDatabase } from "./sqlite/Database.ts"

export interface Options {
  readonly politeness?: Partial<Limits> | undefined
  /**
   * Encrypt what jobs and monitors were asked, with its headers, cookies, proxies and webhooks: keys of at least 32
   * characters each. The first encrypts, all decrypt; rows under another key, or none, are encrypted with the first when
   * the store is opened. Default: none, nothing is encrypted.
   */
  readonly encryptionKeys?: EncryptionKeys | undefined
  /** Bytes of cached pages; 1 GiB when absent. */
  readonly cacheBytes?: number | undefined
  /** How long to wait for another process that writes, in milliseconds. */
  readonly busyTimeout?: number | undefined
}

/** State that the servers of one API share. */
export type RequestState = AnswerArchive | ClaimedKeys | RateCounter | WaitingLines

export type Stores = JobStores | Ledger | PageCache | Snapshots | LocalIndex | ProfileStore | RequestState

/** The path of the file, or `:memory:`. Throws `InvalidInput` for an option that there is not. */
export const sqlite = (filename: string, options: Options = {}): Layer.Layer<Stores | CallLog, StoreError> => {
  if (typeof filename !== "string" || filename === "") {
    throw invalid("sqlite", ["filename"], "Expected the path of a file, or `:memory:`")
  }
  Given.checkOptions("options of sqlite", schemas, options)
  return Layer.mergeAll(
    SqliteJobStores.layer({ politeness: options.politeness, encryptionKeys: options.encryptionKeys }),
    SqliteLedger.layer,
    SqlitePageCache.layer({ maxBytes: options.cacheBytes }),
    SqliteSnapshots.layer,
    SqliteLocalIndex.layer,
    SqliteAnswerArchive.layer(),
    SqliteCallLog.layer,
    SqliteClaimedKeys.layer,
    SqliteProfileStore.layer,
    SqliteRateCounter.layer,
    SqliteWaitingLines.layer
  ).pipe(Layer.provide(SqliteDatabase.layer({ filename, busyTimeout: options.busyTimeout })))
}

const schemas: Given.OptionSchemas<Options> = {
  politeness,
  encryptionKeys,
  cacheBytes: Given.number(0),
  busyTimeout: Given.number(0)
}
