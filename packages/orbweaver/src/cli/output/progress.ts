/** How far a job is, on stderr: a line that changes on a terminal, lines from time to time elsewhere, and every failure. */
import type { JobId } from "@orbweaver/core/model/Job"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { atTerminal } from "@orbweaver/core/internal/model/errorTable"
import { counted } from "@orbweaver/core/internal/support/counted"
import { type JobProgress, progress } from "../../jobs/progress.ts"
import { paint } from "./paint.ts"
import { plainText } from "./plainText.ts"

/** Time between two states of the line of a terminal, and between two lines elsewhere. */
const terminalInterval = Duration.millis(250)
const lineIntervalMs = 5000
/** Failures written at once; more are only counted. */
const maxFailures = 20
/** Characters of a terminal that does not say how wide it is. */
const defaultColumns = 80

/** Causes that the line names; more are in the list of failures. */
const maxCauses = 3

/** `2 failed (timeout 1, dns 1)`. */
const failuresText = (failed: number, causes: ReadonlyMap<string, number>): string => {
  const most = [...causes].toSorted(([, left], [, right]) => right - left).slice(0, maxCauses)
  const text = most.map(([cause, count]) => `${cause} ${count}`).join(", ")
  return `${failed} failed${text === "" ? "" : ` (${text})`}`
}

/** Time that is left at the present rate; nothing where none is known. */
const timeLeft = ({ completed, failed, pagesPerSecond, total }: JobProgress): ReadonlyArray<string> => {
  const left = total - completed - failed
  if (left <= 0 || pagesPerSecond <= 0) return []
  const seconds = Math.ceil(left / pagesPerSecond)
  return [`about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`]
}

/** One line, no longer than the terminal is wide. `causes` counts the failures that are known by what they came from. */
export const progressLine = (
  report: JobProgress,
  columns = defaultColumns,
  causes: ReadonlyMap<string, number> = new Map()
): string => {
  const { active, completed, failed, pagesPerSecond, queued, statusCounts, total, url } = report
  const parts = [
    describePages(`${completed}/${total} pages`, statusCounts),
    `${pagesPerSecond.toFixed(1)} pages/s`,
    ...timeLeft(report),
    `${queued} queued`,
    `${active} active`,
    ...(failed === 0 ? [] : [failuresText(failed, causes)]),
    ...(url === undefined ? [] : [url])
  ]
  const line = parts.join("  ")
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

/** Runs the work on a job with its progress on stderr. */
export const withProgress = <A, E, R>(
  id: JobId,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | JobStore | Stdio.Stdio> =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const store = yield* JobStore
    const isTerminal = yield* stdio.stderrIsTerminal
    const columns = Option.getOrElse(
      // Zero where a terminal does not know its width.
      yield* Effect.sync(() => Option.fromNullishOr(process.stderr.columns || undefined)),
      () => defaultColumns
    )
    const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr()))
    /** Over the line that changes. */
    const line = (text: string) => write(isTerminal ? `\r\u001b[K${text}\n` : `${text}\n`)

    let reported = 0
    /** Number of the last failure that was reported. */
    let lastReported = 0
    const causes = new Map<string, number>()
    const tellFailures = Effect.gen(function* () {
      const { counts } = yield* store.get(id)
      if (counts.failed <= reported) return
      for (const { cause = "", error, number, url } of yield* store.failures(id, {
        after: lastReported,
        limit: maxFailures
      })) {
        if (cause !== "") causes.set(cause, (causes.get(cause) ?? 0) + 1)
        yield* line(`${paint("red", "failed")}  ${url}: ${plainText(atTerminal(error, cause))}`)
        lastReported = number
      }
      if (counts.failed - reported > maxFailures) {
        yield* line(`${paint("red", "failed")}  ${counted(counts.failed - reported - maxFailures, "more page")}`)
        for (const { number } of yield* store.failures(id, { latest: 1 })) lastReported = number
      }
      reported = counts.failed
    }).pipe(Effect.ignore)

    let last = yield* Clock.currentTimeMillis
    const tell = Effect.fnUntraced(function* (report: JobProgress) {
      yield* tellFailures
      if (isTerminal) return yield* write(`\r\u001b[K${progressLine(report, columns, causes)}`)
      const now = yield* Clock.currentTimeMillis
      if (now - last < lineIntervalMs) return
      last = now
      yield* line(progressLine(report, Infinity, causes))
    })
    const reporting = Effect.ignore(Stream.runForEach(progress(id, { interval: terminalInterval }), tell))
    return yield* Effect.raceFirst(work, Effect.andThen(reporting, Effect.never)).pipe(
      Effect.ensuring(Effect.andThen(tellFailures, isTerminal ? write("\r\u001b[K") : Effect.void))
    )
  })
