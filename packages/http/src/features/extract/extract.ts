/** Extractions in the shapes of both versions (docs/reference/v2.md §13, v1.md §9). */
import { decode, ExtractOptions, limits } from "@orbweaver/extraction/extract/ExtractOptions"
import { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { extractJob } from "@orbweaver/extraction/internal/extract/extractJob"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { decodeBody, egressUnder, type Reader, reader, sortUrls } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { storeWarning } from "../jobs/pageJobs.ts"
import { jobOperations } from "../jobs/resultJobs.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import * as V1 from "../../v1/schemas.ts"
import * as WireV1 from "../../v1/wire.ts"
import * as V2 from "../../v2/schemas.ts"
import * as WireV2 from "../../v2/wire.ts"
import { webhookOf } from "../jobs/webhooks.ts"

type Fields = Omit<V2.ExtractRequest, "scrapeOptions">

interface Words<A extends Fields> {
  readonly read: Reader<A>
  readonly scrapeOptions: (body: A) => ScrapeOptions
  /** When the caller says nothing. */
  readonly ignoreInvalidURLs: boolean
  /** For a page, in milliseconds, when the caller says nothing. */
  readonly timeout?: number
  /** Whether an empty list of addresses left out is shown. */
  readonly showsNone: boolean
}

/** Options that the wire has in another form. */
const converted = [
  "ignoreInvalidURLs",
  "limit",
  "maxConcurrency",
  "schema",
  "scrapeOptions",
  "timeout",
  "webhook"
] as const
const sameFields = Struct.omit(ExtractOptions.fields, converted)
const sameNames = Object.keys(sameFields) as ReadonlyArray<keyof typeof sameFields>

const operations = <A extends Fields>(engines: Engines, words: Words<A>) => {
  const { cancel, start, status } = jobOperations(engines, extractJob, {
    unknown: "Extract job not found",
    starting: { kind: "extract" },
    reading: "extractStatus",
    start: (extractor, call) =>
      Effect.gen(function* () {
        const given = yield* decodeBody(words.read, call)
        const asked: Fields = given
        const { limit, schema, timeout = words.timeout, urls = [], webhook } = asked
        const ignoring = asked.ignoreInvalidURLs ?? words.ignoreInvalidURLs
        const options = yield* Effect.mapError(
          decode({
            ...Struct.pick(asked, sameNames),
            ignoreInvalidURLs: ignoring,
            scrapeOptions: words.scrapeOptions(given),
            ...(asked.__experimental_showSources === true ? { showSources: true } : {}),
            ...(limit === undefined ? {} : { limit: Math.min(limit, limits.maxPages) }),
            ...(schema === undefined || schema === null ? {} : { schema }),
            ...(timeout === undefined ? {} : { timeout }),
            ...webhookOf(engines, webhook)
          } satisfies ExtractOptions),
          wireErrorOfs
        )
        const egress = egressUnder(engines.egress, options.threatProtection)
        const { invalid, valid } = yield* sortUrls(urls, egress, ignoring, call.version)
        // If no valid URL is left, the request fails with the reasons.
        if (invalid.length > 0 && valid.length === 0) yield* sortUrls(urls, egress, false, call.version)
        const { job } = yield* extractor.start(valid, options, unsupportedFieldNotes(call.body))
        const shown = ignoring && (words.showsNone || invalid.length > 0)
        return { id: job.id, extraFields: { urlTrace: [], ...(shown ? { invalidURLs: invalid } : {}) } }
      }),
    find: (extractor, id) => extractor.status(id),
    answer: ({ data = [], ...found }) => ({
      ...found,
      // Until there is an answer, only the store has something to say.
      ...(found.status === "processing" ? storeWarning(found) : {}),
      data
    })
  })
  return { startExtract: start, getExtractStatus: status, cancelExtract: cancel }
}

/** An invalid schema is reported in the wire contract's words first, then by the position of each fault. */
const wireErrorOfs = (error: InvalidInput): InvalidInput =>
  error.issues.some(({ path }) => path[0] === "schema")
    ? new InvalidInput({
        what: error.what,
        issues: [{ path: ["schema"], message: "Invalid JSON schema.", code: "custom" }, ...error.issues]
      })
    : error

export const extractV2 = (engines: Engines) =>
  operations<V2.ExtractRequest>(engines, {
    read: reader(V2.ExtractRequest),
    scrapeOptions: ({ scrapeOptions }) => WireV2.scrapeOptions(scrapeOptions ?? {}),
    ignoreInvalidURLs: true,
    showsNone: true
  })

export const extractV1 = (engines: Engines) =>
  operations<V1.ExtractRequest>(engines, {
    read: reader(V1.ExtractRequest),
    scrapeOptions: ({ scrapeOptions }) => WireV1.scrapeOptions({ onlyMainContent: false, ...scrapeOptions }),
    ignoreInvalidURLs: false,
    timeout: 60_000,
    showsNone: false
  })
