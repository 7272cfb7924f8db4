/** Search engines for `SearchProvider`, one namespace each. They need an `HttpClient`, which carries the egress policy. */
export * as Brave from "./Brave.ts"
export * as DuckDuckGo from "./DuckDuckGo.ts"
export * as SearchApi from "./SearchApi.ts"
export * as Searxng from "./Searxng.ts"
export * as Serper from "./Serper.ts"
export * as Tavily from "./Tavily.ts"
