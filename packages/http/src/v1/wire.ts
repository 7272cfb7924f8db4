/** From v1 bodies to the options of core, and from documents of core to those of v1 (docs/reference/v1.md §2). */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Struct from "effect/Struct"
import type { StartOptions } from "@orbweaver/core/crawl/Crawler"
import { ruleFields } from "@orbweaver/core/model/CrawlOptions"
import type { Document } from "@orbweaver/core/model/Document"
import { type FormatSpec, namesInV1, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { Rules, ScrapeFields } from "./schemas.ts"

/** What v1 means by a field left out, where core means something else (docs/reference/v1.md §2.2). */
export const v1Defaults = { skipTlsVerification: false, proxy: "basic", maxAge: 0 } as const

/** `defaultTimeout` is 30000 for `/scrape`, and absent elsewhere. */
export const scrapeOptions = (body: ScrapeFields, defaultTimeout?: number): ScrapeOptions => {
  const location = body.location ?? body.geolocation
  const timeout = effectiveTimeout(body, defaultTimeout)
  return {
    ...v1Defaults,
    ...Struct.pick(body, namesInV1),
    formats: (body.formats ?? ["markdown"]).flatMap((format) => toFormat(format, body)),
    ...(body.parsePDF === undefined ? {} : { parsers: body.parsePDF ? ["pdf" as const] : [] }),
    ...defined({ location, timeout })
  }
}

const jsonFormat = (options: ScrapeFields["extract"] = {}): FormatSpec => ({
  type: "json",
  ...Struct.pick(options, ["schema", "prompt"])
})

const toFormat = (
  format: NonNullable<ScrapeFields["formats"]>[number],
  body: ScrapeFields
): ReadonlyArray<FormatSpec> => {
  switch (format) {
    case "screenshot@fullPage":
      return [{ type: "screenshot", fullPage: true }]
    case "json":
      return [jsonFormat(body.jsonOptions)]
    case "extract":
      // One model call serves both names; `json` wins (docs/reference/v1.md §2.1).
      return body.formats?.includes("json") === true ? [] : [jsonFormat(body.extract)]
    case "changeTracking":
      return [{ type: "changeTracking", ...body.changeTrackingOptions }]
    default:
      return [{ type: format }]
  }
}

/** Exactly 30000 is raised for work that takes longer; an agent gets the most (docs/reference/v1.md §2, transforms). */
const effectiveTimeout = (body: ScrapeFields, defaultTimeout: number | undefined): number | undefined => {
  const timeout = body.timeout ?? defaultTimeout
  if (body.agent !== undefined) return 300_000
  if (timeout !== 30_000) return timeout
  if (
    body.formats?.some((format) => format === "json" || format === "extract" || format === "changeTracking") === true
  ) {
    return 60_000
  }
  return body.proxy === undefined || body.proxy === "basic" ? timeout : 120_000
}

/** Structured data stands under the name of the format that asked for it. */
export const toDocument = (
  document: Document,
  body: Pick<ScrapeFields, "formats">
): Document & { readonly extract?: unknown } => {
  if (!isExtract(body)) return document
  const { json, ...rest } = document
  return json === undefined ? rest : { ...rest, extract: json }
}

/** What a job must remember to name its structured data as `toDocument` does. */
export const dataName = (body: Pick<ScrapeFields, "formats">): { readonly dataName?: "extract" } =>
  isExtract(body) ? { dataName: "extract" } : {}

const isExtract = ({ formats }: Pick<ScrapeFields, "formats">): boolean =>
  formats?.includes("extract") === true && !formats.includes("json")

/** Those that v1 has under their names. */
const sameRules = Struct.keys(Struct.omit(ruleFields, ["crawlEntireDomain", "robotsUserAgent", "sitemap"]))

/** Which pages belong to the crawl, in core's words; `maxDepth` is the caller's. */
export const crawlRules = (rules: Rules): StartOptions => {
  const backward = rules.crawlEntireDomain ?? rules.allowBackwardCrawling ?? rules.allowBackwardLinks
  return {
    ...Struct.pick(rules, sameRules),
    ...(rules.ignoreSitemap === undefined
      ? {}
      : { sitemap: rules.ignoreSitemap ? ("skip" as const) : ("include" as const) }),
    ...defined({ crawlEntireDomain: backward })
  }
}

/** The options of a running crawl in v1's words (docs/reference/v1.md §6, active). */
export const activeOptions = (request: Readonly<Record<string, unknown>>): object => {
  const { crawlEntireDomain, maxPathDepth, sitemap } = request
  return {
    ...Struct.omit(request, ["url", "webhook", "maxPathDepth", "sitemap", "dataName", "notes"]),
    ...defined({ maxDepth: maxPathDepth, allowBackwardLinks: crawlEntireDomain }),
    ignoreSitemap: sitemap === "skip"
  }
}
