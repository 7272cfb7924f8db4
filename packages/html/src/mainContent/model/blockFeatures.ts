/**
 * What the model knows of each block of text: numbers about its own text, about the elements that hold it, how often
 * their shape repeats, where it stands, its neighbours, and the page. No word of any language is among them.
 */
import { Tag } from "../../tree/tags.ts"
import { type Features, Roles } from "../features/Features.ts"
import type { Declared, PageKind } from "../features/pageKind.ts"
import { BlockSign, type TextBlocks } from "./textBlocks.ts"
import { ancestorTags, isContentTag, isHeadingTag, isLong, type Outline, outline as outlineOf } from "./outline.ts"
import { type NameScores, scoreNames } from "./nameScores.ts"
import type { PageWords } from "./pageWords.ts"
import { Rule } from "../rules/Rule.ts"
import { NameHints } from "../words/classTokens.ts"

const levels = 6
const shapes = 3
const neighbours = [-2, -1, 1, 2] as const

const kinds: ReadonlyArray<PageKind> = ["product", "recipe"]
/** As the page is selected, not as it declares. */
const selectedKinds: ReadonlyArray<PageKind> = ["forum"]
const pathKinds: ReadonlyArray<PageKind> = ["listing", "product"]

const ofBlock = [
  "length",
  "linked",
  "links",
  "breaks",
  "words",
  "sentences",
  "endsSentence",
  "year",
  "pauses",
  "capitals",
  "separators",
  "tag",
  "inTitle",
  "ofTitle",
  "inDescription",
  "inData",
  "copies",
  "copyIndex"
] as const
const ofPlace = [
  "depth",
  "relativeDepth",
  "index",
  "relativeIndex",
  "position",
  "fromEnd",
  "before",
  "headlineBlocks",
  "headlineText",
  "headlineLevels",
  "headlineShare",
  "firstLong",
  "lastLong",
  "headingBlocks",
  "headingText",
  "headingLevel",
  "articleLevels"
] as const
const ofContainers = [
  "mostRepeats",
  "mostRepeatsText",
  "mostRepeatsLinked",
  "cards",
  "cardText",
  "cardLinked",
  "cardIndex",
  "cardShare",
  "topShare",
  "topLinked",
  "topProse",
  "topPosition",
  "topParagraphs",
  "proseText",
  "proseShare",
  "proseLinked",
  "proseLevels",
  "prosePageShare",
  "proseFromStart",
  "proseFromEnd",
  "boxProse",
  "boxLinked",
  "boxLevels",
  "boxPosition",
  "boxBlocks",
  "inBest",
  "bestShare",
  "bestFromStart",
  "bestFromEnd"
] as const
const ofNames = ["nameSum", "nameMax", "nameMin", "farNameSum", "farNameMax", "farNameMin"] as const
const ofRules = ["keptByRules", "keptShare", "keptBefore", "keptAfter"] as const

/** What is in no root was cut by no rule. */
export const outsideVote = 255
/** Rules that say much the same, which vote together. */
const votes: Readonly<Record<string, ReadonlyArray<number>>> = {
  "cut:frame": [Rule.frameElement, Rule.frameRole, Rule.siteHeader],
  "cut:name": [Rule.frameName, Rule.controlName, Rule.form, Rule.shareLinks],
  "cut:related": [Rule.relatedName, Rule.relatedHeading],
  "cut:comments": [Rule.commentsName, Rule.comments],
  "cut:edge": [Rule.pageEdge, Rule.pager, Rule.junkLine],
  "cut:thread": [Rule.threadPart, Rule.duplicate],
  "cut:outside": [outsideVote]
}
const voteNames = Object.keys(votes)
const voteOf = new Uint8Array(256)
for (const [vote, rules] of Object.values(votes).entries()) for (const rule of rules) voteOf[rule] = vote + 1
const copied = ["length", "tag", "depth", "nameSum"] as const
const ofPage = [
  "pageBlocks",
  "pageText",
  "pageLong",
  "pageLongShare",
  "pageLinked",
  "pageArticles",
  "pageArticleShare",
  "pageMain",
  "pageForms",
  "pageH1",
  "pageDescription",
  "pageTables",
  "pageImages",
  "pageCode",
  "pageButtons",
  "pathParts",
  "slugHyphens",
  "pathDigits",
  "hasQuery",
  "pageMoney",
  "pageYears",
  "pageRepeats",
  "pageLongRepeats",
  "isArticle",
  "isNews",
  "isOther"
] as const

