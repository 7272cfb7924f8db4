/**
 * What never changes about a job, as stored text.
 *
 * Programs of two versions may share a database, so each text has a version: an
 * older one is migrated when it is read, and a newer one, or a job of a kind that
 * this version does not have, is left to the program that knows it.
 */
import type { NewJob } from "@orbweaver/core/jobs/JobStore"
import type { JobSpec } from "@orbweaver/core/jobs/rules/JobState"
import { isJobKind, JobId, type JobKind } from "@orbweaver/core/model/Job"
import { agentWebhookEvents } from "@orbweaver/core/model/WebhookOptions"
import { isSealed, missingKey, type Sealing } from "../support/sealing.ts"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

export interface StoredSpec extends JobSpec {
  /** Why this version of the program leaves the job alone. */
  readonly unreadable?: string | undefined
}

/** The version that is written, and the one around it of a text that is encrypted. */
const specVersion = 1
const sealedVersion = 2

/** Each turns a text of its index into one of the next version. */
const migrations: ReadonlyArray<(spec: Record<string, unknown>) => Record<string, unknown>> = [
  // JSON has no infinity: limits without a bound were left out, or null.
  ({ accountConcurrency, limit, maxConcurrency, maxDepth, ...spec }) => ({
    ...spec,
    limit: limit ?? null,
    maxDepth: maxDepth ?? null,
    maxConcurrency: maxConcurrency ?? null,
    accountConcurrency: accountConcurrency ?? null
  })
]

/** Null is no bound. */
const Bound = Schema.NullOr(Schema.Number)

const Stored = Schema.Struct({
  id: JobId,
  kind: Schema.declare((kind): kind is JobKind => typeof kind === "string" && isJobKind(kind)),
  accountId: Schema.String,
  keyName: Schema.optionalKey(Schema.String),
  monitorId: Schema.optionalKey(Schema.String),
  request: Schema.Json,
  origin: Schema.String,
  priority: Schema.Number,
  limit: Bound,
  maxDepth: Bound,
  maxConcurrency: Bound,
  accountConcurrency: Bound,
  delayMs: Schema.Number,
  heedsCrawlDelay: Schema.Boolean,
  webhook: Schema.optionalKey(
    Schema.Struct({
      url: Schema.String,
      headers: Schema.Record(Schema.String, Schema.String),
      metadata: Schema.Record(Schema.String, Schema.Json),
      events: Schema.Array(Schema.Literals(agentWebhookEvents))
    })
  ),
  retentionMs: Schema.Number,
  task: Schema.Boolean
})

const readStored = Schema.decodeUnknownResult(Stored)

/** How long the job is kept stays readable: a statement of SQLite looks at it. */
export const encode = ({ seeds: _seeds, ...spec }: NewJob, sealing: Sealing): string =>
  sealText(sealing, spec.id, spec.retentionMs, JSON.stringify({ version: specVersion, ...spec }))

const sealText = (sealing: Sealing, id: string, retentionMs: number, text: string): string => {
  const sealed = sealing.seal(id, text)
  return sealed === undefined ? text : JSON.stringify({ version: sealedVersion, retentionMs, ...sealed })
}

/** The text under the key that seals now; undefined where its own key is missing. */
export const reseal = (id: string, spec: string, sealing: Sealing): string | undefined => {
  const stored = parse(spec)
  if (stored === undefined) return undefined
  const text = isSealed(stored) ? sealing.open(id, stored) : spec
  const kept = stored["retentionMs"]
  return text === undefined || typeof kept !== "number" ? undefined : sealText(sealing, id, kept, text)
}

/** What the row says of the job beside the text. */
export interface SpecColumns {
  readonly spec: string
  readonly id: string
  readonly kind: string
  readonly account: string
}

export const decode = (columns: SpecColumns, sealing: Sealing): StoredSpec => {
  const parsed = parse(columns.spec)
  if (parsed === undefined) return unreadable(columns, {}, "is stored as a text that is damaged", "Remove it.")
  if (parsed["version"] === sealedVersion && isSealed(parsed)) {
    const spec = sealing.open(columns.id, parsed)
    if (spec !== undefined) return decode({ ...columns, spec }, sealing)
    return sealing.knows(parsed.sealedBy)
      ? unreadable(columns, parsed, "is damaged, or was encrypted for another job", "Remove it.")
      : unreadable(columns, parsed, missingKey(parsed.sealedBy), "Start a worker that has the key.")
  }
  const { version = 0, ...text } = parsed
  if (!isJobKind(columns.kind)) return unreadable(columns, text, `is of the unknown kind ${columns.kind}`)
  if (typeof version !== "number" || version > specVersion) {
    return unreadable(
      columns,
      text,
      `was stored in version ${String(version)}; this program reads up to ${specVersion}`
    )
  }
  const read = readStored(migrations.slice(version).reduce((spec, migrate) => migrate(spec), text))
  if (Result.isFailure(read)) return unreadable(columns, text, `cannot be read: ${read.failure.message}`)
  const { accountConcurrency, limit, maxConcurrency, maxDepth, ...spec } = read.success
  return {
    ...spec,
    limit: limit ?? Infinity,
    maxDepth: maxDepth ?? Infinity,
    maxConcurrency: maxConcurrency ?? Infinity,
    accountConcurrency: accountConcurrency ?? Infinity
  }
}

const parse = (spec: string): Record<string, unknown> | undefined => {
  try {
    const parsed: unknown = JSON.parse(spec)
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Enough of the job to list it, and to cancel or remove it. */
const unreadable = (
  { account, id, kind }: SpecColumns,
  text: Readonly<Record<string, unknown>>,
  reason: string,
  cure = "Start a worker of the version that started the job."
): StoredSpec => ({
  id: JobId.make(id),
  kind: kind as JobKind,
  accountId: account,
  request: (text["request"] ?? null) as Schema.Json,
  origin: typeof text["origin"] === "string" ? text["origin"] : "",
  priority: 0,
  limit: Infinity,
  maxDepth: Infinity,
  maxConcurrency: 0,
  accountConcurrency: 0,
  delayMs: 0,
  heedsCrawlDelay: true,
  retentionMs: typeof text["retentionMs"] === "number" ? text["retentionMs"] : 86_400_000,
  task: false,
  unreadable: `This worker leaves job ${id} alone, because it ${reason}. ${cure}`
})
