/**
 * Judges the changes that a check found, if its monitor asks for it and there is a model.
 *
 * A failure of the model costs no check: what is not judged is reported as if nobody had asked, and the check says why.
 * Judgments are stored while they come, so that a worker that takes the check over asks for the others alone.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { Job } from "@orbweaver/core/model/Job"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { makeMeteredModel, skipMessages } from "../model/meteredModel.ts"
import { asJson } from "./checks.ts"
import { judgeChange } from "./judgeChange.ts"
import type { Judgment } from "./Judgment.ts"
import { type CheckValue, fieldChangesOf, type MonitorPage, type MonitorValue, textDiffOf } from "./Monitor.ts"

/** The model that judges what monitors find. Default: none, and every change is reported. */
export const ChangeJudge = Context.Reference<LanguageModel | undefined>("@orbweaver/extraction/ChangeJudge", {
  defaultValue: () => undefined
})

const bounds = {
  /** Changes of a check that are judged. */
  pages: 100,
  /** Characters of a change that the model sees. */
  lines: 20_000,
  /** Questions at once; their answers are stored together. */
  atOnce: 4,
  /** Failures one after another until the rest is left unjudged. */
  failures: 3,
  whole: Duration.minutes(10)
} as const

/** Whether a monitor asks for its changes to be judged: where it has a goal, unless it says that it does not. */
export const wantsJudgment = ({ goal, judgeEnabled }: Pick<MonitorValue, "goal" | "judgeEnabled">): boolean =>
  judgeEnabled ?? (goal ?? "").trim() !== ""

/** What a monitor asks for and no check does where there is no model, in sentences. */
export const judgeNotes = (
  monitor: Pick<MonitorValue, "goal" | "judgeEnabled">,
  judge: LanguageModel | undefined
): ReadonlyArray<string> =>
  judge === undefined && wantsJudgment(monitor)
    ? [
        "No model judges the changes, so every change is reported: configure a model (`model`), or set judgeEnabled to false."
      ]
    : []

/** What is judged of a page: the lines that differ, or the title of a result that no search had found before. */
const linesOf = (page: MonitorPage, check: Job, goal: string): string => {
  if (page.status === "new") return goal !== "" && isFound(page, check) ? `+${titleOf(page)}` : ""
  if (page.status !== "changed") return ""
  const fields = Object.entries(fieldChangesOf(page) ?? {}).flatMap(([path, { current, previous }]) => [
    `-${path}: ${JSON.stringify(previous)}`,
    `+${path}: ${JSON.stringify(current)}`
  ])
  return [...fields, textDiffOf(page) ?? ""].join("\n").trim()
}

/** Whether a search found the page: it was not captured. */
const isFound = ({ id }: MonitorPage, check: Job): boolean => id.startsWith(`${check.id}/`)

const titleOf = ({ metadata }: MonitorPage): string =>
  isObject(metadata) && typeof metadata["title"] === "string" ? metadata["title"] : ""

interface Judged {
  readonly value: CheckValue
  readonly pages: ReadonlyArray<MonitorPage>
}

/** The check and its pages with what the model says of each change. */
export const judgeCheck = Effect.fnUntraced(function* (job: Job, monitor: MonitorValue, { pages, value }: Judged) {
  const model = yield* ChangeJudge
  const goal = (monitor.goal ?? "").trim()
  const changes = wantsJudgment(monitor)
    ? pages.flatMap((page) => {
        const lines = linesOf(page, job, goal)
        return lines === "" ? [] : [{ id: page.id, url: page.url, lines: lines.slice(0, bounds.lines) }]
      })
    : []
  if (changes.length === 0) return { pages, value }
  if (model === undefined) return { pages, value: { ...value, warning: judgeNotes(monitor, model).join(" ") } }

  const jobs = yield* JobStore
  const metered = yield* makeMeteredModel({ failures: bounds.failures, whole: bounds.whole })
  const judgments: Record<string, Judgment> = { ...value.judgments }
  const reasons = new Set<string>()
  const open = changes.slice(0, bounds.pages).filter(({ id }) => judgments[id] === undefined)
  for (const some of Arr.chunksOf(open, bounds.atOnce)) {
    yield* Effect.forEach(
      some,
      Effect.fnUntraced(function* (change) {
        const bill = { id: `monitor/${job.id}/${change.id}`, reason: "monitor" }
        const answer = yield* metered.ask(bill, judgeChange(model, goal, change))
        if (typeof answer === "string") reasons.add(skipMessages[answer])
        else if (Result.isFailure(answer)) reasons.add(answer.failure.message)
        else judgments[change.id] = answer.success
      }),
      { concurrency: bounds.atOnce, discard: true }
    )
    yield* jobs.report(job.id, asJson({ ...value, finishedAt: null, status: "running", judgments }))
  }
  const missing = changes.filter(({ id }) => judgments[id] === undefined).length
  if (changes.length > bounds.pages) reasons.add(`A check judges at most ${bounds.pages} changes.`)
  return {
    value: { ...value, judgments, ...(missing === 0 ? {} : { warning: unjudged(missing, reasons) }) },
    pages: pages.map((page) => ({ ...page, judgment: judgments[page.id] ?? null }))
  }
})

const unjudged = (count: number, reasons: ReadonlySet<string>): string =>
  [`${count === 1 ? "One change was" : `${count} changes were`} not judged, and reported all the same.`, ...reasons]
    .join(" ")
    .slice(0, 1000)

/** Whether the page is reported: unless it was found to mean nothing. */
export const isReported = ({ judgment }: Pick<MonitorPage, "judgment">): boolean => judgment?.meaningful !== false