const each = (names: ReadonlyArray<string>, prefix: string): ReadonlyArray<string> =>
  names.map((name) => `${prefix}${name}`)

const range = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i)

/** One name for each number of a row, in order. */
export const featureNames: ReadonlyArray<string> = [
  ...ofBlock,
  ...each(ancestorTags, "in:"),
  ...ofPlace,
  ...range(levels).flatMap((level) => each(["text", "linked", "prose", "share", "blockText"], `level${level + 1}:`)),
  ...range(shapes).flatMap((level) => each(["repeats", "text", "linked", "share", "siblings"], `shape${level}:`)),
  ...ofContainers,
  ...ofNames,
  ...neighbours.flatMap((offset) => each(copied, `${offset < 0 ? "before" : "after"}${Math.abs(offset)}:`)),
  "stepsBefore",
  "stepsAfter",
  ...ofRules,
  ...voteNames,
  "inPost",
  ...ofPage,
  ...each(kinds, "kind:"),
  ...each(selectedKinds, "selected:"),
  ...each(pathKinds, "path:")
]

export const featureCount = featureNames.length

const indexOf = new Map(featureNames.map((name, index) => [name, index]))
const at = (name: string): number => indexOf.get(name)!
const copiedAt = copied.map(at)
const neighboursAt = at("before2:length")

/** Tags from those that seldom hold content to those that mostly do. */
const tagOrder = new Uint8Array(256).fill(12)
for (const [order, id] of [
  Tag.button,
  Tag.option,
  Tag.label,
  Tag.a,
  Tag.legend,
  Tag.address,
  Tag.span,
  Tag.summary,
  Tag.li,
  Tag.section,
  Tag.div,
  Tag.unknown,
  Tag.article,
  Tag.td,
  Tag.th,
  Tag.dt,
  Tag.dd,
  Tag.caption,
  Tag.figcaption,
  Tag.h6,
  Tag.h5,
  Tag.h4,
  Tag.h3,
  Tag.h2,
  Tag.h1,
  Tag.p,
  Tag.blockquote,
  Tag.pre
].entries())
  tagOrder[id] = order

/** Elements around a block that are looked at. */
const maxSteps = 64

interface PageFacts {
  readonly features: Features
  /** Node of the heading that titles the page, or -1. */
  readonly headline: number
  readonly declared: Declared
  /** Address of the page. */
  readonly url: string | undefined
  /** The kind that the address names. */
  readonly pathKind: PageKind | undefined
  /** The kind that the rules take it for. */
  readonly kind: PageKind
  /** By node: the rule that cut it. */
  readonly votes: Uint8Array
  /** 1 for each block that the rules keep. */
  readonly kept: Uint8Array
}

export interface Rows {
  readonly outline: Outline
  readonly names: NameScores
  /** `featureCount` numbers for each block. */
  readonly values: Float32Array
}

