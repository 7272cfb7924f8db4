/**
 * Answers that are folded away: parts that are hidden until a heading, a button or a tab of the page shows them (the
 * disclosure and tabs patterns of the ARIA Authoring Practices Guide, and links to `#panel`). Menus, dialogs and forms are
 * opened so too, and are no answers.
 */
import { attribute, attributeBit, type Tree } from "../../tree/Tree.ts"
import { headingTags, Tag, tagFlags } from "../../tree/tags.ts"
import { Contains, type Features, Roles } from "../features/Features.ts"
import { NameHints } from "../words/classTokens.ts"

/** Of the text of an answer, what is linked at most. */
const maxLinked = 0.5
/** Characters of an answer that is no label; and of the question above it. */
const minAnswer = 20
const maxQuestion = 300
/** Nodes of a question that are looked at, and elements above an answer of which it may be the only one. */
const maxQuestionNodes = 32
const maxSteps = 3

const frame = NameHints.chrome | NameHints.hidden | NameHints.comments | NameHints.related

/** Says of a hidden node whether the page unfolds it. What leads to hidden parts is read once, when first asked for. */
export const foldedParts = (features: Features): ((node: number) => boolean) => {
  let targets: ReadonlySet<string> | undefined
  return (node) => {
    const { holds, linked, marks, names, text, tree } = features
    if (text[node]! < minAnswer || linked[node]! > maxLinked * text[node]!) return false
    if ((marks[node]! & Roles.frameRole) !== 0 || (names[node]! & frame) !== 0) return false
    if ((holds[node]! & Contains.control) !== 0 || attribute(tree, node, "popover") !== undefined) return false
    if (isBelowQuestion(features, node)) return true
    const id = attribute(tree, node, "id")
    return id !== undefined && (targets ??= readTargets(tree)).has(id)
  }
}

const leads = attributeBit("href") | attributeBit("aria-controls")

/** Ids that a link or a button of the page leads to. */
const readTargets = (tree: Tree): ReadonlySet<string> => {
  const targets = new Set<string>()
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag[node] === Tag.text || (tree.attributeMask[node]! & leads) === 0) continue
    const href = tree.tag[node] === Tag.a ? attribute(tree, node, "href") : undefined
    if (href !== undefined && href.length > 1 && href.startsWith("#")) targets.add(href.slice(1))
    for (const id of attribute(tree, node, "aria-controls")?.split(/\s+/) ?? []) targets.add(id)
  }
  return targets
}

const isTitle = tagFlags([...headingTags, Tag.dt, Tag.summary])

/** Whether what stands right above is a title, or says that it expands. */
const isBelowQuestion = ({ end, text, tree }: Features, answer: number): boolean => {
  let node = answer
  for (let step = 0; step < maxSteps; step++) {
    const before = elementBefore(tree, node)
    if (before >= 0) {
      if (text[before] === 0 && tree.tag[before] !== Tag.button) return false
      if (text[before]! > maxQuestion) return false
      if (isTitle[tree.tag[before]!] === 1) return true
      for (let at = before; at < Math.min(end[before]!, before + maxQuestionNodes); at++)
        if (tree.tag[at] !== Tag.text && attribute(tree, at, "aria-expanded") !== undefined) return true
      return false
    }
    node = tree.parent[node]!
    if (node <= 0) return false
  }
  return false
}

/** Siblings that are looked at. */
const maxSiblings = 500

const elementBefore = (tree: Tree, node: number): number => {
  let before = -1
  let at = tree.first[tree.parent[node]!]!
  for (let step = 0; step < maxSiblings && at >= 0 && at !== node; step++, at = tree.next[at]!)
    if (tree.tag[at] !== Tag.text) before = at
  return at === node ? before : -1
}
