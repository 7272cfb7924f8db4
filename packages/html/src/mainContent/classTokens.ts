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
  /** Answer, reply, message: an entry in a thread. */
  entry: 32,
  /** Words under a picture, or whose it is. */
  caption: 64,
  /** A post of another site shown inside the text. */
  embed: 128,
  /** What readers wrote below: furniture of an article, the content of a thread. */
  comments: 256,
  /** A note, code or the like that belongs to the text whatever else its name says. */
  text: 512,
  /** A picture and what goes with it. */
  figure: 1024,
  /** Something to press. */
  control: 2048
} as const

/** What names say, read once from the lists below. */
const readLists = () => {
  const words = new Map<string, number>()
  /** By the first and then the second part. */
  const pairs = new Map<string, Map<string, number>>()
  /** By the first five letters. */
  const beginnings = new Map<string, Array<readonly [beginning: string, bits: number]>>()

  const addWords = (bits: number, list: string): void => {
    for (const word of list.trim().split(/\s+/)) words.set(word, (words.get(word) ?? 0) | bits)
  }
  const addPairs = (bits: number, list: string): void => {
    for (const pair of list.trim().split(/\s+/)) {
      const [first, second] = pair.split("-") as [string, string]
      const seconds = pairs.get(first) ?? new Map<string, number>()
      pairs.set(first, seconds.set(second, (seconds.get(second) ?? 0) | bits))
    }
  }
  const addBeginnings = (bits: number, list: string): void => {
    for (const word of list.trim().split(/\s+/)) {
      const first = word.slice(0, 5)
      beginnings.set(first, [...(beginnings.get(first) ?? []), [word, bits]])
    }
  }

  addWords(
    Name.chrome,
    `cookie cookies consent gdpr ccpa cmp ad ads adsense dfp adslot adunit adbox advert adverts promo promos promotion
     signup sharing share shares sharer sharebar addtoany sharedaddy addthis outbrain taboola zergnet breadcrumb
     breadcrumbs crumb crumbs pagination pager paginator navbar navigation topbar masthead colophon popup popover lightbox
     login signin register copyright paywall metered nav menu noprint skip interstitial toolbar tooltip toast snackbar
     sitemap bottombar offcanvas drawer megamenu hamburger rollover hovercard backtotop totop catlinks editsection navbox brotkrumen seitenleiste fusszeile kopfzeile werbung teilen
     ariane filariane entete piedpage publicite partage partager cabecera publicidad compartir migas miga pubblicita
     condividi briciole rodape cabecalho publicidade compartilhar migalhas advertentie kruimelpad delen
     voettekst navigatie navegacion navegacao navigazione fluidads revcontent mgid nativo triplelift`
  )
  addBeginnings(
    Name.chrome,
    "advert sponsor newsletter subscri social sidebar footer modal overlay sharethis onetrust cookiebot usercentrics"
  )
  addPairs(
    Name.chrome,
    `read-next read-more read-also up-next more-stories more-news more-from more-on more-posts more-articles more-like
     you-may also-like side-bar side-col side-column side-nav site-header global-header page-header site-nav site-menu
     top-bar top-nav bottom-nav bottom-bar on-this table-of app-download follow-us follow-me no-print skip-link skip-to
     sign-up sign-in log-in nav-bar pop-up off-canvas bread-crumb bread-crumbs add-this add-toany skip-nav mailing-list email-form lead-form cta-box cookie-bar back-to edit-section`
  )
  addWords(
    Name.related,
    `related relateds recommended recommend recommendations recommendation recirc recirculation trending popular mostread
     verwandt aehnlich meistgelesen empfehlungen similaires connexes relacionados relacionadas correlati correlate gerelateerd
     inhaltsverzeichnis sommaire yarpp toc jprelatedposts morefrom readalso`
  )
  addPairs(Name.related, "most-read most-popular also-read jp-relatedposts read-also")
  addWords(
    Name.comments,
    `kommentar kommentare leserkommentare commentaire commentaires comentario comentarios commento commenti reacties
     comment comments commentlist disqus respond replies rating ratings coral livefyre viafoura spotim hyvor muut`
  )
  addPairs(Name.comments, "fb-comments reader-comments user-reviews")
  addWords(
    Name.minor,
    `widget widgets byline bylines author authors authorship bio tags taglist tagcloud keywords meta metadata utility
     poll quiz feedback survey banner alert notification notifications announcement dateline timestamp date dates pubdate
     published kicker eyebrow assistive icon icons
     teaser teasers donate donation donations support cta tools print printer
     hashtags topics contributor contributors copyline lastmod updated byauthor attribution reporter photoby
     disclaimer disclosure disclosures correction feedback appstore audio listen player tts mailto readtime`
  )
  addPairs(
    Name.minor,
    `pub-date posted-on posted-by publish-date post-meta entry-meta entry-footer
     article-meta article-footer article-info post-info post-footer post-tags article-tags article-date post-date
     reading-time read-time about-author info-box story-meta edit-link`
  )
  addWords(
    Name.text,
    `hinweis remarque zutaten zubereitung ingredientes ingredienti admonition callout note warning tip hint codeblock highlight syntaxhighlighter spoiler ingredients ingredient
     instructions specs specifications datatable footnotes footnote references`
  )
  addPairs(Name.text, "code-block code-snippet alert-info alert-warning markdown-alert")
  addWords(
    Name.figure,
    `image images img photo photos picture pictures figure media thumbnail gallery galleries slideshow carousel slider
     photobox imagebox`
  )
  addWords(Name.control, "button buttons btn btns actions actionbar")
  addPairs(Name.control, "action-bar add-to post-buttons buy-now")
  addWords(
    Name.caption,
    `caption captions figcaption cutline credit credits photocredit imagecredit imgcaption wpcaption photographer legende
     bildunterschrift copyright copyrights imagesource`
  )
  addWords(Name.embed, "embed embeds embedded tweet tweets twittertweet instagrammedia oembed blockquote pullquote")
  addWords(Name.hidden, "screenreader sronly visuallyhidden")
  addPairs(Name.hidden, "screen-reader sr-only visually-hidden screen-only assistive-text")
  addWords(
    Name.body,
    `articlebody articlecontent articletext storybody storycontent storytext postbody postcontent posttext entrycontent
     bodycontent bodycopy bodytext maincontent mainarticle articlecopy contentbody newsbody newstext pagecontent richtext`
  )
  addPairs(
    Name.body,
    `article-body article-content article-text article-main article-copy story-body story-content story-text post-body
     post-content post-text entry-content entry-body entry-text body-content body-copy body-text content-body content-main
     content-article content-text main-content main-article main-text main-body page-content single-content mw-parser
     markdown-body rich-text blog-content blog-entry news-text news-body news-content text-body td-post field-body article-copy
     parser-output mw-content docs-content doc-content wiki-content`
  )
  addWords(Name.entry, "answer answers reply message postbody postcontent threadpost")
  return { words, pairs, beginnings } as const
}

