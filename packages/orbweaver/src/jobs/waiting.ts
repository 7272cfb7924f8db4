/** Waiting for the end of a job. */
import { JobId } from "@orbweaver/core/model/Job"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** Waiting for a job, in seconds as in the SDK; changes of this process are seen at once. */
export interface WaitOptions {
  readonly pollInterval?: number | undefined
  /** The job goes on when it is over. */
  readonly timeout?: number | undefined
}

/** Waiting was given up; the job goes on under its id. */
export class WaitTimedOut extends Schema.TaggedError<WaitTimedOut>()("WaitTimedOut", {
  /** The job that was waited for. */
  id: Schema.String,
  /** How long was waited, in seconds. */
  seconds: Schema.Finite
}) {
  override get message() {
    return `The job ${this.id} did not end within ${this.seconds} seconds`
  }
}

/** Ends when the job has; fails when that takes longer than asked for. */
export const ended = Effect.fnUntraced(function* (id: string, { pollInterval, timeout }: WaitOptions) {
  const poll = pollInterval === undefined ? undefined : Duration.seconds(pollInterval)
  const end = Stream.runDrain(watch(JobId.make(id), { poll }))
  if (timeout === undefined) return yield* end
  const inTime = yield* Effect.timeoutOption(end, Duration.seconds(timeout))
  if (inTime._tag === "None") return yield* new WaitTimedOut({ id, seconds: timeout })
})
