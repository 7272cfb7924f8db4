/** Documents as JSON, one a line. */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { checkPath } from "./checkPath.ts"
import { type RecordFileOptions, recordSink } from "./recordFile.ts"
import type { Sink } from "./Sink.ts"

export interface JsonLinesOptions extends RecordFileOptions {}

const schemas: Given.OptionSchemas<JsonLinesOptions> = { append: Given.boolean, keepPartial: Given.boolean }

/** A line a document. Throws `InvalidInput` for an option that there is not. */
export const jsonLines = (file: string, options: JsonLinesOptions = {}): Sink => {
  checkPath("jsonLines", "file", file)
  Given.checkOptions("options of jsonLines", schemas, options)
  return recordSink(file, { isQuoted: false, encode: (document) => `${JSON.stringify(document)}\n` }, options)
}
