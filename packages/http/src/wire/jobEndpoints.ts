/** The endpoints of a kind of job that ends in one result, by its definition: its start, its status and its end. */
import { withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import type { JobMethodNames } from "@orbweaver/core/model/Job"
import type { ResultJob } from "@orbweaver/extraction/internal/jobs/defineJob"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { KeyScope } from "./KeyScope.ts"
import { endpointsOf } from "./endpoints.ts"
import { common, Success, Webhook } from "./schemas.ts"

const { get, post, remove } = endpointsOf()

const Started = Schema.Struct({ success: Success, id: Schema.String, warning: Schema.optionalKey(Schema.String) })
const Cancelled = Schema.Struct({ success: Success, status: Schema.Literal("cancelled") })

type EndpointNames = JobMethodNames & { readonly cancel: string }

/** What each does, in the document of the API. */
interface Summaries {
  readonly start: string
  readonly status: string
  readonly cancel: string
}

/** The body of a start: what is required, the options, and what every body may carry. */
export const jobBody = <Required extends Schema.Struct.Fields, Options extends ResultJob["options"]>({
  options,
  required
}: ResultJob<string, JobMethodNames, Required, Options>) =>
  Schema.Struct({
    ...required,
    ...options,
    ...(options["webhook"] === undefined ? {} : { webhook: withSchema(options["webhook"], Webhook) }),
    ...common
  })

/** Named as the methods of the library; `body` where it takes more than the definition says. */
export const jobEndpoints = <
  const Names extends EndpointNames,
  Status extends ResultJob["status"],
  Body extends Schema.Top
>(
  { command, methods, status }: ResultJob<string, Names, Schema.Struct.Fields, ResultJob["options"], Status>,
  body: Body,
  summaries: Summaries
) => {
  const all: Status["fields"] = status.fields
  const start: Names["start"] = methods.start
  const read: Names["status"] = methods.status
  const cancel: Names["cancel"] = methods.cancel
  const path = `/${command.name}` as const
  const Found = Schema.Struct({ success: Schema.Boolean, ...Struct.omit(all, ["id"]) })
  return {
    start: post(start, path, body, Started, summaries.start),
    status: get(read, `${path}/:id`, Found, summaries.status),
    cancel: remove(cancel, `${path}/:id`, Cancelled, summaries.cancel)
  }
}

/** A group of its own for a kind whose endpoints are these three. */
export const jobGroup = <
  const Kind extends string,
  const Names extends EndpointNames,
  Required extends Schema.Struct.Fields,
  Options extends ResultJob["options"],
  Status extends ResultJob["status"]
>(
  job: ResultJob<Kind, Names, Required, Options, Status>
) => {
  const { cancel, start, status } = jobEndpoints(job, jobBody(job), {
    start: `${job.command.text}, as a job`,
    status: `Status of the ${job.noun}, and its answer`,
    cancel: `Stop the ${job.noun}`
  })
  const title = OpenApi.annotations({ title: job.plural })
  // A client has its groups and its methods side by side.
  return HttpApiGroup.make(`jobs.${job.kind}`)
    .annotate(KeyScope, "agent")
    .add(start, status, cancel)
    .annotateMerge(title)
}

/** Kinds whose endpoints stand in the API of a version, with bodies that clients of other servers know. */
const written = ["extract", "llmstxt", "deepResearch", "agent"] as const

type OtherJob = Exclude<(typeof resultJobs)[number], { readonly kind: (typeof written)[number] }>
type GroupOf<Job> =
  Job extends ResultJob<infer Kind, infer Names extends EndpointNames, infer Required, infer Options, infer Status>
    ? ReturnType<typeof jobGroup<Kind, Names, Required, Options, Status>>
    : never

export type OtherGroups = GroupOf<OtherJob>

export const otherJobs: ReadonlyArray<OtherJob> = resultJobs.filter(
  (job): job is OtherJob => !written.some((kind) => kind === job.kind)
)

/** Groups of all other kinds, for v2. */
export const otherJobGroups = otherJobs.map((job) => jobGroup(job)) as {} as ReadonlyArray<OtherGroups>
