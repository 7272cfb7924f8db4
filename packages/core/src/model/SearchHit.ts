/** What a search engine, or the local index, finds. */
import * as Schema from "effect/Schema"

export const Source = Schema.Literals(["web", "news", "images", "local"])
export type Source = typeof Source.Type

/** One hit; what a provider does not say is absent. */
export interface SearchHit {
  readonly url: string
  readonly title: string
  readonly description?: string | undefined
  /** Of news: as the provider says it, such as `2 hours ago`. */
  readonly date?: string | undefined
  readonly imageUrl?: string | undefined
  readonly imageWidth?: number | undefined
  readonly imageHeight?: number | undefined
}
