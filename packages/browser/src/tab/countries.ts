/**
 * The time zone that a visitor from a country presents: from the Unicode CLDR
 * data that Node carries; the table names the zone where most people live for
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

/** IANA name for an ISO 3166-1 alpha-2 code; undefined for a region without one. */
export const timezoneOf = (country: string): string | undefined => {
  const region = country.toUpperCase()
  const main = mainZone[region]
  if (main !== undefined) return main
  try {
    const locale: Intl.Locale & LocaleInfo = new Intl.Locale(`und-${region}`)
    return locale.getTimeZones?.()?.[0]
  } catch {
    return undefined
  }
}

/** Not yet in TypeScript's library: ECMAScript Intl Locale Info proposal, in Node since 18. */
interface LocaleInfo {
  readonly getTimeZones?: () => ReadonlyArray<string> | undefined
}
