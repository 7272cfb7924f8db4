/** Extractions in the shapes of both versions (contract/v2.md §13, v1.md §9). */
import { decode, type ExtractOptions, limits } from "@orbweaver/core/extract/ExtractOptions"
import { InvalidInput } from "@orbweaver/core/InvalidInput"
import type { ScrapeOptions } from "@orbweaver/core/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { absent } from "./absent.ts"
import { type Reader, reader, sortUrls } from "./decode.ts"
import type { Engines } from "./Engines.ts"
import { badRequest, fail } from "./ErrorBody.ts"
import { ownJob, storeWarning } from "./jobs.ts"
import type { Operation } from "./Operation.ts"
import * as V1 from "./v1/schemas.ts"
import * as WireV1 from "./v1/wire.ts"
import * as V2 from "./v2/schemas.ts"
import * as WireV2 from "./v2/wire.ts"
import { webhookOf } from "./webhooks.ts"

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

const notFound = fail(404, "Extract job not found")

const passed = [
  "prompt",
  "ignoreSitemap",
  "includeSubdomains",
  "allowExternalLinks",
  "enableWebSearch",
  "showSources"
] as const

/** What the caller asked for and does not get. */
const notesOf = (asked: Fields): ReadonlyArray<string> =>
  (["agent", "systemPrompt"] as const).flatMap((name) =>
    asked[name] === undefined ? [] : [`${name} is not supported by this server and was ignored.`]
  )

const operations = <A extends Fields>(engines: Engines, words: Words<A>) => {
  const { extractor, jobs } = engines
  if (extractor === undefined || jobs === undefined) {
    const missing = absent("extractStatus", "Extractions")
    return { extractStart: absent("extract", "Extractions", "json"), extractStatus: missing, extractCancel: missing }
  }
  const extractStart: Operation = {
    kind: "extract",
    writes: true,
    body: "json",
    price: () => ({ unit: "credits", amount: 1 }),
    work: ({ body, version }) =>
      Effect.gen(function* () {
        const read = words.read(body, version)
        if (Result.isFailure(read)) return yield* badRequest(read.failure)
        const asked: Fields = read.success
        const { limit, schema, timeout = words.timeout, urls = [], webhook } = asked
        const ignoring = asked.ignoreInvalidURLs ?? words.ignoreInvalidURLs
        const options = yield* Effect.mapError(
          decode({
            ...Struct.pick(asked, passed),
            ignoreInvalidURLs: ignoring,
            scrapeOptions: words.scrapeOptions(read.success),
            ...(asked.__experimental_showSources === true ? { showSources: true } : {}),
            ...(limit === undefined ? {} : { limit: Math.min(limit, limits.mostPages) }),
            ...(schema === undefined || schema === null ? {} : { schema }),
            ...(timeout === undefined ? {} : { timeout }),
            ...webhookOf(engines, webhook)
          } satisfies ExtractOptions),
          inWordsOfTheWire
        )
        const { invalid, valid } = yield* sortUrls(urls, engines.egress, ignoring, version)
        // When nothing is left there is nothing to ignore: the reasons are told.
        if (invalid.length > 0 && valid.length === 0) yield* sortUrls(urls, engines.egress, false, version)
        const { job } = yield* extractor.start(valid, options, notesOf(asked))
        return {
          success: true,
          id: job.id,
          urlTrace: [],
          ...(ignoring && (words.showsNone || invalid.length > 0) ? { invalidURLs: invalid } : {})
        }
      })
  }
  const extractStatus: Operation = {
    kind: "extractStatus",
    work: ({ caller, params }) =>
      Effect.gen(function* () {
        const job = yield* ownJob(jobs, params["id"], caller, notFound, notFound)
        const {
          data = [],
          id: _,
          ...status
        } = yield* Effect.catchTag(extractor.status(job.id), "JobNotFound", () => Effect.fail(notFound))
        // Until there is an answer, only the store has something to say.
        return { ...status, ...(status.status === "processing" ? storeWarning(status) : {}), data }
      })
  }
  const extractCancel: Operation = {
    kind: "extractStatus",
    writes: true,
    work: ({ caller, params }) =>
      Effect.gen(function* () {
        const job = yield* ownJob(jobs, params["id"], caller, notFound, notFound)
        if (job.kind !== "extract") return yield* notFound
        yield* Effect.catchTag(jobs.move(job.id, "cancelled"), "JobNotFound", () => Effect.fail(notFound))
        return { success: true, status: "cancelled" }
      })
  }
  return { extractStart, extractStatus, extractCancel }
}

/** A schema that cannot be followed is told in the words of the contract first, then by the place of each fault. */
const inWordsOfTheWire = (error: InvalidInput): InvalidInput =>
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
