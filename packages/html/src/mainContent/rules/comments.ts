/**
 * Comments under an article that no name reveals: what stands behind a heading that says so, and three or more siblings alike,
 * each with words that only comments have ("Reply", "Ann said:", "2 days ago").
 */
import { kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { type Features, Contains } from "../features/Features.ts"
import { lineOf } from "../../page/line.ts"
import { judgeHeading, Phrase } from "../words/phrases.ts"
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

/** Whether there were any. */
export const cutComments = (kept: Features, cuts: Cuts): boolean => {
  const isHeaded = cutBehindHeading(kept, cuts, false)
  return cutAlike(kept, cuts) || isHeaded
}

/** Of a page that does not declare itself an article: only behind a heading, and with what readers write with or have written. */
export const cutCommentsOfReaders = (kept: Features, cuts: Cuts): boolean => cutBehindHeading(kept, cuts, true)

const mayBeHeading = tagFlags([Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6, Tag.p, Tag.div, Tag.section])

/** Characters of a heading, and nodes that it may take. */
const longestHeading = 90
const maxHeadingNodes = 64
/** Of the prose of a page, what must stand before a heading of comments, or as many characters. */
const shareBefore = 0.3
const enoughBefore = 600
/** Of the prose of a page, what the box of an article holds. */
const articleShare = 0.5

const cutBehindHeading = (kept: Features, cuts: Cuts, byReaders: boolean): boolean => {
  const { body, end, isBlock, linked, own, prose, text, tree } = kept
  const { next, parent, tag } = tree
  const all = prose[body]!
  let seen = 0
  for (let node = body + 1; node < tree.size; node++) {
    if (cuts.drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (isBlock[node] === 0 || own[node] === 0) continue
    if (own[node]! >= 80) seen += own[node]!
    if (seen < Math.min(shareBefore * all, enoughBefore) || text[node]! > longestHeading) continue
    // A link alone leads to them.
    if (mayBeHeading[tag[node]!] === 0 || end[node]! - node > maxHeadingNodes || linked[node] === text[node]) continue
    const line = lineOf(tree, node, end[node]!, longestHeading)
    if (judgeHeading(line) !== Phrase.comments) continue
    // One word alone may as well title a chapter of a manual.
    if ((byReaders || !line.includes(" ")) && !isByReaders(kept, node)) continue
    cuts.cut(node, Rule.comments)
    for (let at = node; at > body; at = parent[at]!) {
      for (let after = next[at]!; after >= 0; after = next[after]!)
        if (tag[after] !== Tag.text && cuts.drop[after] === 0) cuts.cut(after, Rule.comments)
      if (prose[parent[at]!]! >= articleShare * all) break
    }
    return true
  }
  return false
}

/** Siblings looked at behind a heading. */
const maxFollowers = 8
const maxNodes = 200

/** Whether what follows a heading is written by readers: nothing yet, a form, or posts with times and replies. */
const isByReaders = (kept: Features, heading: number): boolean => {
  const { body, end, holds, isBlock, text, tree } = kept
  let from = heading
  while (tree.next[from]! < 0 && tree.parent[from]! > body) from = tree.parent[from]!
  let followers = 0
  for (let after = tree.next[from]!; after >= 0 && followers < maxFollowers; after = tree.next[after]!) {
    if (tree.tag[after] === Tag.text) continue
    if ((holds[after]! & Contains.control) !== 0 || tree.tag[after] === Tag.form) return true
    if (isBlock[after] === 0 || text[after] === 0) continue
    // The next chapter.
    if ((kind[tree.tag[after]!]! & Kind.heading) !== 0) break
    followers++
    if (holdsReply(kept, after, Math.min(end[after]!, after + maxNodes))) return true
  }
  return followers === 0
}

const cutAlike = (kept: Features, cuts: Cuts): boolean => {
  const { drop } = cuts
  const { body: root, classKey, end, holds, isBlock, own, prose, text, tree } = kept
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
  if (isMarked[0] === 0) return false
  let seen = 0
  let found = false
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
      if (isBlock[child] === 1 && prose[child]! < 0.5 * prose[root]!) found = cuts.cut(child, Rule.comments) || found
    }
  }
  return found
}
