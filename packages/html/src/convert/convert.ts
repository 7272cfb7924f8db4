/**
 * Everything the HTML formats want of a page, from one parse: plain data in and
 * plain data out, so that it runs in place or in a worker alike.
 *
 * ```
 * html ─► tree ─► tag filters, main content ─► Markdown, cleaned HTML, links
 *           └───► metadata, images
 * ```
 */
import type { Evidence } from "@orbweaver/core/internal/evidence/Evidence"
import type { SelectorPlan } from "@orbweaver/core/internal/evidence/SelectorPlan"
import type { HeadingAnchor } from "@orbweaver/core/text/budget/chunks"
import { dropAdBoxes } from "../mainContent/rules/adBoxes.ts"
import { headingAnchors } from "../links/headingAnchors.ts"
import { headLinks } from "../links/headLinks.ts"
import { images } from "../links/Images.ts"
import { withoutFrame } from "../links/frame.ts"
import { baseUrl, linkDetails, links } from "../links/Links.ts"
import { type ReportedCut, reportOf } from "../mainContent/select/report.ts"
import type { ReadFacts } from "../facts/facts.ts"
import { rangesOf, type Selection } from "../page/Selection.ts"
import { selectMain } from "../mainContent/select/selectMain.ts"
import { type SiteBlocks, siteBlocks } from "../mainContent/features/siteBlocks.ts"
import { toMarkdown } from "../markdown/walk/Markdown.ts"
import { type MetadataSources, metadataWithSources, type PageMetadata } from "../metadata/Metadata.ts"
import { type Cut, describeCut, maxAddresses, maxTextLength } from "../tree/limits.ts"
import { cleanHtml } from "../page/cleanHtml.ts"
import { compose } from "../page/compose.ts"
import { charactersOf, concealedParts } from "../page/concealed.ts"
import { adoptCustomElements } from "../page/customElements.ts"
import { type Memory, newMemory } from "../tree/Memory.ts"
import { filterTags } from "../query/filter.ts"
import { revealNoscript } from "../page/noscript.ts"
import { parse } from "../tree/parse.ts"
import { select } from "../query/select.ts"
import { attribute, subtreeEnd, type Tree } from "../tree/Tree.ts"
import type { UnseenText } from "@orbweaver/core/internal/scrape/formats/UnseenTexts"
import { hiddenTextSection, structuredDataSection, unseenTexts } from "./unseenParts.ts"
import { wordCount } from "../page/wordCount.ts"

/** Kept alive so that full collections leave optimised code alone. */
export { retainedShapes as kept } from "../mainContent/select/retainedShapes.ts"
export { retainedShapes as keptMetadata } from "../metadata/retainedShapes.ts"

/** One attribute of the elements that a selector matches. */
export interface AttributeQuery {
  readonly selector: string
  readonly attribute: string
}

/** A part of a page that is left out unless asked for. */
export type IncludedPart = "comments" | "hiddenText" | "metadataSources" | "structuredData"

export interface ConvertInput {
  readonly html: string
  /** Characters of the whole page, where `html` is only its start: no more of it than is read. */
  readonly length?: number | undefined
  /** Address of the page after redirects. */
  readonly url: string
  readonly wanted: ReadonlyArray<Part>
  readonly onlyMainContent: boolean
  readonly includeTags: ReadonlyArray<string>
  readonly excludeTags: ReadonlyArray<string>
  readonly removeBase64Images: boolean
  /** Leaves out the boxes of advertising and consent services. Default: false. */
  readonly blockAds?: boolean | undefined
  /** Parts that are left out unless asked for. */
  readonly includeParts?: ReadonlyArray<IncludedPart> | undefined
  /** For the part `attributes`. */
  readonly attributes: ReadonlyArray<AttributeQuery>
  /** Blocks to leave out of the main content; asks for those of the page in `discovered`. */
  readonly repeated?: ReadonlyArray<number> | undefined
  /** Asks for what links say, in `discovered`. */
  readonly linkTexts?: boolean | undefined
  /** A browser has run the scripts of the page: what it says to visitors without scripts is not read. Default: false. */
  readonly rendered?: boolean | undefined
  /** Places that schemas name, for the part `facts`. */
  readonly selectorPlans?: Readonly<Record<string, SelectorPlan>> | undefined
}

