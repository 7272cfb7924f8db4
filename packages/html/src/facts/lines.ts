/**
 * Values next to their names in running text: `Price: 8 €`, `<b>Author:</b> Jane`, `<div
 * class="label">Weight</div><div>2 kg</div>`.
 */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { isWhitespace, text } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { bounds, children, classesOf, isLeafBlock, line, type Reading, textOf, cssPath } from "./Reading.ts"
import { linkIn } from "./tables.ts"

const labelled = /^(\p{L}[\p{L}\p{N} .()/&'’-]{1,40}?)\s?:\s*(?!\/\/)(.{1,300})$/u
const labelClass = /^(?:.*[-_])?(?:label|key|term|lbl|caption|property|attribute|dt)$/i

/** The labelled values of a block without blocks inside; one for each of its lines. */
export const lineFacts = (reading: Reading, block: number): ReadonlyArray<Fact> => {
  if (!isLeafBlock(reading, block)) return []
  return linesOf(reading, block).flatMap((written) => {
    const match = labelled.exec(written)
    if (match === null || match[1]!.trim().split(" ").length > 5 || /\d$/.test(match[1]!)) return []
    // A sentence with a colon in it is no value under a name.
    if (/[.!?]\s+\p{Lu}/u.test(match[2]!) || match[1]!.includes(". ")) return []
    return factOf(reading, match[1]!, match[2]!, block)
  })
}

/** `<div>Label:</div><div>value</div>`, or a label by its class. */
export const pairFacts = (reading: Reading, parent: number): ReadonlyArray<Fact> => {
  const { tree } = reading
  const inside = children(tree, parent)
  if (inside.length !== 2) return []
  const [first, second] = inside as [number, number]
  const label = textOf(reading, first, bounds.label + 1)
  if (label === "" || label.length > bounds.label || reading.ends[first]! - first > 6) return []
  if (!label.endsWith(":") && !classesOf(tree, first).some((name) => labelClass.test(name))) return []
  if (!isLeafBlock(reading, second)) return []
  const value = textOf(reading, second, 301)
  return value === "" || value.length > 300 ? [] : factOf(reading, label.replace(/\s*:$/, ""), value, second)
}

const factOf = (reading: Reading, label: string, value: string, node: number): ReadonlyArray<Fact> => {
  const target = /^(?:web|homepage|url|link|site)/i.test(label) ? linkIn(reading, node) : undefined
  return [{ label: label.trim(), value: target ?? value.trim(), source: "label", where: cssPath(reading, node) }]
}

const linesOf = ({ ends, out, tree }: Reading, block: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let open = ""
  for (let at = block + 1; at < ends[block]!; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.br) {
      lines.push(line(open))
      open = ""
    } else if (tag === Tag.text && out[at] === 0) open += isWhitespace(tree, at) ? " " : text(tree, at)
  }
  lines.push(line(open))
  return lines
}
