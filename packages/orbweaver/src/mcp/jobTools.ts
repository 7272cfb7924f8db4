/** The tools of a kind of job that ends in one result: one starts it and waits a while, the other asks again. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type AnyOption, type OptionFields, withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { JobId, JobNotFound } from "@orbweaver/core/model/Job"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobOver } from "@orbweaver/extraction/internal/jobs/defineJob"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import type { ResultJobEngines } from "../assembly/jobs.ts"
import { CurrentJobStart } from "@orbweaver/http/internal/doors/mcp/McpTools"
import { awaitEnd } from "../jobs/waiting.ts"
import { optionInputs } from "./optionInputs.ts"
import { jsonText } from "./pages.ts"
import { type Tool, tool } from "./Tool.ts"

const toolNames = resultJobs.flatMap((job: JobOver<ResultJobEngines>) =>
  job.tool === undefined ? [] : [job.command.name]
)

export const Id = Schema.String.annotate({
  description: `The id that ${["crawl", ...toolNames].join(", ").replace(/, ([^,]+)$/, " or $1")} gave`
})
export const waitSeconds = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })).annotate({
    description: "Seconds to wait for the end (default 30); the job goes on afterwards"
  })
)
const defaultWait = 30

/** The job, if it is the caller's: that of another account looks like none. */
export const ownJob = Effect.fnUntraced(function* (id: string) {
  const [store, account] = yield* Effect.all([JobStore, CurrentAccount])
  const job = yield* store.get(JobId.make(id))
  return job.accountId === account.id ? job : yield* new JobNotFound({ id })
})

/** Waits for a job of the caller, at most so long; running out of time is no failure. */
export const waitAtMost = (id: string, seconds = defaultWait) =>
  Effect.flatMap(ownJob(id), () =>
    seconds === 0 ? Effect.void : awaitEnd(id, {}).pipe(Effect.timeoutOption(`${seconds} seconds`), Effect.asVoid)
  )

/** Models write a JSON Schema as an object. */
const withSchemaObject = (fields: OptionFields): OptionFields =>
  fields["schema"] === undefined ? fields : { ...fields, schema: asObject(fields["schema"]) }

const asObject = (schema: AnyOption): AnyOption => withSchema(schema, Schema.Record(Schema.String, Schema.Json))

/** None where language models do not get the kind. */
export const jobTools = <Id>(job: JobOver<Id>): ReadonlyArray<Tool<JobStore | Id>> => {
  const { command, find, methods, noun, options, prepare, required, tool: offered } = job
  if (offered === undefined) return []
  const statusName = `${command.name}_status`
  const answer = Effect.fnUntraced(function* (id: JobId) {
    const status = yield* find(id)
    const head = [
      `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${id}: ${status.status}.`,
      ...(status.status === "processing" ? [`It goes on: ask ${statusName} with this id.`] : []),
      ...(status.error === undefined ? [] : [status.error]),
      ...(status.warning === undefined ? [] : [`Warning: ${status.warning}`])
    ]
    return offered.answer(status, head, jsonText)
  })
  return [
    tool({
      name: command.name,
      endpoint: methods.start,
      title: offered.title,
      description: offered.text,
      readOnly: false,
      fields: {
        ...required,
        ...optionInputs(withSchemaObject(options), offered.defaults),
        waitSeconds
      },
      continuation: `Call ${statusName} with the id`,
      run: Effect.fnUntraced(function* ({ waitSeconds, ...input }) {
        const start = yield* CurrentJobStart
        const { id } = yield* start(yield* prepare({ ...offered.defaults, ...input }))
        yield* waitAtMost(id, waitSeconds)
        return yield* answer(id)
      })
    }),
    tool({
      name: statusName,
      endpoint: methods.status,
      title: offered.statusTitle,
      description: offered.statusText,
      fields: { id: Id, waitSeconds },
      run: ({ id, waitSeconds = 0 }) => Effect.andThen(waitAtMost(id, waitSeconds), answer(JobId.make(id)))
    })
  ]
}

export const resultTools = resultJobs.flatMap((job) => jobTools<ResultJobEngines>(job))