export interface Converted {
  readonly markdown?: string
  readonly html?: string
  readonly links?: ReadonlyArray<string>
  readonly images?: ReadonlyArray<string>
  readonly metadata?: PageMetadata
  /** Where author and times come from, when asked for. */
  readonly metadataSources?: MetadataSources
  /** Words of the content. */
  readonly wordCount?: number
  /**
   * What a crawl follows: links of the whole page, including those outside of the main content and those that it names
   * without showing them, its canonical address, and the sitemaps that it names.
   */
  readonly discovered?: {
    readonly links: ReadonlyArray<string>
    readonly canonical?: string
    readonly sitemaps?: ReadonlyArray<string>
    /** What each link says, when asked for. */
    readonly texts?: ReadonlyArray<string>
    readonly blocks?: SiteBlocks
  }
  /** Values in document order, for each query; of the whole page. */
  readonly attributes?: ReadonlyArray<AttributeQuery & { readonly values: ReadonlyArray<string> }>
  /** What was left out of the main content, and why; nothing where the whole page was asked for. */
  readonly mainContentReport?: ReadonlyArray<ReportedCut>
  /** What the whole page says under names. */
  readonly facts?: Evidence
  /** Titles of the content that have ids. */
  readonly headingAnchors?: ReadonlyArray<HeadingAnchor>
  /** Hidden text and comments of the whole page. */
  readonly unseenTexts?: ReadonlyArray<UnseenText>
  /** Where the page was cut, when it is larger than a page may be (`tree/limits.ts`). */
  readonly cut?: Cut
  /** What was left out, in sentences for people. */
  readonly warnings?: ReadonlyArray<string>
}

/** The main content, and what goes with it. */
interface Main extends Selection {
  /** For a page without a heading that titles it. */
  readonly title?: string
  readonly report?: ReadonlyArray<ReportedCut>
}

type Head = ReturnType<typeof metadataWithSources>

/** A page while its parts are made. */
interface Work {
  readonly input: ConvertInput
  readonly tree: Tree
  readonly base: URL
  /** The page without what the tag lists drop. */
  readonly filtered: Selection
  /** The main content of it, or all of it. */
  readonly main: Main
  readonly head: () => Head
  readonly facts: ReadFacts | undefined
}

/** Each part and how it is made: the one list of the parts. They are made in this order. */
const parts = {
  markdown: (work): Converted => markdownOf(work),
  html: ({ input, main, tree }): Converted => ({ html: cleanHtml(tree, { ...main, baseUrl: input.url }) }),
  links: (work): Converted => ({ links: linksOf(work) }),
  images: ({ base, filtered, tree }): Converted => ({
    images: images(tree, { drop: filtered.drop, baseUrl: base })
  }),
  metadata: ({ head, input, main, tree }): Converted => ({
    metadata: head().metadata,
    ...(input.includeParts?.includes("metadataSources") === true ? { metadataSources: head().sources } : {}),
    wordCount: wordCount(tree, main)
  }),
  discovered: ({ base, head, input, tree }): Converted => ({
    discovered: discover(tree, head().metadata, base, input)
  }),
  attributes: ({ input, tree }): Converted => ({ attributes: input.attributes.map((query) => read(tree, query)) }),
  mainContentReport: ({ main }): Converted => ({ mainContentReport: main.report ?? [] }),
  facts: ({ base, facts, input, tree }): Converted =>
    facts === undefined ? {} : { facts: facts(tree, base, input.selectorPlans) },
  headingAnchors: ({ main, tree }): Converted => ({ headingAnchors: headingAnchors(tree, main) }),
  unseenTexts: ({ tree }): Converted => ({ unseenTexts: unseenTexts(tree, concealedParts(tree).parts) })
} satisfies Readonly<Record<string, (work: Work) => Converted>>

export type Part = keyof typeof parts

export const isPart = (name: string): name is Part => Object.hasOwn(parts, name)

/**
 * `give` takes texts that are long as soon as each is made, so that no two need memory at once; they are not in what is
 * returned then. Nothing of the answer stands in `memory`, which may be released for the next page.
 *
 * @throws InvalidSelector
 */
