/**
 * The JSON-LD of a page. What is written by hand or by a broken template is common, so a script that is no JSON is
 * mended in one linear pass (line breaks inside strings, trailing commas, comments, CDATA) and tried once more.
 */
import { codesOf } from "../tree/codes.ts"
import { attribute, text, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Characters read of all scripts together. */
const maxCharacters = 2_000_000
/** Brackets inside each other; deeper data is omitted, because readers may recurse. */
const deepest = 64

/** One value for each script, the members of top-level arrays each their own; what cannot be mended is left out. */
export const jsonLd = (tree: Tree): Array<Json> => {
  const found: Array<Json> = []
  let left = maxCharacters
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag[node] !== Tag.script) continue
    const child = tree.first[node]!
    if (child < 0 || !/^\s*application\/ld\+json/i.test(attribute(tree, node, "type") ?? "")) continue
    const source = text(tree, child)
    left -= source.length
    if (left < 0) break
    const value = parseTolerantly(source)
    if (Array.isArray(value)) found.push(...(value as ReadonlyArray<Json>))
    else if (value !== undefined) found.push(value)
  }
  return found
}

/** The value, or undefined when the text is not JSON even after mending, or nests too deeply. */
export const parseTolerantly = (source: string): Json | undefined => {
  const inner = unwrapped(source)
  if (inner === "" || isDeep(inner)) return undefined
  return parsed(inner) ?? parsed(repaired(inner))
}

const parsed = (source: string): Json | undefined => {
  try {
    return JSON.parse(source) as Json
  } catch {
    return undefined
  }
}

/** Without the comment or CDATA section that some templates put around a script, and without a last semicolon. */
const unwrapped = (source: string): string => {
  let inner = source.trim()
  for (const opening of openings) if (inner.startsWith(opening)) inner = inner.slice(opening.length).trimStart()
  for (const closing of closings) if (inner.endsWith(closing)) inner = inner.slice(0, -closing.length).trimEnd()
  return inner
}

/** In the order in which they stand before and, from the end, after a script. */
const openings = ["//", "/*", "<!--", "<![CDATA[", "*/", "//"]
const closings = ["*/", "-->", "]]>", "//", "/*", ";"]

/** Nearly all scripts have fewer brackets than may stand inside each other, so their depth need not be counted. */
const isDeep = (source: string): boolean => {
  let left = deepest
  for (const bracket of ["{", "["])
    for (let at = source.indexOf(bracket); at >= 0; at = source.indexOf(bracket, at + 1))
      if (left-- === 0) return depthOf(source) > deepest
  return false
}

const depthOf = (source: string): number => {
  let depth = 0
  let most = 0
  let inString = false
  const codes = codesOf(source)
  for (let at = 0; at < source.length; at++) {
    const code = codes[at]!
    if (inString) {
      if (code === 92) at++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) most = Math.max(most, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return most
}

const escapes: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 13: "\\r" }

const repaired = (source: string): string => {
  let out = ""
  let from = 0
  let inString = false
  const replace = (at: number, length: number, by: string): void => {
    out += source.slice(from, at) + by
    from = at + length
  }
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (inString) {
      if (code === 92) at++
      else if (code === 34) inString = false
      else if (code < 32) replace(at, 1, escapes[code] ?? "")
    } else if (code === 34) inString = true
    else if (code === 44) {
      const next = nextSolid(source, at + 1)
      if (next === 125 || next === 93) replace(at, 1, "")
    } else if (code === 47 && source.charCodeAt(at + 1) === 42) {
      const end = source.indexOf("*/", at + 2)
      const after = end < 0 ? source.length : end + 2
      replace(at, after - at, "")
      at = after - 1
    }
  }
  return out + source.slice(from)
}

/** The next code unit that is no white space. Few blanks stand between a comma and what follows it. */
const nextSolid = (source: string, from: number): number => {
  for (let at = from; at < source.length && at < from + 2000; at++) {
    const code = source.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code
  }
  return -1
}
