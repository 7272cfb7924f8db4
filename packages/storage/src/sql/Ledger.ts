/**
 * `Ledger` in a database. The stores of jobs write debits of pages into the same tables, in the transaction that records
 * the page.
 */
import type { Account } from "@orbweaver/core/accounts/Account"
import { allTime, billingPeriod, type Period } from "@orbweaver/core/internal/accounts/BillingPeriod"
import { balanceOf, type Debit, InsufficientCredits, Ledger, type Unit } from "@orbweaver/core/accounts/Ledger"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Service, SqlDatabase } from "./SqlDatabase.ts"

export const layer: Layer.Layer<Ledger, never, SqlDatabase> = Layer.effect(
  Ledger,
  Effect.map(SqlDatabase, (db) => {
    const [coupon, debit, hold] = [db.table("coupon"), db.table("debit"), db.table("hold")]
    const { balanceAt, used } = makeBalances(db)

    const reserve = Effect.fnUntraced(function* (
      account: Account,
      { amount, expiresAfter, id, unit }: Parameters<Ledger["Service"]["reserve"]>[1]
    ) {
      // One at a time for an account, so that racing reservations never hold more than there is.
      yield* db.lock(`${unit}/${account.id}`)
      const now = yield* DateTime.now
      const millis = DateTime.toEpochMillis(now)
      const [known] = yield* db.rows(
        `SELECT 1 FROM ${debit} WHERE id = ? UNION ALL SELECT 1 FROM ${hold} WHERE id = ? AND ends_at > ?`,
        id,
        id,
        millis
      )
      if (known !== undefined) return undefined
      const { available } = yield* balanceAt(account, unit, now)
      if (available < amount)
        return new InsufficientCredits({ unit, remaining: Math.max(0, available), wanted: amount })
      if (available === Infinity) return undefined
      yield* db.rows(`DELETE FROM ${hold} WHERE account = ? AND unit = ? AND ends_at <= ?`, account.id, unit, millis)
      yield* db.rows(
        `INSERT INTO ${hold} (id, account, unit, amount, ends_at) VALUES (?, ?, ?, ?, ?)`,
        id,
        account.id,
        unit,
        amount,
        millis + Duration.toMillis(expiresAfter)
      )
      return undefined
    })

    return Ledger.of({
      reserve: (account, reservation) =>
        Effect.flatMap(db.transaction("Ledger.reserve", reserve(account, reservation)), (refusal) =>
          refusal === undefined ? Effect.void : Effect.fail(refusal)
        ),
      debit: (owed) =>
        db.transaction(
          "Ledger.debit",
          Effect.gen(function* () {
            yield* db.rows(`DELETE FROM ${hold} WHERE id = ?`, owed.id)
            const now = DateTime.toEpochMillis(yield* DateTime.now)
            const written = yield* db.rows(`${insertDebit(debit)} RETURNING 1`, ...debitValues(owed, now))
            return written.length > 0
          })
        ),
      refund: (id) =>
        db.write(
          "Ledger.refund",
          Effect.gen(function* () {
            const now = DateTime.toEpochMillis(yield* DateTime.now)
            const held = yield* db.rows<{ ends_at: number }>(`DELETE FROM ${hold} WHERE id = ? RETURNING ends_at`, id)
            return held.some(({ ends_at }) => ends_at > now)
          })
        ),
      grant: ({ accountId, amount, id, unit }) =>
        db.write(
          "Ledger.grant",
          Effect.gen(function* () {
            const written = yield* db.rows(
              `INSERT INTO ${coupon} (id, account, unit, amount, at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING RETURNING 1`,
              id,
              accountId,
              unit,
              amount,
              DateTime.toEpochMillis(yield* DateTime.now)
            )
            return written.length > 0
          })
        ),
      balance: (account, unit) =>
        db.transaction(
          "Ledger.balance",
          Effect.flatMap(DateTime.now, (now) => balanceAt(account, unit, now))
        ),
      used: (accountId, unit, period) => db.read("Ledger.used", used(accountId, unit, period)),
      usage: (accountId, unit, period) =>
        db.read(
          "Ledger.usage",
          Effect.map(
            db.rows<{ bucket: number | string; key_name: string | null; reason: string; amount: number }>(
              `SELECT CAST(at AS bigint) - CAST(at AS bigint) % ${bucketMs} AS bucket, key_name, reason,
                  CAST(sum(amount) AS double precision) AS amount FROM ${debit}
                WHERE account = ? AND unit = ? AND at >= ? AND at < ? GROUP BY 1, 2, 3 ORDER BY 1`,
              accountId,
              unit,
              DateTime.toEpochMillis(period.start),
              DateTime.toEpochMillis(period.end)
            ),
            (rows) =>
              rows.map(({ amount, bucket, key_name, reason }) => ({
                at: DateTime.makeUnsafe(Number(bucket)),
                keyName: key_name ?? undefined,
                reason,
                amount
              }))
          )
        )
    })
  })
)

/** A debit is written once. */
export const insertDebit = (table: string): string =>
  `INSERT INTO ${table} (id, account, unit, amount, reason, key_name, at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`

/** What `insertDebit` writes. */
export const debitValues = ({ accountId, amount, id, keyName, reason, unit }: Debit, at: number) =>
  [id, accountId, unit, amount, reason, keyName ?? null, at] as const

/** Every time zone's midnight falls on one of these. */
const bucketMs = 15 * 60_000

/** What an account has and has used, of statements for a transaction. */
const makeBalances = (db: Service) => {
  const total = (table: string, where: string, ...values: ReadonlyArray<string | number>) =>
    Effect.map(
      db.rows<{ total: number }>(
        `SELECT CAST(coalesce(sum(amount), 0) AS double precision) AS total FROM ${db.table(table)} WHERE ${where}`,
        ...values
      ),
      ([row]) => row!.total
    )

  const used = (accountId: string, unit: Unit, period: Period) =>
    total(
      "debit",
      "account = ? AND unit = ? AND at >= ? AND at < ?",
      accountId,
      unit,
      DateTime.toEpochMillis(period.start),
      DateTime.toEpochMillis(period.end)
    )

  /**
   * Writes down what the periods that ended since the first coupon took out of the coupons, so that a plan changed later
   * does not change the past.
   */
  const freezeDraws = Effect.fnUntraced(function* (account: Account, unit: Unit, current: Period) {
    const [first] = yield* db.rows<{ at: number | null }>(
      `SELECT min(at) AS at FROM ${db.table("coupon")} WHERE account = ? AND unit = ?`,
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
        `INSERT INTO ${db.table("drawn")} (account, unit, period, amount) VALUES (?, ?, ?, ?)
          ON CONFLICT DO NOTHING RETURNING 1`,
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
        "hold",
        "account = ? AND unit = ? AND ends_at > ?",
        account.id,
        unit,
        DateTime.toEpochMillis(now)
      ),
      granted: yield* total("coupon", "account = ? AND unit = ?", account.id, unit),
      drawn: yield* total("drawn", "account = ? AND unit = ?", account.id, unit)
    })
  })

  return { balanceAt, used }
}
