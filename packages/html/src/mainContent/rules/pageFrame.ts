/**
 * Marks the frame of a site: what its tag, role, names or state say is no content. A guard keeps what holds a large part
 * of the page, whatever its name, because names lie (`<div class="sidebar-layout">` around everything).
 */
import { filmAddressOf } from "../../page/customElements.ts"
import { attribute, tagNameOf, type Tree } from "../../tree/Tree.ts"
import { isTitleButton } from "../../page/disclosure.ts"
import { headingTags, kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"
import { hasIdOfHeading } from "./anchorIds.ts"
import { NameHints } from "../words/classTokens.ts"
import { holdsReply } from "./comments.ts"
import { price } from "../words/boilerplate.ts"
import type { Cuts } from "./Cuts.ts"
import { type Features, Contains, isCell, Roles } from "../features/Features.ts"
import { lineOf } from "../../page/line.ts"
import { holdsDate } from "../features/headMatter.ts"
import { judgeNames } from "../features/NameJudge.ts"
import { isJunkLine, isPageTool } from "../words/phrases.ts"
import { holdsPostTool } from "./threads.ts"
import { isAmongWords, isPictureOfText, isTableOfText } from "./partsOfText.ts"
import { Rule } from "./Rule.ts"
import { frameTag, isSignificantTag } from "../words/significantTags.ts"

interface PageFacts {
  /** Node of the headline, or -1: a `header` below it is not the site's. */
  readonly headline: number
  /** Whether what readers wrote goes too. */
  readonly comments: boolean
  /** Whether the page declares to be an article: what is named comments there was written by readers. */
  readonly isArticle: boolean
  /** Whether the posts of readers are what the page is about. */
  readonly isThread: boolean
  /** Host of the page, where it is known. */
  readonly host: string | undefined
  /** Whether the page unfolds a hidden node. */
  readonly isFolded: (node: number) => boolean
  /** Whether the data of a page say that a node holds what it is about; its parts are judged, but not it. */
  readonly holdsContent?: ((node: number) => boolean) | undefined
}

/** No rule applies. */
const none = 0

/** Cuts every outermost element that is boilerplate. */
export const cutPageFrame = (features: Features, cuts: Cuts, page: PageFacts): void => {
  const { body, end, holds, linked, marks, names, prose, text, tree } = features
  const { drop } = cuts
  const { size, tag } = tree
  for (const node of features.consent) dropConsent(features, cuts, node)
  const allProse = prose[body]!
  const allUnlinked = text[body]! - linked[body]!
  let codeEnd = -1
  let mainEnd = -1
  let noReadersTo = -1
  for (let node = body + 1; node < size; node++) {
    const id = tag[node]!
    if (id === Tag.text) continue
    if (id === Tag.pre || id === Tag.code) codeEnd = Math.max(codeEnd, end[node]!)
    // The names in code are a highlighter's: a `comment` there is part of the program.
    if (node < codeEnd && frameTag[id] === 0) continue
    if (drop[node] !== 0 || kind[id]! & Kind.skip) {
      node = end[node]! - 1
      continue
    }
    if (names[node] === 0 && marks[node] === 0 && isSignificantTag[id] === 0) {
      if (holdsMain(features, node)) mainEnd = Math.max(mainEnd, end[node]!)
      if ((holds[node]! & Contains.significant) === 0 && node >= mainEnd) node = end[node]! - 1
      continue
    }
    const share = prose[node]! / Math.max(1, allProse)
    const unlinked = text[node]! - linked[node]!
    const rule = judgeElement(features, node, share, page, node < mainEnd)
    if (holdsMain(features, node)) mainEnd = Math.max(mainEnd, end[node]!)
    if (rule === none || (mayHoldContent(id) && page.holdsContent?.(node) === true)) continue
    if (rule === Rule.hidden) {
      // A page hidden until its script has run is all content.
      if (share >= 0.5 || unlinked >= 0.5 * allUnlinked) continue
      if (unlinked >= minHiddenShare * allUnlinked && isContentShown(features, node)) continue
    } else if (rule === Rule.controlName) {
      if (share >= 0.08 && prose[node]! > 120) continue
      if (unlinked >= 0.5 * allUnlinked) continue
    } else if (rule === Rule.commentsName || rule === Rule.relatedName) {
      // Documentation comments on what it documents.
      const isThread =
        rule !== Rule.commentsName || page.isArticle || (node >= noReadersTo && isByReaders(features, node))
      if (!isThread) {
        // What was searched once is not searched again for what stands in it.
        noReadersTo = Math.max(noReadersTo, end[node]!)
        continue
      }
      // Comments may well be longer than what they comment on; a thread is what has nothing else to say.
      if (allProse - prose[node]! < 600 && unlinked >= 0.5 * allUnlinked) continue
      // A page that is nothing but a table of contents.
      if (allProse - prose[node]! < fewProse && text[node]! >= 0.4 * text[body]!) continue
    } else if (id !== Tag.footer && id !== Tag.nav) {
      const isMost = share >= 0.7 || (share >= 0.35 && allProse - prose[node]! < fewProse)
      if (isMost || unlinked >= 0.6 * allUnlinked || isTitledText(features, node, share)) continue
    }
    if (cuts.cut(node, rule)) node = end[node]! - 1
  }
}

/** Whether what is named comments has what readers write with: fields, times, or links to reply. */
export const isByReaders = (features: Features, node: number): boolean =>
  holdsForm(features.tree, node, features.end[node]!) ||
  holdsReply(features, node, features.end[node]!) ||
  holdsPostTool(features, node, features.end[node]!)

const holdsForm = (tree: Tree, from: number, to: number): boolean => {
  for (let node = from; node < to; node++)
    if (tree.tag[node] === Tag.form || tree.tag[node] === Tag.textarea) return true
  return false
}

/** Of the text of a page, what a script will hardly hide for good. */
const minHiddenShare = 0.25

/** Whether what is hidden looks like the page and not like a dialog. */
const isContentShown = ({ holds, marks, names }: Features, node: number): boolean =>
  (holds[node]! & (Contains.table | Contains.heading)) !== 0 &&
  (marks[node]! & Roles.frameRole) === 0 &&
  (names[node]! & (NameHints.chrome | NameHints.hidden | NameHints.comments)) === 0

/** What a page marks as its content. */
const holdsMain = ({ marks, tree }: Features, node: number): boolean =>
  tree.tag[node] === Tag.article ||
  tree.tag[node] === Tag.main ||
  (marks[node]! & (Roles.mainRole | Roles.articleBody | Roles.articleRole)) !== 0

/** Everything but what never holds content. */
const mayHoldContent = (id: number): boolean =>
  id !== Tag.nav && id !== Tag.footer && id !== Tag.select && id !== Tag.textarea

/** The title of the page and paragraphs below it: long comments next to them do not make them a sidebar. */
const isTitledText = ({ holds, linked, paragraphs, text }: Features, node: number, share: number): boolean =>
  share >= 0.2 && (holds[node]! & Contains.h1) !== 0 && paragraphs[node]! >= 3 && linked[node]! < 0.3 * text[node]!

/** Characters of prose that are too few to be what a page is for. */
const fewProse = 300

/**
 * Drops the box around a text that asks for consent: the largest that contains little more than it. A paragraph among
 * others is not one: it explains how a site uses cookies.
 */
const dropConsent = ({ body, prose, text, tree }: Features, cuts: Cuts, node: number): void => {
  let box = node
  for (let up = tree.parent[box]!; up > body; up = tree.parent[up]!) {
    if (text[up]! > 2 * text[node]! + 200 || prose[up]! > prose[node]! + 100) break
    box = up
  }
  const isParagraph = box === node && (tree.tag[node] === Tag.p || isCell[tree.tag[node]!] === 1)
  const isAmongOthers = isParagraph && tree.parent[node]! > body && prose[tree.parent[node]!]! > 0
  if (!isAmongOthers && text[box]! < 0.6 * text[body]!) cuts.cut(box, Rule.consent)
}

/** Characters on a button. */
const longestControl = 60

/** What the class and the id of an element say; an id that is made of a heading says nothing. */
const nameOf = (features: Features, node: number): number => {
  const { holds, names, paragraphs, tree } = features
  const name = names[node]!
  // MathJax hangs its menu on every formula.
  if (tree.tag[node] === Tag.unknown && tagNameOf(tree, node) === "mjx-container") return 0
  if ((holds[node]! & Contains.heading) === 0 || paragraphs[node] === 0 || !hasIdOfHeading(features, node)) return name
  return judgeNames(attribute(tree, node, "class") ?? "")
}

/** KaTeX without MathML is what it draws. */
const isFormula = (tree: Tree, node: number): boolean =>
  tree.first[tree.parent[node]!] === node && attribute(tree, node, "class") === "katex-html"

/** Characters of a form next to its labels and buttons that are more than a hint on how to fill it in. */
const minFormText = 60
const minFormProse = 200
const fewestFields = 3
/** A form around the content of a page holds this much of its text. */
const formShare = 0.5

/**
 * Whether a form is nothing but a form: one that is signed up, searched or commented with, or that has no text next to
 * its fields. Tables, headings and text in any other form are content: a product in its order form, results below a
 * filter.
 */
const isBareForm = ({ body, forms, holds, prose, text }: Features, form: number): boolean => {
  if (prose[form]! >= formShare * prose[body]! && prose[form]! >= minFormProse) return false
  const { proseOutsideLabels, fields, files, userFields } = forms.of(form)
  const isShort = text[form]! < formShare * text[body]!
  if (prose[form]! < 2 * minFormProse) {
    // Applications ask for files and for more than the page says itself.
    if (files > 0 && (holds[form]! & (Contains.h1 | Contains.table)) === 0) return true
    if (userFields > 0 && isShort) return true
  }
  // Nothing to fill in: a script sends what stands here.
  if (fields === 0) return proseOutsideLabels === 0
  if (fields >= fewestFields && isShort && (holds[form]! & Contains.table) === 0)
    return proseOutsideLabels < 2 * minFormProse
  return (holds[form]! & (Contains.table | Contains.h1)) === 0 && proseOutsideLabels < minFormText
}

/** Frames that show films, sounds, maps, charts or code; most others show advertisements. */
const showsMedia =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|loom\.com|twitch\.tv|ted\.com|archive\.org|soundcloud\.com|spotify\.com|podcasts\.apple\.com|bandcamp\.com|mixcloud\.com|libsyn\.com|transistor\.fm|bilibili\.com|rutube\.ru|openstreetmap\.org|google\.[a-z.]+\/maps|datawrapper\.(?:de|dwcdn\.net)|dwcdn\.net|flourish\.studio|slideshare\.net|speakerdeck\.com|docs\.google\.com|codepen\.io|codesandbox\.io|stackblitz\.com|jsfiddle\.net|figma\.com|observablehq\.com)(?:[/?]|$)/i

