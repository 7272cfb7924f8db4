/** Flags of how pages are asked for: who visits, with what, what is done there, and for how long. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { codes, Exit } from "./exit.ts"
import { list, readJson } from "./flags.ts"

export const visitFlags = {
  header: Flag.String("header").pipe(
    Flag.withAlias("H"),
    Flag.withDescription("Request header as name:value; may be repeated"),
    Flag.atLeast(0)
  ),
  cookie: Flag.String("cookie").pipe(
    Flag.withDescription("Cookie as name=value; may be repeated. Sent to the origin of the address only"),
    Flag.atLeast(0)
  ),
  mobile: Flag.Boolean("mobile").pipe(
    Flag.withDescription("Visit as a phone"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  country: Flag.String("country").pipe(
    Flag.withDescription("Visit as from this country (ISO 3166-1, such as DE): its languages, its time of day"),
    Flag.optional
  ),
  languages: list("languages").pipe(
    Flag.withDescription("Languages to ask for (BCP 47), most wanted first, separated by commas")
  ),
  actions: Flag.String("actions").pipe(
    Flag.withDescription("What to do on the page, as a JSON array or a file that holds one; needs a browser"),
    Flag.optional
  ),
  blockAds: Flag.Boolean("block-ads").pipe(
    Flag.withDescription("Leave advertisements and cookie banners out in a browser; --no-block-ads shows them"),
    Flag.withDefault(true)
  ),
  waitFor: Flag.Int("wait-for").pipe(
    Flag.withDescription("Milliseconds for scripts to settle; needs a browser"),
    Flag.optional
  ),
  timeout: Flag.Int("timeout").pipe(
    Flag.withDescription("Limit for the whole scrape of a page, in milliseconds (default 60000)"),
    Flag.optional
  ),
  skipTlsVerification: Flag.Boolean("skip-tls-verification").pipe(
    Flag.withDescription("Accept invalid certificates"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

export interface VisitInput {
  readonly header: ReadonlyArray<string>
  readonly cookie: ReadonlyArray<string>
  readonly mobile: boolean
  readonly country: Option.Option<string>
  readonly languages: ReadonlyArray<string>
  readonly actions: Option.Option<string>
  readonly blockAds: boolean
  readonly waitFor: Option.Option<number>
  readonly timeout: Option.Option<number>
  readonly skipTlsVerification: boolean
}

/** What was given, as fields of `ScrapeOptions` for its schema to check. */
export const visitOf = Effect.fnUntraced(function* (input: VisitInput) {
  const location = {
    ...(Option.isSome(input.country) ? { country: input.country.value } : {}),
    ...(input.languages.length === 0 ? {} : { languages: input.languages })
  }
  const headers = yield* headersOf(input)
  return {
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(input.mobile ? { mobile: true } : {}),
    ...(Object.keys(location).length === 0 ? {} : { location }),
    ...(Option.isSome(input.actions) ? { actions: yield* readJson("actions", input.actions.value) } : {}),
    ...(input.blockAds ? {} : { blockAds: false }),
    ...(Option.isSome(input.waitFor) ? { waitFor: input.waitFor.value } : {}),
    ...(Option.isSome(input.timeout) ? { timeout: input.timeout.value } : {}),
    ...(input.skipTlsVerification ? { skipTlsVerification: true } : {})
  }
})

/** `k:v` entries as an object, and the cookies as the header that they are. */
const headersOf = Effect.fnUntraced(function* ({ cookie, header }: Pick<VisitInput, "cookie" | "header">) {
  const headers: Record<string, string> = {}
  for (const entry of header) {
    const colon = entry.indexOf(":")
    if (colon <= 0) {
      return yield* new Exit({ code: codes.usage, text: `--header takes name:value, not ${JSON.stringify(entry)}` })
    }
    headers[entry.slice(0, colon).trim()] = entry.slice(colon + 1).trim()
  }
  for (const entry of cookie) {
    if (entry.indexOf("=") > 0 && !entry.includes(";")) continue
    return yield* new Exit({ code: codes.usage, text: `--cookie takes name=value, not ${JSON.stringify(entry)}` })
  }
  return cookie.length === 0 ? headers : { ...headers, cookie: cookie.join("; ") }
})
