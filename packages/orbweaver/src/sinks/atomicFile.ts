/** Files that a reader sees whole or not at all: written beside their place, then moved into it. */
import { randomUUID } from "node:crypto"
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"

export interface AtomicFile {
  readonly append: (text: string | Uint8Array) => Promise<void>
  /** Puts the file in its place, over what was there. */
  readonly commit: () => Promise<void>
  /** Leaves what was there. */
  readonly discard: () => Promise<void>
}

export interface AtomicFileOptions {
  /** Write into `NAME.partial`, and leave it there when the file is discarded. Default: `false`, a hidden name. */
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
  const partial = keepPartial
    ? `${path}.partial`
    : join(folder, `.${basename(path)}.${randomUUID().slice(0, 8)}.partial`)
  const handle: FileHandle = await open(partial, keepPartial ? "w" : "wx")
  return {
    append: async (text) => {
      await handle.appendFile(text)
    },
    commit: async () => {
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partial, path)
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
    discard: () => handle.close()
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
