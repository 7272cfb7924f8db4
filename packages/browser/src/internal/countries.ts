/**
 * What a visitor from a country presents: languages and time zone.
 *
 * Both come from the Unicode CLDR data that Node carries (likely subtags and
 * time zones of a region); the table names the zone where most people live for
 * countries that have several.
 */

/** The most populous zone of countries with more than one (IANA time zone database, `zone1970.tab`). */
const mainZone: Readonly<Record<string, string>> = {
  AR: "America/Argentina/Buenos_Aires",
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CD: "Africa/Kinshasa",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  CY: "Asia/Nicosia",
  DE: "Europe/Berlin",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  FM: "Pacific/Pohnpei",
  GL: "America/Nuuk",
  ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa",
  KZ: "Asia/Almaty",
  MH: "Pacific/Majuro",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PS: "Asia/Hebron",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  US: "America/New_York",
  UZ: "Asia/Tashkent",
  VN: "Asia/Ho_Chi_Minh"
}

export interface Visitor {
  /** BCP 47, most wanted first; never empty. */
  readonly languages: ReadonlyArray<string>
  /** IANA name; undefined for a region without one. */
  readonly timezone: string | undefined
}

/** `country` is ISO 3166-1 alpha-2; `languages` that are no BCP 47 tags are left out. */
export const visitor = (country: string, languages: ReadonlyArray<string>): Visitor => {
  const region = country.toUpperCase()
  const wanted = languages.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag)
    } catch {
      return []
    }
  })
  return { languages: wanted.length > 0 ? wanted : [likelyLanguage(region)], timezone: timezoneOf(region) }
}

/** As a browser lists them: after a language of a region the language itself. */
export const withBare = (languages: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(languages.flatMap((tag) => (tag.includes("-") ? [tag, tag.slice(0, tag.indexOf("-"))] : [tag])))
]

const likelyLanguage = (region: string): string => {
  try {
    const { language } = new Intl.Locale(`und-${region}`).maximize()
    return language === "und" ? "en" : `${language}-${region}`
  } catch {
    return "en"
  }
}

/** Not yet in TypeScript's library: ECMAScript Intl Locale Info proposal, in Node since 18. */
interface LocaleInfo {
  readonly getTimeZones?: () => ReadonlyArray<string> | undefined
}

const timezoneOf = (region: string): string | undefined => {
  const main = mainZone[region]
  if (main !== undefined) return main
  try {
    const locale: Intl.Locale & LocaleInfo = new Intl.Locale(`und-${region}`)
    return locale.getTimeZones?.()?.[0]
  } catch {
    return undefined
  }
}
