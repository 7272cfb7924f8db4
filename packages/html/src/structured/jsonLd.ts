/** The JSON-LD of a page, also where it was written by hand or by a broken template (`lenientJson.ts`). */
import { attribute, text, type Tree } from "../tree/Tree.ts"
import { type Json, readLenientJson } from "./lenientJson.ts"
import { Tag } from "../tree/tags.ts"

export type { Json } from "./lenientJson.ts"

/** Characters read of all scripts together. */
const maxCharacters = 2_000_000
/** Values that are kept. */
const maxValues = 10_000

/** One value for each script, the members of top-level arrays each their own; what cannot be read is left out. */
export const jsonLd = (tree: Tree): ReadonlyArray<Json> => readJsonLd(tree).values

/** The values, and how many scripts gave none although they say something. */
export const readJsonLd = (tree: Tree): { readonly values: ReadonlyArray<Json>; readonly unreadable: number } => {
  const values: Array<Json> = []
  let unreadable = 0
  let left = maxCharacters
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag[node] !== Tag.script) continue
    const child = tree.first[node]!
    if (child < 0 || !/^\s*application\/ld\+json/i.test(attribute(tree, node, "type") ?? "")) continue
    const source = text(tree, child)
    left -= source.length
    const read = left < 0 ? [] : readLenientJson(source)
    if (read.length === 0 && source.trim() !== "") unreadable++
    for (const value of read) {
      const members = Array.isArray(value) ? (value as ReadonlyArray<Json>) : [value]
      for (const member of members) if (values.length < maxValues) values.push(member)
    }
  }
  return { values, unreadable }
}