/** Elements of the frame by their tag that belong to the text: films, who is quoted, a note, what opens an answer. */
const isPartOfText = (features: Features, node: number, inMain: boolean): boolean => {
  const { holds, names, text, tree } = features
  switch (tree.tag[node]) {
    case Tag.button:
      return isTitleButton(tree, node) || isAmongWords(features, node) || isOfApi(tree, node, features.end[node]!)
    case Tag.video:
    case Tag.audio:
      return true
    case Tag.iframe:
      return showsMedia.test(
        attribute(tree, node, "src") ?? attribute(tree, node, "data-src") ?? filmAddressOf(tree, node)
      )
    case Tag.footer:
      return (
        tree.tag[tree.parent[node]!] === Tag.blockquote ||
        isOfReaders(names[tree.parent[node]!]!) ||
        (inMain && isHeadOfArticle(features, node))
      )
    case Tag.aside:
      return (
        (isOfReaders(names[tree.parent[node]!]!) &&
          text[node]! <= maxNote &&
          (holds[node]! & Contains.control) === 0) ||
        (inMain && text[node]! <= maxNote && holdsPrice(tree, node, features.end[node]!)) ||
        (names[node]! & NameHints.text) !== 0 ||
        (holds[node]! & Contains.quote) !== 0 ||
        ((inMain || isBetweenText(features, node)) && isPlainText(features, node)) ||
        (inMain && text[node]! <= maxNote && isPlain(features, node))
      )
    default:
      return false
  }
}

