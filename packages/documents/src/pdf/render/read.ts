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
import { recognizedText } from "../text/recognized.ts"
import { scansOf } from "../text/scans.ts"
import { captureErrors } from "@orbweaver/core/internal/model/errorTable"
import { damaged, ReadFailure, unsupported } from "../../model/failure.ts"
import { page as htmlPage } from "../../markup/html.ts"
import type { Progress, Reader, ReadOptions, ReadResult, RecognizedPage } from "../../model/Reader.ts"
import { readAnnotations } from "../text/annotations.ts"
import { withoutRunningHeaders } from "../parts/runningHeaders.ts"
import { type Outline, titleKey } from "../parts/headings.ts"
import { interpret } from "../text/interpret.ts"
import { readFacts } from "../file/metadata.ts"
import { withoutTypewriter } from "../parts/typewriter.ts"
import type { PageText } from "../text/PageText.ts"
import { mapsPackage } from "../../bytes/optionalPackage.ts"
import { loadPdfJs, openPdf, type PdfDocument, type PdfJs, pdfFailure } from "../file/pdfjs.ts"
import { type PageBlock, renderPageBlocks } from "./render.ts"
import { type Bodies, type FileHeadings, renderPages } from "./renderPages.ts"
import { listOf } from "../../model/listOf.ts"
import { readTags } from "../file/structure.ts"

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
  { caps, stopBefore, pdfOptions, recognizing, withoutAnnotations = false, withoutTags = false }: ReadOptions,
  { isOverdue, missingMaps, onProgress, signal }: Run
): Promise<ReadResult> => {
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
  const isFinding = recognizing !== undefined && "find" in recognizing
  if (isFinding && recognizing.find === "all") {
    return unread(Array.from({ length: count }, (_, index) => ({ page: index + 1, hasText: false })))
  }
  const recognized = new Map(
    recognizing !== undefined && "pages" in recognizing ? recognizing.pages.map((page) => [page.number, page]) : []
  )
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
      const page = await readPage(pdfjs, document, number, { withoutAnnotations, withoutTags }, onStep)
      const words = recognized.get(number)
      read.push(words === undefined ? page : withRecognized(page, words))
    } catch (error) {
      failure = error
      failed.push(number)
    }
    await setImmediate()
  }
  onProgress?.({ page: stoppedAt === undefined ? count : stoppedAt - 1, step: "layout" })
  if (read.length === 0) throw pdfFailure(failure)
  const scans = isFinding ? scansOf(read) : []
  if (scans.length > 0) return unread(scans)
  const pages = withoutTypewriter(read)
  if (pages.every(({ spans }) => spans.length === 0)) {
    if (missingMaps.size > 0) throw unsupported("the text of this PDF", neededMaps(missingMaps))
    throw new ReadFailure({ kind: "unreadable", why: "scanned", detail: withoutText(pages, recognized.size > 0) })
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
    ...(pdfOptions.blocks === true ? { blocks: blockLists(pages, rendered.blocks, recognized) } : {}),
    warnings: [
      ...(missingMaps.size === 0 ? [] : [`Text is missing, because it needs ${neededMaps(missingMaps)}.`]),
      ...warningsOf(pages, failed, recognizing !== undefined),
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

/** Nothing is laid out before all text is there, since pages are read by what the others look like. */
const unread = (scans: NonNullable<ReadResult["scans"]>): ReadResult => ({
  source: "",
  html: "",
  wholeIsContent: true,
  scans
})

const withRecognized = (page: PageText, recognized: RecognizedPage): PageText => {
  const { height, keepsText, scale = 1, width } = recognized
  const { rules, spans } = recognizedText(recognized, scale)
  if (keepsText) return { ...page, spans: [...page.spans, ...spans], rules: [...page.rules, ...rules] }
  // A page that was recognized on its side is as wide as it was high.
  return { ...page, width: width / scale, height: height / scale, spans, rules, turned: [], dots: [], tags: undefined }
}

const withoutText = ({ length }: ReadonlyArray<PageText>, isRecognized: boolean): string => {
  const pages = length === 1 ? "its page has no text" : `none of its ${length} pages has text`
  return isRecognized
    ? `${pages}, and none was recognized in pictures`
    : `${pages}; a scan needs OCR: ${captureErrors.NeedsRecognizer.remedy.inCode}`
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

const blockLists = (
  pages: ReadonlyArray<PageText>,
  blocks: ReadonlyArray<PageBlock>,
  recognized: ReadonlyMap<number, RecognizedPage>
) => {
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
      confidence: { layout: null, ocr: recognized.get(number)?.confidence ?? null }
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

const warningsOf = (
  pages: ReadonlyArray<PageText>,
  failed: ReadonlyArray<number>,
  /** What became of pages without text is known elsewhere. */
  isRecognized: boolean
) => {
  const empty = isRecognized ? [] : pages.filter(({ spans }) => spans.length === 0).map(({ number }) => number)
  return [
    ...(failed.length === 0 ? [] : [`Damaged pages were omitted: ${listOf(failed)}.`]),
    ...(empty.length === 0 ? [] : [`Pages without text, which may be scans: ${listOf(empty)}.`])
  ]
}

const quoted = (lines: ReadonlyArray<string>): string => {
  const shown = lines.slice(0, 4).map((line) => JSON.stringify(line.slice(0, 100)))
  return `${shown.join(", ")}${lines.length > shown.length ? ` and ${lines.length - shown.length} more` : ""}`
}
