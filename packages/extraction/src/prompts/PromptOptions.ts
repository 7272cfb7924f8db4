/** What a prompt may set of a crawl, and why it did. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"

/** The options that a prompt may lead to. */
export const PromptOptions = Schema.Struct(
  Struct.pick(CrawlOptions.fields, [
    "includePaths",
    "excludePaths",
    "maxDiscoveryDepth",
    "sitemap",
    "ignoreQueryParameters",
    "deduplicateSimilarURLs",
    "crawlEntireDomain",
    "allowExternalLinks",
    "allowSubdomains",
    "ignoreRobotsTxt",
    "limit",
    "delay"
  ])
)
export type PromptOptions = typeof PromptOptions.Type

export interface Reason {
  readonly option: string
  /** Of the prompt. */
  readonly words: string
  readonly reason: string
}
