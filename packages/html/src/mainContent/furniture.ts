/**
 * Marks the frame of a site: what its tag, role, names or state say is no content. A guard keeps what holds a large part
 * of the page, whatever its name, because names lie (`<div class="sidebar-layout">` around everything).
 */
import { attribute, tagNameOf, type Tree } from "../tree/Tree.ts"
import { isTitleButton } from "../tree/disclosure.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { hasIdOfHeading } from "./anchorIds.ts"
import { Name } from "./classTokens.ts"
import { type Features, Holds, isCell, Mark } from "./Features.ts"
import { judgeNames } from "./NameJudge.ts"
import { Reason } from "./Reason.ts"
import { frameTag, isTelling } from "./tellingTags.ts"

export interface Strictness {
  /** Bylines, dates, tags and captions go too: the page is an article. */
  readonly minor: boolean
  /** What readers wrote goes too. */
  readonly comments: boolean
  /** Whether the data of a page say that a node holds what it is about; its parts are judged, but not it. */
  readonly holdsContent?: ((node: number) => boolean) | undefined
}

/** Writes a `Reason` for every outermost element that is furniture into `drop`. */
export const markFurniture = (features: Features, drop: Uint8Array, strictness: Strictness): void => {
  const { body, end, holds, linked, marks, names, prose, text, tree } = features
  const { size, tag } = tree
  for (const node of features.consent) dropConsent(features, drop, node)
  const allProse = prose[body]!
  const allUnlinked = text[body]! - linked[body]!
  let codeEnd = -1
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
    if (names[node] === 0 && marks[node] === 0 && isTelling[id] === 0) {
      if ((holds[node]! & Holds.telling) === 0) node = end[node]! - 1
      continue
    }
    const share = prose[node]! / Math.max(1, allProse)
    const unlinked = text[node]! - linked[node]!
    const reason = judge(features, node, share, strictness)
    if (reason === Reason.none || (mayHoldContent(id) && strictness.holdsContent?.(node) === true)) continue
    if (reason === Reason.hidden) {
      // A page hidden until its script has run is all content.
      if (share >= 0.5 || unlinked >= 0.5 * allUnlinked) continue
    } else if (reason === Reason.minor) {
      if (share >= 0.08 && prose[node]! > 120) continue
      if (unlinked >= 0.5 * allUnlinked) continue
    } else if (reason === Reason.comments || reason === Reason.related) {
      // Comments may well be longer than what they comment on; a thread is what has nothing else to say.
      if (allProse - prose[node]! < 600 && unlinked >= 0.5 * allUnlinked) continue
      // A page that is nothing but a table of contents.
      if (allProse - prose[node]! < fewProse && text[node]! >= 0.4 * text[body]!) continue
    } else if (id !== Tag.footer && id !== Tag.nav) {
      const isMost = share >= 0.7 || (share >= 0.35 && allProse - prose[node]! < fewProse)
      if (isMost || unlinked >= 0.6 * allUnlinked || isTitledText(features, node, share)) continue
    }
    if (reason === Reason.caption && (holds[node]! & Holds.image) !== 0) continue
    drop[node] = reason
    node = end[node]! - 1
  }
}

/** Everything but what never holds content. */
const mayHoldContent = (id: number): boolean =>
  id !== Tag.nav && id !== Tag.footer && id !== Tag.select && id !== Tag.textarea

/** The title of the page and paragraphs below it: long comments beside them do not make them a sidebar. */
const isTitledText = ({ holds, linked, paragraphs, text }: Features, node: number, share: number): boolean =>
  share >= 0.2 && (holds[node]! & Holds.h1) !== 0 && paragraphs[node]! >= 3 && linked[node]! < 0.3 * text[node]!

/** Characters of prose that are too few to be what a page is for. */
const fewProse = 300

/**
 * Drops the box around a text that asks for consent: the largest that holds little more than it. A paragraph among others
 * is none: it tells how a site uses cookies.
 */
const dropConsent = ({ body, prose, text, tree }: Features, drop: Uint8Array, node: number): void => {
  let box = node
  for (let up = tree.parent[box]!; up > body; up = tree.parent[up]!) {
    if (text[up]! > 2 * text[node]! + 200 || prose[up]! > prose[node]! + 100) break
    box = up
  }
  const isParagraph = box === node && (tree.tag[node] === Tag.p || isCell[tree.tag[node]!] === 1)
  const isAmongOthers = isParagraph && tree.parent[node]! > body && prose[tree.parent[node]!]! > 0
  if (!isAmongOthers && text[box]! < 0.6 * text[body]!) drop[box] = Reason.consent
}

/** Characters on a button. */
const longestControl = 60

/** What the class and the id of an element say; an id that is made of a heading says nothing. */
const nameOf = (features: Features, node: number): number => {
  const { holds, names, paragraphs, tree } = features
  const name = names[node]!
  // MathJax hangs its menu on every formula.
  if (tree.tag[node] === Tag.unknown && tagNameOf(tree, node) === "mjx-container") return 0
  if ((holds[node]! & Holds.heading) === 0 || paragraphs[node] === 0 || !hasIdOfHeading(features, node)) return name
  return judgeNames(attribute(tree, node, "class") ?? "")
}

