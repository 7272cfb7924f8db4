/** Pages that a crawl may have: what was asked, within the credits that are left (docs/reference/v2.md §10.1). */
import type { Account } from "@orbweaver/core/accounts/Account"
import type { Service as Ledger } from "@orbweaver/core/accounts/Ledger"
import { defaults } from "@orbweaver/core/model/CrawlOptions"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"

export const effectiveLimit = (
  ledger: Ledger,
  account: Account,
  asked: number = defaults.limit
): Effect.Effect<number, StoreError> =>
  account.plan.credits === Infinity
    ? Effect.succeed(asked)
    : ledger.balance(account, "credits").pipe(
        Effect.map(({ available }) => Math.max(1, Math.min(asked, available))),
        Effect.catchTag("AccountNotFound", () => Effect.succeed(1))
      )
