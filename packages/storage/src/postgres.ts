/**
 * Everything of a deployment that outlives its processes, in PostgreSQL. It
 * needs `@effect/sql-pg` and loads it with the first database.
 */
import type { Options as BlobOptions } from "@orbweaver/core/scrape/BlobStore"
import type { Limits } from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import * as Redacted from "effect/Redacted"
import type { CallLog } from "@orbweaver/core/accounts/CallLog"
import * as Layer from "effect/Layer"
import { type EncryptionKeys, encryptionKeys } from "./support/sealing.ts"
import {
  PostgresAnswerArchive,
  PostgresCallLog,
  PostgresClaimedKeys,
  PostgresLedger,
  PostgresProfileStore,
  PostgresRateCounter,
  PostgresSnapshots
} from "./postgres/smallStores.ts"
import { politeness } from "./support/politeness.ts"
import { type ConnectionOptions, PostgresDatabase } from "./postgres/Database.ts"
import * as PostgresBlobs from "./postgres/Blobs.ts"
import * as PostgresJobStores from "./postgres/JobStores.ts"
import * as PostgresLocalIndex from "./postgres/LocalIndex.ts"
import * as PostgresPageCache from "./postgres/PageCache.ts"
import * as PostgresWaitingLines from "./postgres/WaitingLines.ts"
import type { Stores } from "./sqlite.ts"

export {
  PostgresAnswerArchive,
  PostgresCallLog,
  PostgresClaimedKeys,
  PostgresLedger,
  PostgresProfileStore,
  PostgresRateCounter,
  PostgresSnapshots,
  PostgresTeamStore
} from "./postgres/smallStores.ts"
export { type ConnectionOptions, PostgresDatabase } from "./postgres/Database.ts"
export * as PostgresBlobs from "./postgres/Blobs.ts"
export * as PostgresJobStores from "./postgres/JobStores.ts"
export * as PostgresLocalIndex from "./postgres/LocalIndex.ts"
export * as PostgresPageCache from "./postgres/PageCache.ts"
export * as PostgresWaitingLines from "./postgres/WaitingLines.ts"

export interface Options extends ConnectionOptions {
  readonly politeness?: Partial<Limits> | undefined
  /**
   * Encrypt what jobs and monitors were asked, with its headers, cookies, proxies and webhooks: keys of at least 32
   * characters each. The first encrypts, all decrypt; rows under another key, or none, are encrypted with the first when
   * the store is opened. Default: none, nothing is encrypted.
   */
  readonly encryptionKeys?: EncryptionKeys | undefined
  /** Bytes of cached pages; 10 GiB when absent. */
  readonly cacheBytes?: number | undefined
  /** Also keep pictures and PDFs there, under this address: the layer then gives a `BlobStore` too. */
  readonly blobs?: BlobOptions | undefined
}

/** `postgres://user:password@host:port/database`. Throws `InvalidInput` for another address, or an option that there is not. */
export const postgres = (url: Secret, options: Options = {}): Layer.Layer<Stores | CallLog, StoreError> => {
  if (!isAddress(url)) throw invalid("postgres", ["url"], `Expected ${addressForm}`)
  Given.checkOptions("options of postgres", schemas, options)
  return Layer.mergeAll(
    PostgresJobStores.layer({ politeness: options.politeness, encryptionKeys: options.encryptionKeys }),
    PostgresLedger.layer,
    PostgresPageCache.layer({ maxBytes: options.cacheBytes }),
    PostgresSnapshots.layer,
    PostgresLocalIndex.layer,
    PostgresAnswerArchive.layer(),
    PostgresCallLog.layer,
    PostgresClaimedKeys.layer,
    PostgresProfileStore.layer,
    PostgresRateCounter.layer,
    PostgresWaitingLines.layer,
    options.blobs === undefined ? Layer.empty : PostgresBlobs.layer(options.blobs)
  ).pipe(Layer.provide(PostgresDatabase.layer({ ...options, url })))
}

const addressForm = "an address such as `postgres://user:password@host:5432/database`, its password percent-encoded"

const isAddress = (url: unknown): boolean => {
  if (typeof url !== "string" && !Redacted.isRedacted(url)) return false
  const text = secretText(url as Secret)
  // An address of a socket has no host: `postgres://user@/database?host=/run/postgresql`.
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text.replace("@/", "@localhost/"))
}

const schemas: Given.OptionSchemas<Options> = {
  schema: Given.text,
  maxConnections: Given.wholeNumber(1),
  statementTimeout: Given.number(0),
  startTimeout: Given.number(0),
  listenUrl: Given.value(addressForm, isAddress),
  readUrl: Given.value(addressForm, isAddress),
  maxReplicaLag: Given.number(0),
  politeness,
  encryptionKeys,
  cacheBytes: Given.number(0),
  blobs: Given.options<BlobOptions>({
    baseUrl: Given.value("an address, or a function that gives one", (given) =>
      ["string", "function"].includes(typeof given)
    ),
    maxBytes: Given.number(0)
  })
}
