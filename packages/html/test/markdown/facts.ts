/**
 * What a reader gets from a page: its lines of text, headings, links and code. White space is compared as one space, and
 * characters that are not seen are left out.
 */
import { attribute, text, type Tree, walk } from "../../src/tree/Tree.ts"
import { kind, Kind, Tag } from "../../src/tree/tags.ts"

export interface Facts {
  readonly lines: ReadonlyArray<string>
  readonly headings: ReadonlyArray<string>
  readonly links: ReadonlyArray<string>
  readonly code: string
}

const seen = (content: string): string =>
  content
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim()

const packed = (content: string): string => seen(content).replaceAll(" ", "")

/** Renderers encode more characters than the URL standard asks for. */
const target = (tree: Tree, node: number, base: string): string => {
  const href = attribute(tree, node, "href") ?? ""
  return (URL.parse(href, base)?.href ?? href).replace(/[[\]|\\^`{}]/g, encodeURIComponent)
}

/** A link over several blocks is several links. */
const addLink = (links: Array<string>, href: string, words: string): void => {
  if (links.at(-1)?.startsWith(`${href} `) === true) links[links.length - 1] += words
  else links.push(`${href} ${words}`)
}

export const factsOf = (tree: Tree, base: string): Facts => {
  const lines: Array<string> = []
  const headings: Array<string> = []
  const links: Array<string> = []
  let line = ""
  let heading = ""
  let link = ""
  let code = ""
  let codeDepth = 0
  let headingDepth = 0
  const endLine = (): void => {
    if (packed(line) !== "") lines.push(packed(line))
    line = ""
  }
  walk(
    tree,
    0,
    (node, tag) => {
      if (tag === Tag.text) {
        const content = text(tree, node)
        line += content
        heading += content
        link += content
        if (codeDepth > 0) code += content
        return
      }
      // A heading is one line in Markdown.
      if ((tag === Tag.br && headingDepth === 0) || (kind[tag]! & Kind.block) !== 0) endLine()
      if ((kind[tag]! & Kind.heading) !== 0) {
        heading = ""
        headingDepth++
      }
      if (tag === Tag.a) link = ""
      if (tag === Tag.code) codeDepth++
    },
    (node, tag) => {
      if ((kind[tag]! & Kind.block) !== 0) endLine()
      if ((kind[tag]! & Kind.heading) !== 0) {
        if (packed(heading) !== "") headings.push(`${tag - Tag.h1 + 1} ${packed(heading)}`)
        headingDepth--
      }
      if (tag === Tag.a && packed(link) !== "") addLink(links, target(tree, node, base), packed(link))
      if (tag === Tag.code) codeDepth--
    }
  )
  endLine()
  return { lines, headings, links, code: packed(code) }
}
