/** `CallLog` in a database. */
import { CallLog, type CallEntry, msOfDays } from "@orbweaver/core/accounts/CallLog"
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { eraseRows } from "./eraseRows.ts"
import { SqlDatabase, type Value } from "./SqlDatabase.ts"
import { sweep } from "./sweep.ts"

interface Row {
  readonly id: string
  readonly account: string
  readonly at: number
  readonly endpoint: string
  readonly version: string
  readonly site: string
  readonly target: string
  readonly status: number
  readonly result: string | null
  readonly ms: number
  readonly credits: number | null
  readonly name: string | null
  readonly request?: string | null
}

const columns = "id, account, at, endpoint, version, site, target, status, result, ms, credits, name"

const entryOf = (row: Row): CallEntry => ({
  id: row.id,
  accountId: row.account,
  at: row.at,
  endpoint: row.endpoint,
  version: row.version === "v1" ? "v1" : "v2",
  site: row.site,
  target: row.target,
  status: row.status,
  ms: row.ms,
  ...defined({
    resultId: row.result ?? undefined,
    credits: row.credits ?? undefined,
    key: row.name ?? undefined,
    request: row.request ?? undefined
  })
})

/** Rows beyond the limit of an account that one write removes. */
const prunedAtOnce = 1000

export const layer: Layer.Layer<CallLog, never, SqlDatabase> = Layer.effect(
  CallLog,
  Effect.map(SqlDatabase, (db) => {
    const calls = db.table("call_log")
    return CallLog.of({
      append: (entries, { days, rows }) =>
        db.write(
          "CallLog.append",
          Effect.gen(function* () {
            for (const entry of entries) {
              yield* db.rows(
                `INSERT INTO ${calls} (${columns}, request, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                  ON CONFLICT (id) DO NOTHING`,
                entry.id,
                entry.accountId,
                entry.at,
                entry.endpoint,
                entry.version,
                entry.site,
                entry.target,
                entry.status,
                entry.resultId ?? null,
                entry.ms,
                entry.credits ?? null,
                entry.key ?? null,
                entry.request ?? null,
                entry.at + msOfDays(days)
              )
            }
            yield* sweep(db, "call_log", "id", yield* Clock.currentTimeMillis)
            for (const account of new Set(entries.map(({ accountId }) => accountId))) {
              yield* db.rows(
                `DELETE FROM ${calls} WHERE id IN (SELECT id FROM ${calls} WHERE account = ?
                  ORDER BY at DESC, id DESC LIMIT ${prunedAtOnce} OFFSET ?)`,
                account,
                rows
              )
            }
          })
        ),
      list: ({ accountId, after, endpoint, failed, limit, site, text }) =>
        db.read(
          "CallLog.list",
          Effect.gen(function* () {
            const conditions: Array<readonly [text: string, ...values: ReadonlyArray<Value>]> = [
              ["account = ?", accountId],
              ["ends_at > ?", yield* Clock.currentTimeMillis],
              ...(endpoint === undefined ? [] : [["endpoint = ?", endpoint] as const]),
              ...(failed === undefined ? [] : [[failed ? "status >= 400" : "status < 400"] as const]),
              ...(site === undefined ? [] : [["site = ?", site] as const]),
              ...(text === undefined ? [] : [["lower(target) LIKE ? ESCAPE '!'", containing(text)] as const]),
              ...(after === undefined
                ? []
                : [["(at < ? OR (at = ? AND id < ?))", after.at, after.at, after.id] as const])
            ]
            const found = yield* db.rows<Row>(
              `SELECT ${columns} FROM ${calls} WHERE ${conditions.map(([one]) => one).join(" AND ")}
                ORDER BY at DESC, id DESC LIMIT ?`,
              ...conditions.flatMap(([, ...values]) => values),
              limit
            )
            return found.map(entryOf)
          })
        ),
      find: (accountId, id) =>
        db.read(
          "CallLog.find",
          Effect.gen(function* () {
            const [row] = yield* db.rows<Row>(
              `SELECT ${columns}, request FROM ${calls} WHERE id = ? AND account = ? AND ends_at > ?`,
              id,
              accountId,
              yield* Clock.currentTimeMillis
            )
            return row === undefined ? undefined : entryOf(row)
          })
        ),
      erase: (isErased) =>
        eraseRows<CallEntry>(db, "CallLog.erase", {
          after: (last) =>
            Effect.map(
              db.rows<Row>(
                `SELECT ${columns}, request FROM ${calls} WHERE id > ? ORDER BY id LIMIT 200`,
                last?.id ?? ""
              ),
              (rows) => rows.map(entryOf)
            ),
          isErased,
          remove: (rows) =>
            db.remove(
              "call_log",
              ["id"],
              rows.map(({ id }) => [id])
            )
        })
    })
  })
)

/** A text with any other around it; `!` says that a sign means itself. */
const containing = (text: string): string => `%${text.toLowerCase().replace(/[!%_]/g, "!$&")}%`
