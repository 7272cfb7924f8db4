/** One test of a store, which is built afresh for it. */
import type * as Effect from "effect/Effect"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"

export type Test = (title: string, body: Effect.Effect<void, unknown, JobStores | Ledger>) => void
