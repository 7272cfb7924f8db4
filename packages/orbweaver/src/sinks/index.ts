/**
 * Where pages go: `await orb.crawl(url).to(jsonLines("site.jsonl"))`. A sink is any object with `write`, or a function.
 */
export { jsonLines, type JsonLinesOptions } from "./jsonLines.ts"
export { markdownFolder } from "./markdownFolder.ts"
export { type Sink, type SinkDocument, type SinkInput, writePages } from "./Sink.ts"
export { sqliteTable, type SqliteTableOptions } from "./sqliteTable.ts"
export { SinkError, writeStream } from "./stream.ts"
export { wacz } from "./wacz.ts"
export { warc, type WarcDocument } from "./warc.ts"
export { archivedResponse, type ArchivedResponse } from "../warc/archivedResponse.ts"
