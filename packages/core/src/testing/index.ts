/** Contract suites: what every adapter of a port must do. Needs vitest and @effect/vitest. */
export * as EgressSuite from "./EgressSuite.ts"
export * as FormatSuite from "./FormatSuite.ts"
export * as PageCacheSuite from "./PageCacheSuite.ts"
export * as SnapshotsSuite from "./SnapshotsSuite.ts"