/** Characters of the preview of a page. */
const maxPreview = 800

/**
 * The preview of a page elsewhere, between the paragraphs that cite it: forums, editors and blogs draw one for a link that
 * stands alone. Every link in it leads to that page, where a box beside the text leads to pages of its own site.
 */
const isCitedPage = (features: Features, node: number, { host }: PageFacts): boolean => {
  const { end, text, tree } = features
  if (tree.tag[node] !== Tag.aside || host === undefined || text[node]! > maxPreview) return false
  let cited: string | undefined
  for (let at = node + 1; at < end[node]!; at++) {
    if (tree.tag[at] !== Tag.a) continue
    const address = URL.parse(attribute(tree, at, "href") ?? "")
    if (address === null || address.host === host || (cited !== undefined && address.host !== cited)) return false
    cited = address.host
  }
  return cited !== undefined && isPlain(features, node) && isBetweenText(features, node)
}

/** Whether an element is a post or a comment, at whose head or foot stands who wrote it. */
const isOfReaders = (name: number): boolean => (name & (NameHints.entry | NameHints.comments)) !== 0

/** Who wrote an article and when, above its text: `footer` is for that too (WHATWG, 4.3.8). */
const isHeadOfArticle = (features: Features, node: number): boolean => {
  const { end, prose, text, tree } = features
  if (text[node]! > maxNote || !isPlain(features, node) || !holdsDate(tree, node, end[node]!)) return false
  const after = tree.next[node]!
  return tree.tag[tree.parent[node]!] === Tag.article && after >= 0 && prose[tree.parent[node]!]! > prose[node]!
}

