/**
 * Flat blocks to nested HTML: office files, PDFs and slides know paragraphs
 * with a list level, HTML knows lists inside list items.
 */
import { escapeText } from "./html.ts"

export type Block =
  | { readonly kind: "paragraph"; readonly html: string }
  | { readonly kind: "heading"; readonly level: number; readonly html: string }
  | {
      readonly kind: "item"
      /** Depth from 0. */
      readonly level: number
      readonly ordered: boolean
      /** Number of the item, where the file says it; only a list's first one is written. */
      readonly number?: number | undefined
      /** Items of different lists are never put into one, even side by side. */
      readonly list?: string | undefined
      /** Inline HTML of the item's first paragraph. */
      readonly html: string
    }
  /** One more paragraph of the item before it. */
  | { readonly kind: "more"; readonly level: number; readonly html: string }
  /** Lines of code; neighbours become one. */
  | { readonly kind: "code"; readonly text: string; readonly language?: string | undefined }
  | { readonly kind: "quote"; readonly html: string }
  /** Finished block HTML, such as a table. */
  | { readonly kind: "html"; readonly html: string }

interface OpenList {
  readonly ordered: boolean
  readonly level: number
  readonly list: string | undefined
}

export const renderBlocks = (blocks: ReadonlyArray<Block>): string => {
  const out: Array<string> = []
  const open: Array<OpenList> = []

  const closeTo = (depth: number): void => {
    while (open.length > depth) out.push(open.pop()!.ordered ? "</li></ol>" : "</li></ul>")
  }

  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!
    if (block.kind === "item") {
      closeTo(open.findLastIndex(({ level }) => level <= block.level) + 1)
      const inner = open.at(-1)
      if (inner !== undefined && inner.level === block.level && continuesList(inner, block)) out.push("</li>\n<li>")
      else {
        if (inner !== undefined && inner.level === block.level) closeTo(open.length - 1)
        else if (open.length === 0 && out.length > 0) out.push("\n")
        const start =
          block.ordered && block.number !== undefined && block.number !== 1 ? ` start="${block.number}"` : ""
        out.push(block.ordered ? `<ol${start}><li>` : "<ul><li>")
        open.push({ ordered: block.ordered, level: block.level, list: block.list })
      }
      out.push(block.html)
      continue
    }
    if (block.kind === "more" && open.length > 0) {
      closeTo(Math.max(1, open.findLastIndex(({ level }) => level <= block.level) + 1))
      out.push(`<p>${block.html}</p>`)
      continue
    }
    closeTo(0)
    if (out.length > 0) out.push("\n")
    if (block.kind === "code") {
      const lines = [block.text]
      while (blocks[index + 1]?.kind === "code") lines.push((blocks[++index] as { readonly text: string }).text)
      out.push(codeBlock(lines.join("\n"), block.language))
    } else if (block.kind === "quote") {
      const paragraphs = [block.html]
      while (blocks[index + 1]?.kind === "quote") paragraphs.push((blocks[++index] as { readonly html: string }).html)
      out.push(`<blockquote>${paragraphs.map((html) => `<p>${html}</p>`).join("\n")}</blockquote>`)
    } else if (block.kind === "heading") {
      const level = Math.min(6, Math.max(1, block.level))
      out.push(`<h${level}>${block.html}</h${level}>`)
    } else if (block.kind === "html") out.push(block.html)
    else out.push(`<p>${block.html}</p>`)
  }
  closeTo(0)
  return out.join("")
}

const continuesList = (
  open: OpenList,
  item: { readonly ordered: boolean; readonly list?: string | undefined }
): boolean => open.ordered === item.ordered && (item.list === undefined || open.list === item.list)

const codeBlock = (text: string, language?: string): string =>
  `<pre><code${language === undefined ? "" : ` class="language-${language}"`}>${escapeText(text)}\n</code></pre>`
