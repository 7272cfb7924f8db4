/** What a team has, holds and was charged, and its keys. */
import type { Service as Ledger, Unit } from "@orbweaver/core/accounts/Ledger"
import type { Account } from "@orbweaver/core/accounts/Account"
import type { Service as TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { daysOf, recentDays, sumByDay } from "@orbweaver/core/internal/accounts/BillingPeriod"
import { defined } from "@orbweaver/core/internal/support/defined"
import { secretDigest } from "@orbweaver/core/internal/support/secretDigest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeBody, reader } from "../wire/decode.ts"
import { wireError } from "../wire/ErrorBody.ts"
import { offered } from "../features/notImplemented.ts"
import type { Operation } from "../gate/Operation.ts"
import { NewKey } from "./Api.ts"

/** Days that debits are shown for, today included. */
const shownDays = 30

const usageOf = (ledger: Ledger, account: Account, unit: Unit) =>
  Effect.gen(function* () {
    const shown = recentDays(account, yield* DateTime.now, shownDays)
    const { available, coupons, held, period, plan, used } = yield* ledger.balance(account, unit)
    const rows = yield* ledger.usage(account.id, unit, shown.period)
    return {
      unit,
      ...(Number.isFinite(plan) ? { plan, available } : {}),
      used,
      held,
      coupons,
      ...(period === undefined
        ? {}
        : {
            start: DateTime.formatIso(period.start),
            end: DateTime.formatIso(period.end),
            days: daysOf(account, period)
          }),
      byDay: sumByDay(account, shown.days, rows),
      debits: rows.map(({ amount, at, keyName, reason }) => ({
        at: DateTime.toEpochMillis(at),
        ...(keyName === undefined ? {} : { key: keyName }),
        reason,
        amount
      }))
    }
  })

export const accountOperation = (ledger: Ledger): Operation => ({
  kind: "status",
  work: ({ caller: { account } }) =>
    Effect.all([usageOf(ledger, account, "credits"), usageOf(ledger, account, "tokens")]).pipe(
      Effect.map((usage) => ({ success: true, team: account.id, usage })),
      Effect.catchTag("AccountNotFound", () => Effect.fail(wireError(404, "Could not find usage information")))
    )
})

/** Digits of a digest that name a key. */
const idLength = 16

const readKey = reader(NewKey)

/** As long as those of the hosted API; 128 bits. */
const newKey = (): string =>
  `fc-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`

export const keyOperations = (store: TeamStore | undefined) => {
  const operation = offered(store, "Stores of teams")
  const keyList = operation({ kind: "status", admin: true }, (teams, { caller: { account } }) =>
    Effect.map(teams.keys(account.id), (keys) => ({
      success: true,
      keys: keys.map(({ addresses, createdAt, digest, lastUsedAt, name, scopes }) => ({
        id: digest.slice(0, idLength),
        name,
        scopes,
        ...defined({ addresses, createdAt, lastUsedAt }),
        current: name === account.keyName
      }))
    }))
  )
  const keyMake = operation({ kind: "status", admin: true, body: "json" }, (teams, call) =>
    Effect.gen(function* () {
      const { account } = call.caller
      const { addresses, name, scopes } = yield* decodeBody(readKey, call)
      const known = yield* teams.keys(account.id)
      if (known.some((key) => key.name === name)) return yield* wireError(409, "Another key of the team has this name")
      const key = newKey()
      const digest = yield* secretDigest(Redacted.make(key))
      if (!(yield* teams.addKey(account.id, { digest, name, scopes, ...defined({ addresses }) }))) {
        return yield* wireError(409, "The team is not in the store of teams")
      }
      return { success: true, key }
    })
  )
  const keyRevoke = operation({ kind: "status", admin: true }, (teams, { caller: { account }, params }) =>
    Effect.gen(function* () {
      const keys = yield* teams.keys(account.id)
      const found = keys.find(({ digest }) => digest.slice(0, idLength) === params["id"])
      if (found === undefined) return yield* wireError(404, "The team has no such key")
      yield* teams.revoke(`sha256:${found.digest}`)
      return { success: true }
    })
  )
  return { keyList, keyMake, keyRevoke }
}
