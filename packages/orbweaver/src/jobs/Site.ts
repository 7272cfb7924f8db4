/** What the promise methods of jobs run on. */
import type { Session } from "@orbweaver/core/network/Session"
import type { JobId } from "@orbweaver/core/model/Job"
import { CurrentSession } from "@orbweaver/core/internal/network/CurrentSession"
import * as Effect from "effect/Effect"
import type { CallOptions, Run } from "../instance/calls.ts"

export interface Site<R> {
  readonly run: Run<R>
  /** Keeps the process running until the job that was just started ends, where this process works on jobs. */
  readonly holdUntilEnd: (id: JobId) => Effect.Effect<void>
}

/** How a call that starts a job runs. */
export interface JobCallOptions extends CallOptions {
  /**
   * Cookies, headers and proxy that the pages are asked for with (`Session.make`). It stays in this
   * process: pages that other processes of the store take are asked for without it.
   */
  readonly session?: Session | undefined
}

/** Runs within a session: scrapes of the call and jobs that it starts. */
export const withSession = <A, E, R>(
  session: Session | undefined,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => (session === undefined ? effect : Effect.provideService(effect, CurrentSession, session))
