/**
 * What the style sheets in a page say of its elements, as far as selectors of one element go: `p`, `.note`, `#top`,
 * `p.note.small`. Rules with other selectors, of other media than screens, and with conditions are not read; the classes
 * and ids that they name are remembered, since they may change what the others say.
 */
import { type Codes, codesOf } from "../tree/codes.ts"
import {
  attribute,
  attributeBit,
  attributeIndex,
  subtreeEnd,
  tagNameOf,
  text,
  TextFlag,
  type Tree
} from "../tree/Tree.ts"
import { decodeAttribute } from "../tree/references.ts"
import { Tag } from "../tree/tags.ts"
import { classTest } from "./byClass.ts"

/** What a rule or the style of an element declares, in lower case. */
export interface Declaration {
  readonly property: string
  readonly value: string
}

/** What holds for an element: values by property. */
export type Declarations = ReadonlyMap<string, string>

/** Characters of style sheets, rules and selectors that are read, rules of one name, and names of one element. */
const maxSheet = 500_000
const maxRules = 3_000
const maxSelectors = 3_000
const maxRulesOfName = 20
const maxNames = 20
/** Characters of the style of an element, and of the selectors of a rule. */
const maxStyle = 2_000
/** Characters of the value of a property. */
const maxValue = 200

/** A rule of a style sheet: its selectors as they are written. */
interface SheetRule {
  readonly selectors: string
  readonly declared: ReadonlyArray<Declaration>
}

/** A rule for one selector of one element. */
interface NamedRule {
  /** All of these the element has to have: `p`, `.note`, `#top`. */
  readonly names: ReadonlyArray<string>
  readonly declared: ReadonlyArray<Declaration>
  /** Ids, then classes, then elements. */
  readonly weight: number
}

export interface StyleRules {
  /** What the rules and the style of an element declare; the last and most specific of each property. */
  readonly of: (node: number) => Declarations
  /** Whether rules that were not read name a class or the id of the element. */
  readonly mayBeOther: (node: number) => boolean
  /** Whether the page has style sheets elsewhere, which are not read. */
  readonly hasOthers: boolean
  /** Calls back for all that rules and styles of elements declare. */
  readonly each: (visit: (declaration: Declaration) => void) => void
  /**
   * A test whether an element has a style, or a name in a rule, with a declaration that is looked for; undefined where no
   * element can have.
   */
  readonly where: (isLookedFor: (declaration: Declaration) => boolean) => ((node: number) => boolean) | undefined
}

const named = attributeBit("class") | attributeBit("id")
const styled = attributeBit("style")
const nothing: ReadonlyArray<Declaration> = []

/**
 * Selectors are taken apart only for pages where something is looked for and found: for most, one pass over the sheets is
 * all.
 *
 * @param properties those that are read
 */
