/**
 * What forum software writes around each post that is none of it: who the author is in numbers, the signature, the subject
 * again, buttons. The names are those of phpBB, vBulletin, XenForo, MyBB, SMF, Invision, Discourse and Stack Overflow; most
 * of them mean something else elsewhere, so they count on the page of a thread only.
 */
import { attribute, attributeBit } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { NameHints } from "../words/classTokens.ts"
import type { Cuts } from "./Cuts.ts"
import type { Features } from "../features/Features.ts"
import type { Headline } from "../features/headline.ts"
import { lineOf } from "../../page/line.ts"
import { Rule } from "./Rule.ts"

const classBit = attributeBit("class")

const aroundPosts =
  /(?:^|\s)(?:signature|sig|signaturecontainer|message-signature|post_sig|profile-(?:rank|posts|joined|contact|location|warnings|custom-field)|message-user(?:Extras|Title|Banner)|usertitle|usertext|rank|userstats|author_statistics|post_author_info|poster_info|post-buttons|postbuttons|post_management_buttons|postfoot|quickbuttons|keyinfo_buttons|reputation-score|badgecount|-flair|v-mod|jumpbox|actions-jump|stat-block|online-list|bottom-notice|js-add-link|post-likes|notice|message-lastEdit|userinfo_extra|above_postlist|below_postlist|thread_controls|toolsmenu|popupbody|navpopupmenu|thread_info|options_block|postcounter|nodecontrols|comment-reactions|js-comment-edit)(?:\s|$)/

/** Links under a post that do something with it. */
const postTool =
  /^\W*(?:reply|quote|hide|un-?hide|fav(?:orite)?|un-?favorite|permalink|permanent link|parent|perma|share|report|save|flag|embed|give award|context|full comments(?: \(\d+\))?|ответить|цитировать|antworten|zitieren|melden|teilen|répondre|citer|signaler|responder|citar|rispondi|cita|返信|回复|回覆|引用|举报|답글|신고)\W*$/iu
const longestTool = 24
const maxLinkNodes = 8

/** Whether a link that does something with a post stands between two nodes. */
export const holdsPostTool = ({ end, tree }: Features, from: number, to: number): boolean => {
  for (let node = from; node < to; node++) {
    if (tree.tag[node] !== Tag.a || end[node]! - node >= maxLinkNodes) continue
    if (postTool.test(lineOf(tree, node, end[node]!, longestTool + 1))) return true
  }
  return false
}

const replyPrefix = /^(?:re|aw|sv|odp|rif|ref|reply|ответ)\s*:\s*/i

/** Answers or replies that make a page a thread. */
const fewestPosts = 2
const longestSubject = 300

/** Whether there are several posts on a page, named so or as comments that are its content. */
export const isThread = ({ body, end, linked, names, text, tree }: Features, drop: Uint8Array): boolean => {
  let posts = 0
  for (let node = body; node < tree.size; node++) {
    if (drop[node] !== 0) node = end[node]! - 1
    else if (
      (names[node]! & (NameHints.entry | NameHints.comments)) !== 0 &&
      text[node]! > linked[node]! &&
      ++posts >= fewestPosts
    )
      return true
  }
  return false
}

/** Adds to `drop` what stands around the posts of a thread. */
export const cutAroundPosts = ({ body, end, text, tree }: Features, cuts: Cuts, headline: Headline): void => {
  const { drop } = cuts
  const subject = headline.node < 0 ? "" : lineOf(tree, headline.node, end[headline.node]!, longestSubject)
  for (let node = body; node < tree.size; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    // Old Reddit puts each post into a form.
    const isNamed = (tree.attributeMask[node]! & classBit) !== 0 && tree.tag[node] !== Tag.form
    if (isNamed && text[node]! < 0.5 * text[body]! && aroundPosts.test(attribute(tree, node, "class") ?? ""))
      cuts.cut(node, Rule.threadPart)
    else if (tree.tag[node] === Tag.a && end[node]! - node < maxLinkNodes) {
      if (postTool.test(lineOf(tree, node, end[node]!, longestTool + 1))) cuts.cut(node, Rule.threadPart)
    } else if (kind[tree.tag[node]!]! & Kind.heading && node > headline.node && subject !== "") {
      const line = lineOf(tree, node, end[node]!, longestSubject)
      if (line.replace(replyPrefix, "") === subject) cuts.cut(node, Rule.duplicate)
    }
    if (drop[node] !== 0) node = end[node]! - 1
  }
}
