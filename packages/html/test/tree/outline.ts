/**
 * One page as indented lines, made from our tree and from parse5's, so that the two can be held against each other.
 *
 * Left out on both sides: comments, doctypes. Joined: adjacent text. A `noscript` holds text in parse5 and elements here,
 * so there parse5 parses that text as a fragment (docs/explanation/parser-differences.md).
 */
import { parse as parse5, parseFragment, type DefaultTreeAdapterTypes } from "parse5"
import { attributes, tagNameOf, text, walk, type Tree } from "../../src/tree/Tree.ts"
import { Tag } from "../../src/tree/tags.ts"

export class Lines {
  readonly lines: Array<string> = []
  private pending = ""
  private depth = 0

  enter(name: string, attributes: Iterable<readonly [string, string]>): void {
    this.flush()
    const sorted = [...attributes].map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).sort()
    this.lines.push(`${this.indent()}<${name}${sorted.join("")}>`)
    this.depth++
  }

  leave(): void {
    this.flush()
    this.depth--
  }

  text(value: string): void {
    this.pending += value
  }

  flush(): void {
    if (this.pending !== "") this.lines.push(this.indent() + JSON.stringify(this.pending))
    this.pending = ""
  }

  // Deep documents need no more than a number.
  private indent(): string {
    return this.depth < 60 ? "  ".repeat(this.depth) : `${this.depth}: `
  }
}

export const outlineOf = (tree: Tree): ReadonlyArray<string> => {
  const lines = new Lines()
  walk(
    tree,
    0,
    (node, tag) => {
      if (tag === Tag.text) lines.text(text(tree, node))
      else if (tag !== Tag.document) lines.enter(tagNameOf(tree, node), attributes(tree, node))
    },
    (_, tag) => {
      if (tag !== Tag.document) lines.leave()
    }
  )
  lines.flush()
  return lines.lines
}

type Node = DefaultTreeAdapterTypes.Node
type Parent = DefaultTreeAdapterTypes.ParentNode

export const outlineOfParse5 = (html: string): ReadonlyArray<string> => outlineOfDocument(parse5(html))

export const outlineOfDocument = (document: DefaultTreeAdapterTypes.Document): ReadonlyArray<string> => {
  const lines = new Lines()
  // Iterative: parse5 has no trouble with deep documents, and neither may we.
  const steps: Array<Node | "leave"> = document.childNodes.toReversed()
  const push = (parent: Parent): void => {
    for (let i = parent.childNodes.length - 1; i >= 0; i--) steps.push(parent.childNodes[i]!)
  }
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step === "leave") lines.leave()
    else if ("value" in step) lines.text(step.value)
    else if ("tagName" in step) {
      const names = step.attrs.map(
        (attr) => [(attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name).toLowerCase(), attr.value] as const
      )
      lines.enter(step.tagName.toLowerCase(), names)
      steps.push("leave")
      if (step.tagName === "template" && "content" in step) push(step.content)
      else if (step.tagName === "noscript" && step.namespaceURI.endsWith("xhtml")) {
        const source = step.childNodes.map((child) => ("value" in child ? child.value : "")).join("")
        push(parseFragment(context(), source, { sourceCodeLocationInfo: false }))
      } else push(step)
    }
  }
  lines.flush()
  return lines.lines
}

const context = (): DefaultTreeAdapterTypes.Element => {
  const div = parseFragment("<div></div>").childNodes[0]
  if (div === undefined || !("tagName" in div)) throw new Error("no element")
  return div
}

/** The first line in which two outlines differ, with what led to it; undefined when they are the same. */
export const difference = (
  ours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>
): { readonly line: number; readonly ours: string; readonly theirs: string } | undefined => {
  for (let line = 0; line < Math.max(ours.length, theirs.length); line++) {
    if (ours[line] !== theirs[line]) {
      const from = Math.max(0, line - 3)
      return { line, ours: ours.slice(from, line + 3).join("\n"), theirs: theirs.slice(from, line + 3).join("\n") }
    }
  }
  return undefined
}
