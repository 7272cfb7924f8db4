/**
 * What the names that people give to elements say about their content.
 *
 * A class or id is cut into parts at `-`, `_`, `:` and capitals (`article__shareBar` is article, share, bar); each part,
 * each two neighbouring parts and a few beginnings of parts are looked up in tables. What they say is a vote of several,
 * and the fitted model knows more names than these from the pages themselves: the tables hold what many sites write, and
 * a word goes that changes nothing on real pages.
 */
import type { Codes } from "../../tree/codes.ts"
import { hashed, hashOf, hashSeed } from "./characters.ts"
import { HashTable } from "./HashTable.ts"

/** Bits of a verdict over the names of one element. */
export const NameHints = {
  /** Frame of the site wherever it stands: navigation, consent, advertising, sharing, sign-up. */
  chrome: 1,
  /** Links to other pages of the site: related, recommended, trending; a table of contents. */
  related: 2,
  /** Says that the body of the content is here. */
  body: 8,
  /** Kept for screen readers or shown only after a click. */
  hidden: 16,
  /** Answer, reply, message: an entry in a thread. */
  entry: 32,
  /** Words under a picture, or whose it is. */
  caption: 64,
  /** A post of another site shown inside the text. */
  embed: 128,
  /** What readers wrote below: boilerplate of an article, the content of a thread. */
  comments: 256,
  /** A note, code or the like that belongs to the text whatever else its name says. */
  text: 512,
  /** Something to press. */
  control: 2048,
  /** Of `chrome`, what is made of links: a menu, a bar, the head of a site. Without links the name is wrong. */
  menu: 4096
} as const

const pairOf = (first: number, second: number): number => hashed(Math.imul(first, 31), second)

// Beside the bits of a verdict, what else is known of a part.
/** Names that begin so describe the entry (its category, its state), never what the element is for. */
const describes = 1 << 15
/** The first of two parts that say something together. */
const startsPair = 1 << 14
/** What follows is a part that the element has or lacks, not what it is: `content--with-sidebar`. */
const describesOtherPart = 1 << 13
const verdicts = describesOtherPart - 1

/** Number of letters that decide whether a known beginning may follow. */
const prefixLength = 5

/** What names say, read once from the lists below. */
const readLists = () => {
  const words = new HashTable(2048)
  const pairs = new HashTable(512)
  /** By the hash of the first five letters, one more than the index in `begun`. */
  const beginnings = new HashTable(128)
  const begun: Array<Array<readonly [beginning: string, bits: number]>> = []

  const addWords = (bits: number, list: string): void => {
    for (const word of list.trim().split(/\s+/)) words.add(hashOf(word), bits)
  }
  /** Two parts, which are one word to some: `pop-up`, `popup`. */
  const addPairs = (bits: number, list: string): void => {
    for (const pair of list.trim().split(/\s+/)) {
      const [first, second] = pair.split("-") as [string, string]
      words.add(hashOf(first), startsPair)
      pairs.add(pairOf(hashOf(first), hashOf(second)), bits)
      words.add(hashOf(first + second), bits)
    }
  }
  const addBeginnings = (bits: number, list: string): void => {
    for (const word of list.trim().split(/\s+/)) {
      const first = hashOf(word.slice(0, prefixLength))
      if (beginnings.get(first) === 0) beginnings.add(first, begun.push([]))
      begun[beginnings.get(first) - 1]!.push([word, bits])
    }
  }

  addWords(
    NameHints.chrome,
    `consent gdpr ccpa cmp ad dfp promo promotion share sharing login register copyright skip interstitial popover
     lightbox tooltip toast snackbar drawer skeleton colophon rollover catlinks portlet adunit addthis sharedaddy noprint taboola outbrain`
  )
  addWords(
    NameHints.chrome | NameHints.menu,
    "breadcrumb crumb pagination pager paginator navigation nav menu toolbar masthead hamburger sitemap navbox"
  )
  addBeginnings(
    NameHints.chrome,
    "cookie advert sponsor newsletter subscri social sidebar footer modal overlay sharethis"
  )
  addPairs(
    NameHints.chrome,
    `read-next more-on more-news more-posts more-like side-bar table-of follow-us on-this sign-up sign-in log-in
     pop-up off-canvas add-toany mailing-list email-form cta-box back-to print-footer sp-message`
  )
  addPairs(
    NameHints.chrome | NameHints.menu,
    "site-header global-header top-bar bottom-bar nav-bar mega-menu prev-next next-prev"
  )
  addWords(
    NameHints.related,
    "related similar recommend recommended recommendation recirc trending popular toc yarpp upsell crosssell"
  )
  // The rest of an article may stand in it as well: only a short one is dropped.
  addPairs(NameHints.control, "read-more")
  addPairs(NameHints.related, "most-read jp-relatedposts up-sell cross-sell")
  addWords(NameHints.comments, "comment commentlist disqus respond replies viafoura coral")
  addPairs(NameHints.comments, "user-reviews")
  addWords(
    NameHints.text,
    "admonition callout note warning tip hint highlight spoiler ingredient instructions specs specification footnote references"
  )
  addPairs(NameHints.text, "code-block code-snippet alert-info alert-danger")
  addWords(NameHints.control, "button btn actions")
  addPairs(NameHints.control, "action-bar add-to buy-now")
  addWords(NameHints.caption, "caption figcaption credit copyright")
  addWords(NameHints.embed, "embed embedded tweet blockquote pullquote")
  addPairs(NameHints.hidden, "edit-section screen-reader sr-only visually-hidden screen-only assistive-text")
  for (const what of "article post entry story blog news page main single doc docs field".split(" "))
    addPairs(NameHints.body, `${what}-body ${what}-content ${what}-text`)
  addPairs(
    NameHints.body,
    `body-content body-text body-copy content-body content-text content-main content-article text-body article-main
     main-article mw-parser rich-text markdown-body td-post`
  )
  addWords(NameHints.entry, "answer reply message postbody")
  addWords(
    describes,
    `tag category cat status format type has is with no not postid lang template single d m p mt mb pt pb w h col
     row grid hentry term taxonomy paged`
  )
  addWords(describesOtherPart, "with has no without hide hides")
  return { words, pairs, beginnings, begun } as const
}

