/**
 * What the style sheets in a page say of its elements, as far as selectors of one element go: `p`, `.note`, `#top`,
 * `p.note.small`. Rules with other selectors, of other media than screens, and with conditions are not read; the classes
 * and ids that they name are remembered, since they may change what the others say.
 */
import { attribute, attributeBit, subtreeEnd, tagNameOf, text, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

/** Declarations by property, in lower case. */
export type Declarations = ReadonlyMap<string, string>

/** Characters of style sheets and rules that are read, rules of one name, and names of one element. */
const maxSheet = 500_000
const maxRules = 3_000
const maxRulesOfName = 20
const maxNames = 20
/** Characters of the style of an element. */
const maxStyle = 2_000
/** Characters of the value of a property. */
const maxValue = 200

interface Rule {
  /** All of these the element has to have: `p`, `.note`, `#top`. */
  readonly names: ReadonlyArray<string>
  readonly declarations: Declarations
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
  /** What all rules declare, and the styles of elements. */
  readonly all: () => Iterable<Declarations>
  /** A test whether an element has a style, or a name in a rule, that declares what is looked for. */
  readonly where: (isLookedFor: (declarations: Declarations) => boolean) => (node: number) => boolean
}

const named = attributeBit("class") | attributeBit("id")
const styled = attributeBit("style")

/** @param properties those that are read */
export const styleRules = (tree: Tree, properties: ReadonlySet<string>): StyleRules => {
  const rules = new Map<string, Array<Rule>>()
  /** Selectors of several elements, of states and the like. */
  const unread: Array<string> = []
  /** By the style of an element, which many share. */
  const written = new Map<string, Declarations | undefined>()
  let hasOthers = false
  let left = maxSheet
  let count = 0
  for (let node = 1; node < tree.size; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.link && /stylesheet/i.test(attribute(tree, node, "rel") ?? "")) hasOthers = true
    if (tag !== Tag.style || !isForScreens(attribute(tree, node, "media") ?? "")) continue
    for (let child = node + 1, end = subtreeEnd(tree, node); child < end && left > 0; child++) {
      if (tree.tag[child] !== Tag.text) continue
      const sheet = text(tree, child).slice(0, left)
      left -= sheet.length
      if (/@import/i.test(sheet)) hasOthers = true
      for (const { selectors, declarations } of rulesOf(sheet, properties)) {
        for (const selector of selectors) {
          const names =
            /^(?:[a-z][\w-]*|\*)?(?:[.#][\w-]+)*$/i.test(selector) && selector !== "" ? namesOf(selector) : undefined
          if (names === undefined) {
            if (unread.length < maxRules) unread.push(selector)
            continue
          }
          const key = names.at(-1)!
          const known = rules.get(key) ?? []
          if (++count > maxRules || known.length >= maxRulesOfName) continue
          known.push({ names, declarations, weight: weightOf(names) })
          rules.set(key, known)
        }
      }
    }
  }

  const namesAt = (node: number): ReadonlyArray<string> => {
    const names = ["*", tagNameOf(tree, node)]
    if ((tree.attributeMask[node]! & named) === 0) return names
    const id = attribute(tree, node, "id")
    if (id !== undefined) names.push(`#${id}`)
    const classes = attribute(tree, node, "class")
    if (classes !== undefined) {
      for (const name of classes.slice(0, maxStyle).split(/\s+/).slice(0, maxNames))
        if (name !== "") names.push(`.${name}`)
    }
    return names
  }

  let otherNames: Set<string> | undefined
  const ownOf = (node: number): Declarations | undefined => {
    if ((tree.attributeMask[node]! & styled) === 0) return undefined
    const style = (attribute(tree, node, "style") ?? "").slice(0, maxStyle)
    if (written.has(style)) return written.get(style)
    const read = declarationsOf(style, properties)
    written.set(style, read)
    return read
  }

  return {
    hasOthers,
    all: function* () {
      for (const list of rules.values()) for (const { declarations } of list) yield declarations
      for (let node = 1; node < tree.size; node++) {
        const own = ownOf(node)
        if (own !== undefined) yield own
      }
    },
    where: (isLookedFor) => {
      const names = new Set<string>()
      let isTag = false
      for (const [name, list] of rules) {
        if (!list.some(({ declarations }) => isLookedFor(declarations))) continue
        names.add(name)
        isTag ||= !/^[.#]/.test(name)
      }
      return (node) => {
        const own = ownOf(node)
        if (own !== undefined && isLookedFor(own)) return true
        if (names.size === 0 || (!isTag && (tree.attributeMask[node]! & named) === 0)) return false
        return namesAt(node).some((name) => names.has(name))
      }
    },
    mayBeOther: (node) => {
      otherNames ??= new Set(unread.flatMap((selector) => selector.match(/[.#][\w-]+/g) ?? []))
      return otherNames.size > 0 && namesAt(node).some((name) => otherNames!.has(name))
    },
    of: (node) => {
      const own = ownOf(node)
      if (rules.size === 0) return own ?? new Map()
      const names = namesAt(node)
      const has = new Set(names)
      const found = names
        .flatMap((name) => rules.get(name) ?? [])
        .filter((rule) => rule.names.every((name) => has.has(name)))
      const made = new Map<string, string>()
      for (const { declarations } of found.sort((a, b) => a.weight - b.weight)) apply(made, declarations)
      if (own !== undefined) apply(made, own)
      return made
    }
  }
}

/** Later declarations win, unless an earlier one is `!important` and they are not. */
const apply = (to: Map<string, string>, declarations: Declarations): void => {
  for (const [name, value] of declarations) declare(to, name, value)
}

const declare = (to: Map<string, string>, name: string, value: string): void => {
  if (to.get(name)?.endsWith("!important") !== true || value.endsWith("!important")) to.set(name, value)
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

interface SheetRule {
  readonly selectors: ReadonlyArray<string>
  readonly declarations: Declarations
}

/** Rules outside of blocks with conditions; rules of `@media screen` count. One pass. */
function* rulesOf(sheet: string, properties: ReadonlySet<string>): Generator<SheetRule> {
  const css = sheet.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, " ")
  for (let at = 0; at < css.length;) {
    const open = css.indexOf("{", at)
    if (open < 0) return
    const before = css.slice(at, open)
    // A statement such as `@import …;` may stand before.
    const head = before.slice(before.lastIndexOf(";") + 1).trim()
    if (head.startsWith("@")) {
      const media = /^@media\b(.*)$/is.exec(head)
      if (media !== null && isForScreens(media[1]!)) {
        at = open + 1
        continue
      }
      at = afterBlock(css, open)
      continue
    }
    const close = css.indexOf("}", open)
    const end = close < 0 ? css.length : close
    const declarations = declarationsOf(css.slice(open + 1, end), properties)
    if (declarations !== undefined) {
      // A closing brace of `@media screen` may stand before the selector.
      yield {
        selectors: head
          .replace(/^[}\s]+/, "")
          .slice(0, maxStyle)
          .split(",")
          .map((one) => one.trim()),
        declarations
      }
    }
    at = end + 1
  }
}

/** One past the block that opens there. */
const afterBlock = (css: string, open: number): number => {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === 0x7b) depth++
    else if (code === 0x7d && --depth === 0) return at + 1
  }
  return css.length
}

/** Undefined where none of the properties is declared. */
const declarationsOf = (block: string, properties: ReadonlySet<string>): Declarations | undefined => {
  let made: Map<string, string> | undefined
  for (let at = 0; at < block.length;) {
    const semicolon = block.indexOf(";", at)
    const end = semicolon < 0 ? block.length : semicolon
    const colon = block.indexOf(":", at)
    if (colon < 0) break
    if (colon < end) {
      const name = block.slice(at, colon).trim().toLowerCase()
      if (properties.has(name)) {
        const value = block
          .slice(colon + 1, Math.min(end, colon + maxValue))
          .trim()
          .toLowerCase()
        declare(
          (made ??= new Map()),
          name,
          value.includes("!") ? value.replace(/\s*!\s*important$/, "!important") : value
        )
      }
    }
    at = end + 1
  }
  return made
}
