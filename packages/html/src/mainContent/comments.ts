/**
 * Comments that no name and no heading gives away: three or more siblings alike, each with words that only comments have
 * ("Reply", "Ann said:"), behind the prose of an article.
 */
import { Tag } from "../tree/tags.ts"
import { type Features, Holds } from "./Features.ts"
import { lineOf } from "./phrases.ts"
import { Reason } from "./Reason.ts"

/** Characters of a line that may carry the words. */
const longestMark = 80
/** Characters of prose that must stand before comments. */
const leastProse = 300

const mark =
  /\b(?:reply|permalink|upvote|report abuse|said:|says:|wrote:|antworten|schrieb:|sagt:|répondre|a dit\s?:|responder|dice:|dijo:|rispondi|ha scritto:|ha detto:|disse:|beantwoorden|reageer|schreef:|odpowiedz|ответить|svara)(?:$|[\s.|·•)(]|(?<=:))/i

export const dropComments = (kept: Features, drop: Uint8Array, root: number): void => {
  const { classKey, end, holds, isBlock, own, prose, text, tree } = kept
  const { first, next, parent, tag } = tree
  const last = end[root]!
  const isMarked = new Uint8Array(last - root)
  for (let node = last - 1; node > root; node--) {
    const isLine = own[node]! > 0 && own[node]! <= longestMark && isBlock[node] === 1 && end[node]! - node < 64
    if (isLine && tag[node] !== Tag.p && mark.test(lineOf(tree, node, end[node]!, 200))) isMarked[node - root] = 1
    if (isMarked[node - root] === 1) isMarked[parent[node]! - root] = 1
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
    if (seen < leastProse) continue
    const groups = new Map<number, { count: number; marked: number }>()
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      if (isBlock[child] === 0 || drop[child] !== 0 || text[child] === 0) continue
      const key = classKey[child]! * 256 + tag[child]!
      const group = groups.get(key) ?? { count: 0, marked: 0 }
      group.count++
      if (isMarked[child - root] === 1 && (holds[child]! & Holds.block) !== 0) group.marked++
      groups.set(key, group)
    }
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      const group = groups.get(classKey[child]! * 256 + tag[child]!)
      if (group === undefined || group.count < 3 || group.marked < 0.6 * group.count) continue
      // A part that holds most of the prose is the article, whatever its words.
      if (isBlock[child] === 1 && prose[child]! < 0.5 * prose[root]!) drop[child] = Reason.comments
    }
  }
}
