/**
 * What Open WebUI asks of an external web loader and of an external search engine
 * (docs/guide/open-webui.md; https://docs.openwebui.com/features/web-search/external).
 */
import { limits } from "@orbweaver/core/model/SearchOptions"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Bearer } from "../../gate/Bearer.ts"
import { KeyScope } from "../../wire/KeyScope.ts"
import { endpointsOf } from "../../wire/endpoints.ts"
import { maxUrls } from "../pages.ts"

const optional = Schema.optionalKey

export const LoadRequest = Schema.Struct({
  urls: Schema.Array(Schema.String)
    .check(Schema.isMinLength(1), Schema.isMaxLength(maxUrls))
    .annotate({ description: `Addresses of pages, at most ${maxUrls}, which is what Open WebUI sends at once` })
})

/** Values are plain, since vector stores take no others. */
export const LoadedPage = Schema.Struct({
  page_content: Schema.String.annotate({ description: "Markdown of the main content" }),
  metadata: Schema.Struct({
    source: Schema.String.annotate({ description: "The address as it was asked for" }),
    title: optional(Schema.String),
    description: optional(Schema.String),
    language: optional(Schema.String),
    statusCode: Schema.Int.annotate({ description: "Status of the page itself" }),
    warning: optional(Schema.String)
  })
})
export type LoadedPage = typeof LoadedPage.Type

/** Pages that could not be read are left out; the header `X-Warning` names them. */
export const LoadResponse = Schema.Array(LoadedPage)

export const SearchRequest = Schema.Struct({
  query: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.query)).annotate({
    description: "What to search for"
  }),
  count: optional(
    Schema.Int.check(Schema.isGreaterThan(0)).annotate({
      description: `Most results; more than ${limits.results} reads as ${limits.results}. 10 when absent`
    })
  )
})

export const SearchResponse = Schema.Array(
  Schema.Struct({ link: Schema.String, title: Schema.String, snippet: Schema.String })
)

const { post } = endpointsOf()

const openWebUi = HttpApiGroup.make("Open WebUI").add(
  post(
    "openWebUiLoad",
    "/open-webui/load",
    LoadRequest,
    LoadResponse,
    "Pages for the web loader of Open WebUI"
  ).annotate(KeyScope, "scrape"),
  post(
    "openWebUiSearch",
    "/open-webui/search",
    SearchRequest,
    SearchResponse,
    "Results for the web search of Open WebUI"
  ).annotate(KeyScope, "search")
)

export class OpenWebUiApi extends HttpApi.make("openWebUi")
  .add(openWebUi)
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver for Open WebUI", version: "1.0.0" })) {}
