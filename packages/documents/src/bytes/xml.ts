/**
 * XML of office parts, e-books and feeds as a light tree, or as events for
 * parts that are too big for one.
 *
 * Names are without prefix: producers choose prefixes freely. Entities beyond
 * the five of XML are never expanded, declarations are skipped, depth and node
 * count are capped, and bad syntax is read as far as it goes.
 */
import { Parser } from "htmlparser2"
import { byteOrderMark } from "@orbweaver/core/internal/reading/Encodings"
import { decodeAs } from "./decode.ts"
import { damaged } from "../model/failure.ts"

export interface Element {
  /** Local name, such as `p` of `w:p`. */
  readonly name: string
  /** Name with its prefix, such as `w:p`. */
  readonly fullName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Element | string>
}

interface XmlHandler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, fullName: string) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

/** Deeper nesting than any producer writes; the walks over the tree recurse this far. */
const maxDepth = 300
const maxNodes = 4_000_000

/** Text of an XML part by its byte order mark or declaration; UTF-8 otherwise (XML 1.0 appendix F). */
export const decodeXmlPart = (bytes: Uint8Array, charset?: string): string => {
  const [first, second] = bytes
  const mark = byteOrderMark(bytes)
  if (mark !== undefined) return decodeAs(mark, bytes)
  if (first === 0x3c && second === 0) return decodeAs("utf-16le", bytes)
  if (first === 0 && second === 0x3c) return decodeAs("utf-16be", bytes)
  const start = decodeAs("latin1", bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]{0,150}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1]
  return decodeAs(charset ?? declared ?? "utf-8", bytes)
}

export const readXml = (text: string, handler: XmlHandler): void => {
  let depth = 0
  let nodes = 0
  const parser = new Parser(
    {
      onopentag: (fullName, attributes) => {
        if (++depth > maxDepth) throw damaged(`elements are nested deeper than ${maxDepth}`)
        if (++nodes > maxNodes) throw damaged(`a part has more than ${maxNodes} elements`)
        handler.open(localName(fullName), attributes, fullName)
      },
      ontext: handler.text,
      onclosetag: (fullName) => {
        depth--
        handler.close(localName(fullName))
      }
    },
    { xmlMode: true, decodeEntities: true }
  )
  parser.write(text)
  parser.end()
}

/** The tree under a nameless root. */
export const parseXml = (text: string): Element => {
  const root: Element = { name: "", fullName: "", attributes: {}, children: [] }
  const open = [root]
  readXml(text, {
    open: (name, attributes, fullName) => {
      const element: Element = { name, fullName, attributes, children: [] }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    text: (piece) => {
      const { children } = open.at(-1)!
      const last = children.length - 1
      // Entities split text; readers want it whole.
      if (typeof children[last] === "string") children[last] += piece
      else children.push(piece)
    },
    close: () => {
      if (open.length > 1) open.pop()
    }
  })
  return root
}

const localName = (fullName: string): string => {
  const colon = fullName.indexOf(":")
  return colon < 0 ? fullName : fullName.slice(colon + 1)
}

/** Value of the attribute of that local name, whatever its prefix; a name with a prefix must match whole. */
export const attribute = (attributes: Readonly<Record<string, string>>, name: string): string | undefined => {
  const exact = attributes[name]
  if (exact !== undefined || name.includes(":")) return exact
  for (const key in attributes) {
    if (key.length > name.length && key.endsWith(name) && key[key.length - name.length - 1] === ":") {
      return attributes[key]
    }
  }
  return undefined
}

export const attr = (element: Element | undefined, name: string): string | undefined =>
  element === undefined ? undefined : attribute(element.attributes, name)

export const elements = (element: Element | undefined): ReadonlyArray<Element> =>
  element === undefined ? [] : element.children.filter((child) => typeof child !== "string")

export const children = (element: Element | undefined, name: string): ReadonlyArray<Element> =>
  elements(element).filter((child) => child.name === name)

/** The first child along a path of local names. */
export const child = (element: Element | undefined, ...path: ReadonlyArray<string>): Element | undefined => {
  let at = element
  for (const name of path) {
    at = at?.children.find((inner): inner is Element => typeof inner !== "string" && inner.name === name)
  }
  return at
}

/** The first descendant of that local name, in document order. */
export const descendant = (element: Element | undefined, name: string): Element | undefined => {
  for (const inner of elements(element)) {
    const found = inner.name === name ? inner : descendant(inner, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Every descendant of that local name, in document order, none inside another. */
export const descendants = (element: Element | undefined, name: string): ReadonlyArray<Element> =>
  elements(element).flatMap((inner) => (inner.name === name ? [inner] : descendants(inner, name)))

export const textOf = (element: Element | undefined): string =>
  element === undefined
    ? ""
    : element.children.map((inner) => (typeof inner === "string" ? inner : textOf(inner))).join("")