export const blockFeatures = (
  page: PageFacts,
  blocks: TextBlocks,
  words: PageWords,
  scoreOf: (hash: number) => number
): Rows => {
  const { features, headline, kept } = page
  const { body, end, names: nameHints, tree } = features
  const { parent, tag } = tree
  const outline = outlineOf(features, blocks)
  const { text, linked, prose, paragraphs, firstBlock, depth, group, members, groupText, groupLinked } = outline
  const counts = outline.blocks
  const names = scoreNames(tree, outline, scoreOf)
  const { count } = blocks
  const values = new Float32Array(
    tree.memory.takeZeroed(4 * featureCount * Math.max(1, count)),
    0,
    featureCount * count
  )
  const all = Math.max(1, text[0]!)
  const before = new Int32Array(count)
  for (let block = 1; block < count; block++) before[block] = before[block - 1]! + blocks.length[block - 1]!
  let keptText = 0
  for (let block = 0; block < count; block++) if (kept[block] === 1) keptText += blocks.length[block]!
  const keptShare = keptText / all
  const copies = new Map<number, number>()
  const seen = new Map<number, number>()
  let firstLong = -1
  let lastLong = -1
  let deepest = 1
  let headlineBlock = -1
  for (let block = 0; block < count; block++) {
    const hash = blocks.hash[block]!
    copies.set(hash, (copies.get(hash) ?? 0) + 1)
    if (isLong(blocks, block)) {
      if (firstLong < 0) firstLong = block
      lastLong = block
    }
    const element = blocks.element[block]!
    if (depth[element]! > deepest) deepest = depth[element]!
    if (headline >= 0 && headlineBlock < 0 && blocks.from[block]! >= headline)
      headlineBlock = blocks.from[block]! < end[headline]! ? block : -2
  }
  if (headlineBlock === -2) headlineBlock = -1
  const pageRow = pageFeatures(page, blocks, outline, words)
  const best = bestBox(features, outline, headline)
  const chain = new Int32Array(levels + 1)
  let lastHeading = -1
  let lastHeadingLevel = 0
  for (let block = 0; block < count; block++) {
    let i = block * featureCount
    const element = blocks.element[block]!
    const length = Math.max(1, blocks.length[block]!)
    const spoken = Math.max(1, blocks.words[block]!)
    const sign = blocks.signs[block]!
    const hash = blocks.hash[block]!
    const id = tag[element]!
    values[i++] = length
    values[i++] = blocks.linked[block]! / length
    values[i++] = blocks.links[block]!
    values[i++] = blocks.breaks[block]!
    values[i++] = spoken
    values[i++] = blocks.sentences[block]!
    values[i++] = sign & BlockSign.endsSentence ? 1 : 0
    values[i++] = sign & BlockSign.year ? 1 : 0
    values[i++] = blocks.pauses[block]! / spoken
    values[i++] = blocks.capitals[block]! / length
    values[i++] = blocks.separators[block]!
    values[i++] = tagOrder[id]!
    values[i++] = blocks.inTitle[block]! / spoken
    values[i++] = blocks.inTitle[block]! / Math.max(1, words.titleWords)
    values[i++] = blocks.inDescription[block]! / spoken
    values[i++] = words.pieces === undefined ? -1 : blocks.inData[block]! / spoken
    values[i++] = copies.get(hash)!
    const copy = seen.get(hash) ?? 0
    seen.set(hash, copy + 1)
    values[i++] = copy
    const ancestors = outline.ancestors[element]!
    for (let bit = 0; bit < ancestorTags.length; bit++) values[i++] = (ancestors >> bit) & 1
    // Place.
    values[i++] = depth[element]!
    values[i++] = depth[element]! / deepest
    values[i++] = block
    values[i++] = block / count
    values[i++] = before[block]! / all
    values[i++] = count - block
    values[i++] = before[block]!
    values[i++] = headlineBlock < 0 ? 999 : block - headlineBlock
    values[i++] = headlineBlock < 0 ? 99_999 : before[block]! - before[headlineBlock]!
    let headlineLevels = -1
    let headlineShare = -1
    let articleLevels = -1
    let top = element
    let proseBox = -1
    let proseLevels = 0
    let box = -1
    let boxLevels = 0
    let mostRepeats = element
    let cards = -1
    let inPost = 0
    let level = 0
    // Elements that hold the same blocks are one level.
    chain[0] = element
    let steps = 0
    for (let node = element; node > 0 && steps < maxSteps; node = parent[node]!, steps++) {
      if (counts[node]! > counts[chain[level] ?? element]! && level < levels) chain[++level] = node
      else if (level > 0 || counts[node] === counts[element]) {
        // Of a group of wrappers, the one whose shape repeats most stands for it.
        const held = chain[level]!
        if (counts[node] === counts[held] && members[group[node]!]! > members[group[held]!]!) chain[level] = node
      }
      if (headlineBlock >= 0 && headlineLevels < 0 && node <= headline && headline < end[node]!) {
        headlineLevels = steps
        headlineShare = text[node]! / all
      }
      if ((nameHints[node]! & (NameHints.entry | NameHints.comments)) !== 0) inPost = 1
      if (articleLevels < 0 && isContentTag(tag[node]!)) articleLevels = steps
      if (text[node]! < 0.9 * all) top = node
      if (proseBox < 0) {
        if (paragraphs[node]! >= 3) proseBox = node
        else proseLevels++
      }
      if (box < 0) {
        if (text[node]! >= 480) box = node
        else boxLevels++
      }
      const repeats = members[group[node]!]!
      if (repeats > members[group[mostRepeats]!]!) mostRepeats = node
      if (text[node]! >= 120 && (cards < 0 || repeats > members[group[cards]!]!)) cards = node
    }
    values[i++] = headlineLevels
    values[i++] = headlineShare
    values[i++] = firstLong < 0 ? 999 : block - firstLong
    values[i++] = lastLong < 0 ? 999 : block - lastLong
    values[i++] = lastHeading < 0 ? 999 : block - lastHeading
    values[i++] = lastHeading < 0 ? 9999 : before[block]! - before[lastHeading]!
    values[i++] = lastHeadingLevel
    values[i++] = articleLevels
    for (let step = 1; step <= levels; step++) {
      const node = chain[Math.min(step, level)]!
      values[i++] = text[node]!
      values[i++] = linked[node]! / Math.max(1, text[node]!)
      values[i++] = prose[node]! / Math.max(1, text[node]!)
      values[i++] = text[node]! / all
      values[i++] = text[node]! / Math.max(1, counts[node]!)
    }
    for (let step = 0; step < shapes; step++) {
      const node = chain[Math.min(step, level)]!
      const one = group[node]!
      values[i++] = members[one]!
      values[i++] = groupText[one]! / members[one]!
      values[i++] = groupLinked[one]! / Math.max(1, groupText[one]!)
      values[i++] = groupText[one]! / all
      values[i++] = outline.children[parent[node]!]!
    }
    const repeated = group[mostRepeats]!
    values[i++] = members[repeated]!
    values[i++] = groupText[repeated]! / members[repeated]!
    values[i++] = groupLinked[repeated]! / Math.max(1, groupText[repeated]!)
    const card = cards < 0 ? 0 : group[cards]!
    values[i++] = members[card]!
    values[i++] = groupText[card]! / Math.max(1, members[card]!)
    values[i++] = groupLinked[card]! / Math.max(1, groupText[card]!)
    values[i++] = cards < 0 ? 0 : outline.indexInGroup[cards]!
    values[i++] = groupText[card]! / all
    values[i++] = text[top]! / all
    values[i++] = linked[top]! / Math.max(1, text[top]!)
    values[i++] = prose[top]! / Math.max(1, text[top]!)
    values[i++] = before[firstBlock[top]!]! / all
    values[i++] = paragraphs[top]!
    const inProse = proseBox < 0 ? body : proseBox
    values[i++] = text[inProse]!
    values[i++] = prose[inProse]! / Math.max(1, text[inProse]!)
    values[i++] = linked[inProse]! / Math.max(1, text[inProse]!)
    values[i++] = proseLevels
    values[i++] = text[inProse]! / all
    values[i++] = block - firstBlock[inProse]!
    values[i++] = firstBlock[inProse]! + counts[inProse]! - block
    const inBox = box < 0 ? body : box
    values[i++] = prose[inBox]! / Math.max(1, text[inBox]!)
    values[i++] = linked[inBox]! / Math.max(1, text[inBox]!)
    values[i++] = boxLevels
    values[i++] = (block - firstBlock[inBox]!) / Math.max(1, counts[inBox]!)
    values[i++] = counts[inBox]!
    values[i++] = element >= best && element < end[best]! ? 1 : 0
    values[i++] = text[best]! / all
    values[i++] = block - firstBlock[best]!
    values[i++] = firstBlock[best]! + counts[best]! - block
    i = names.write(values, i, element)
    i += neighbours.length * copied.length
    // Steps up and down to the block before.
    if (block > 0) {
      const distance = stepsBetween(outline, parent, blocks.element[block - 1]!, element)
      values[i] = distance
      values[i - featureCount + 1] = distance
    }
    i += 2
    values[i++] = kept[block]!
    values[i++] = keptShare
    values[i++] = block > 0 ? kept[block - 1]! : -1
    values[i++] = block + 1 < count ? kept[block + 1]! : -1
    const vote = voteOf[page.votes[blocks.from[block]!]!]!
    if (vote > 0) values[i + vote - 1] = 1
    i += voteNames.length
    values[i++] = inPost
    values.set(pageRow, i)
    if (isHeadingTag(id)) {
      lastHeading = block
      lastHeadingLevel = id - Tag.h1 + 1
    }
  }
  for (let block = 0; block < count; block++) {
    let i = block * featureCount + neighboursAt
    for (const offset of neighbours) {
      const other = block + offset
      if (other < 0 || other >= count) for (let one = 0; one < copied.length; one++) values[i++] = -1
      else for (const one of copiedAt) values[i++] = values[other * featureCount + one]!
    }
  }
  return { outline, names, values }
}

