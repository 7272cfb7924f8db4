/**
 * JSON that a page carries for its own scripts: `script` elements of JSON types, values of attributes, and the object and
 * array literals that inline scripts assign or pass to a function. JSON-LD is not among it (`jsonLd.ts`).
 *
 * Only texts that hold a word the caller asks for are parsed, because most of this data is configuration.
 */
import { nameAt, valueAt } from "../tree/AttributeTable.ts"
import { attribute, tagNameOf, text, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { type Json, readLenientJson } from "./lenientJson.ts"

export interface EmbeddedJson {
  readonly value: Json
  /** `script#product-json`, `form[data-product_variations]`. */
  readonly where: string
}

const bounds = {
  /** Characters that are parsed of all texts together. */
  characters: 3_000_000,
  /** Values that are kept. */
  values: 300,
  /** Literals that are looked at in one script. */
  literals: 200,
  /** Of these, the ones that never end. */
  unclosed: 4,
  /** Characters of an attribute, from which on it can hold data. */
  shortest: 20
} as const

const jsonTypes = /^\s*(?:application\/(?:[\w.-]+\+)?json|text\/(?:x-)?json|text\/x-magento-init)\b/i
const otherJson = /^\s*application\/(?:ld\+json|importmap|speculationrules\+json)/i
const scriptTypes = /^\s*$|^\s*(?:text|application)\/(?:x-)?(?:java|ecma)script\b|^\s*module\s*$/i

/** The values of texts in which `word` matches. */
export const embeddedJson = (tree: Tree, word: RegExp): ReadonlyArray<EmbeddedJson> => {
  const found: Array<EmbeddedJson> = []
  let left: number = bounds.characters
  const read = (source: string, where: string): void => {
    if (found.length >= bounds.values || source.length > left || !word.test(source)) return
    left -= source.length
    for (const value of readLenientJson(source))
      if (typeof value === "object" && value !== null) found.push({ value, where })
  }
  for (let node = 1; node < tree.size; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text) continue
    readAttributes(tree, node, read)
    const child = tree.first[node]!
    if (tag !== Tag.script || child < 0) continue
    const type = attribute(tree, node, "type") ?? ""
    if (otherJson.test(type)) continue
    const isData = jsonTypes.test(type)
    if (!isData && !scriptTypes.test(type)) continue
    const source = text(tree, child)
    if (!word.test(source)) continue
    const id = attribute(tree, node, "id")
    const where = id !== undefined && /^[\w-]{1,60}$/.test(id) ? `script#${id}` : `script[${isData ? "json" : "data"}]`
    if (isData) read(source, where)
    else for (const literal of literalsOf(source)) read(literal, where)
  }
  return found
}

const readAttributes = (tree: Tree, node: number, read: (source: string, where: string) => void): void => {
  const { attributeTable, codes, source } = tree
  const end = tree.end[node]!
  if (tree.start[node] === end) return
  for (let at = tree.attributeAt[node]!; attributeTable[at]! < end; at += 4) {
    const from = attributeTable[at + 2]!
    const first = codes[from]!
    // `{`, `[`, or either after blanks or as a reference.
    if (
      attributeTable[at + 3]! - from < bounds.shortest ||
      !(first === 123 || first === 91 || first === 38 || first <= 32)
    )
      continue
    const value = valueAt(source, attributeTable, at)
    if (/^\s*[[{]/.test(value)) read(value, `${tagNameOf(tree, node)}[${nameAt(source, attributeTable, at)}]`)
  }
}

/** Where a literal begins that is assigned, or passed to a function. */
const opening = /[=(,]\s{0,20}(?=[[{])/g

/** The outermost literals of a script; one that never ends is none. */
const literalsOf = (script: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  // A bracket that never closes costs a walk to the end of the script, so few of them are looked at.
  let unclosed = 0
  opening.lastIndex = 0
  for (let seen = 0; seen < bounds.literals && unclosed < bounds.unclosed; seen++) {
    if (opening.exec(script) === null) break
    const from = opening.lastIndex
    const end = literalEnd(script, from)
    if (end < 0) unclosed++
    else found.push(script.slice(from, end))
    opening.lastIndex = end < 0 ? from + 1 : end
  }
  return found
}

/** Behind the bracket that closes the one at `from`; -1 where there is none. */
const literalEnd = (script: string, from: number): number => {
  let depth = 0
  for (let at = from; at < script.length; at++) {
    const code = script.charCodeAt(at)
    // Quotes: `"`, `'`, `` ` ``.
    if (code === 34 || code === 39 || code === 96) {
      for (at++; at < script.length && script.charCodeAt(at) !== code; at++) if (script.charCodeAt(at) === 92) at++
    } else if (code === 123 || code === 91) depth++
    else if ((code === 125 || code === 93) && --depth === 0) return at + 1
  }
  return -1
}
