/** Where things stay after the process: one namespace per concept. PostgreSQL is in `@orbweaver/storage/postgres`. */
export * as Database from "./sqlite/Database.ts"
export * as KeyvPageCache from "./KeyvPageCache.ts"
export { sqlite } from "./sqlite.ts"
export * as SqliteJobs from "./SqliteJobs.ts"
export * as SqliteLedger from "./SqliteLedger.ts"
export * as SqlitePageCache from "./SqlitePageCache.ts"
export * as SqliteSnapshots from "./SqliteSnapshots.ts"