/** The element whose text is worth most: much prose, few links and labels. */
const bestBox = ({ body, end, isBlock, tree, value }: Features, { blocks }: Outline, headline: number): number => {
  let best = body
  let most = 0.8 * value[body]!
  for (let node = body + 1; node < tree.size; node++) {
    if (blocks[node]! < 2 || isBlock[node] === 0) continue
    const isTitled = node <= headline && headline < end[node]!
    const worth = value[node]! * (tree.tag[node] === Tag.article ? 1.2 : 1) * (isTitled ? 1.1 : 1)
    if (worth < most) continue
    most = worth
    best = node
  }
  return best
}

/** Elements that are left and entered from one block to the next. */
const stepsBetween = ({ depth }: Outline, parent: Int32Array, from: number, to: number): number => {
  let a = from
  let b = to
  let steps = 0
  while (a !== b && steps < 64) {
    if (depth[a]! >= depth[b]!) a = parent[a]!
    else b = parent[b]!
    steps++
  }
  return steps
}

const pageFeatures = (page: PageFacts, blocks: TextBlocks, outline: Outline, words: PageWords): Float32Array => {
  const { declared, features, pathKind, url } = page
  const { tree } = features
  const { marks } = features
  const { size, tag } = tree
  const { group, members, text } = outline
  const texts = outline.blocks
  let articles = 0
  let largest = 0
  let main = 0
  let forms = 0
  let titles = 0
  let tables = 0
  let images = 0
  let codes = 0
  let buttons = 0
  let repeats = 0
  let longRepeats = 0
  for (let node = 1; node < size; node++) {
    const id = tag[node]!
    if (id === Tag.text) continue
    if (id === Tag.img) images++
    else if (id === Tag.form) forms++
    if (texts[node] === 0) continue
    if (id === Tag.article) {
      articles++
      if (text[node]! > largest) largest = text[node]!
    } else if (id === Tag.main) main = 1
    else if (id === Tag.h1) titles++
    else if (id === Tag.table) tables++
    else if (id === Tag.pre) codes++
    else if (id === Tag.button) buttons++
    if ((marks[node]! & Roles.mainRole) !== 0) main = 1
    const count = members[group[node]!]!
    if (count > repeats) repeats = count
    if (count > longRepeats && text[node]! >= 150) longRepeats = count
  }
  let money = 0
  let years = 0
  let long = 0
  let longText = 0
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.signs[block]! & BlockSign.money) money++
    if (blocks.signs[block]! & BlockSign.year) years++
    if (!isLong(blocks, block)) continue
    long++
    longText += blocks.length[block]!
  }
  const all = Math.max(1, outline.text[0]!)
  const address = url === undefined ? null : URL.parse(url)
  const path = address?.pathname.split("/").filter((part) => part !== "") ?? []
  const slug = path.at(-1) ?? ""
  return Float32Array.from([
    blocks.count,
    outline.text[0]!,
    long,
    longText / all,
    outline.linked[0]! / all,
    articles,
    largest / all,
    main,
    forms,
    titles,
    words.descriptionWords,
    tables,
    images,
    codes,
    buttons,
    path.length,
    slug.split("-").length - 1,
    (address?.pathname.match(/\d/g) ?? []).length,
    address !== null && address.search !== "" ? 1 : 0,
    money,
    years,
    repeats,
    longRepeats,
    declared.isArticle ? 1 : 0,
    declared.isNews ? 1 : 0,
    declared.isOther ? 1 : 0,
    ...kinds.map((kind) => (declared.kind === kind ? 1 : 0)),
    ...selectedKinds.map((kind) => (page.kind === kind ? 1 : 0)),
    ...pathKinds.map((kind) => (pathKind === kind ? 1 : 0))
  ])
}
