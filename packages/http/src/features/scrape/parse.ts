/** An uploaded file, read like a page (docs/reference/v2.md §15). */
import { type CaptureError, entryOfReason } from "@orbweaver/core/model/CaptureError"
import { parseFile } from "@orbweaver/core/scrape/ParseFile"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import * as Effect from "effect/Effect"
import { defaultBounds, malformed, scanJson, scanParts } from "../../wire/bodyScan.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest, wireError, type WireError } from "../../wire/ErrorBody.ts"
import type { Version } from "../../wire/issues.ts"
import type { Operation } from "../../gate/Operation.ts"
import { parseText, readBytes, tooLarge } from "../../wire/readBody.ts"
import { answerScrape } from "./scrapeOnce.ts"
import { isSet, refusedFields, unsupportedFieldsWarning } from "../../wire/unsupportedFields.ts"
import { withWarning } from "../../wire/warning.ts"
import { networkOptions, ParseOptions } from "../../v2/schemas.ts"
import { parseDefaults, scrapeOptions } from "../../v2/wire.ts"

/** Largest upload, in bytes: a file of 50 MB and what frames it. */
const maxBytes = 51 * 1024 * 1024

const readOptions = reader(ParseOptions)

const noFile = wireError(400, "A file is required: send multipart/form-data with a part named file", "BAD_REQUEST")
const notMultipart = wireError(415, "Unsupported Media Type", "BAD_REQUEST")
/** Longest options of an upload, in bytes. */
const maxOptions = 1_000_000
const longOptions = badRequest([
  {
    code: "too_big",
    maximum: maxOptions,
    path: ["options"],
    message: `options must contain at most ${maxOptions} bytes`
  }
])
const notJson = badRequest([{ code: "custom", path: ["options"], message: "options must be JSON" }])
const badForm = wireError(400, "The multipart body cannot be read", "BAD_REQUEST")

export const parse = ({ answers, concurrency, scraper, write }: Engines): Operation => ({
  kind: "scrape",
  writes: true,
  body: "raw",
  price: () => ({ unit: "credits", amount: 1 }),
  work: ({ caller, limits, report, request, version }) =>
    Effect.gen(function* () {
      // Until the options are read, nothing says that the call may be kept.
      report({ forgotten: true })
      const type = request.headers["content-type"] ?? ""
      if (!/^multipart\/form-data\s*;/i.test(type)) return yield* notMultipart
      const boundary = boundaryOf(type)
      if (boundary === undefined) return yield* badForm
      const bytes = yield* readBytes(request, { ...limits, maxBytes }, scanParts(boundary))
      const form = yield* formOf(bytes, type)
      const file = form.get("file")
      if (file === null || typeof file === "string") return yield* noFile
      const { asked, unsupported } = yield* optionsOf(form.get("options"), version)
      report({ forgotten: asked.zeroDataRetention === true })
      const options = scrapeOptions(asked)
      const name = file.name.replaceAll("\\", "/").split("/").at(-1) ?? ""
      const contents = yield* Effect.promise(() => file.arrayBuffer())
      const timeout = options.timeout ?? parseDefaults.timeout
      const given = {
        bytes: new Uint8Array(contents),
        filename: name,
        contentType: file.type === "" ? undefined : file.type
      }
      const { document, id } = yield* concurrency.run(caller.account, timeout, (waitedMs) =>
        Effect.provideService(
          parseFile(given, { ...options, timeout: Math.max(1, timeout - waitedMs) }),
          Scraper,
          scraper
        )
      )
      const text = write(withWarning(document, unsupported))
      const retaining = asked.zeroDataRetention === true ? undefined : answers
      return yield* answerScrape({ id, accountId: caller.account.id, text }, retaining)
    }).pipe(Effect.catchTag("CaptureError", (error) => Effect.fail(ofFile(error))))
})

/** What is wrong with a file is wrong with the request. */
const ofFile = (error: CaptureError): WireError | CaptureError => {
  const { _tag, message } = error.reason
  if (_tag === "Unsupported") return wireError(400, message, "BAD_REQUEST")
  if (_tag === "UnreadableDocument") return wireError(400, message, entryOfReason(_tag).code)
  return _tag === "TooLarge" ? tooLarge : error
}

/** RFC 2046 §5.1.1: of at most 70 characters, which may be quoted. */
const boundaryOf = (type: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? []
  return quoted ?? plain
}

const formOf = (bytes: Uint8Array, type: string): Effect.Effect<FormData, WireError> =>
  Effect.tryPromise({
    try: () => new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } }).formData(),
    catch: () => badForm
  })

/** Without what asks a page for nothing. */
const withoutDefaults = (options: unknown): unknown =>
  typeof options === "object" && options !== null && !Array.isArray(options)
    ? Object.fromEntries(
        Object.entries(options).filter(
          ([name, value]) => isSet(value) || !(networkOptions as ReadonlyArray<string>).includes(name)
        )
      )
    : options

const optionsOf = Effect.fnUntraced(function* (
  part: unknown,
  version: Version
): Effect.fn.Return<
  { readonly asked: typeof ParseOptions.Type; readonly unsupported?: string | undefined },
  WireError
> {
  if (part === null) return { asked: {} }
  if ((typeof part === "string" ? part.length : (part as Blob).size) > maxOptions) return yield* longOptions
  const text = typeof part === "string" ? part : yield* Effect.promise(() => (part as Blob).text())
  const parsed = yield* parseText(text, "json", scanJson(defaultBounds)).pipe(
    Effect.mapError((error) => (error === malformed ? notJson : error))
  )
  const refused = refusedFields(parsed)
  if (refused !== undefined) return yield* refused
  const asked = yield* decodeBody(readOptions, { body: withoutDefaults(parsed), version })
  return { asked, unsupported: unsupportedFieldsWarning(parsed) }
})