const { beginnings, begun, pairs, words } = readLists()

/** ASCII letters as small ones, 0 for what is no letter. */
const small = Uint8Array.from({ length: 128 }, (_, code) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? code | 32 : 0
)

/** Whether the part of a name from `start` to `end` begins with a word, in whatever case. */
const isBeginning = (word: string, codes: Codes, start: number, end: number): boolean => {
  if (end - start < word.length) return false
  for (let i = prefixLength; i < word.length; i++) if ((codes[start + i]! | 32) !== word.charCodeAt(i)) return false
  return true
}

/** Characters of a name that may be a hash; letters that a part of one has on average. */
const maxHash = 16
const maxHashPart = 3

/**
 * Whether a tool made a name up: letters on both sides of digits (`orgd7109ad`, but not `ad300x250`), or capitals that
 * begin no words (`adFHlH`). Names with a hyphen or an underscore have parts that somebody chose.
 */
const isHashed = (codes: Codes, from: number, to: number): boolean => {
  if (to - from > maxHash) return false
  let digits = 0
  let capitals = 0
  let mixed = false
  let begun = false
  for (let at = from; at < to; at++) {
    const code = codes[at]!
    if (code >= 48 && code <= 57) digits++
    else if (code < 128 && small[code] !== 0) {
      const isSize = (code | 32) === 120 && at + 1 < to && codes[at + 1]! >= 48 && codes[at + 1]! <= 57
      if (digits > 0 && begun && !isSize) mixed = true
      if (begun && code !== small[code]) capitals++
      begun = true
    } else return false
  }
  return mixed || (digits > 0 && capitals > 0) || (capitals > 1 && to - from <= maxHashPart * capitals)
}

/** What the names of several end in: `shares`. */
const letterS = 115

/** Longer names are generated (hashes, slugs of headlines) and say nothing. */
export const longestName = 48
const maxParts = 6

/**
 * The `Name` bits of one name, a range of the source. Its parts end where a letter is followed by none, or a small letter
 * by a capital; digits separate and are left out.
 */
export const judgeName = (codes: Codes, from: number, to: number): number => {
  if (isHashed(codes, from, to)) return 0
  let verdict = 0
  let count = 0
  let isDescribed = false
  /** The hash of the part before when it may start a pair, 0 otherwise. */
  let before = 0
  let start = -1
  let hash = hashSeed
  /** The last letter of a part, and the hash of what stands before it: "share" of "shares". */
  let last = 0
  let singular = hashSeed
  let beginning = 0
  let lower = false
  for (let at = from; at <= to; at++) {
    const code = at < to ? codes[at]! : 45
    const letter = code > 127 ? code : small[code]!
    if (start >= 0 && (letter === 0 || (letter !== code && lower))) {
      if (++count > maxParts) return 0
      if (count === 2 && isDescribed) return 0
      const bits = words.get(hash)
      if (count === 1) isDescribed = (bits & describes) !== 0
      if (bits & describesOtherPart) return verdict
      verdict |= bits & verdicts
      if (before !== 0) verdict |= pairs.get(pairOf(before, hash))
      if (last === letterS) {
        verdict |= words.get(singular) & verdicts
        if (before !== 0) verdict |= pairs.get(pairOf(before, singular))
      }
      before = (bits & startsPair) === 0 ? 0 : hash
      if (at - start >= prefixLength) {
        const known = beginnings.get(beginning)
        if (known !== 0)
          for (const [word, bits] of begun[known - 1]!) if (isBeginning(word, codes, start, at)) verdict |= bits
      }
      start = -1
    }
    if (letter !== 0) {
      if (start < 0) {
        start = at
        hash = hashSeed
      }
      singular = hash
      last = letter
      hash = hashed(hash, letter)
      if (at - start === prefixLength - 1) beginning = hash
    }
    lower = letter === code && code < 128
  }
  return verdict
}
