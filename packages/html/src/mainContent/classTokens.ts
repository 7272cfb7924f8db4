/**
 * What the names that people give to elements say about their content.
 *
 * A class or id is cut into parts at `-`, `_`, `:` and capitals (`article__shareBar` is article, share, bar); each part,
 * each two neighbouring parts and a few beginnings of parts are looked up in tables. The tables are data: a convention
 * is added by adding a word, and the tests hold what each word must and must not match.
 */

/** Bits of a verdict over the names of one element. */
export const Name = {
  /** Frame of the site wherever it stands: navigation, consent, advertising, sharing, sign-up. */
  chrome: 1,
  /** Links to other pages of the site: related, recommended, trending; a table of contents. */
  related: 2,
  /** Small furniture of an article: byline, date, tags, caption, credits. */
  minor: 4,
  /** Says that the body of the content is here. */
  body: 8,
  /** Kept for screen readers or shown only after a click. */
  hidden: 16,
  /** Post, answer, reply: an entry in a thread. */
  entry: 32,
  /** Words under a picture, or whose it is. */
  caption: 64,
  /** A post of another site shown inside the text. */
  embed: 128,
  /** What readers wrote below: furniture of an article, the content of a thread. */
  comments: 256
} as const

const words = new Map<string, number>()
const pairs = new Map<string, number>()
const beginnings: Array<readonly [beginning: string, bits: number]> = []

const add = (table: Map<string, number>, bits: number, list: string): void => {
  for (const word of list.trim().split(/\s+/)) table.set(word, (table.get(word) ?? 0) | bits)
}
const addBeginnings = (bits: number, list: string): void => {
  for (const word of list.trim().split(/\s+/)) beginnings.push([word, bits])
}

add(
  words,
  Name.chrome,
  `cookie cookies consent gdpr ccpa cmp ad ads adsense dfp adslot adunit adbox advert adverts promo promos promotion
   signup sharing share shares sharer sharebar addtoany sharedaddy addthis outbrain taboola zergnet breadcrumb
   breadcrumbs crumb crumbs pagination pager paginator navbar navigation topbar masthead colophon popup popover lightbox
   login signin register copyright paywall metered nav menu noprint skip interstitial toolbar tooltip toast snackbar
   sitemap bottombar offcanvas drawer megamenu hamburger rollover hovercard backtotop totop fluidads revcontent mgid nativo triplelift`
)
addBeginnings(
  Name.chrome,
  "advert sponsor newsletter subscri social sidebar footer modal overlay sharethis sharing onetrust cookiebot usercentrics"
)
add(
  pairs,
  Name.chrome,
  `read-next read-more read-also up-next more-stories more-news more-from more-on more-posts more-articles more-like
   you-may also-like side-bar side-col side-column side-nav site-header global-header page-header site-nav site-menu
   top-bar top-nav bottom-nav bottom-bar on-this table-of app-download follow-us follow-me no-print skip-link skip-to
   sign-up sign-in log-in mailing-list email-form lead-form cta-box cookie-bar back-to edit-section`
)
add(
  words,
  Name.related,
  `related relateds recommended recommend recommendations recommendation recirc recirculation trending popular mostread
   yarpp toc jprelatedposts morefrom readalso`
)
add(pairs, Name.related, "most-read most-popular also-read jp-relatedposts")
add(
  words,
  Name.comments,
  `comment comments commentlist disqus respond replies rating ratings coral livefyre viafoura spotim hyvor muut`
)
add(pairs, Name.comments, "fb-comments reader-comments user-reviews")
add(
  words,
  Name.minor,
  `widget widgets byline bylines author authors authorship bio tags taglist tagcloud keywords meta metadata utility
   poll quiz feedback survey banner alert notification notifications announcement dateline timestamp date dates pubdate
   published kicker eyebrow assistive icon icons gallery slideshow carousel slider
   teaser teasers donate donation donations support cta callout button buttons btn tools print printer language lang
   hashtags topics contributor contributors copyline lastmod updated byauthor attribution copyrights reporter photoby
   disclaimer disclosure disclosures correction feedback appstore audio listen player tts mailto readtime`
)
add(
  pairs,
  Name.minor,
  `pub-date posted-on posted-by publish-date post-meta entry-meta entry-footer
   article-meta article-footer article-info post-info post-footer post-tags article-tags article-date post-date
   reading-time read-time about-author info-box story-meta edit-link`
)
add(
  words,
  Name.caption,
  `caption captions figcaption cutline credit credits photocredit imagecredit imgcaption wpcaption photographer legende
   bildunterschrift copyright copyrights imagesource`
)
add(words, Name.embed, "embed embeds embedded tweet tweets twittertweet instagrammedia oembed blockquote pullquote")
add(words, Name.hidden, "screenreader sronly visuallyhidden")
add(pairs, Name.hidden, "screen-reader sr-only visually-hidden screen-only assistive-text a11y-hidden")
add(
  words,
  Name.body,
  `articlebody articlecontent articletext storybody storycontent storytext postbody postcontent posttext entrycontent
   bodycontent bodycopy bodytext maincontent mainarticle articlecopy contentbody newsbody newstext pagecontent richtext`
)
add(
  pairs,
  Name.body,
  `article-body article-content article-text article-main article-copy story-body story-content story-text post-body
   post-content post-text entry-content entry-body entry-text body-content body-copy body-text content-body content-main
   content-article content-text main-content main-article main-text main-body page-content single-content mw-parser
   markdown-body rich-text blog-content blog-entry news-text news-body news-content text-body td-post field-body
   parser-output mw-content docs-content doc-content wiki-content`
)
add(words, Name.entry, "answer reply post topic message")

