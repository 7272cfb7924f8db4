/** The inputs that are kept in files: examples of each format, and what has failed once. */
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Target } from "./Target.ts"

const folderOf = ({ name }: Target): string => fileURLToPath(new URL(`corpus/${name}/`, import.meta.url))

export interface CorpusFile {
  readonly file: string
  readonly input: Uint8Array
}

export const read = (target: Target): ReadonlyArray<CorpusFile> =>
  readdirSync(folderOf(target))
    .toSorted()
    .map((file) => ({ file, input: readFileSync(folderOf(target) + file) }))

/** Keeps an input that failed; gives the path of its file. */
export const save = (target: Target, input: Uint8Array): string => {
  mkdirSync(folderOf(target), { recursive: true })
  const name = createHash("sha256").update(input).digest("hex").slice(0, 12)
  const path = `${folderOf(target)}failed-${name}.${target.extension}`
  writeFileSync(path, input)
  return path
}
