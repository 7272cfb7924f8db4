/**
 * `/search` and `/extract` as Tavily's clients know them (docs/guide/tavily.md; https://docs.tavily.com/documentation/api-reference,
 * and the types of `@tavily/core`).
 */
import { limits } from "@orbweaver/core/model/SearchOptions"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Bearer } from "../../gate/Bearer.ts"
import { KeyScope } from "../../wire/KeyScope.ts"
import { named } from "../../wire/endpoints.ts"
import { doorErrors } from "../doorErrors.ts"
import { maxUrls } from "../pages.ts"

const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const Day = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { message: "Expected a day: YYYY-MM-DD" })
)
const Domains = Schema.Array(Schema.String.check(Schema.isMaxLength(253))).check(Schema.isMaxLength(limits.domains))
const positive = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9999 }))

const shared = {
  api_key: optional(Schema.String, "The key, for older clients that send no `Authorization`"),
  include_images: optional(Schema.Boolean, "Also return addresses of pictures"),
  include_favicon: optional(Schema.Boolean, "Also return the address of each page's icon, where the page was read"),
  include_usage: optional(Schema.Boolean, "Also return the credits used"),
  chunks_per_source: optional(Schema.Int, "Accepted; changes nothing")
}

export const SearchRequest = Schema.Struct({
  query: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.query)).annotate({
    description: "What to search for"
  }),
  ...shared,
  max_results: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
    "Most results, from 0 to 20; 5 when absent"
  ),
  topic: optional(
    Schema.Literals(["general", "news", "finance"]),
    "`news` searches news; the others search the web. `general` when absent"
  ),
  include_raw_content: optional(
    Schema.Union([Schema.Boolean, Schema.Literals(["markdown", "text"])]),
    "Also read each page: `true` and `markdown` as Markdown, `text` as plain text"
  ),
  include_domains: optional(Domains, "Only results of these sites"),
  exclude_domains: optional(Domains, "No results of these sites"),
  time_range: optional(
    Schema.Literals(["day", "week", "month", "year", "d", "w", "m", "y"]),
    "Published at most this long ago"
  ),
  days: optional(positive, "Published at most so many days ago; for `news`"),
  max_hours: optional(positive, "Published at most so many hours ago"),
  start_date: optional(Day, "Published on this day or later: `YYYY-MM-DD`"),
  end_date: optional(Day, "Published on this day or earlier: `YYYY-MM-DD`"),
  country: optional(Schema.String.check(Schema.isMaxLength(100)), "Place that results are for, such as `germany`"),
  language: optional(Schema.String.check(Schema.isMaxLength(35)), "Language of the results"),
  search_depth: optional(Schema.String, "Accepted; changes nothing"),
  include_answer: optional(Schema.Union([Schema.Boolean, Schema.String]), "Not supported: `answer` is null"),
  include_image_descriptions: optional(Schema.Boolean, "Not supported"),
  include_domains_mode: optional(Schema.String, "`restrict`; `prefer` is not supported"),
  auto_parameters: optional(Schema.Boolean, "Not supported"),
  exact_match: optional(Schema.Boolean, "Not supported"),
  filter_by_language: optional(Schema.Boolean, "Not supported")
})
export type SearchRequest = typeof SearchRequest.Type

const Usage = optional(Schema.Struct({ credits: Schema.Int }), "Present when it was asked for")
const Warning = optional(Schema.String, "What was asked for and is not had")

const timing = {
  response_time: Schema.Finite.annotate({ description: "Seconds" }),
  request_id: Schema.String.annotate({ description: "Names the request in the log of the server" }),
  usage: Usage,
  warning: Warning
}

export const SearchResponse = Schema.Struct({
  query: Schema.String,
  follow_up_questions: Schema.Null,
  answer: Schema.Null,
  images: Schema.Array(Schema.String),
  results: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      url: Schema.String,
      content: Schema.String.annotate({ description: "What the search engine says of the page" }),
      score: Schema.Finite.annotate({
        description: "From the rank alone, which is all that is known of the relevance: 1, 0.99, 0.98 and so on"
      }),
      raw_content: Schema.NullOr(Schema.String).annotate({
        description: "The page; null where it was not asked for or could not be read"
      }),
      published_date: optional(Schema.String, "Of news, as the engine says it"),
      favicon: optional(Schema.String, "Address of the page's icon")
    })
  ),
  ...timing
})
export type SearchResponse = typeof SearchResponse.Type

export const ExtractRequest = Schema.Struct({
  urls: Schema.Union([
    Schema.String,
    Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(maxUrls))
  ]).annotate({ description: `An address, or at most ${maxUrls} of them` }),
  ...shared,
  format: optional(Schema.Literals(["markdown", "text"]), "Form of `raw_content`; `markdown` when absent"),
  timeout: optional(
    Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
    "Limit for each page, in seconds from 1 to 60; 60 when absent"
  ),
  query: optional(
    Schema.String.check(Schema.isMaxLength(limits.query)),
    "Return the passages that speak to this in place of the whole page"
  ),
  extract_depth: optional(Schema.String, "Accepted; changes nothing")
})
export type ExtractRequest = typeof ExtractRequest.Type

export const ExtractResponse = Schema.Struct({
  results: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      title: Schema.NullOr(Schema.String),
      raw_content: Schema.String,
      images: Schema.Array(Schema.String),
      favicon: optional(Schema.String, "Address of the page's icon")
    })
  ),
  failed_results: Schema.Array(Schema.Struct({ url: Schema.String, error: Schema.String })),
  ...timing
})
export type ExtractResponse = typeof ExtractResponse.Type

const errors = doorErrors((status, description) =>
  Schema.Struct({ detail: Schema.Struct({ error: Schema.String }) })
    .annotate({ description })
    .pipe(HttpApiSchema.status(status))
)

const tavily = HttpApiGroup.make("Tavily").add(
  HttpApiEndpoint.post("tavilySearch", "/tavily/search", {
    payload: SearchRequest,
    success: SearchResponse,
    error: errors
  })
    .annotateMerge(named("tavilySearch", "Search the web, for clients of Tavily"))
    .annotate(KeyScope, "search"),
  HttpApiEndpoint.post("tavilyExtract", "/tavily/extract", {
    payload: ExtractRequest,
    success: ExtractResponse,
    error: errors
  })
    .annotateMerge(named("tavilyExtract", "Read pages, for clients of Tavily"))
    .annotate(KeyScope, "scrape")
)

export class TavilyApi extends HttpApi.make("tavily")
  .add(tavily)
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver for clients of Tavily", version: "1.0.0" })) {}