/** A button that opens a part of the reference of an API: "GET /berths", "200 OK". */
const isOfApi = (tree: Tree, node: number, end: number): boolean =>
  /^(?:(?:get|post|put|patch|delete|head|options)\s*\/\S*|[1-5]\d\d\s?[A-Z][A-Za-z ]*$)/i.test(
    lineOf(tree, node, end, longestControl)
  )

/** Of the text of a note in the content, what part may be linked. */
const maxLinkedInNote = 0.3

/** What is known now: "Good service on this route." A line that a script will fill has no text yet. */
const tellsState = (tree: Tree, node: number): boolean =>
  /^\s*(?:alert|status)\s*$/i.test(attribute(tree, node, "role") ?? "")

/** Characters of an alert in the content that tell something. */
const minNote = 20

/** Characters of a note on an entry: who wrote it. */
const maxNote = 120

/** Text without fields, buttons, or many links. */
const isPlainText = (features: Features, node: number): boolean =>
  features.linked[node]! < maxLinkedInNote * features.text[node]! && isPlain(features, node)

/** What something costs, with a button to buy it, is no sidebar. */
const holdsPrice = (tree: Tree, node: number, end: number): boolean => price.test(lineOf(tree, node, end, maxNote))

const isPlain = ({ holds, names }: Features, node: number): boolean =>
  (holds[node]! & Contains.control) === 0 &&
  (names[node]! & (NameHints.chrome | NameHints.related | NameHints.comments)) === 0

const isTextBlock = tagFlags([Tag.p, ...headingTags, Tag.pre, Tag.ul, Tag.ol, Tag.dl, Tag.table, Tag.blockquote])

/** Siblings looked at before and behind an element. */
const maxSiblings = 64

/** Whether a paragraph, a heading or the like stands before or behind an element. */
const isBetweenText = ({ isBlock, text, tree }: Features, node: number): boolean => {
  const isText = (at: number): boolean => at >= 0 && text[at]! > 0 && isTextBlock[tree.tag[at]!] === 1
  let before = -1
  let at = tree.first[tree.parent[node]!]!
  for (let step = 0; step < maxSiblings && at >= 0 && at !== node; step++, at = tree.next[at]!)
    if (isBlock[at] === 1) before = at
  if (at === node && isText(before)) return true
  let after = tree.next[node]!
  for (let step = 0; step < maxSiblings && after >= 0 && isBlock[after] === 0; step++) after = tree.next[after]!
  return isText(after)
}

/** Text of the content that is too much of it to go for a name. */
const minNamedProse = 250
const maxLinkedInProse = 0.25
const maxLinkedInMenu = 0.5

/** Whether the text of an element says that it is not boilerplate, whatever its name: a name alone deletes nothing. */
const contradictsName = (features: Features, node: number, name: number, inMain: boolean): boolean => {
  const { holds, linked, prose, text, tree } = features
  if (name & NameHints.hidden) return false
  // A menu is made of links; prose without any is a text that somebody named so.
  if (name & NameHints.menu && prose[node]! > 0 && linked[node]! < maxLinkedInMenu * text[node]!) return true
  if (tree.tag[node] === Tag.p && prose[node]! > 0 && linked[node]! < 0.5 * text[node]!) return true
  // What leads nowhere is not related to another page: "popular facilities".
  if (name & NameHints.related && linked[node] === 0 && text[node]! >= minUnlinked && !(name & NameHints.chrome))
    return (holds[node]! & Contains.link) === 0
  if (name & NameHints.control && isTellingControl(features, node, inMain)) return true
  if (isAmongWords(features, node)) return true
  const isInText = inMain || isBetweenText(features, node)
  if (isInText && isTableOfText(features, node)) return true
  if (isInText && name & NameHints.chrome && isPictureOfText(features, node)) return true
  if (inMain && name & NameHints.chrome && isFootOfPart(features, node)) return true
  return (
    inMain &&
    prose[node]! >= minNamedProse &&
    linked[node]! < maxLinkedInProse * text[node]! &&
    (holds[node]! & Contains.control) === 0
  )
}

