/** Where things stay after the process: one namespace per concept. PostgreSQL is in `@orbweaver/storage/postgres`, S3 in `@orbweaver/storage/s3`. */
export * as FileBlobs from "./files/Blobs.ts"
export * as KeyvBlobs from "./keyv/Blobs.ts"
export * as KeyvPageCache from "./keyv/PageCache.ts"
export { sqlite } from "./sqlite.ts"
export * as SqliteDatabase from "./sqlite/Database.ts"
export * as SqliteJobStores from "./sqlite/JobStores.ts"
export * as SqliteLocalIndex from "./sqlite/LocalIndex.ts"
export * as SqlitePageCache from "./sqlite/PageCache.ts"
export * as SqliteWaitingLines from "./sqlite/WaitingLines.ts"
export { temporary } from "./temporary.ts"
export * as TemporaryPageCache from "./temporary/PageCache.ts"
export {
  SqliteAnswerArchive,
  SqliteCallLog,
  SqliteClaimedKeys,
  SqliteLedger,
  SqliteRateCounter,
  SqliteSnapshots,
  SqliteTeamStore
} from "./sqlite/smallStores.ts"
