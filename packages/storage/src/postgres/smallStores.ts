/** The stores that are the same in every database, in PostgreSQL. */
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

/** Many servers share it. */
const maxText = 1024 ** 3

export const PostgresAnswerArchive = {
  layer: (options?: AnswerArchive.Options) => Layer.provide(AnswerArchive.layer({ maxText, ...options }), sql)
}
export const PostgresCallLog = { layer: Layer.provide(CallLog.layer, sql) }
export const PostgresClaimedKeys = { layer: Layer.provide(ClaimedKeys.layer, sql) }
export const PostgresLedger = { layer: Layer.provide(Ledger.layer, sql) }
export const PostgresProfileStore = { layer: Layer.provide(ProfileStore.layer, sql) }
export const PostgresRateCounter = { layer: Layer.provide(RateCounter.layer, sql) }
export const PostgresSnapshots = { layer: Layer.provide(Snapshots.layer, sql) }
export const PostgresTeamStore = { layer: Layer.provide(TeamStore.layer, sql) }