/** Characters without a link that are more than a label. */
const minUnlinked = 20

const rating =
  /\d[.,]\d\s?\/\s?\d|\d[\d.,]*\s?k?\s(?:reviews?|ratings?|votes?|bewertung|avis\b|opiniones|valoraciones|recensioni|avaliaç|beoordeling)/i

/** What every site offers on its buttons. */
const usualAction =
  /^\W*(?:get started.*|start (?:your |a )?(?:free )?trial.*|start (?:for )?free.*|(?:contact|talk to) (?:us|sales|seller)|(?:learn|read|see|view|show|load|discover|find out) (?:more|all|details|product|options|it).*|sign (?:up|in).*|log ?in.*|try .*|buy .*|shop .*|order .*|add to .*|select options|choose options|(?:request|book|get|watch) (?:a )?(?:demo|quote).*|subscribe.*|download.*|apply.*|donate.*|register.*|join.*|create .*account.*|next.*|previous.*|back.*|share.*|submit.*|checkout.*|quick view.*|write .*|reply.*|edit.*|follow.*|save.*|print.*|close.*|cancel.*|compare.*|mehr .*|jetzt .*|zum .*|zur .*|weiter.*)\W*$/i

/** Whether a button is more than one: how something is rated, or a link with words of its own. */
const isTellingControl = ({ end, tree }: Features, node: number, inPage: boolean): boolean => {
  const line = lineOf(tree, node, end[node]!, longestControl + 1)
  if (rating.test(line)) return true
  if (!inPage || !line.includes(" ") || usualAction.test(line) || isJunkLine(line) || isPageTool(line)) return false
  const link = onlyLink(tree, node, Math.min(end[node]!, node + maxButtonNodes))
  const href = link < 0 ? "" : (attribute(tree, link, "href") ?? "").trim()
  return href !== "" && !/^#|^javascript:|[?&]add|cart|basket|login|sign[_-]?(?:in|up)|register/i.test(href)
}

/** Nodes around the link of a button. */
const maxButtonNodes = 12

/** -1 where there is none or several. */
const onlyLink = (tree: Tree, from: number, to: number): number => {
  let link = -1
  for (let node = from; node < to; node++) {
    if (tree.tag[node] !== Tag.a) continue
    if (link >= 0) return -1
    link = node
  }
  return link
}

const namedFoot = /foot/i
const namedFootOfSite =
  /(?:site|page|global|main|post|entry|article|content|print)[\w-]*foot|foot[\w-]*(?:nav|links|menu)|colophon/i

/** Whether a part of the content is named its foot, as a box or a card has one: no foot of a site stands in the content. */
const isFootOfPart = ({ holds, tree }: Features, node: number): boolean => {
  if ((holds[node]! & Contains.control) !== 0) return false
  const name = attribute(tree, node, "class") ?? ""
  return namedFoot.test(name) && !namedFootOfSite.test(name) && judgeNames(name.replaceAll(/foot(?:er)?/gi, "x")) === 0
}

const judgeElement = (features: Features, node: number, share: number, page: PageFacts, inMain: boolean): number => {
  const { holds, linked, marks, names, prose, text, tree } = features
  const id = tree.tag[node]!
  const held = holds[node]!
  if (frameTag[id] === 1)
    return isPartOfText(features, node, inMain) || isCitedPage(features, node, page) ? none : Rule.frameElement
  if (id === Tag.header && share < 0.1 && isOfSite(features, node, inMain, page.headline)) return Rule.siteHeader
  if (id === Tag.form && isBareForm(features, node)) return Rule.form
  const mark = marks[node]!
  const name = names[node] === 0 ? 0 : nameOf(features, node)
  // Rows that a table shows when they are asked for.
  const isFolded = (mark & (Roles.hidden | Roles.ariaHidden)) !== 0 && page.isFolded(node)
  if (mark & Roles.hidden && !isFolded) return id === Tag.tr || id === Tag.tbody ? none : Rule.hidden
  if (mark & Roles.ariaHidden && share < 0.2 && !isFolded) return isFormula(tree, node) ? none : Rule.frameElement
  // Bootstrap gives the role of an alert to every note.
  if (mark & Roles.frameRole) {
    if (prose[node]! > 0 && (names[node]! & NameHints.text) !== 0) return none
    const mayTell = inMain && text[node]! >= minNote && isPlainText(features, node)
    return mayTell && tellsState(tree, node) ? none : Rule.frameRole
  }
  // Notes on top of articles of an encyclopedia link to others; a row of tabs that are links is a menu.
  if (mark & Roles.note)
    return held & Contains.link && linked[node]! > 0.5 * text[node]! && attribute(tree, node, "role") !== "note"
      ? Rule.frameRole
      : none
  if (id === Tag.article || id === Tag.main || kind[id]! & Kind.heading || name & NameHints.body) return none
  if (name & NameHints.embed && held & Contains.quote) return none
  const rule = ruleOfName(features, node, name, page)
  // What readers wrote is prose too.
  const mayContradict = rule !== none && rule !== Rule.commentsName
  if (mayContradict && page.isThread && isPartOfPost(features, node)) return none
  return mayContradict && contradictsName(features, node, name, inMain) ? none : rule
}

