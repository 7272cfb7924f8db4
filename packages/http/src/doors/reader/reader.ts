/** Reads one page for the reader: a scrape with the options of headers, parameters and body. */
import * as Effect from "effect/Effect"
import type { Engines } from "../../features/Engines.ts"
import { withPage } from "../../features/scrape/scrapeOnce.ts"
import type { Call, Operation } from "../../gate/Operation.ts"
import { decodeBody, parseUrl, reader, refuseBlocked } from "../../wire/decode.ts"
import { wireError } from "../../wire/ErrorBody.ts"
import { readerAnswer, wantsStreamOnly, writeReaderError } from "./readerAnswer.ts"
import { askedOf, ReaderOptions, scrapeOptionsOf } from "./readerOptions.ts"
import { targetOf } from "./readerTarget.ts"

const readOptions = reader(ReaderOptions)

const noUrl = wireError(
  400,
  "The address of a page is missing: write it after /r/, as in /r/https://example.com",
  "BAD_REQUEST"
)
const badCode = wireError(400, "The address has a percent code that is no UTF-8", "BAD_REQUEST")
const noStream = wireError(
  406,
  "The reader answers with the whole page, not with a stream of events: accept text/plain or application/json"
)

/** `prefix` is that of the mount. */
export const readerOperation = (engines: Engines, prefix: string | undefined): Operation => ({
  kind: "scrape",
  writes: true,
  price: () => ({ unit: "credits", amount: 1 }),
  writeError: writeReaderError,
  work: (call) => read(engines, call, prefix)
})

const read = Effect.fnUntraced(function* (engines: Engines, call: Call, prefix: string | undefined) {
  const { request, version } = call
  if (wantsStreamOnly(request)) return yield* noStream
  const target = targetOf(request.originalUrl, prefix)
  if (target === undefined) return yield* badCode
  const { options, unsupported } = askedOf(request.headers, Object.fromEntries(target.query), fieldsOf(call))
  const asked = yield* decodeBody(readOptions, { body: options, version })
  const typed = target.url ?? asked.url
  if (typed === undefined || typed === "") return yield* noUrl
  const url = yield* parseUrl(typed, engines.egress.policy, ["url"])
  yield* refuseBlocked(url, engines.egress)
  return yield* withPage(engines, call.caller.account, typed, scrapeOptionsOf(asked), ({ document }) =>
    readerAnswer(request, asked, document, unsupported)
  )
})

const fieldsOf = ({ body }: Call): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {}
