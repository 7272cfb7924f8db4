/**
 * Where pages go: `await orb.crawl(url).to(jsonLines("site.jsonl"))`. A sink is any object with `write`, or a function.
 */
export { jsonLines, type JsonLinesOptions } from "./sinks/jsonLines.ts"
export { markdownFolder } from "./sinks/markdownFolder.ts"
export { type Sink, type SinkDocument, type SinkInput, writePages } from "./sinks/Sink.ts"
export { sqliteTable, type SqliteTableOptions } from "./sinks/sqliteTable.ts"
export { SinkError, writeStream } from "./sinks/stream.ts"
export { warc, type WarcDocument } from "./sinks/warc.ts"
export { archivedResponse, type ArchivedResponse } from "./warc/archivedResponse.ts"
