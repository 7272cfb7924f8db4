/** Everything a page says in a form made for machines, for readers that want data rather than text. */
import { type Tree } from "../tree/Tree.ts"
import { type Item } from "./items.ts"
import { type Json, jsonLd } from "./jsonLd.ts"
import { microdata } from "./microdata.ts"
import { rdfa } from "./rdfa.ts"

interface StructuredData {
  /** Values of the JSON-LD scripts. */
  readonly jsonLd: ReadonlyArray<Json>
  readonly microdata: ReadonlyArray<Item>
  readonly rdfa: ReadonlyArray<Item>
}

/** `base` is what addresses are relative to; see `baseUrl` of `Links`. */
export const structuredData = (tree: Tree, base: URL): StructuredData => ({
  jsonLd: jsonLd(tree),
  microdata: microdata(tree, base),
  rdfa: rdfa(tree, base)
})
