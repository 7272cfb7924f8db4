/** The attempts of a page, as its row has them: what SQLite and PostgreSQL share. */
import * as Settling from "@orbweaver/core/jobs/rules/settling"
import { PageAttempt } from "@orbweaver/core/model/Job"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(PageAttempt)))

/** The column as a list; absent where there is none, or none that this version can read. */
export const attemptLogOf = ({
  attempt_log
}: Readonly<Record<string, unknown>>): ReadonlyArray<PageAttempt> | undefined =>
  attempt_log === null ? undefined : Option.getOrUndefined(decode(attempt_log))

interface LeasedPage {
  readonly attempt_log: string | null
  readonly attempts: number
}

/** What is written of the attempts of a leased page whose run has ended; null where they stay as they are. */
export const loggedAttempts = (
  { attempt_log, attempts }: LeasedPage,
  ending: Settling.PageEnding,
  now: number
): string | null => {
  const log = Settling.attemptLog(attemptLogOf({ attempt_log }) ?? [], attempts, ending, now)
  return log === undefined ? null : JSON.stringify(log)
}
