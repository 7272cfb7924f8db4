/**
 * Comments that neither a name nor a heading reveals: three or more siblings alike, each with words that only comments
 * have ("Reply", "Ann said:", "2 days ago"), behind the prose of an article.
 */
import { Tag } from "../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { type Features, Contains } from "./Features.ts"
import { lineOf } from "./line.ts"
import { Rule } from "./Rule.ts"

/** Characters of a line that may carry the words. */
const longestMark = 80
/** Characters of prose that must stand before comments, and more of them where only times indicate comments. */
const minProse = 300
const minProseForTimes = 600

const mark =
  /\b(?:reply|permalink|upvote|report abuse|said:|says:|wrote:|antworten|schrieb:|sagt:|répondre|a dit\s?:|responder|dice:|dijo:|rispondi|ha scritto:|ha detto:|disse:|beantwoorden|reageer|schreef:|odpowiedz|ответить|svara)(?:$|[\s.|·•)(]|(?<=:))/iu

const time =
  /\b(?:votes?|\d+ (?:minutes?|hours?|days?|weeks?|months?|years?) ago|vor \d+ \p{L}+|il y a \d+ \p{L}+|hace \d+ \p{L}+|há \d+ \p{L}+|\d+ \p{L}+ (?:geleden|fa))(?:$|[\s.|·•)(]|(?<=:))/iu

/** Nearly all lines have neither a number nor votes. */
const isTimed = (line: string): boolean => /\d|vote/i.test(line) && time.test(line)

/** Whether a short line with the words of comments stands between two nodes. */
export const holdsReply = ({ end, isBlock, own, tree }: Features, from: number, to: number): boolean => {
  for (let node = from; node < to; node++) {
    if (own[node] === 0 || own[node]! > longestMark || isBlock[node] === 0 || end[node]! - node > 64) continue
    const line = lineOf(tree, node, end[node]!, 200)
    if (mark.test(line) || isTimed(line)) return true
  }
  return false
}

export const dropComments = (kept: Features, cuts: Cuts, root: number): void => {
  const { drop } = cuts
  const { classKey, end, holds, isBlock, own, prose, text, tree } = kept
  const { first, next, parent, tag } = tree
  const last = end[root]!
  const isMarked = new Uint8Array(last - root)
  for (let node = last - 1; node > root; node--) {
    const isLine = own[node]! > 0 && own[node]! <= longestMark && isBlock[node] === 1 && end[node]! - node < 64
    if (isLine && tag[node] !== Tag.p) {
      const line = lineOf(tree, node, end[node]!, 200)
      if (mark.test(line)) isMarked[node - root] = 2
      else if (isTimed(line)) isMarked[node - root] = Math.max(1, isMarked[node - root]!)
    }
    const up = parent[node]! - root
    isMarked[up] = Math.max(isMarked[up]!, isMarked[node - root]!)
  }
  if (isMarked[0] === 0) return
  let seen = 0
  for (let node = root; node < last; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (isMarked[node - root] === 0) {
      if (own[node]! >= 80) seen += own[node]!
      continue
    }
    if (seen < minProse) continue
    const least = seen < minProseForTimes ? 2 : 1
    const groups = new Map<number, { count: number; marked: number }>()
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      if (isBlock[child] === 0 || drop[child] !== 0 || text[child] === 0) continue
      const key = classKey[child]! * 256 + tag[child]!
      const group = groups.get(key) ?? { count: 0, marked: 0 }
      group.count++
      if (isMarked[child - root]! >= least && (holds[child]! & Contains.block) !== 0) group.marked++
      groups.set(key, group)
    }
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      const group = groups.get(classKey[child]! * 256 + tag[child]!)
      if (group === undefined || group.count < 3 || group.marked < 0.6 * group.count) continue
      // A part that holds most of the prose is the article, whatever its words.
      if (isBlock[child] === 1 && prose[child]! < 0.5 * prose[root]!) cuts.cut(child, Rule.comments)
    }
  }
}
