/**
 * CSS selectors over the tree, for what callers write: `includeTags`, `excludeTags`, the `attributes` format.
 *
 * The plain ones (`nav`, `.ad`, `#top`, `div.ad`, `[hidden]`) are decided by one look at a node. All others run in
 * css-select through an adapter whose nodes are our numbers. Selectors come from callers and pages from strangers, so
 * every step of css-select is paid from a budget: a chain of siblings over 100,000 nodes ends as `InvalidSelector` and
 * not as a blocked process.
 */
import type * as CssSelect from "css-select"
import { cssSelect } from "#selectorEngines"
import { InvalidSelector } from "./InvalidSelector.ts"
import {
  attribute,
  hasAttribute,
  isSpace,
  sourceNameOf,
  subtreeEnd,
  tagNameOf,
  textContent,
  type Tree
} from "../tree/Tree.ts"
import { Tag, tagId } from "../tree/tags.ts"

/** Says of an element whether it is selected. */
export type Predicate = (node: number) => boolean

/** Longest selector taken, in UTF-16 units. */
export const maxSelectorLength = 10_000

/** Steps that a core takes in a millisecond. */
const stepsPerMs = 40_000

/** Steps that the selectors of one call may take together; the default is about a quarter of a second of one core. */
export class Budget {
  private left: number

  constructor(steps = 10_000_000) {
    this.left = steps
  }

  /**
   * Pays for work whose steps nobody counts: as many as fit into the time that it takes. `most` are the steps that it can
   * take, so that it does not pay for what else the machine does meanwhile.
   *
   * @throws Error when nothing is left
   */
  spendTime<A>(most: number, work: () => A): A {
    const start = performance.now()
    const made = work()
    this.spend(Math.min(most, 1 + (performance.now() - start) * stepsPerMs))
    return made
  }

  /** @throws Error when nothing is left; `selectWith` makes it an `InvalidSelector`. */
  spend(steps: number): void {
    this.left -= steps
    if (this.left < 0) throw new Error("it takes too many steps on this page")
  }
}

/**
 * The elements that the selector matches, in document order.
 *
 * @throws InvalidSelector
 */
export const select = (tree: Tree, selector: string): ReadonlyArray<number> => {
  const budget = new Budget()
  return selectWith(tree, predicateOf(tree, selector, budget), selector, budget)
}

/** The elements a predicate accepts, in document order. */
export const selectWith = (tree: Tree, accepts: Predicate, selector: string, budget: Budget): ReadonlyArray<number> =>
  selectIn(tree, 0, accepts, selector, budget)

/** The same of those inside an element; as with `querySelectorAll`, a selector may name what is around it. */
export const selectIn = (
  tree: Tree,
  scope: number,
  accepts: Predicate,
  selector: string,
  budget: Budget
): ReadonlyArray<number> => {
  const found: Array<number> = []
  const end = subtreeEnd(tree, scope)
  try {
    budget.spend(1 + ((end - scope) >> 2))
    for (let node = scope + 1; node < end; node++) {
      if (tree.tag[node] !== Tag.text && accepts(node)) found.push(node)
    }
  } catch (error) {
    throw refusal(selector, error)
  }
  return found
}

/**
 * Compiles a selector for one tree.
 *
 * @throws InvalidSelector
 */
export const predicateOf = (tree: Tree, selector: string, budget: Budget): Predicate => {
  const trimmed = selector.trim()
  if (trimmed === "") throw new InvalidSelector({ selector, detail: "it is empty" })
  if (trimmed.length > maxSelectorLength) {
    throw new InvalidSelector({
      selector: `${trimmed.slice(0, 100)}…`,
      detail: `it has more than ${maxSelectorLength} characters`
    })
  }
  const simple = simplePredicate(tree, trimmed, budget)
  if (simple !== undefined) return simple
  try {
    return cssSelect().compile<number, number>(trimmed, {
      adapter: adapterOf(tree, budget),
      cacheResults: false,
      relativeSelector: false
    })
  } catch (error) {
    throw refusal(selector, error)
  }
}

const refusal = (selector: string, error: unknown): InvalidSelector => {
  // A selector nested thousands of levels deep overflows the stack of its compiler.
  const detail =
    error instanceof RangeError
      ? "it is nested too deeply"
      : inWords(selector, error instanceof Error ? error.message : String(error))
  return new InvalidSelector({ selector: selector.slice(0, 200), detail })
}

/** What the parser means where its own message ends without a word or names a part of the parser. */
const inWords = (selector: string, message: string): string => {
  if (selector.trim().startsWith("/")) return "it is XPath, and CSS is expected"
  if (message === "Empty sub-selector") return "a part of it is empty"
  if (message.startsWith("Pseudo-elements")) return "pseudo-elements such as ::before hold no content of the page"
  const [, kind, rest] = /^(Expected name, found|Unmatched selector:) ?(.*)$/s.exec(message) ?? []
  if (rest === undefined) return message
  if (rest === "") return "it ends where a name is expected"
  const place = JSON.stringify(rest.slice(0, 20))
  return kind === "Unmatched selector:" ? `${place} is unexpected` : `a name is expected at ${place}`
}

// ---------------------------------------------------------------- plain selectors

