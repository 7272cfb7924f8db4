/**
 * What a caller keeps of a page: `includeTags` and `excludeTags` as roots and a drop mask, the shape in which the main
 * content comes too, so that Markdown, HTML and links read one or the other.
 *
 * An entry is a CSS selector. One that starts and ends with `*` is a regular expression instead, without case, tested on
 * the name of each element and on each of its attributes written as `name="value"` (contract: excludeTags).
 */
import { createRequire } from "node:module"
import type * as Re2 from "re2js"
import { InvalidSelector } from "./InvalidSelector.ts"
import { Budget, outermost, predicateOf, selectWith, type Predicate } from "./select.ts"
import { attributes, tagNameOf, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

interface TagFilter {
  readonly includeTags?: ReadonlyArray<string> | undefined
  readonly excludeTags?: ReadonlyArray<string> | undefined
}

interface Filtered {
  /** Outermost kept elements in document order; the body where nothing is asked for. */
  readonly roots: ReadonlyArray<number>
  /** Non-zero at the top of each subtree to leave out. */
  readonly drop: Uint8Array
}

/**
 * @throws InvalidSelector
 */
export const filterTags = (tree: Tree, filter: TagFilter): Filtered => {
  const budget = new Budget()
  const drop = new Uint8Array(tree.size)
  for (const entry of filter.excludeTags ?? []) for (const node of matches(tree, entry, budget)) drop[node] = 1
  const include = filter.includeTags ?? []
  if (include.length === 0) return { roots: [bodyOf(tree)], drop }
  const wanted = new Set<number>()
  for (const entry of include) for (const node of matches(tree, entry, budget)) wanted.add(node)
  return { roots: outermost(tree, [...wanted]), drop }
}

/** The body of a document; its frameset, or the root, where it has none. */
const bodyOf = (tree: Tree): number => {
  for (let node = tree.first[1] ?? -1; node >= 0; node = tree.next[node]!) {
    if (tree.tag[node] === Tag.body || tree.tag[node] === Tag.frameset) return node
  }
  return tree.size > 1 ? 1 : 0
}

const matches = (tree: Tree, entry: string, budget: Budget): ReadonlyArray<number> => {
  const isPattern = entry.length > 2 && entry.startsWith("*") && entry.endsWith("*")
  const accepts = isPattern ? patternPredicate(tree, entry, budget) : predicateOf(tree, entry, budget)
  return selectWith(tree, accepts, entry, budget)
}

const patternPredicate = (tree: Tree, entry: string, budget: Budget): Predicate => {
  const test = patternTest(entry)
  return (node) => {
    budget.spend((tree.end[node]! - tree.start[node]!) >> 2)
    return test(tagNameOf(tree, node)) || attributes(tree, node).some(([name, value]) => test(`${name}="${value}"`))
  }
}

/** A test that takes linear time whatever the pattern: a plain search where it has no operators, RE2 otherwise. */
const patternTest = (entry: string): ((text: string) => boolean) => {
  const pattern = entry.slice(1, -1)
  if (/^[\w -]+$/.test(pattern)) {
    const wanted = pattern.toLowerCase()
    return (text) => text.toLowerCase().includes(wanted)
  }
  try {
    // Loaded by the first pattern: few callers use one. As css-select is (`select.ts`).
    const { RE2JS } = (
      typeof require === "function" ? require("re2js") : createRequire(import.meta.url)("re2js")
    ) as typeof Re2
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return (text) => compiled.matcher(text).find()
  } catch (error) {
    throw new InvalidSelector({
      selector: entry.slice(0, 200),
      detail: error instanceof Error ? error.message : String(error)
    })
  }
}