const { beginnings, pairs, words } = readLists()

/** Names that begin so describe the entry (its category, its state), never what the element is for. */
const describing = new Set(
  `tag category cat status format type has is with no not postid lang template single d m p mt mb pt pb w h col
   row grid hentry term taxonomy paged`.split(/\s+/)
)

/** Longer names are generated (hashes, slugs of headlines) and say nothing. */
export const longestName = 48
const mostParts = 6

/** The `Name` bits of one name. */
export const judgeName = (name: string): number => {
  const parts = partsOf(name)
  if (parts.length === 0 || parts.length > mostParts) return 0
  if (parts.length > 1 && describing.has(parts[0]!)) return 0
  let verdict = 0
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!
    verdict |= words.get(part) ?? 0
    if (i + 1 < parts.length) verdict |= pairs.get(part)?.get(parts[i + 1]!) ?? 0
    if (part.length < 5) continue
    for (const [beginning, bits] of beginnings.get(part.slice(0, 5)) ?? [])
      if (part.startsWith(beginning)) verdict |= bits
  }
  return verdict
}

/** Lower-case parts of one name; digits separate and are left out. */
export const partsOf = (name: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let start = -1
  let lower = false
  let hasUpper = false
  for (let at = 0; at <= name.length; at++) {
    const code = at < name.length ? name.charCodeAt(at) : 45
    const isLower = code >= 97 && code <= 122
    const isUpper = code >= 65 && code <= 90
    const isLetter = isLower || isUpper || code > 127
    if (start >= 0 && (!isLetter || (isUpper && lower))) {
      const part = name.slice(start, at)
      parts.push(hasUpper ? part.toLowerCase() : part)
      start = -1
    }
    if (isLetter && start < 0) {
      start = at
      hasUpper = false
    }
    if (!isLower) hasUpper = true
    lower = isLower
  }
  return parts
}
