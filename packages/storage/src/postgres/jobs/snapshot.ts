/** What an exchange reads before it settles and claims pages, in one statement. */
import type { Settlement } from "@orbweaver/core/jobs/Frontier"
import type * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { JobId } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { fromRow, type JobRow } from "../../jobs/JobRow.ts"
import { farthestMs } from "../functions/parking.ts"
import * as Duplicates from "./duplicates.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import type * as Pages from "./pages.ts"
import * as Transaction from "./Transaction.ts"

/** A job that pages may be claimed from, and whose it is. */
export interface OpenJob extends Claiming.Standing {
  readonly id: JobId
  /** Whether more jobs of its account are ready than claims look at. */
  readonly crowded: boolean
}

interface KnownKey extends Duplicates.DuplicatePage {
  readonly job: number
  readonly a: number
  readonly b: number
}

/** A key that no page has. */
interface UnknownKey extends Pick<KnownKey, "job" | "a" | "b"> {
  readonly n: null
  readonly state: null
}

interface SnapshotColumns {
  readonly turn: string
  readonly open: ReadonlyArray<OpenJob> | null
  readonly jobs: ReadonlyArray<Transaction.RawJob> | null
  readonly pages: ReadonlyArray<Pages.PageRow> | null
  readonly keys: ReadonlyArray<KnownKey | UnknownKey> | null
}

/** What an exchange knows before it writes. */
export interface Snapshot {
  /** Jobs that claims may serve. */
  readonly open: ReadonlyArray<OpenJob>
  /** Of the settlements, by their ids. */
  readonly jobs: ReadonlyMap<string, JobRow>
  readonly pages: ReadonlyMap<number, Pages.PageRow>
  readonly keys: ReadonlyArray<KnownKey | UnknownKey>
}

/** Jobs of one account that a claim looks at, however few pages are wanted: some may turn out to have none. */
const minJobsOfAccount = 8
/** Accounts and ready jobs that one claim looks at, and as many whose moment has come, at most. */
const maxOpenJobs = 64

export const makeSnapshots = ({ db, limits, schema, specs }: JobDatabase) => {
  const maxWaitMs = Politeness.maxDelayMs(limits)
  /** The account that was looked at last, where there are more than one claim looks at. */
  let accountTurn = ""

  /** What is known before the settlements are written and so many pages claimed. */
  return Effect.fnUntraced(function* (
    settlements: ReadonlyArray<Settlement>,
    wanted: number
  ): Effect.fn.Return<Snapshot, SqlError> {
    const keys = settlements.flatMap((settlement) =>
      Duplicates.keysOf(settlement).map(({ a, b }) => ({ id: settlement.lease.jobId, a, b }))
    )
    const now = yield* db.now
    const [row] = yield* db.rows<{ snapshot: string }>(
      `SELECT ${schema}.exchange_snapshot($1::text[], $2::bigint[], $3::text::json, $4::int[], $5, $6, $7, $8, $9)::text
        AS snapshot`,
      [...new Set(settlements.map(({ lease }) => lease.jobId))],
      settlements.map(({ lease }) => lease.page),
      JSON.stringify(keys),
      JSON.parse(specs.unreadable()) as ReadonlyArray<number>,
      wanted === 0 ? 0 : Math.min(Math.max(wanted, minJobsOfAccount), maxOpenJobs),
      wanted === 0 ? 0 : maxOpenJobs,
      now,
      now + farthestMs(maxWaitMs),
      accountTurn
    )
    const snapshot = JSON.parse(row!.snapshot) as SnapshotColumns
    accountTurn = snapshot.turn
    const jobs = snapshot.jobs ?? []
    const open = snapshot.open ?? []
    const specOf = yield* Transaction.specsOf(
      db,
      specs,
      [...jobs, ...open].map(({ n }) => Number(n))
    )
    return {
      jobs: new Map(jobs.map((job) => [String(job["id"]), fromRow(job, specOf.get(Number(job["n"]))!)])),
      open: open.filter(({ n }) => specOf.get(n)?.unreadable === undefined),
      pages: new Map((snapshot.pages ?? []).map((page) => [page.n, page])),
      keys: snapshot.keys ?? []
    }
  })
}