const simple =
  /^(?:([a-z][a-z0-9-]*)?(?:([.#])([a-z_][\w-]*))?|\[([a-z][a-z0-9-]*)(?:=(?:"([^"\\]*)"|([a-z_][\w-]*)))?\])$/i

/** Attributes whose values are compared without case in HTML; css-select knows the list. */
const plainValues = new Set(["id", "class", "role", "itemprop", "aria-label", "href", "src", "name", "data-testid"])

const simplePredicate = (tree: Tree, selector: string, budget: Budget): Predicate | undefined => {
  const parts = simple.exec(selector)
  if (parts === null) return undefined
  const [, name, mark, word = "", attributeName, quoted, bare] = parts
  if (attributeName !== undefined) {
    const key = attributeName.toLowerCase()
    const value = quoted ?? bare
    if (value === undefined) return (node) => pays(budget) && hasAttribute(tree, node, key)
    return plainValues.has(key) ? (node) => pays(budget) && attribute(tree, node, key) === value : undefined
  }
  const isNamed = name === undefined ? undefined : namePredicate(tree, name.toLowerCase())
  const isMarked =
    mark === "."
      ? (node: number) => pays(budget) && hasWord(attribute(tree, node, "class"), word)
      : mark === "#"
        ? (node: number) => pays(budget) && attribute(tree, node, "id") === word
        : undefined
  if (isNamed === undefined) return isMarked
  return isMarked === undefined ? isNamed : (node) => isNamed(node) && isMarked(node)
}

/** For an attribute that is looked for. */
const pays = (budget: Budget): true => {
  budget.spend(1)
  return true
}

const isNamedInSource = (tree: Tree, node: number, name: string): boolean =>
  tree.tag[node] !== Tag.text &&
  tree.source[tree.start[node]! - name.length - 1] === "<" &&
  sourceNameOf(tree, node) === name

const namePredicate = (tree: Tree, name: string): Predicate => {
  const { tag } = tree
  const id = tagId(name)
  // A custom element may be taken for the element that it stands for.
  if (name.includes("-")) return (node) => isNamedInSource(tree, node, name)
  // Inside svg a known name has no id: the name in the source decides.
  return (node) =>
    tag[node] === id
      ? id !== Tag.unknown || tagNameOf(tree, node) === name
      : tag[node] === Tag.unknown && tagNameOf(tree, node) === name
}

/** True when the word is one of those in a list separated by white space. */
const hasWord = (list: string | undefined, word: string): boolean => {
  if (list === undefined) return false
  for (let at = list.indexOf(word); at >= 0; at = list.indexOf(word, at + 1)) {
    const end = at + word.length
    if ((at === 0 || isSpace(list.charCodeAt(at - 1))) && (end === list.length || isSpace(list.charCodeAt(end))))
      return true
  }
  return false
}

// ---------------------------------------------------------------- css-select

type Adapter = NonNullable<NonNullable<Parameters<typeof CssSelect.compile<number, number>>[1]>["adapter"]>

const adapterOf = (tree: Tree, budget: Budget): Adapter => {
  const { end, first, next, parent, start, tag } = tree
  const spend = (steps: number): void => budget.spend(steps)
  const children = new Map<number, Array<number>>()
  const childrenOf = (node: number): Array<number> => {
    const known = children.get(node)
    if (known !== undefined) return known
    const list: Array<number> = []
    for (let child = first[node]!; child >= 0; child = next[child]!) list.push(child)
    spend(list.length)
    children.set(node, list)
    return list
  }
  const depth = new Int32Array(tree.size)
  for (let node = 1; node < tree.size; node++) depth[node] = depth[parent[node]!]! + 1
  // Reading an attribute means reading the tag up to it.
  const payAttribute = (node: number): void => spend(1 + ((end[node]! - start[node]!) >> 4))
  return {
    isTag: (node): node is number => {
      spend(1)
      return tag[node] !== Tag.text && tag[node] !== Tag.document
    },
    getAttributeValue: (node, name) => {
      payAttribute(node)
      return attribute(tree, node, name)
    },
    hasAttrib: (node, name) => {
      payAttribute(node)
      return hasAttribute(tree, node, name)
    },
    getName: (node) => {
      spend(1)
      return tagNameOf(tree, node)
    },
    getChildren: (node) => {
      // css-select walks a subtree with arrays that it shifts at every level.
      spend(1 + (depth[node]! >> 5))
      return childrenOf(node)
    },
    getParent: (node) => {
      spend(1)
      const up = parent[node]!
      return up < 0 ? null : up
    },
    getSiblings: (node) => {
      spend(1)
      return node === 0 ? [0] : childrenOf(parent[node]!)
    },
    getText: (node) => {
      const last = subtreeEnd(tree, node) - 1
      spend(last - node + (Math.max(0, end[last]! - start[node]!) >> 4))
      return textContent(tree, node)
    },
    removeSubsets: (nodes) => outermost(tree, nodes),
    equals: (one, other) => {
      spend(1)
      return one === other
    }
  }
}

/** Without the nodes that are inside others of the list; in document order. */
export const outermost = (tree: Tree, nodes: ReadonlyArray<number>): Array<number> => {
  let end = -1
  return nodes
    .toSorted((one, other) => one - other)
    .filter((node) => {
      if (node < end) return false
      end = subtreeEnd(tree, node)
      return true
    })
}