export const convert = (
  input: ConvertInput,
  facts?: ReadFacts,
  give?: (part: Converted) => void,
  memory: Memory = newMemory
): Converted => {
  const tree = compose(parse(input.html, memory, input.length), memory)
  if (input.rendered !== true) revealNoscript(tree)
  const url = new URL(input.url)
  const filtered = filterTags(tree, input)
  adoptCustomElements(tree)
  if (input.blockAds === true) dropAdBoxes(tree, filtered.drop)
  let head = undefined as Head | undefined
  const work: Work = {
    input,
    tree,
    base: baseUrl(tree, url),
    filtered,
    main: isNarrow(input) ? mainOf(tree, input, filtered.drop) : filtered,
    head: () => (head ??= metadataWithSources(tree, url)),
    facts
  }
  const made: Converted = {}
  const warnings = tree.cut === undefined ? [] : [describeCut(tree.cut)]
  for (const [name, make] of Object.entries(parts)) {
    if (!input.wanted.includes(name as Part)) continue
    const { warnings: notes = [], ...part }: Converted = memory.within(() => make(work))
    warnings.push(...notes, ...warningsOf(part))
    if (give !== undefined && Math.max(part.markdown?.length ?? 0, part.html?.length ?? 0) > longText) give(part)
    else Object.assign(made, part)
  }
  if (head !== undefined && head.unreadableData > 0) warnings.push(describeUnreadable(head.unreadableData))
  if (warnings.length === 0) return made
  return { ...made, warnings, ...(tree.cut === undefined ? {} : { cut: tree.cut }) }
}

const describeUnreadable = (scripts: number): string =>
  `${scripts === 1 ? "A script" : `${scripts} scripts`} of structured data (JSON-LD) of the page could not be read: ${scripts === 1 ? "it is" : "they are"} no JSON.`

/** UTF-16 units from which on a text is given by itself. */
const longText = 1_000_000

const warningsOf = (made: Converted): ReadonlyArray<string> => {
  const texts = (["markdown", "html"] as const).filter((text) => (made[text]?.length ?? 0) >= maxTextLength)
  const lists = (["links", "images"] as const).filter((list) => (made[list]?.length ?? 0) >= maxAddresses)
  return [
    ...texts.map((text) => `The ${text} of the page ends after ${maxTextLength} characters.`),
    ...lists.map((list) => `Only the first ${maxAddresses} ${list} of the page are listed.`)
  ]
}

/** The caller who says what to keep has chosen the content already. */
const isNarrow = ({ includeTags, onlyMainContent }: ConvertInput): boolean =>
  onlyMainContent && includeTags.length === 0

const markdownOf = ({ base, input, filtered, main, tree }: Work): Converted => {
  const { parts: concealed, waiting } = concealedParts(tree)
  const write = ({ drop, ...part }: Selection) =>
    toMarkdown(tree, {
      ...part,
      drop: concealed === undefined ? drop : union(concealed, drop),
      baseUrl: base,
      removeBase64Images: input.removeBase64Images
    })
  const content = write(main)
  const titled = content === "" ? "" : `${titleLine(main.title)}${content}`
  // If the main content is empty, the whole page is used instead.
  const isWhole = titled === "" && isNarrow(input)
  const markdown = isWhole ? write(filtered) : titled
  const { includeParts = [] } = input
  const isAsked = includeParts.includes("hiddenText")
  const left = concealed === undefined || isAsked ? 0 : concealedLength(tree, concealed, isWhole ? filtered : main)
  const sections = [
    markdown,
    includeParts.includes("structuredData") ? structuredDataSection(tree, markdown) : "",
    isAsked ? hiddenTextSection(tree, concealed) : ""
  ]
  return {
    markdown: sections.filter((one) => one !== "").join("\n\n"),
    ...(left + waiting === 0 ? {} : { warnings: describeConcealed(left, waiting) })
  }
}

const union = (one: Uint8Array, other: Uint8Array | undefined): Uint8Array => {
  if (other === undefined) return one
  const both = other.slice(0, one.length)
  for (let node = 0; node < one.length; node++) if (one[node] !== 0) both[node] = 1
  return both
}

