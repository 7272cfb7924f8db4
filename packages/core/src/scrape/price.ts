/** What a scrape costs, before and after it. */
import { creditsOf, mayAskModel, type PlannedFormat } from "./Format.ts"
import type { Page } from "../reading/Page.ts"
import type { FormatResults } from "./runFormats.ts"

/** What the asked formats cost on top of the page. */
export const priceOf = (plan: ReadonlyArray<PlannedFormat>): number =>
  plan.reduce((sum, { asked, format, spec }) => sum + (asked ? creditsOf(format, spec) : 0), 0)

export const modelFormats = (plan: ReadonlyArray<PlannedFormat>) =>
  plan.filter(({ format, spec }) => mayAskModel(format, spec))

/**
 * What models are likely to take of the account: the page once for each extraction that reads it, and an answer. Formats
 * that cost no tokens need an account that has any.
 */
export const expectedTokens = (plan: ReadonlyArray<PlannedFormat>, { content }: Page): number => {
  const asking = modelFormats(plan)
  const charging = asking.filter(({ format }) => format.chargesTokens === true).length
  if (charging === 0) return Math.min(1, asking.length)
  // The source of a page that another thread read is decoded only for those who want it.
  return charging * (1000 + Math.min(Math.ceil(content.source.length / 4), 30_000))
}

/** Credits for what was made: a format that gave nothing costs nothing. */
export const creditsFor = (plan: ReadonlyArray<PlannedFormat>, page: Page, { parts }: FormatResults): number => {
  const made = plan.filter(({ format }) => Object.keys(parts.get(format.name) ?? {}).length > 0)
  return 1 + priceOf(made) + Math.max(0, numberOr(page.content.metadata?.["numPages"], 1) - 1)
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise)
