/** Documents as JSON, one a line. */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"
import { type AtomicFile, type AtomicFileOptions, createAtomicFile } from "./atomicFile.ts"
import { checkPath } from "./checkPath.ts"
import type { Sink } from "./Sink.ts"

export interface JsonLinesOptions extends AtomicFileOptions {
  /**
   * Add each line to what the file has, as it comes. Otherwise the lines are written beside the file, which they
   * replace at the end, and only where there is one. Default: `false`.
   */
  readonly append?: boolean | undefined
}

/** A line a document. Throws `InvalidInput` for an option that there is not. */
export const jsonLines = (file: string, options: JsonLinesOptions = {}): Sink => {
  checkPath("jsonLines", "file", file)
  Given.checkOptions("options of jsonLines", schemas, options)
  const { append = false, keepPartial } = options
  return append ? appended(file) : replaced(file, { keepPartial })
}

const schemas: Given.OptionSchemas<JsonLinesOptions> = { append: Given.boolean, keepPartial: Given.boolean }

const lineOf = (document: unknown): string => `${JSON.stringify(document)}\n`

const replaced = (path: string, options: AtomicFileOptions): Sink => {
  let file: AtomicFile | undefined
  return {
    write: async (document) => {
      file ??= await createAtomicFile(path, options)
      await file.append(lineOf(document))
    },
    end: () => file?.commit(),
    abort: () => file?.discard()
  }
}

const appended = (path: string): Sink => {
  let file: FileHandle | undefined
  const close = () => file?.close()
  return {
    write: async (document) => {
      if (file === undefined) {
        await makeFolder(dirname(path))
        file = await open(path, "a")
      }
      await file.appendFile(lineOf(document))
    },
    end: close,
    abort: close
  }
}
