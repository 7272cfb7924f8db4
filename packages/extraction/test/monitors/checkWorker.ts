/** A worker that works on checks of monitors alone; pages are worked on by others. */
import type { Account } from "@orbweaver/core/accounts/Account"
import { unlimited } from "@orbweaver/core/accounts/ApiKeys"
import * as TaskRunner from "@orbweaver/core/internal/crawl/worker/taskRunner"
import { refuseOthers, TaskHandlers } from "@orbweaver/core/jobs/TaskHandlers"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { checkTask } from "@orbweaver/extraction/internal/monitors/checkTask"
import { Duration, Effect, Layer } from "effect"

const handlers = Layer.effect(
  TaskHandlers,
  Effect.map(checkTask, (monitorCheck) => refuseOthers({ monitorCheck }))
)

export const checkWorker = (accountOf: (id: string) => Effect.Effect<Account, StoreError> = unlimited) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const step = yield* TaskRunner.make({
        leaseMs: 10_000,
        heartbeatInterval: Duration.seconds(2),
        pollMs: () => 30_000,
        accountOf
      })
      yield* Effect.forkScoped(Effect.forever(step))
    })
  ).pipe(Layer.provide(handlers), Layer.orDie)