/** Elements above one that may be the post. */
const postSteps = 6

/** Whether a short element without fields stands in one of several siblings of one shape: who wrote a post, or its link. */
const isPartOfPost = (features: Features, node: number): boolean => {
  const { end, holds, isBlock, text, tree } = features
  if (text[node]! > maxNote || (holds[node]! & (Contains.control | Contains.list)) !== 0) return false
  // A link is no menu of links.
  if (isBlock[node] === 0)
    return (kind[tree.tag[tree.parent[node]!]!]! & Kind.heading) !== 0 || isInSeries(features, node)
  return holdsLink(tree, node, end[node]!) && isInSeries(features, node)
}

const isInSeries = (features: Features, node: number): boolean => {
  const { parent } = features.tree
  for (let at = node, step = 0; step < postSteps && at > 0; at = parent[at]!, step++)
    if (hasAlikeSibling(features, at)) return true
  return false
}

/** Whether one of the siblings next to an element, or the first of them, has its tag and class. */
const hasAlikeSibling = ({ classKey, tree }: Features, node: number): boolean => {
  const { first, next, parent, tag } = tree
  if (classKey[node] === 0) return false
  const isAlike = (other: number): boolean =>
    other >= 0 && other !== node && classKey[other] === classKey[node] && tag[other] === tag[node]
  let after = next[node]!
  if (after >= 0 && tag[after] === Tag.text) after = next[after]!
  let start = first[parent[node]!]!
  if (tag[start] === Tag.text) start = next[start]!
  return isAlike(after) || isAlike(start)
}

const holdsLink = (tree: Tree, from: number, to: number): boolean => {
  for (let node = from; node < to; node++) if (tree.tag[node] === Tag.a) return true
  return false
}

const ruleOfName = ({ text }: Features, node: number, name: number, page: PageFacts): number => {
  if (name & (NameHints.chrome | NameHints.hidden)) return Rule.frameName
  if (name & NameHints.related) return Rule.relatedName
  if (page.comments && name & NameHints.comments) return Rule.commentsName
  return name & NameHints.control && text[node]! <= longestControl ? Rule.controlName : none
}

/** The header of an article names it and says who wrote it; that of a site has its name and its menus. */
const isOfSite = (
  { end, holds, linked, tree, text }: Features,
  node: number,
  inMain: boolean,
  headline: number
): boolean => {
  const held = holds[node]!
  // Its breadcrumbs and menus are judged by themselves.
  if (inMain && headline > node && headline < end[node]!) return false
  if (held & Contains.nav) return true
  if (headline >= 0 && node > headline && held & Contains.heading) return false
  if (inMain || isInSection(tree, node))
    return (
      !(text[node]! <= maxHead && holdsDate(tree, node, end[node]!)) &&
      linked[node]! >= 0.7 * text[node]! &&
      (held & Contains.heading) === 0
    )
  return true
}

/** Characters of the header of a post: who and when. */
const maxHead = 120

const sectionSteps = 6

/** Whether a section or an item of a list is around an element. */
const isInSection = (tree: Tree, node: number): boolean => {
  let up = tree.parent[node]!
  for (let step = 0; step < sectionSteps && up > 0; step++, up = tree.parent[up]!) {
    const id = tree.tag[up]!
    if (id === Tag.section || id === Tag.li || id === Tag.article) return true
  }
  return false
}
