/** Fetch engines; `GotScraping` and `Impit` need their packages, and are loaded from their own subpaths. */
export * as Engines from "./Engines.ts"
export * as Identity from "./identity.ts"
export * as Proxies from "./proxies.ts"
export * as Undici from "./Undici.ts"
