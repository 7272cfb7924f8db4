/**
 * What readers wrote under an article. It is left out, but for two cases: the caller asks for it, or it is a discussion as
 * substantial as a post of its own, below a short one: several comments of some length, all of them on the page, and not
 * much more than the article. Threads are no articles; there comments are the content anyway.
 */
import { attribute } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { NameHints } from "./classTokens.ts"
import type { Cuts } from "./Cuts.ts"
import { holdsReply } from "./comments.ts"
import type { Features } from "./Features.ts"
import { lineOf } from "./line.ts"
import { judgeHeading, Phrase } from "./phrases.ts"
import { Rule } from "./Rule.ts"

/** Comments that make a discussion, and the characters of prose that they have on average. */
const minComments = 3
const minAverage = 150
/** Of the prose of an article, what a discussion has at most; and characters of an article that needs none beside it. */
const maxShare = 1.5
const minWhole = 2000

/** Nodes of a line under a comment that offers something. */
const maxToolNodes = 24
const longestTool = 60

const tool =
  /^\W*(?:reply|reply to .*|quote|permalink|share|report|flag|edit|like|log in to (?:reply|leave a comment)|antworten|répondre|responder|rispondi|beantwoorden|odpowiedz|svara|ответить|返信|回复|回覆|답글)(?: \d+)?\W*$/iu

const isOfReaders = (rule: number): boolean =>
  rule === Rule.commentsName || rule === Rule.comments || rule === Rule.commentsHeading

/** Gives comments back that a rule cut and returns them. `isAsked` is true where the caller wants all of them. */
export const restoreDiscussion = (
  features: Features,
  cuts: Cuts,
  root: number,
  isAsked: boolean
): ReadonlyArray<number> => {
  const { body, end, prose, tree } = features
  const parts: Array<number> = []
  const rules: Array<number> = []
  let written = 0
  let comments = 0
  for (let node = body; node < tree.size; node++) {
    const rule = cuts.drop[node]!
    if (rule === 0) continue
    if (isOfReaders(rule) && isWritten(features, node, rule)) {
      cuts.restore(node)
      cutTools(features, cuts, node)
      parts.push(node)
      rules.push(rule)
      written += proseLeft(features, cuts.drop, node)
      comments += countComments(features, cuts.drop, node)
    }
    node = end[node]! - 1
  }
  const ofArticle = prose[root]! - inside(features, parts, root)
  const isSubstantial =
    ofArticle < minWhole &&
    comments >= minComments &&
    written >= minAverage * comments &&
    written <= maxShare * ofArticle
  if (isAsked ? written > 0 : isSubstantial) return parts
  for (const [i, node] of parts.entries()) cuts.cut(node, rules[i]!)
  return []
}

/** Prose of a part without what is cut in it. */
const proseLeft = ({ end, prose }: Features, drop: Uint8Array, part: number): number => {
  let left = prose[part]!
  for (let node = part; node < end[part]!; node++) {
    if (drop[node] === 0) continue
    left -= prose[node]!
    node = end[node]! - 1
  }
  return left
}

/** Prose of the parts that stand in the root. */
const inside = ({ end, prose }: Features, parts: ReadonlyArray<number>, root: number): number =>
  parts.reduce((sum, node) => (node > root && node < end[root]! ? sum + prose[node]! : sum), 0)

/** Whether there is what somebody wrote, and not only a form to write; behind a heading stand other things as well. */
const isWritten = (features: Features, node: number, rule: number): boolean => {
  const { end, prose, text, tree } = features
  if (text[node] === 0 || tree.tag[node] === Tag.form) return false
  if (rule === Rule.comments) return true
  if (holdsReply(features, node, end[node]!)) return prose[node]! > 0
  return rule === Rule.commentsHeading && judgeHeading(lineOf(tree, node, end[node]!, longestTool)) === Phrase.comments
}

/** Innermost elements with prose that are named comments. */
const countComments = ({ end, names, prose }: Features, drop: Uint8Array, part: number): number => {
  const found: Array<number> = []
  for (let node = part; node < end[part]!; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (prose[node] === 0 || (names[node]! & (NameHints.comments | NameHints.entry)) === 0) continue
    const last = found.at(-1)
    if (last !== undefined && node < end[last]!) found.pop()
    found.push(node)
  }
  return found.length
}

/** Cuts forms, buttons and links such as "Reply". */
const cutTools = (features: Features, cuts: Cuts, part: number): void => {
  const { end, isBlock, linked, names, prose, text, tree } = features
  for (let node = part; node < end[part]!; node++) {
    if (cuts.drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    const id = tree.tag[node]!
    if (id === Tag.form || isReplyBox(features, node) || (names[node]! & NameHints.hidden) !== 0)
      cuts.cut(node, Rule.form)
    else if (id === Tag.button || id === Tag.nav) cuts.cut(node, Rule.frameElement)
    else if (
      end[node]! - node <= maxToolNodes &&
      prose[node] === 0 &&
      (id === Tag.a || (isBlock[node] === 1 && linked[node]! > 0.5 * text[node]!)) &&
      tool.test(lineOf(tree, node, end[node]!, longestTool))
    )
      cuts.cut(node, Rule.threadPart)
    if (cuts.drop[node] !== 0) node = end[node]! - 1
  }
}

const replyBox = /(?:^|[\s_-])respond(?:$|\s)/i

/** What WordPress puts around the form for a comment. */
const isReplyBox = ({ names, tree }: Features, node: number): boolean =>
  (names[node]! & NameHints.comments) !== 0 &&
  (replyBox.test(attribute(tree, node, "id") ?? "") || replyBox.test(attribute(tree, node, "class") ?? ""))
