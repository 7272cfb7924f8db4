/** The stores that are the same in every database, in the SQLite file. */
import * as Layer from "effect/Layer"
import * as AnswerArchive from "../sql/AnswerArchive.ts"
import * as CallLog from "../sql/CallLog.ts"
import * as ClaimedKeys from "../sql/ClaimedKeys.ts"
import * as Ledger from "../sql/Ledger.ts"
import * as ProfileStore from "../sql/ProfileStore.ts"
import * as RateCounter from "../sql/RateCounter.ts"
import * as Snapshots from "../sql/Snapshots.ts"
import * as TeamStore from "../sql/TeamStore.ts"
import { sql } from "./sql.ts"

export const SqliteAnswerArchive = {
  layer: (options?: AnswerArchive.Options) => Layer.provide(AnswerArchive.layer(options), sql)
}
export const SqliteCallLog = { layer: Layer.provide(CallLog.layer, sql) }
export const SqliteClaimedKeys = { layer: Layer.provide(ClaimedKeys.layer, sql) }
export const SqliteLedger = { layer: Layer.provide(Ledger.layer, sql) }
export const SqliteProfileStore = { layer: Layer.provide(ProfileStore.layer, sql) }
export const SqliteRateCounter = { layer: Layer.provide(RateCounter.layer, sql) }
export const SqliteSnapshots = { layer: Layer.provide(Snapshots.layer, sql) }
export const SqliteTeamStore = { layer: Layer.provide(TeamStore.layer, sql) }
