/** From v2 bodies to the options of core. */
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import * as Struct from "effect/Struct"
import type { ScrapeFields } from "./schemas.ts"

const optionNames = Object.keys(ScrapeOptions.ScrapeOptions.fields) as ReadonlyArray<keyof ScrapeOptions.ScrapeOptions>

/** What v2 fills in that core leaves otherwise (docs/reference/v2.md §3). */
export const v2Defaults = { skipTlsVerification: true } as const

/** What an upload fills in besides: a file is not waited for. */
export const parseDefaults = { timeout: 30_000 } as const

export const scrapeOptions = (body: ScrapeFields): ScrapeOptions.ScrapeOptions => {
  const given = Struct.pick(body, optionNames)
  const timeout = effectiveTimeout(given)
  return { ...v2Defaults, ...given, ...(timeout === undefined ? {} : { timeout }) }
}

/**
 * `timeout: 30000` is what old clients send without meaning it: it is raised
 * for work that takes longer (docs/reference/v2.md §3, value transforms).
 */
const effectiveTimeout = ({ formats, proxy, timeout }: ScrapeOptions.ScrapeOptions): number | undefined => {
  if (timeout !== 30_000) return timeout
  if (formats?.some((format) => (typeof format === "string" ? format : format.type) === "json") === true) return 60_000
  return proxy === "basic" ? timeout : 120_000
}
