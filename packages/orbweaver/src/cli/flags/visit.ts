/** Flags of how pages are asked for: who visits, with what, what is done there, and for how long. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { usage } from "../output/exit.ts"
import { list, optionalText, texts, type InputOf } from "./flags.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"

/** Flags of the option `location`. */
export const locationFlags = {
  country: optionalText(
    "country",
    "Visit as from this country (ISO 3166-1, such as DE), with its languages and time zone"
  ),
  languages: list("languages").pipe(
    Flag.withDescription("Accepted languages (BCP 47), most preferred first, separated by commas")
  )
}

type LocationInput = InputOf<typeof locationFlags>

/** The option `location`, where one of its flags was given. */
export const locationOf = ({ country = Option.none(), languages = [] }: Partial<LocationInput>) => {
  const location = {
    ...(Option.isSome(country) ? { country: country.value } : {}),
    ...(languages.length === 0 ? {} : { languages })
  }
  return Object.keys(location).length === 0 ? {} : { location }
}

export const visitFlags = {
  header: Flag.String("header").pipe(
    Flag.withAlias("H"),
    Flag.withDescription("Request header as name:value; may be repeated"),
    Flag.atLeast(0)
  ),
  cookie: texts("cookie", "Cookie as name=value; may be repeated. Sent to the origin of the address only"),
  profile: optionalText(
    "profile",
    "Browser profile to visit with, of --data or --database; needs ORBWEAVER_ENCRYPTION_KEYS"
  ),
  saveProfile: Flag.Boolean("save-profile").pipe(
    Flag.withDescription("Save what the browser holds afterwards; --no-save-profile leaves the profile as it was"),
    Flag.withDefault(true)
  ),
  ...locationFlags,
  visit: optionFlags(ScrapeOptions.fields)
}

export type VisitInput = InputOf<typeof visitFlags>

/** What was given, as fields of `ScrapeOptions` for its schema to check. */
export const visitOf = Effect.fnUntraced(function* (input: VisitInput) {
  const headers = yield* headersOf(input)
  return {
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...locationOf(input),
    ...profileOf(input),
    ...(yield* optionsOf(ScrapeOptions.fields, input.visit))
  }
})

const profileOf = ({ profile, saveProfile }: Pick<VisitInput, "profile" | "saveProfile">) =>
  Option.isNone(profile) ? {} : { profile: { name: profile.value, ...(saveProfile ? {} : { saveChanges: false }) } }

/** `k:v` entries as an object, and the cookies as the header that they are. */
const headersOf = Effect.fnUntraced(function* ({ cookie, header }: Pick<VisitInput, "cookie" | "header">) {
  const headers: Record<string, string> = {}
  for (const entry of header) {
    const colon = entry.indexOf(":")
    if (colon <= 0) {
      return yield* usage(`--header takes name:value, not ${JSON.stringify(entry)}`)
    }
    headers[entry.slice(0, colon).trim()] = entry.slice(colon + 1).trim()
  }
  for (const entry of cookie) {
    if (entry.indexOf("=") > 0 && !entry.includes(";")) continue
    return yield* usage(`--cookie takes name=value, not ${JSON.stringify(entry)}`)
  }
  return cookie.length === 0 ? headers : { ...headers, cookie: cookie.join("; ") }
})
