/** Files that a reader sees whole or not at all: written beside their place, then moved into it. */
import { randomUUID } from "node:crypto"
import { fsync as fsyncByNumber } from "node:fs"
import { type FileHandle, open, realpath, rename, rm, stat, truncate } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"

export interface AtomicFile {
  readonly append: (text: string | Uint8Array) => Promise<void>
  /** Puts the file in its place, over what was there. */
  readonly commit: () => Promise<void>
  /** Leaves what was there. */
  readonly discard: () => Promise<void>
  /**
   * Keeps what was appended, without the half of a piece that could not be written: in its place where nothing was there,
   * and as `NAME.partial` beside what was there.
   */
  readonly keep: () => Promise<void>
}

/** By the number of the file: Yarn Plug'n'Play gives handles that have no `sync`. */
const fsync = promisify(fsyncByNumber)

export interface AtomicFileOptions {
  /** Write into `NAME.partial`, and leave it there when the file is not committed. Default: `false`, a hidden name. */
  readonly keepPartial?: boolean | undefined
}

/**
 * Opens a file of this name; its folder is made where there is none. A link stays a link to what is written. A pipe or a device
 * cannot be replaced: it gets the text at once.
 */
export const createAtomicFile = async (
  name: string,
  { keepPartial = false }: AtomicFileOptions = {}
): Promise<AtomicFile> => {
  const path = await realpath(name).catch(() => name)
  const existing = await stat(path).catch(() => undefined)
  if (existing !== undefined && !existing.isFile()) return openInPlace(path)
  const folder = dirname(path)
  await makeFolder(folder)
  const kept = `${path}.partial`
  const partial = keepPartial ? kept : join(folder, `.${basename(path)}.${randomUUID().slice(0, 8)}.partial`)
  const handle: FileHandle = await open(partial, keepPartial ? "w" : "wx")
  let length = 0
  const close = async () => {
    try {
      await fsync(handle.fd)
    } finally {
      await handle.close()
    }
  }
  return {
    append: async (text) => {
      await handle.appendFile(text)
      length += Buffer.byteLength(text)
    },
    commit: async () => {
      await close()
      await rename(partial, path)
    },
    keep: async () => {
      await close()
      await truncate(partial, length)
      const isFree = (await stat(path).catch(() => undefined)) === undefined
      await rename(partial, isFree && !keepPartial ? path : kept)
    },
    discard: async () => {
      await handle.close()
      if (!keepPartial) await rm(partial, { force: true })
    }
  }
}

const openInPlace = async (path: string): Promise<AtomicFile> => {
  const handle = await open(path, "w")
  return {
    append: async (text) => {
      await handle.appendFile(text)
    },
    commit: () => handle.close(),
    discard: () => handle.close(),
    keep: () => handle.close()
  }
}

export const writeAtomically = async (path: string, text: string | Uint8Array): Promise<void> => {
  const file = await createAtomicFile(path)
  try {
    await file.append(text)
  } catch (error) {
    await file.discard()
    throw error
  }
  await file.commit()
}