/** KaTeX without MathML is what it draws. */
const isFormula = (tree: Tree, node: number): boolean =>
  tree.first[tree.parent[node]!] === node && attribute(tree, node, "class") === "katex-html"

const articleSteps = 6

/** Whether an article is around an element: its header says who wrote it and when. */
const isInArticle = ({ tree }: Features, node: number): boolean => {
  let up = tree.parent[node]!
  for (let step = 0; step < articleSteps && up > 0; step++, up = tree.parent[up]!)
    if (tree.tag[up] === Tag.article) return true
  return false
}

/** A form around the content of a page holds most of its text; one below it, with notes on how to fill it in, less. */
const mostInForm = 0.5
const fewestFields = 3

const hasFields = ({ body, end, text, tree }: Features, form: number): boolean => {
  if (text[form]! >= mostInForm * text[body]!) return false
  let fields = 0
  for (let node = form + 1; node < end[form]! && fields < fewestFields; node++) {
    const id = tree.tag[node]!
    if (id === Tag.input || id === Tag.textarea || id === Tag.select) fields++
  }
  return fields >= fewestFields
}

/** Frames that show films, sounds, maps, charts or code; most others show advertisements. */
const showsMedia =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|loom\.com|twitch\.tv|ted\.com|archive\.org|soundcloud\.com|spotify\.com|podcasts\.apple\.com|bandcamp\.com|mixcloud\.com|libsyn\.com|transistor\.fm|bilibili\.com|rutube\.ru|openstreetmap\.org|google\.[a-z.]+\/maps|datawrapper\.(?:de|dwcdn\.net)|dwcdn\.net|flourish\.studio|slideshare\.net|speakerdeck\.com|docs\.google\.com|codepen\.io|codesandbox\.io|stackblitz\.com|jsfiddle\.net|figma\.com|observablehq\.com)(?:[/?]|$)/i

/** Elements of the frame by their tag that belong to the text: films, who is quoted, a note, what opens an answer. */
const isPartOfText = ({ holds, names, tree }: Features, node: number, { minor }: Strictness): boolean => {
  switch (tree.tag[node]) {
    case Tag.button:
      return isTitleButton(tree, node)
    case Tag.video:
    case Tag.audio:
      return true
    case Tag.iframe:
      return showsMedia.test(attribute(tree, node, "src") ?? attribute(tree, node, "data-src") ?? "")
    case Tag.footer:
      return tree.tag[tree.parent[node]!] === Tag.blockquote
    case Tag.aside:
      return (names[node]! & Name.text) !== 0 || (!minor && (holds[node]! & Holds.quote) !== 0)
    default:
      return false
  }
}

const judge = (features: Features, node: number, share: number, strictness: Strictness): number => {
  const { holds, marks, names, prose, tree } = features
  const id = tree.tag[node]!
  const held = holds[node]!
  if (frameTag[id] === 1) return isPartOfText(features, node, strictness) ? Reason.none : Reason.frame
  if (id === Tag.header && share < 0.1) {
    // The header of an article names it; that of a site names the site.
    const title = strictness.minor ? Holds.h1 : Holds.heading
    const isOfSite = (held & title) === 0 || (held & Holds.nav) !== 0
    if (isOfSite && (strictness.minor || !isInArticle(features, node))) return Reason.frame
  }
  if (id === Tag.form && (prose[node]! < 200 || hasFields(features, node))) return Reason.form
  const mark = marks[node]!
  const name = names[node] === 0 ? 0 : nameOf(features, node)
  if (mark & Mark.hidden) return Reason.hidden
  if (mark & Mark.ariaHidden && share < 0.2) return isFormula(tree, node) ? Reason.none : Reason.frame
  // Bootstrap gives the role of an alert to every note.
  if (mark & Mark.frameRole) return names[node]! & Name.text && prose[node]! > 0 ? Reason.none : Reason.role
  if (mark & Mark.note)
    return held & Holds.link && features.linked[node]! > 0.5 * features.text[node]! ? Reason.role : Reason.none
  if (id === Tag.article || id === Tag.main || kind[id]! & Kind.heading || name & Name.body) return Reason.none
  if (name & Name.embed && held & Holds.quote) return Reason.none
  if (name & (Name.chrome | Name.hidden)) return Reason.name
  if (name & Name.related) return Reason.related
  if (strictness.comments && name & Name.comments) return Reason.comments
  if (name & Name.control && (strictness.minor || features.text[node]! <= longestControl)) return Reason.minor
  if (!strictness.minor || name & Name.text || held & (Holds.pre | Holds.table)) return Reason.none
  if (name & Name.caption) return Reason.caption
  return name & Name.minor || mark & Mark.minorProperty || id === Tag.label ? Reason.minor : Reason.none
}
