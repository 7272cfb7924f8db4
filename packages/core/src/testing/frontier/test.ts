/** One test of a store, which is built afresh for it. */
import type * as Effect from "effect/Effect"
import type { JobStores } from "../../JobStore.ts"
import type { Ledger } from "../../Ledger.ts"

export type Test = (title: string, body: Effect.Effect<void, unknown, JobStores | Ledger>) => void
