/** A kind of files: by what it is known, what reads it, and how the reference describes it. */
import type { Reader } from "../model/Reader.ts"

export interface Kind {
  /** Files as people call them, for the reference. */
  readonly files: string
  /** What is kept, for the reference. */
  readonly keeps: string
  /** The first is that of a file which is known by its extension alone. */
  readonly mediaTypes: ReadonlyArray<string>
  /** Without dot. */
  readonly extensions: ReadonlyArray<string>
  /** Media type of a file whose content shows that it is of this kind; looks at a few kilobytes (core's `Parser`). */
  readonly sniff?: ((bytes: Uint8Array) => string | undefined) | undefined
  /** Bytes of text that reading has to go through; those of the file when absent. */
  readonly textSize?: ((bytes: Uint8Array) => number) | undefined
  /** Package that the application installs for them. */
  readonly needs?: string | undefined
  /** Loads the reader with the first file, on the thread that reads it. */
  readonly load: () => Promise<Reader>
}
