/** Contract suites: what every adapter of a port must do. Needs vitest and @effect/vitest. */
export * as EgressSuite from "./EgressSuite.ts"
export * as FetcherSuite from "./FetcherSuite.ts"
export * as FormatSuite from "./FormatSuite.ts"
export * as FrontierSuite from "./FrontierSuite.ts"
export * as LedgerSuite from "./LedgerSuite.ts"
export * as PageCacheSuite from "./PageCacheSuite.ts"
export * as RendererSuite from "./RendererSuite.ts"
export * as SnapshotsSuite from "./SnapshotsSuite.ts"
