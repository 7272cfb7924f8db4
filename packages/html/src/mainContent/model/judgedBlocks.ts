/** The blocks of a page that are judged, with what is known of each: all that a visitor sees, buttons and templates aside. */
import { Tag } from "../../tree/tags.ts"
import { type Features, Roles } from "../features/Features.ts"
import { type Declared, pathKind } from "../features/pageKind.ts"
import { isByReaders } from "../rules/pageFrame.ts"
import { Rule } from "../rules/Rule.ts"
import type { MainContent } from "./MainContent.ts"
import { blockFeatures, outsideVote, type Rows } from "./blockFeatures.ts"
import { wordsOfPage } from "./pageWords.ts"
import { type TextBlocks, textBlocks } from "./textBlocks.ts"

export interface JudgedBlocks {
  readonly blocks: TextBlocks
  /** 1 for each block that the rules keep. */
  readonly kept: Uint8Array
  readonly rows: Rows
  /** 1 for each node that the rules keep, and for the outermost ones that are never content. */
  readonly keptNodes: Uint8Array
  readonly never: Uint8Array
}

export const judgedBlocks = (
  features: Features,
  main: MainContent,
  declared: Declared,
  url: string | undefined,
  scoreOf: (hash: number) => number
): JudgedBlocks => {
  const keptNodes = nodesOf(features, main)
  const words = wordsOfPage(features)
  const never = neverContent(features, main, keptNodes)
  const blocks = textBlocks(features, never, words)
  const kept = new Uint8Array(blocks.count)
  for (let block = 0; block < blocks.count; block++) kept[block] = keptNodes[blocks.from[block]!]!
  const facts = {
    features,
    headline: main.headline,
    declared,
    url,
    pathKind: pathKind(url),
    kind: main.kind,
    votes: votesOf(features, main),
    kept
  }
  return { blocks, kept, rows: blockFeatures(facts, blocks, words, scoreOf), keptNodes, never }
}

/** For each node, the rule that cut it or what holds it; `outside` of the roots. A vote, which the model weighs. */
const votesOf = ({ end, tree }: Features, { drop, roots }: MainContent): Uint8Array => {
  const votes = new Uint8Array(tree.memory.takeZeroed(tree.size), 0, tree.size)
  votes.fill(outsideVote)
  for (const root of roots) votes.fill(0, root, end[root])
  for (let node = 1; node < tree.size; node++) {
    if (drop[node] === 0) continue
    votes.fill(drop[node]!, node, end[node])
    node = end[node]! - 1
  }
  return votes
}

/** 1 for each node that a selection keeps. */
const nodesOf = ({ end, tree }: Features, { drop, roots }: MainContent): Uint8Array => {
  const kept = new Uint8Array(tree.memory.takeZeroed(tree.size), 0, tree.size)
  for (const root of roots)
    for (let node = root; node < end[root]!; node++)
      if (drop[node] === 0) kept[node] = 1
      else node = end[node]! - 1
  return kept
}

/**
 * What no model brings back: what is hidden, asks for consent, is a template, repeats on the site, was written by readers
 * under an article, is another article, or is pressed.
 */
const neverContent = (features: Features, { drop }: MainContent, kept: Uint8Array): Uint8Array => {
  const { body, end, marks, tree } = features
  const never = new Uint8Array(tree.memory.takeZeroed(tree.size), 0, tree.size)
  for (let node = body + 1; node < tree.size; node++) {
    if (tree.tag[node] === Tag.text) {
      if (isFinal[drop[node]!] === 1) never[node] = 1
      continue
    }
    // A name alone is a vote: what is named comments is brought back where no reader wrote there.
    const isOfReaders = drop[node] === Rule.commentsName && isByReaders(features, node)
    if (kept[node] === 1) continue
    const isHidden = (marks[node]! & (Roles.hidden | Roles.ariaHidden)) !== 0
    if (!isHidden && tree.tag[node] !== Tag.button && isFinal[drop[node]!] === 0 && !isOfReaders) continue
    never[node] = 1
    node = end[node]! - 1
  }
  return never
}

const isFinal = new Uint8Array(256)
for (const rule of [Rule.hidden, Rule.consent, Rule.unfilled, Rule.repeated, Rule.comments, Rule.otherArticle])
  isFinal[rule] = 1
