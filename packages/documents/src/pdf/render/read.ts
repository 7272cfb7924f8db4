/**
 * PDF to a page.
 *
 * ```
 * pdf.js ─► operators ─► spans and rules ─► without running headers ─► tables, columns, lines, paragraphs
 *                                                                    │ all pages together
 *                                                  headings, lists, notes ─► HTML
 * ```
 */
import { setImmediate } from "node:timers/promises"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { damaged, ReadFailure, unsupported } from "../../model/failure.ts"
import { page as htmlPage } from "../../markup/html.ts"
import type { Progress, Reader, ReadOptions } from "../../model/Reader.ts"
import { readAnnotations } from "../text/annotations.ts"
import { withoutRunningHeaders } from "../parts/runningHeaders.ts"
import { type Evidence, type Outline, titleKey } from "../parts/headings.ts"
import { interpret } from "../text/interpret.ts"
import { layOut, type Piece } from "../layout/layout.ts"
import { readFacts } from "../file/metadata.ts"
import { withoutTypewriter } from "../parts/typewriter.ts"
import type { PageText, Span } from "../text/PageText.ts"
import type { Paragraph } from "../layout/paragraphs.ts"
import { mapsPackage } from "../../bytes/optionalPackage.ts"
import { loadPdfJs, openPdf, type PdfDocument, type PdfJs, pdfFailure } from "../file/pdfjs.ts"
import { type PageBlock, render, renderPageBlocks, type Rendered } from "./render.ts"
import { headingsOf, readTags } from "../file/structure.ts"

export const readPdf: Reader = async (file, options, signal, onProgress) => {
  const started = performance.now()
  const pdfjs = await loadPdfJs()
  // pdf.js takes the bytes over; on the caller's thread they belong to the page. `slice` of a Buffer is no copy.
  const { document, missingMaps, warnings } = await openPdf(pdfjs, new Uint8Array(file.bytes), options.packages)
  try {
    const parsed = await readDocument(pdfjs, document, options, {
      signal,
      onProgress,
      missingMaps,
      isOverdue: () => performance.now() - started > (options.maxMillis ?? Infinity)
    })
    return { ...parsed, warnings: [...warnings, ...(parsed.warnings ?? [])] }
  } finally {
    await document.loadingTask.destroy()
  }
}

interface Run {
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly missingMaps: ReadonlySet<string>
  readonly isOverdue: () => boolean
}

