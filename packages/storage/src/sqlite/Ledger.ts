/**
 * `Ledger` in the SQLite file. `SqliteJobStores` writes debits of pages into the same
 * tables, in the transaction that records the page.
 */
import { type Account } from "@orbweaver/core/accounts/Account"
import { allTime, billingPeriod, type Period } from "@orbweaver/core/internal/accounts/BillingPeriod"
import { type Balance, balanceOf, InsufficientCredits, Ledger, type Unit } from "@orbweaver/core/accounts/Ledger"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Service as Database, SqliteDatabase } from "./Database.ts"

export const layer: Layer.Layer<Ledger, never, SqliteDatabase> = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const db = yield* SqliteDatabase

    const balanceAt = (account: Account, unit: Unit, now: DateTime.Utc): Balance => {
      const period = billingPeriod(account, now)
      if (period !== undefined) freezeDraws(db, account, unit, period)
      return balanceOf({
        plan: account.plan[unit],
        period,
        used: used(db, account.id, unit, period ?? allTime),
        held: total(
          db,
          "SELECT coalesce(sum(amount), 0) AS total FROM hold WHERE account = ? AND unit = ? AND ends_at > ?",
          account.id,
          unit,
          DateTime.toEpochMillis(now)
        ),
        granted: total(
          db,
          "SELECT coalesce(sum(amount), 0) AS total FROM coupon WHERE account = ? AND unit = ?",
          account.id,
          unit
        ),
        drawn: total(
          db,
          "SELECT coalesce(sum(amount), 0) AS total FROM drawn WHERE account = ? AND unit = ?",
          account.id,
          unit
        )
      })
    }

    return Ledger.of({
      reserve: (account, { amount, expiresAfter, id, unit }) =>
        Effect.flatMap(DateTime.now, (now) =>
          Effect.flatMap(
            db.write("Ledger.reserve", () => {
              const millis = DateTime.toEpochMillis(now)
              db.run("DELETE FROM hold WHERE account = ? AND unit = ? AND ends_at <= ?", account.id, unit, millis)
              const known =
                db.get("SELECT 1 AS one FROM debit WHERE id = ?", id) ??
                db.get("SELECT 1 AS one FROM hold WHERE id = ?", id)
              if (known !== undefined) return undefined
              const { available } = balanceAt(account, unit, now)
              if (available < amount)
                return new InsufficientCredits({ unit, remaining: Math.max(0, available), wanted: amount })
              if (available !== Infinity) {
                db.run(
                  "INSERT INTO hold (id, account, unit, amount, ends_at) VALUES (?, ?, ?, ?, ?)",
                  id,
                  account.id,
                  unit,
                  amount,
                  millis + Duration.toMillis(expiresAfter)
                )
              }
              return undefined
            }),
            (refusal) => (refusal === undefined ? Effect.void : Effect.fail(refusal))
          )
        ),
      debit: ({ accountId, amount, id, keyName, reason, unit }) =>
        Effect.flatMap(DateTime.now, (now) =>
          db.write("Ledger.debit", () => {
            db.run("DELETE FROM hold WHERE id = ?", id)
            return (
              db.run(
                "INSERT INTO debit (id, account, unit, amount, reason, key_name, at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                id,
                accountId,
                unit,
                amount,
                reason,
                keyName ?? null,
                DateTime.toEpochMillis(now)
              ) > 0
            )
          })
        ),
      refund: (id) =>
        Effect.flatMap(DateTime.now, (now) =>
          db.write("Ledger.refund", () => {
            const held = db.get("SELECT ends_at FROM hold WHERE id = ?", id)
            db.run("DELETE FROM hold WHERE id = ?", id)
            return held !== undefined && Number(held["ends_at"]) > DateTime.toEpochMillis(now)
          })
        ),
      grant: ({ accountId, amount, id, unit }) =>
        Effect.flatMap(DateTime.now, (now) =>
          db.write(
            "Ledger.grant",
            () =>
              db.run(
                "INSERT INTO coupon (id, account, unit, amount, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                id,
                accountId,
                unit,
                amount,
                DateTime.toEpochMillis(now)
              ) > 0
          )
        ),
      balance: (account, unit) =>
        Effect.flatMap(DateTime.now, (now) => db.write("Ledger.balance", () => balanceAt(account, unit, now))),
      used: (accountId, unit, period) => db.read("Ledger.used", () => used(db, accountId, unit, period)),
      usage: (accountId, unit, period) =>
        db.read("Ledger.usage", () =>
          db
            .all(
              `SELECT at - at % ${bucketMs} AS bucket, key_name, reason, sum(amount) AS amount FROM debit
                WHERE account = ? AND unit = ? AND at >= ? AND at < ? GROUP BY bucket, key_name, reason ORDER BY bucket`,
              accountId,
              unit,
              DateTime.toEpochMillis(period.start),
              DateTime.toEpochMillis(period.end)
            )
            .map((row) => ({
              at: DateTime.makeUnsafe(Number(row["bucket"])),
              keyName: (row["key_name"] as string | null) ?? undefined,
              reason: String(row["reason"]),
              amount: Number(row["amount"])
            }))
        )
    })
  })
)

/** Every time zone's midnight falls on one of these. */
const bucketMs = 15 * 60_000

const total = (db: Database, sql: string, ...values: ReadonlyArray<string | number>): number =>
  Number(db.get(sql, ...values)!["total"])

const used = (db: Database, accountId: string, unit: Unit, period: Period): number =>
  total(
    db,
    "SELECT coalesce(sum(amount), 0) AS total FROM debit WHERE account = ? AND unit = ? AND at >= ? AND at < ?",
    accountId,
    unit,
    DateTime.toEpochMillis(period.start),
    DateTime.toEpochMillis(period.end)
  )

/**
 * Writes down what the periods that ended since the first coupon took out of
 * the coupons, so that a plan changed later does not change the past.
 */
const freezeDraws = (db: Database, account: Account, unit: Unit, current: Period): void => {
  const since = db.get("SELECT min(at) AS at FROM coupon WHERE account = ? AND unit = ?", account.id, unit)?.["at"]
  if (typeof since !== "number") return
  let period = current
  while (DateTime.toEpochMillis(period.start) > since) {
    period = billingPeriod(account, DateTime.subtract(period.start, { milliseconds: 1 }))!
    const start = DateTime.toEpochMillis(period.start)
    const known = db.get(
      "SELECT 1 AS one FROM drawn WHERE account = ? AND unit = ? AND period = ?",
      account.id,
      unit,
      start
    )
    if (known !== undefined) return
    const drawn = Math.max(0, used(db, account.id, unit, period) - account.plan[unit])
    db.run("INSERT INTO drawn (account, unit, period, amount) VALUES (?, ?, ?, ?)", account.id, unit, start, drawn)
  }
}
