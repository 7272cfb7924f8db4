/**
 * What a caller keeps of a page: `includeTags` and `excludeTags` as roots and a drop mask, the shape in which the main
 * content comes too, so that Markdown, HTML and links read one or the other.
 *
 * An entry is a CSS selector. One that starts and ends with `*` is a regular expression instead, without case, tested on
 * the name of each element and on each of its attributes written as `name="value"` (contract: excludeTags).
 */
import { re2 } from "#selectorEngines"
import type * as Re2 from "re2js"
import { InvalidSelector } from "./InvalidSelector.ts"
import { Budget, maxSelectorLength, outermost, predicateOf, selectWith, type Predicate } from "./select.ts"
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
export const filterTags = (tree: Tree, filter: TagFilter, budget = new Budget()): Filtered => {
  const drop = new Uint8Array(tree.size)
  for (const node of matches(tree, filter.excludeTags ?? [], budget)) drop[node] = 1
  const include = filter.includeTags ?? []
  if (include.length === 0) return { roots: [bodyOf(tree)], drop }
  return { roots: outermost(tree, [...matches(tree, include, budget)]), drop }
}

/** The body of a document; its frameset, or the root, where it has none. */
const bodyOf = (tree: Tree): number => {
  for (let node = tree.first[1] ?? -1; node >= 0; node = tree.next[node]!) {
    if (tree.tag[node] === Tag.body || tree.tag[node] === Tag.frameset) return node
  }
  return tree.size > 1 ? 1 : 0
}

const isPattern = (entry: string): boolean => entry.length > 2 && entry.startsWith("*") && entry.endsWith("*")

/** The elements that any of the entries matches. */
const matches = (tree: Tree, entries: ReadonlyArray<string>, budget: Budget): ReadonlySet<number> => {
  const found = new Set<number>()
  const add = (entry: string, accepts: Predicate): void => {
    for (const node of selectWith(tree, accepts, entry, budget)) found.add(node)
  }
  for (const entry of entries) if (!isPattern(entry)) add(entry, predicateOf(tree, entry, budget))
  const patterns = entries.filter(isPattern)
  const [first] = patterns
  if (first === undefined) return found
  const name = patterns.length === 1 ? first : `${first.slice(0, 100)} and ${patterns.length - 1} other patterns`
  const test = paidOnce(makePatternTest(patterns, budget), budget)
  add(name, (node) => {
    budget.spend(1 + ((tree.end[node]! - tree.start[node]!) >> 2))
    return test(tagNameOf(tree, node)) || attributes(tree, node).some(([name, value]) => test(`${name}="${value}"`))
  })
  return found
}

/** Longest text that patterns look at, in UTF-16 units; the rest of a longer attribute, such as a picture in it, is not read. */
const maxText = 8192
/** Longest text whose result is kept for the next element that has it. */
const maxKeptText = 256

/** Asks for each text of a page once, since most names and attributes of a page recur, and pays for it. */
const paidOnce = ({ matches, size }: PatternTest, budget: Budget): ((text: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (whole) => {
    const text = whole.length > maxText ? whole.slice(0, maxText) : whole
    const before = known.get(text)
    if (before !== undefined) return before
    const found = budget.spendTime((text.length + 1) * size, () => matches(text))
    if (text.length <= maxKeptText) known.set(text, found)
    return found
  }
}

interface PatternTest {
  /** Whether any of the patterns matches. */
  readonly matches: (text: string) => boolean
  /** States that a character of a text may be compared with. */
  readonly size: number
}

/** Largest compiled pattern, in instructions: what an attribute may cost grows with it. */
const maxProgram = 1000
/** Steps for each character of a pattern that its compiler may take. */
const compilerSteps = 1000
/** Most patterns without operators that are searched for one by one; more are one pattern. */
const maxWords = 8

/**
 * A test that takes linear time whatever the patterns: a plain search for those without operators, RE2 for the others.
 * Patterns are joined as far as one program may grow, since one pass over a text costs the same for one as for many.
 */
const makePatternTest = (entries: ReadonlyArray<string>, budget: Budget): PatternTest => {
  const patterns = entries.map((entry) => entry.slice(1, -1))
  const plain = patterns.filter((pattern) => /^[\w -]+$/.test(pattern))
  const words = plain.length > maxWords ? [] : plain.map((word) => word.toLowerCase())
  const others = words.length === 0 ? patterns : patterns.filter((pattern) => !plain.includes(pattern))
  const programs = others.length === 0 ? [] : joinPatterns(others, budget)
  return {
    matches: (text) => {
      const lower = words.length === 0 ? text : text.toLowerCase()
      return words.some((word) => lower.includes(word)) || programs.some(({ program }) => program.test(text))
    },
    size: words.length + programs.reduce((sum, { size }) => sum + size, 0)
  }
}

interface Program {
  readonly source: string
  readonly program: Re2.RE2JS
  readonly size: number
}

const joinPatterns = (patterns: ReadonlyArray<string>, budget: Budget): ReadonlyArray<Program> => {
  const { RE2JS } = re2()
  const compile = (source: string): Program =>
    budget.spendTime((source.length + 1) * compilerSteps, () => {
      const program = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)
      return { source, program, size: program.programSize() }
    })
  const refusal = (pattern: string, detail: string) =>
    new InvalidSelector({ selector: `*${pattern}*`.slice(0, 200), detail })
  // Each by itself first: a part that is no pattern alone could be one in another.
  const alone = patterns.map((pattern) => {
    if (pattern.length > maxSelectorLength) throw refusal(pattern, `it has more than ${maxSelectorLength} characters`)
    let made: Program
    try {
      made = compile(pattern)
    } catch (error) {
      throw refusal(pattern, error instanceof Error ? error.message : String(error))
    }
    if (made.size <= maxProgram) return made
    throw refusal(pattern, `it is too large: its repetitions come to more than ${maxProgram} steps`)
  })
  const joined: Array<Program> = []
  let group: Array<Program> = []
  const close = (): void => {
    const [only] = group
    if (only === undefined) return
    try {
      joined.push(group.length === 1 ? only : compile(group.map(({ source }) => `(?:${source})`).join("|")))
    } catch {
      // Two have a group of the same name, say.
      joined.push(...group)
    }
    group = []
  }
  let size = 0
  for (const program of alone) {
    if (size + program.size > maxProgram) {
      close()
      size = 0
    }
    group.push(program)
    size += program.size
  }
  close()
  return joined
}
