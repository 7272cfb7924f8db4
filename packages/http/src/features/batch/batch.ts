/** Starting a batch, which the versions word and default differently (docs/reference/v1.md §5, docs/reference/v2.md §9). */
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import { defaultBounds } from "../../wire/bodyScan.ts"
import { decodeBody, egressUnder, type Reader, reader, sortUrls } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import * as Jobs from "../jobs/pageJobs.ts"
import type { Operation } from "../../gate/Operation.ts"
import { maxUrls } from "../../wire/schemas.ts"
import * as V1 from "../../v1/schemas.ts"
import * as WireV1 from "../../v1/wire.ts"
import * as V2 from "../../v2/schemas.ts"
import * as WireV2 from "../../v2/wire.ts"

/** Addresses of one batch, and its other values. */
const maxItems = maxUrls + defaultBounds.maxItems

type BatchFields = Pick<V2.BatchRequest, keyof typeof V2.batchFields | "urls" | "zeroDataRetention">

/** Options that the wire has as they are. */
const sameFields = Struct.omit(V2.batchFields, ["ignoreInvalidURLs", "webhook"])
const sameNames = Object.keys(sameFields) as ReadonlyArray<keyof typeof sameFields>

interface BatchWording<A> {
  readonly read: Reader<A>
  readonly scrapeOptions: (body: A) => ScrapeOptions
  /** What its documents call structured data, where that is not `json`. */
  readonly dataName?: (body: A) => { readonly dataName?: "extract" }
  /** When the caller says nothing. */
  readonly ignoreInvalidURLs: boolean
}

/** Rather than more pages for one that there is. */
const isNewBatch = (body: unknown): boolean =>
  typeof (body as { readonly appendToId?: unknown } | undefined)?.appendToId !== "string"

const start = <A extends BatchFields>(engines: Engines, words: BatchWording<A>): Operation => {
  const { base } = engines
  return offered(engines.batch, "Batch scrapes")(
    {
      kind: "scrape",
      writes: true,
      body: "json",
      profile: "body",
      maxItems,
      price: Jobs.price,
      startsJob: isNewBatch,
      once: true
    },
    (batch, call) =>
      Effect.gen(function* () {
        const body = yield* decodeBody(words.read, call)
        const fields: BatchFields = body
        const ignoreInvalidURLs = body.ignoreInvalidURLs ?? words.ignoreInvalidURLs
        const scrapeOptions = words.scrapeOptions(body)
        const pages = yield* Jobs.pageOptions(engines, call, fields, scrapeOptions)
        const egress = egressUnder(engines.egress, scrapeOptions.threatProtection)
        const { invalid, valid } = yield* sortUrls(fields.urls, egress, ignoreInvalidURLs, call.version)
        const { job } = yield* batch
          .start(valid, {
            ignoreInvalidURLs,
            ...words.dataName?.(body),
            ...Struct.pick(fields, sameNames),
            ...pages
          })
          .pipe(Effect.catchTag("JobNotFound", () => Effect.fail(Jobs.notFound)))
        return Jobs.started(
          `${base(call)}/${call.version}/batch/scrape`,
          job,
          ignoreInvalidURLs ? { invalidURLs: invalid } : {},
          pages.notes
        )
      })
  )
}

const readV2 = reader(V2.BatchRequest)

export const batchStartV2 = (engines: Engines): Operation =>
  start(engines, { read: readV2, scrapeOptions: WireV2.scrapeOptions, ignoreInvalidURLs: true })

const readV1 = reader(V1.BatchRequest)

export const batchStartV1 = (engines: Engines): Operation =>
  start(engines, {
    read: readV1,
    scrapeOptions: WireV1.scrapeOptions,
    dataName: WireV1.dataName,
    ignoreInvalidURLs: false
  })
