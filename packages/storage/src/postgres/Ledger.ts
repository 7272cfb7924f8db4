/**
 * `Ledger` in PostgreSQL. `PostgresJobStores` writes debits of pages into the same
 * tables, in the transaction that records the page.
 */
import type { Account } from "@orbweaver/core/accounts/Account"
import { allTime, billingPeriod, type Period } from "@orbweaver/core/internal/accounts/BillingPeriod"
import { balanceOf, InsufficientCredits, Ledger, type Unit } from "@orbweaver/core/accounts/Ledger"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PostgresDatabase } from "./Database.ts"

export const layer: Layer.Layer<Ledger, never, PostgresDatabase> = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const db = yield* PostgresDatabase
    const { schema } = db

    /** One at a time for an account, so that racing reservations never hold more than there is. */
    const lock = (accountId: string, unit: Unit) =>
      db.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 13))", `${unit}/${accountId}`)

    const total = (sql: string, ...values: ReadonlyArray<string | number>) =>
      Effect.map(
        db.rows<{ total: number }>(`SELECT coalesce(sum(amount), 0)::float8 AS total FROM ${schema}.${sql}`, ...values),
        ([row]) => row!.total
      )

    const used = (accountId: string, unit: Unit, period: Period) =>
      total(
        "debit WHERE account = $1 AND unit = $2 AND at >= $3 AND at < $4",
        accountId,
        unit,
        DateTime.toEpochMillis(period.start),
        DateTime.toEpochMillis(period.end)
      )

    /**
     * Writes down what the periods that ended since the first coupon took out of
     * the coupons, so that a plan changed later does not change the past.
     */
    const freezeDraws = Effect.fnUntraced(function* (account: Account, unit: Unit, current: Period) {
      const [first] = yield* db.rows<{ at: number | null }>(
        `SELECT min(at) AS at FROM ${schema}.coupon WHERE account = $1 AND unit = $2`,
        account.id,
        unit
      )
      const since = first?.at
      if (typeof since !== "number") return
      let period = current
      while (DateTime.toEpochMillis(period.start) > since) {
        period = billingPeriod(account, DateTime.subtract(period.start, { milliseconds: 1 }))!
        const drawn = Math.max(0, (yield* used(account.id, unit, period)) - account.plan[unit])
        const written = yield* db.rows(
          `INSERT INTO ${schema}.drawn (account, unit, period, amount) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`,
          account.id,
          unit,
          DateTime.toEpochMillis(period.start),
          drawn
        )
        if (written.length === 0) return
      }
    })

    const balanceAt = Effect.fnUntraced(function* (account: Account, unit: Unit, now: DateTime.Utc) {
      const period = billingPeriod(account, now)
      if (period !== undefined) yield* freezeDraws(account, unit, period)
      return balanceOf({
        plan: account.plan[unit],
        period,
        used: yield* used(account.id, unit, period ?? allTime),
        held: yield* total(
          "hold WHERE account = $1 AND unit = $2 AND ends_at > $3",
          account.id,
          unit,
          DateTime.toEpochMillis(now)
        ),
        granted: yield* total("coupon WHERE account = $1 AND unit = $2", account.id, unit),
        drawn: yield* total("drawn WHERE account = $1 AND unit = $2", account.id, unit)
      })
    })

    return Ledger.of({
      reserve: (account, { amount, expiresAfter, id, unit }) =>
        Effect.gen(function* () {
          yield* lock(account.id, unit)
          const at = yield* DateTime.now
          const [known] = yield* db.rows(
            `SELECT 1 FROM ${schema}.debit WHERE id = $1 UNION ALL SELECT 1 FROM ${schema}.hold WHERE id = $1 AND ends_at > $2`,
            id,
            DateTime.toEpochMillis(at)
          )
          if (known !== undefined) return
          const { available } = yield* balanceAt(account, unit, at)
          if (available < amount) {
            return yield* new InsufficientCredits({ unit, remaining: Math.max(0, available), wanted: amount })
          }
          if (available === Infinity) return
          yield* db.rows(
            `DELETE FROM ${schema}.hold WHERE account = $1 AND unit = $2 AND ends_at <= $3`,
            account.id,
            unit,
            DateTime.toEpochMillis(at)
          )
          yield* db.rows(
            `INSERT INTO ${schema}.hold (id, account, unit, amount, ends_at) VALUES ($1, $2, $3, $4, $5)`,
            id,
            account.id,
            unit,
            amount,
            DateTime.toEpochMillis(at) + Duration.toMillis(expiresAfter)
          )
        }).pipe(db.transaction, fails("Ledger.reserve")),
      debit: ({ accountId, amount, id, keyName, reason, unit }) =>
        Effect.gen(function* () {
          yield* db.rows(`DELETE FROM ${schema}.hold WHERE id = $1`, id)
          const written = yield* db.rows(
            `INSERT INTO ${schema}.debit (id, account, unit, amount, reason, key_name, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
              ON CONFLICT (id) DO NOTHING RETURNING 1`,
            id,
            accountId,
            unit,
            amount,
            reason,
            keyName ?? null,
            DateTime.toEpochMillis(yield* DateTime.now)
          )
          return written.length > 0
        }).pipe(db.transaction, fails("Ledger.debit")),
      refund: (id) =>
        Effect.gen(function* () {
          const now = DateTime.toEpochMillis(yield* DateTime.now)
          const held = yield* db.rows<{ ends_at: number }>(
            `DELETE FROM ${schema}.hold WHERE id = $1 RETURNING ends_at`,
            id
          )
          return held.some(({ ends_at }) => ends_at > now)
        }).pipe(fails("Ledger.refund")),
      grant: ({ accountId, amount, id, unit }) =>
        Effect.gen(function* () {
          const written = yield* db.rows(
            `INSERT INTO ${schema}.coupon (id, account, unit, amount, at) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (id) DO NOTHING RETURNING 1`,
            id,
            accountId,
            unit,
            amount,
            DateTime.toEpochMillis(yield* DateTime.now)
          )
          return written.length > 0
        }).pipe(fails("Ledger.grant")),
      balance: (account, unit) =>
        Effect.flatMap(DateTime.now, (at) => balanceAt(account, unit, at)).pipe(
          db.transaction,
          fails("Ledger.balance")
        ),
      used: (accountId, unit, period) => used(accountId, unit, period).pipe(fails("Ledger.used")),
      usage: (accountId, unit, period) =>
        Effect.map(
          db.rows<{ bucket: number; key_name: string | null; reason: string; amount: number }>(
            `SELECT floor(at / ${bucketMs}) * ${bucketMs} AS bucket, key_name, reason, sum(amount)::float8 AS amount FROM ${schema}.debit
              WHERE account = $1 AND unit = $2 AND at >= $3 AND at < $4 GROUP BY 1, 2, 3 ORDER BY 1`,
            accountId,
            unit,
            DateTime.toEpochMillis(period.start),
            DateTime.toEpochMillis(period.end)
          ),
          (rows) =>
            rows.map(({ amount, bucket, key_name, reason }) => ({
              at: DateTime.makeUnsafe(bucket),
              keyName: key_name ?? undefined,
              reason,
              amount
            }))
        ).pipe(fails("Ledger.usage"))
    })
  })
)

/** Every time zone's midnight falls on one of these. */
const bucketMs = 15 * 60_000