/** Names that begin so describe the entry (its category, its state), never what the element is for. */
const describing = new Set(
  `tag category cat status format type has is with no not postid lang theme template single d m p mt mb pt pb w h col
   row grid hentry term taxonomy paged`.split(/\s+/)
)

/** Longer names are generated (hashes, slugs of headlines) and say nothing. */
const longestName = 48
const mostParts = 6

/** The `Name` bits of a class attribute or an id. */
export const judgeNames = (names: string): number => {
  let verdict = 0
  let start = 0
  for (let at = 0; at <= names.length; at++) {
    const code = at === names.length ? 32 : names.charCodeAt(at)
    if (code > 32) continue
    if (at - start > 1 && at - start <= longestName) verdict |= judgeName(names.slice(start, at))
    start = at + 1
  }
  return verdict
}

const judgeName = (name: string): number => {
  const parts = partsOf(name)
  if (parts.length === 0 || parts.length > mostParts) return 0
  if (parts.length > 1 && describing.has(parts[0]!)) return 0
  let verdict = 0
  let previous = ""
  for (const part of parts) {
    verdict |= words.get(part) ?? 0
    if (previous !== "") verdict |= (pairs.get(`${previous}-${part}`) ?? 0) | (words.get(previous + part) ?? 0)
    if (part.length > 5) for (const [beginning, bits] of beginnings) if (part.startsWith(beginning)) verdict |= bits
    previous = part
  }
  return verdict
}

/** Lower-case parts of one name; digits separate and are left out. */
export const partsOf = (name: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let start = -1
  let lower = false
  for (let at = 0; at <= name.length; at++) {
    const code = at < name.length ? name.charCodeAt(at) : 45
    const isLower = code >= 97 && code <= 122
    const isUpper = code >= 65 && code <= 90
    const isLetter = isLower || isUpper || code > 127
    if (start >= 0 && (!isLetter || (isUpper && lower))) {
      parts.push(name.slice(start, at).toLowerCase())
      start = -1
    }
    if (isLetter && start < 0) start = at
    lower = isLower
  }
  return parts
}
