/** Headings by the structure tree of a tagged PDF (ISO 32000-2 §14.8.4): marked content to level. */
import type { PdfPage } from "./pdfjs.ts"

interface Node {
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly children?: ReadonlyArray<Node>
}

export const readTaggedHeadings = async (page: PdfPage): Promise<ReadonlyMap<number, number>> => {
  const levels = new Map<number, number>()
  const root = (await page.getStructTree().catch(() => null)) as Node | null
  const open: Array<readonly [node: Node, level: number | undefined]> = root === null ? [] : [[root, undefined]]
  while (open.length > 0) {
    const [node, level] = open.pop()!
    const digit = /^H([1-6])$/.exec(node.role ?? "")?.[1]
    const own = digit !== undefined ? Number(digit) : node.role === "Title" ? 1 : level
    const id = node.type === "content" ? /mc(\d+)$/.exec(node.id ?? "")?.[1] : undefined
    if (id !== undefined && own !== undefined) levels.set(Number(id), own)
    for (const child of node.children ?? []) open.push([child, own])
  }
  return levels
}