export const styleRules = (tree: Tree, properties: ReadonlySet<string>): StyleRules => {
  const rules: Array<SheetRule> = []
  const styles: Array<ReadonlyArray<Declaration>> = []
  /** By the style of an element, which many share. */
  const written = new Map<string, ReadonlyArray<Declaration>>()
  const { codes, source } = tree
  const wanted = wantedOf(properties)
  let hasOthers = false
  let left = maxSheet

  const ownOf = (node: number): ReadonlyArray<Declaration> => {
    if ((tree.attributeMask[node]! & styled) === 0) return nothing
    const index = attributeIndex(tree, node, "style")
    if (index < 0) return nothing
    const from = tree.attributeTable[index + 2]!
    const to = tree.attributeTable[index + 3]!
    const style = source.slice(from, to)
    const known = written.get(style)
    if (known !== undefined) return known
    const read: Array<Declaration> = []
    // Read where it stands, unless it has references.
    if (/[&\0]/.test(style)) readDeclarations(cssOf(decodeAttribute(style).slice(0, maxStyle)), 0, wanted, read)
    else readDeclarations({ codes, end: Math.min(to, from + maxStyle), source }, from, wanted, read)
    written.set(style, read)
    if (read.length > 0) styles.push(read)
    return read
  }

  for (let node = 1; node < tree.size; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text) continue
    ownOf(node)
    if (tag === Tag.link) hasOthers ||= /stylesheet/i.test(attribute(tree, node, "rel") ?? "")
    if (tag !== Tag.style || !isForScreens(attribute(tree, node, "media") ?? "")) continue
    for (let child = node + 1, end = subtreeEnd(tree, node); child < end && left > 0; child++) {
      if (tree.tag[child] !== Tag.text) continue
      const isRaw = (tree.attributeMask[child]! & TextFlag.raw) !== 0
      const css = isRaw ? { ...tree, end: tree.end[child]! } : cssOf(text(tree, child))
      const from = isRaw ? tree.start[child]! : 0
      const end = Math.min(css.end, from + left)
      left -= end - from
      hasOthers = readRules({ codes: css.codes, end, source: css.source }, from, wanted, rules) || hasOthers
    }
  }

  /** Taken apart once, whoever asks. */
  const selectors = new Map<SheetRule, ReadonlyArray<Selector>>()
  const selectorsOf = (rule: SheetRule): ReadonlyArray<Selector> => {
    let known = selectors.get(rule)
    if (known === undefined) selectors.set(rule, (known = readSelectors(rule)))
    return known
  }
  let byName: ReadonlyMap<string, ReadonlyArray<NamedRule>> | undefined
  let otherNames: ReadonlySet<string> | undefined

  const noDeclarations: Declarations = new Map()
  /** What rules declare for elements of one name, id and list of classes. */
  const ruled = new Map<string, Declarations>()
  const ruledAt = (node: number): Declarations => {
    const names = namesAt(node)
    const key = names.join(" ")
    const before = ruled.get(key)
    if (before !== undefined) return before
    const known = (byName ??= rulesByName(rules.flatMap(selectorsOf)))
    const has = new Set(names)
    const made = new Map<string, string>()
    names
      .flatMap((name) => known.get(name) ?? [])
      .filter((rule) => rule.names.every((name) => has.has(name)))
      .sort((a, b) => a.weight - b.weight)
      .forEach(({ declared }) => apply(made, declared))
    ruled.set(key, made)
    return made
  }

  const namesAt = (node: number): ReadonlyArray<string> => {
    const names = ["*", tagNameOf(tree, node)]
    if ((tree.attributeMask[node]! & named) === 0) return names
    const id = attribute(tree, node, "id")
    if (id !== undefined) names.push(`#${id}`)
    for (const name of classesOf(attribute(tree, node, "class") ?? "")) names.push(`.${name}`)
    return names
  }

  return {
    hasOthers,
    each: (visit) => {
      for (const { declared } of rules) declared.forEach(visit)
      for (const declared of styles) declared.forEach(visit)
    },
    where: (isLookedFor) => {
      const own = new Set(styles.filter((declared) => declared.some(isLookedFor)))
      const names = new Set<string>()
      for (const rule of rules) {
        if (!rule.declared.some(isLookedFor)) continue
        for (const { names: all } of selectorsOf(rule)) if (all !== undefined) names.add(all.at(-1)!)
      }
      if (own.size === 0 && names.size === 0) return undefined
      const isTag = [...names].some((name) => !/^[.#]/.test(name))
      const hasClass = classTest(tree, (classes) => classesOf(classes).some((name) => names.has(`.${name}`)))
      return (node) => {
        if (own.size > 0 && own.has(ownOf(node))) return true
        if (names.size === 0) return false
        if (isTag && (names.has("*") || names.has(tagNameOf(tree, node)))) return true
        if ((tree.attributeMask[node]! & named) === 0) return false
        return hasClass(node) || names.has(`#${attribute(tree, node, "id")}`)
      }
    },
    mayBeOther: (node) => {
      const others = (otherNames ??= otherNamesOf(rules.flatMap(selectorsOf)))
      return others.size > 0 && namesAt(node).some((name) => others.has(name))
    },
    of: (node) => {
      const own = ownOf(node)
      const byRules = rules.length === 0 ? noDeclarations : ruledAt(node)
      if (own.length === 0) return byRules
      const made = new Map(byRules)
      apply(made, own)
      return made
    }
  }
}

/** Rules for one element, by the last name of their selector. */
const rulesByName = (selectors: ReadonlyArray<Selector>): ReadonlyMap<string, ReadonlyArray<NamedRule>> => {
  const byName = new Map<string, Array<NamedRule>>()
  let count = 0
  for (const { declared, names } of selectors) {
    if (names === undefined) continue
    const key = names.at(-1)!
    const known = byName.get(key) ?? []
    if (++count > maxRules || known.length >= maxRulesOfName) continue
    known.push({ declared, names, weight: weightOf(names) })
    byName.set(key, known)
  }
  return byName
}

/** Classes and ids in selectors of several elements, of states and the like. */
const otherNamesOf = (selectors: ReadonlyArray<Selector>): ReadonlySet<string> => {
  const found = new Set<string>()
  let count = 0
  for (const { names, selector } of selectors) {
    if (names !== undefined) continue
    if (++count > maxSelectors) break
    for (const name of selector.match(/[.#][\w-]+/g) ?? []) found.add(name)
  }
  return found
}

interface Selector {
  readonly selector: string
  /** Undefined for a selector of several elements, of a state and the like. */
  readonly names: ReadonlyArray<string> | undefined
  readonly declared: ReadonlyArray<Declaration>
}

const readSelectors = ({ declared, selectors }: SheetRule): ReadonlyArray<Selector> => {
  const plain = selectors.slice(0, maxStyle)
  return (plain.includes("/*") ? withoutComments(plain) : plain).split(",").map((one) => {
    const selector = one.trim()
    const isPlain = /^(?:[a-z][\w-]*|\*)?(?:[.#][\w-]+)*$/i.test(selector) && selector !== ""
    return { declared, names: isPlain ? namesOf(selector) : undefined, selector }
  })
}

const classesOf = (classes: string): ReadonlyArray<string> =>
  classes
    .slice(0, maxStyle)
    .split(/\s+/)
    .slice(0, maxNames)
    .filter((name) => name !== "")

/** Later declarations win, unless an earlier one is `!important` and they are not. */
const apply = (to: Map<string, string>, declared: ReadonlyArray<Declaration>): void => {
  for (const { property, value } of declared) {
    if (to.get(property)?.endsWith("!important") !== true || value.endsWith("!important")) to.set(property, value)
  }
}

const isForScreens = (media: string): boolean => /^\s*(?:(?:only\s+)?(?:screen|all)\s*)?$/i.test(media)

/** The names of a selector of one element: `p.note#top`. */
const namesOf = (selector: string): ReadonlyArray<string> =>
  (selector.match(/[.#]?[\w*-]+/g) ?? []).map((name) => (/^[.#]/.test(name) ? name : name.toLowerCase()))

const weightOf = (names: ReadonlyArray<string>): number =>
  names.reduce(
    (sum, name) => sum + (name.startsWith("#") ? 10_000 : name.startsWith(".") ? 100 : name === "*" ? 0 : 1),
    0
  )

/** A style sheet, or the style of an element: a part of a text. */
interface Css {
  readonly source: string
  readonly codes: Codes
  readonly end: number
}

const cssOf = (source: string): Css => ({ codes: codesOf(source), end: source.length, source })

/**
 * Adds the rules outside of blocks with conditions; those of `@media screen` count. One pass. True where the sheet imports
 * others.
 */
const readRules = (css: Css, from: number, wanted: Wanted, to: Array<SheetRule>): boolean => {
  const { codes, end, source } = css
  let imports = false
  for (let at = from; at < end;) {
    // A statement such as `@import …;`, and the end of `@media screen`, may stand before.
    let start = at
    let open = at
    for (; open < end && codes[open] !== openBrace; open++) {
      const code = codes[open]!
      if (isSmallLetter(code)) continue
      if (code === semicolon || code === closeBrace) start = open + 1
      else if (isComment(codes, open)) open = commentEnd(css, open) - 1
      else if (code === atSign) imports ||= /^@import/i.test(source.slice(open, open + 7))
    }
    if (open >= end) break
    const head = source.slice(start, open)
    const condition = head.includes("@") ? withoutComments(head).trim() : ""
    if (condition.startsWith("@")) {
      const media = /^@media\b(.*)$/is.exec(condition)
      at = media !== null && isForScreens(media[1]!) ? open + 1 : afterBlock(css, open)
      continue
    }
    const declared: Array<Declaration> = []
    at = readDeclarations(css, open + 1, wanted, declared)
    if (declared.length > 0) to.push({ declared, selectors: head })
  }
  return imports
}

/** One past the block that opens there. */
const afterBlock = (css: Css, open: number): number => {
  const { codes, end } = css
  let depth = 0
  for (let at = open; at < end; at++) {
    const code = codes[at]
    if (code === openBrace) depth++
    else if (code === closeBrace && --depth === 0) return at + 1
    else if (isComment(codes, at)) at = commentEnd(css, at) - 1
  }
  return end
}

/** Adds the declarations up to the end of a block, and returns what is one past it. */
const readDeclarations = (css: Css, from: number, wanted: Wanted, to: Array<Declaration>): number => {
  const { codes, end, source } = css
  let at = from
  while (at < end && codes[at] !== closeBrace) {
    while (at < end && codes[at]! <= 0x20) at++
    let colon = -1
    let stop = at
    let hasComment = false
    for (; stop < end; stop++) {
      const code = codes[stop]!
      if (isSmallLetter(code)) continue
      if (code === semicolon || code === closeBrace) break
      if (code === colonSign && colon < 0) colon = stop
      else if (isComment(codes, stop)) {
        hasComment = true
        stop = commentEnd(css, stop) - 1
      }
    }
    if (colon > at && (hasComment || mayBeWanted(wanted, codes, at, colon))) {
      const read = (part: string): string => (hasComment ? withoutComments(part) : part).trim().toLowerCase()
      const property = read(source.slice(at, colon))
      if (wanted.properties.has(property)) {
        const value = read(source.slice(colon + 1, Math.min(stop, colon + maxValue)))
        to.push({ property, value: value.includes("!") ? value.replace(/\s*!\s*important$/, "!important") : value })
      }
    }
    at = codes[stop] === semicolon ? stop + 1 : stop
  }
  return at + 1
}

/** Properties, and for each letter of ASCII a bit for each length of those that begin with it. */
interface Wanted {
  readonly properties: ReadonlySet<string>
  readonly lengths: Int32Array
}

const wantedOf = (properties: ReadonlySet<string>): Wanted => {
  const lengths = new Int32Array(128)
  for (const name of properties) lengths[name.charCodeAt(0)]! |= 1 << (name.length & 31)
  return { lengths, properties }
}

/** False for most names, before a text is made of them. */
const mayBeWanted = ({ lengths }: Wanted, codes: Codes, from: number, colon: number): boolean => {
  let end = colon
  while (codes[end - 1]! <= 0x20) end--
  const first = codes[from]!
  const lower = first >= 65 && first <= 90 ? first + 32 : first
  return lower < 128 && (lengths[lower]! & (1 << ((end - from) & 31))) !== 0
}

const openBrace = 0x7b
const closeBrace = 0x7d
const semicolon = 0x3b
const colonSign = 0x3a
const atSign = 0x40

/** Most of a style sheet is. */
const isSmallLetter = (code: number): boolean => code >= 97 && code <= 122

const isComment = (codes: Codes, at: number): boolean => codes[at] === 0x2f && codes[at + 1] === 0x2a

/** One past the comment that begins there. */
const commentEnd = ({ codes, end }: Css, from: number): number => {
  for (let at = from + 2; at + 1 < end; at++) if (codes[at] === 0x2a && codes[at + 1] === 0x2f) return at + 2
  return end
}

const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, " ")