/** Characters of what is concealed in a part of the page. */
const concealedLength = (tree: Tree, concealed: Uint8Array, part: Selection): number => {
  let length = 0
  const ranges = rangesOf(tree, part)
  for (let at = 0; at < ranges.length; at += 2) {
    for (let node = ranges[at]!; node < ranges[at + 1]!; node++) {
      if (concealed[node] === 0) continue
      const end = Math.min(ranges[at + 1]!, subtreeEnd(tree, node))
      length += charactersOf(tree, node, end)
      node = end - 1
    }
  }
  return length
}

const describeConcealed = (left: number, waiting: number): ReadonlyArray<string> => [
  ...(left === 0
    ? []
    : [
        `${left} characters of text that the style of the page makes invisible were left out; \`includeParts: ["hiddenText"]\` keeps them.`
      ]),
  ...(waiting === 0
    ? []
    : [
        `${waiting} characters of text are invisible until a script shows them: they were kept, and a browser (\`renderer\`) would tell whether they are shown.`
      ])
]

/** The links of the page without its frame; those of the frame where a page has no others. */
const linksOf = ({ base, filtered, input, main, tree }: Work): Array<string> => {
  if (!isNarrow(input)) return links(tree, { ...filtered, baseUrl: base })
  const found = links(tree, { ...withoutFrame(tree, filtered, main), baseUrl: base })
  return found.length > 0 ? found : links(tree, { ...filtered, baseUrl: base })
}

/** The title of a page that has no heading for it, as one. */
const titleLine = (title: string | undefined): string =>
  title === undefined ? "" : `# ${title.replaceAll(/[\\`*_[\]<>#]/g, "\\$&")}\n\n`

const discover = (
  tree: Tree,
  { canonical }: PageMetadata,
  base: URL,
  { linkTexts = false, repeated }: Pick<ConvertInput, "linkTexts" | "repeated">
): NonNullable<Converted["discovered"]> => {
  const { pages, sitemaps } = headLinks(tree, base)
  const found = [...new Set([...links(tree, { baseUrl: base }), ...pages])]
  return {
    links: found,
    ...(sitemaps.length === 0 ? {} : { sitemaps }),
    ...(canonical === undefined ? {} : { canonical }),
    ...(linkTexts ? { texts: textsOf(tree, base, found) } : {}),
    ...(repeated === undefined ? {} : { blocks: siteBlocks(tree) })
  }
}

/** All that anchors with the same address say, picture texts included. */
const textsOf = (tree: Tree, base: URL, found: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts = new Map<string, string>()
  for (const { kind, text, url } of linkDetails(tree, { baseUrl: base })) {
    const address = url.replace(/#.*$/, "")
    const before = texts.get(address) ?? ""
    if (kind === "anchor" && text !== "" && before.length < maxLinkText && !before.includes(text))
      texts.set(address, before === "" ? text : `${before} ${text}`)
  }
  return found.map((url) => texts.get(url.replace(/#.*$/, "")) ?? "")
}

const maxLinkText = 600

const read = (tree: Tree, query: AttributeQuery) => ({
  ...query,
  values: select(tree, query.selector)
    .slice(0, maxAddresses)
    .flatMap((node) => attribute(tree, node, query.attribute.toLowerCase()) ?? [])
})

const mainOf = (tree: Tree, { includeParts, repeated = [], url, wanted }: ConvertInput, dropped: Uint8Array): Main => {
  const known = new Set(repeated)
  const main = tree.memory.within(() => {
    const { drop, explain, roots, title } = selectMain(tree, {
      url,
      explain: wanted.includes("mainContentReport"),
      comments: includeParts?.includes("comments") === true,
      ...(known.size === 0 ? {} : { repeated: (hash) => known.has(hash) })
    })
    return {
      roots,
      drop: drop.slice(0, tree.size),
      ...(title === undefined ? {} : { title }),
      ...(explain === undefined ? {} : { report: reportOf(explain) })
    }
  })
  if (!dropped.includes(1)) return main
  const { drop } = main
  for (let node = 0; node < dropped.length; node++) if (dropped[node] !== 0) drop[node] = 1
  return main
}
