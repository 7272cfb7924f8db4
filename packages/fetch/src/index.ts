/** Fetch engines that need nothing installed; `GotScraping` and `Impit` are behind their own subpaths. */
export * as Identity from "./identity.ts"
export * as Undici from "./Undici.ts"
