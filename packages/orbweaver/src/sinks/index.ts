/**
 * Where pages go: `await orb.crawl(url).to(jsonLines("site.jsonl"))`. A sink is any object with `write`, or a function.
 */
export { csv, type CsvOptions } from "./csv.ts"
export { jsonLines, type JsonLinesOptions } from "./jsonLines.ts"
export { markdownFolder, type MarkdownFolderOptions } from "./markdownFolder.ts"
export { type Download, type Sink, type SinkContext, type SinkDocument, type SinkInput, writePages } from "./Sink.ts"
export type { PictureLimits } from "./folder/pictures.ts"
export type { RecordFileOptions } from "./recordFile.ts"
export { sqliteTable, type SqliteTableOptions } from "./sqliteTable.ts"
export { SinkError } from "./stream.ts"
export { wacz } from "./wacz.ts"
export { warc, type WarcDocument } from "./warc.ts"
export { archivedResponse, type ArchivedResponse } from "../warc/archivedResponse.ts"