const readDocument = async (
  pdfjs: PdfJs,
  document: PdfDocument,
  { caps, stopBefore, pdfOptions, withoutAnnotations = false, withoutTags = false }: ReadOptions,
  { isOverdue, missingMaps, onProgress, signal }: Run
): Promise<Parsed> => {
  const total = document.numPages
  if (pdfOptions.maxPages === undefined && total > caps.maxPages) {
    throw new ReadFailure({
      kind: "unreadable",
      why: "too-many-pages",
      detail: `it has ${total} pages, more than ${caps.maxPages}; parsers: [{ type: "pdf", maxPages: 100 }] reads the first ones`
    })
  }
  if (total === 0) throw damaged("it has no pages")
  const count = Math.min(total, pdfOptions.maxPages ?? total, caps.maxPages)
  const facts = await readFacts(pdfjs, document)
  const read: Array<PageText> = []
  const failed: Array<number> = []
  let failure: unknown
  let stoppedAt: number | undefined
  for (let number = 1; number <= count; number++) {
    signal?.throwIfAborted()
    if (number === stopBefore || (read.length > 0 && isOverdue())) {
      stoppedAt = number
      break
    }
    try {
      const onStep = (step: Progress["step"]) => onProgress?.({ page: number, step })
      read.push(await readPage(pdfjs, document, number, { withoutAnnotations, withoutTags }, onStep))
    } catch (error) {
      failure = error
      failed.push(number)
    }
    await setImmediate()
  }
  onProgress?.({ page: stoppedAt === undefined ? count : stoppedAt - 1, step: "layout" })
  if (read.length === 0) throw pdfFailure(failure)
  const pages = withoutTypewriter(read)
  if (pages.every(({ spans }) => spans.length === 0)) {
    if (missingMaps.size > 0) throw unsupported("the text of this PDF", neededMaps(missingMaps))
    throw new ReadFailure({
      kind: "unreadable",
      why: "scanned",
      detail: `none of the ${pages.length === 1 ? "page has" : `${pages.length} pages has`} text; it contains only images and needs OCR`
    })
  }

  const fileHeadings = { outline: await readOutline(document), title: facts.title }
  const { bodies, unrepeated } =
    pdfOptions.runningHeaders === true
      ? { bodies: pages.map(({ spans }) => spans), unrepeated: [] }
      : withoutRunningHeaders(pages)
  const keepsLabels = pdfOptions.chartLabels === true
  const joinPages = pdfOptions.pageMarkers !== true
  const rendered = await renderPages(pages, bodies, fileHeadings, { joinPages, keepsLabels })
  const title = facts.title ?? rendered.title
  const body =
    (pdfOptions.pageMarkers === true ? withMarkers(pages, rendered.blocks) : renderPageBlocks(rendered.blocks)) +
    rendered.notes
  return htmlPage(body, {
    metadata: {
      ...facts.fields,
      ...(title === undefined ? {} : { title }),
      numPages: stoppedAt === undefined ? count : stoppedAt - 1,
      totalPages: total
    },
    ...(pdfOptions.pages === true ? { pages: await separatePages(pages, bodies, fileHeadings, keepsLabels) } : {}),
    ...(pdfOptions.blocks === true ? { blocks: blockLists(pages, rendered.blocks) } : {}),
    warnings: [
      ...(missingMaps.size === 0 ? [] : [`Text is missing, because it needs ${neededMaps(missingMaps)}.`]),
      ...warningsOf(pages, failed, pdfOptions.mode),
      ...(unrepeated.length === 0
        ? []
        : [
            `Lines at the edge of the page were taken for running headers or footers and omitted: ${quoted(unrepeated)}. parsers: [{ type: "pdf", runningHeaders: true }] keeps them.`
          ]),
      ...(rendered.charts.length === 0
        ? []
        : [
            `The labels of charts were omitted: ${quoted(rendered.charts)}. parsers: [{ type: "pdf", chartLabels: true }] keeps them.`
          ]),
      ...(stoppedAt === undefined
        ? []
        : [
            `Reading stopped before page ${stoppedAt} of ${total}: ${stopBefore === undefined ? "the time limit was reached" : "that page exceeds a limit"}.`
          ])
    ]
  })
}

const readPage = async (
  pdfjs: PdfJs,
  document: PdfDocument,
  number: number,
  { withoutAnnotations, withoutTags }: { readonly withoutAnnotations: boolean; readonly withoutTags: boolean },
  onStep: (step: Progress["step"]) => void
): Promise<PageText> => {
  onStep("text")
  const page = await document.getPage(number)
  try {
    const { height, transform, width } = page.getViewport({ scale: 1 })
    const drawing = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE })
    onStep("annotations")
    const { fields, links } = withoutAnnotations ? { fields: [], links: [] } : await readAnnotations(page)
    onStep("text")
    const { dots, rules, spans, turned } = interpret(pdfjs, {
      drawing,
      view: transform as [number, number, number, number, number, number],
      width,
      height,
      links,
      fontOf: (name) => (page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined)
    })
    const tagged = !withoutTags && spans.some(({ markedId }) => markedId >= 0)
    return {
      number,
      width,
      height,
      spans: fields.length === 0 ? spans : [...spans, ...fields],
      turned,
      rules,
      dots,
      tags: tagged ? await readTags(page) : undefined
    }
  } finally {
    page.cleanup()
  }
}

interface LaidOut {
  readonly pieces: ReadonlyArray<Piece>
  /** Captions of charts whose labels are left out. */
  readonly charts: ReadonlyArray<string>
}

const layOutPages = async (pages: ReadonlyArray<PageText>, bodies: Bodies, keepsLabels: boolean): Promise<LaidOut> => {
  const pieces: Array<Piece> = []
  const charts: Array<string> = []
  for (const [index, page] of pages.entries()) {
    pieces.push(...layOut(page, bodies[index]!, keepsLabels ? undefined : (caption) => charts.push(caption)))
    await setImmediate()
  }
  return { pieces, charts }
}

/** What the file itself says of its headings. */
type FileHeadings = Pick<Evidence, "outline" | "title">

/** The spans of each page that are laid out. */
type Bodies = ReadonlyArray<ReadonlyArray<Span>>

