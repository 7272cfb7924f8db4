/**
 * Who the caller's `mobile` and `location` make of us: one visitor, whether a
 * page is fetched or rendered.
 */
import type { Resolved } from "../model/ScrapeOptions.ts"

/** Chrome on Android as it names itself (reduced user agent of Chromium); `version` is its major version. */
export const mobileAgent = (version = "150"): string =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`

/**
 * BCP 47, most wanted first, never empty: the languages that were named, without
 * those that are no tags; otherwise the language most spoken in the country, by
 * the likely subtags of Unicode CLDR that the runtime carries.
 */
export const languagesOf = ({ country, languages }: NonNullable<Resolved["location"]>): ReadonlyArray<string> => {
  const wanted = languages.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag)
    } catch {
      return []
    }
  })
  return wanted.length > 0 ? wanted : [likelyLanguage(country.toUpperCase())]
}

/** As a browser lists them: after a language of a region the language itself. */
export const withBare = (languages: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(languages.flatMap((tag) => (tag.includes("-") ? [tag, tag.slice(0, tag.indexOf("-"))] : [tag])))
]

/** `Accept-Language` with falling weights, as Chromium writes it (RFC 9110 §12.5.4). */
export const acceptLanguage = (languages: ReadonlyArray<string>): string =>
  withBare(languages)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=${Math.max(1, 10 - index) / 10}`))
    .join(",")

const likelyLanguage = (region: string): string => {
  try {
    const { language } = new Intl.Locale(`und-${region}`).maximize()
    return language === "und" ? "en" : `${language}-${region}`
  } catch {
    return "en"
  }
}
