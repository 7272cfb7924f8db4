/** What was left out and why, for people who ask where their text went. */
import { attribute, tagNameOf, type Tree } from "../../tree/Tree.ts"
import { Tag, tagFlags } from "../../tree/tags.ts"
import { isOfSize } from "../rules/partsOfText.ts"
import { type Features } from "../features/Features.ts"
import { collapsed } from "../../page/line.ts"
import type { Explanation, MainContent } from "../model/MainContent.ts"
import { plainTextOf } from "../features/plainText.ts"
import { ruleName, ruleText } from "../rules/Rule.ts"

/** Characters of a sample, and of the source that are read for one. */
const maxSample = 80
const maxRead = 8 * maxSample

/** Every outermost part with text, a picture, media or a table that is outside the roots or dropped inside them, in document order. */
export const explainSelection = (
  features: Features,
  { drop, reasons, roots }: Pick<MainContent, "drop" | "reasons" | "roots">
): ReadonlyArray<Explanation> => {
  const { body, end, isBlock, text, tree } = features
  const isRoot = new Set(roots)
  const holdsRoot = new Set<number>()
  for (const root of roots)
    for (let up = tree.parent[root]!; up >= 0 && !holdsRoot.has(up); up = tree.parent[up]!) holdsRoot.add(up)
  const found: Array<Explanation> = []
  let inside = -1
  for (let node = body; node < tree.size; node++) {
    if (isRoot.has(node)) inside = Math.max(inside, end[node]!)
    const isOutside = node >= inside && isBlock[node] === 1 && !holdsRoot.has(node)
    if (drop[node] === 0 && !isOutside) continue
    const rule = ruleName(drop[node]!)
    // The text of an element in a line belongs to its block.
    const sample =
      text[node]! > 0 || isBlock[node] === 0 ? collapsed(plainTextOf(tree, end, node, undefined, maxRead)) : ""
    const held = holdingsOf(tree, node, end[node]!)
    if (sample !== "" || held.pictures + held.media + held.tables > 0)
      found.push({
        node,
        path: pathOf(tree, node),
        rule,
        reason: because(ruleText[rule], reasons?.get(node)),
        chars: Math.max(text[node]!, sample.length),
        sample: sample.slice(0, maxSample),
        ...held
      })
    node = end[node]! - 1
  }
  return found
}

const isMedia = tagFlags([Tag.video, Tag.audio, Tag.iframe, Tag.object, Tag.embed])

/** What else than text stands between two nodes. */
const holdingsOf = (tree: Tree, from: number, to: number): Pick<Explanation, "media" | "pictures" | "tables"> => {
  const held = { pictures: 0, media: 0, tables: 0 }
  for (let node = from; node < to; node++) {
    const id = tree.tag[node]!
    if (id === Tag.img) held.pictures += isOfSize(tree, node) ? 1 : 0
    else if (isMedia[id] === 1) held.media++
    else if (id === Tag.table) held.tables++
  }
  return held
}

const because = (reason: string, features: string | undefined): string =>
  features === undefined || features === "" ? reason : `${reason}: ${features}`

/** Steps named by tag, id and first class; at most the last eight. */
const pathOf = (tree: Tree, node: number): string => {
  const steps: Array<string> = []
  for (let at = node; at > 0 && steps.length < 8 && tree.tag[at] !== Tag.html; at = tree.parent[at]!) {
    const id = attribute(tree, at, "id")?.trim()
    const first = attribute(tree, at, "class")?.trim().split(/\s+/)[0]
    steps.unshift(`${tagNameOf(tree, at)}${id ? `#${id}` : ""}${first ? `.${first}` : ""}`)
  }
  return steps.join(" > ")
}
