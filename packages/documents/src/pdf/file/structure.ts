/**
 * The structure tree of a tagged PDF (ISO 32000-2 §14.8.4) as far as it describes a page: roles, and the marked content
 * under them.
 */
import type { PdfPage } from "./pdfjs.ts"

export interface TagNode {
  readonly role: string
  /** Nodes and identifiers of marked content, in reading order. */
  readonly children: ReadonlyArray<TagNode | number>
}

interface Raw {
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly children?: ReadonlyArray<Raw>
}

/** Deeper trees are walked no further; those of pages have some ten levels. */
const deepest = 100

/** The tree of the page; nothing without one, or where its identifiers are of several streams and may mean others. */
export const readTags = async (page: PdfPage): Promise<TagNode | undefined> => {
  const root = (await page.getStructTree().catch(() => null)) as Raw | null
  if (root === null) return undefined
  const streams = new Set<string>()
  const convert = (node: Raw, depth: number): ReadonlyArray<TagNode | number> => {
    if (node.type !== undefined) {
      const [, stream, id] = /^(.*)mc(\d+)$/.exec(node.type === "content" ? (node.id ?? "") : "") ?? []
      if (stream === undefined) return []
      streams.add(stream)
      return [Number(id)]
    }
    const inner = depth > deepest ? [] : (node.children ?? []).flatMap((child) => convert(child, depth + 1))
    return [{ role: node.role ?? "", children: inner }]
  }
  const [tree] = convert(root, 0)
  return typeof tree === "object" && streams.size <= 1 ? tree : undefined
}

/** Heading level from 1 of a role; nothing for other roles. */
export const headingLevel = (role: string): number | undefined => {
  const digit = /^H([1-6])$/.exec(role)?.[1]
  return digit !== undefined ? Number(digit) : role === "Title" ? 1 : undefined
}

/** Level of each marked content that stands in a heading. */
export const headingsOf = (tree: TagNode | undefined): ReadonlyMap<number, number> => {
  const levels = new Map<number, number>()
  const walk = ({ children, role }: TagNode, outer: number | undefined): void => {
    const level = headingLevel(role) ?? outer
    for (const child of children) {
      if (typeof child === "object") walk(child, level)
      else if (level !== undefined) levels.set(child, level)
    }
  }
  if (tree !== undefined) walk(tree, undefined)
  return levels
}
