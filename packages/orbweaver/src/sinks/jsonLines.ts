/** Documents as JSON, one a line. */
import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import { type AtomicFile, createAtomicFile } from "./atomicFile.ts"
import type { Sink } from "./Sink.ts"

export interface JsonLinesOptions {
  /**
   * Add each line to what the file has, as it comes. Otherwise the lines are written beside the file, which they
   * replace at the end, and only where there is one. Default: `false`.
   */
  readonly append?: boolean | undefined
}

export const jsonLines = (file: string, { append = false }: JsonLinesOptions = {}): Sink =>
  append ? appended(file) : replaced(file)

const lineOf = (document: unknown): string => `${JSON.stringify(document)}\n`

const replaced = (path: string): Sink => {
  let file: AtomicFile | undefined
  return {
    write: async (document) => {
      file ??= await createAtomicFile(path)
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
        await mkdir(dirname(path), { recursive: true })
        file = await open(path, "a")
      }
      await file.appendFile(lineOf(document))
    },
    end: close,
    abort: close
  }
}