const renderPages = async (
  pages: ReadonlyArray<PageText>,
  bodies: Bodies,
  fileHeadings: FileHeadings,
  { joinPages, keepsLabels }: { readonly joinPages: boolean; readonly keepsLabels: boolean }
): Promise<Rendered & Pick<LaidOut, "charts">> => {
  const byNumber = new Map(pages.map(({ number, tags }) => [number, headingsOf(tags)]))
  const tagged = (paragraph: Paragraph, number: number): number | undefined => {
    const headings = byNumber.get(number)
    if (headings === undefined || headings.size === 0) return undefined
    const levels = paragraph.lines.flatMap(({ spans }) => spans.map(({ markedId }) => headings.get(markedId)))
    return levels.every((level) => level !== undefined) ? levels[0] : undefined
  }
  const { charts, pieces } = await layOutPages(pages, bodies, keepsLabels)
  return { ...render(pieces, { ...fileHeadings, tagged, joinPages }), charts }
}

/** Each page on its own: no paragraph goes on from one to the next. */
const separatePages = async (
  pages: ReadonlyArray<PageText>,
  bodies: Bodies,
  fileHeadings: FileHeadings,
  keepsLabels: boolean
) => {
  const { blocks } = await renderPages(pages, bodies, fileHeadings, { joinPages: false, keepsLabels })
  const own = byPage(blocks)
  return pages.map(({ number }) => ({ pageNumber: number, html: renderPageBlocks(own(number)) }))
}

const byPage = (blocks: ReadonlyArray<PageBlock>): ((page: number) => ReadonlyArray<PageBlock>) => {
  const groups = Map.groupBy(blocks, ({ page }) => page)
  return (page) => groups.get(page) ?? []
}

/** A line before each page that names it; its attribute distinguishes it from text. */
const withMarkers = (pages: ReadonlyArray<PageText>, blocks: ReadonlyArray<PageBlock>): string => {
  const own = byPage(blocks)
  const [first, ...rest] = pages
  return [
    ...(first === undefined ? [] : [renderPageBlocks(own(first.number))]),
    ...rest.map(({ number }) => `<hr data-page-number="${number}">\n${renderPageBlocks(own(number))}`)
  ].join("\n")
}

const blockLists = (pages: ReadonlyArray<PageText>, blocks: ReadonlyArray<PageBlock>) => {
  const own = byPage(blocks)
  return pages.map(({ height, number, width }) => ({
    pageNumber: number,
    width,
    height,
    status: "completed",
    items: own(number).map(({ block, box, text, type }, index) => ({
      id: `p${number}-${index + 1}`,
      type,
      label: block.kind === "heading" ? `h${block.level}` : null,
      bbox: [...box],
      content: text,
      markdownSpan: null,
      readingOrder: index + 1,
      source: null,
      confidence: { layout: null, ocr: null }
    }))
  }))
}

const readOutline = async (document: PdfDocument): Promise<Outline> => {
  const titles = new Map<string, number>()
  type Entry = NonNullable<Awaited<ReturnType<PdfDocument["getOutline"]>>>[number]
  let level: ReadonlyArray<Entry> = (await document.getOutline().catch(() => [])) ?? []
  for (let depth = 1; depth <= 6 && level.length > 0 && titles.size < maxTitles; depth++) {
    for (const { title } of level) {
      const key = titleKey(title)
      if (key !== "" && !titles.has(key)) titles.set(key, depth)
    }
    level = level.flatMap(({ items }) => items as ReadonlyArray<Entry>)
  }
  return titles
}

const maxTitles = 20_000

const neededMaps = (missing: ReadonlySet<string>): string =>
  `the character map ${[...missing].slice(0, 3).join(", ")}, which the file does not contain: npm install ${mapsPackage}`

const warningsOf = (pages: ReadonlyArray<PageText>, failed: ReadonlyArray<number>, mode: string | undefined) => {
  const empty = pages.filter(({ spans }) => spans.length === 0).map(({ number }) => number)
  return [
    ...(mode === "ocr" ? ["No OCR is configured; only the text layer of the PDF was read."] : []),
    ...(failed.length === 0 ? [] : [`Damaged pages were omitted: ${listOf(failed)}.`]),
    ...(empty.length === 0 ? [] : [`Pages without text, which may be scans: ${listOf(empty)}.`])
  ]
}

const quoted = (lines: ReadonlyArray<string>): string => {
  const shown = lines.slice(0, 4).map((line) => JSON.stringify(line.slice(0, 100)))
  return `${shown.join(", ")}${lines.length > shown.length ? ` and ${lines.length - shown.length} more` : ""}`
}

const listOf = (numbers: ReadonlyArray<number>): string =>
  numbers.length <= 20 ? numbers.join(", ") : `${numbers.slice(0, 20).join(", ")} and ${numbers.length - 20} more`
