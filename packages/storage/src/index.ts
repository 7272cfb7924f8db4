/** Where things stay after the process: one namespace per concept. */
export * as Database from "./sqlite/Database.ts"
export * as SqliteJobs from "./SqliteJobs.ts"
export * as SqliteLedger from "./SqliteLedger.ts"
