/** `orbweaver parse FILE`: a file of this machine to stdout or a file, as a page would be. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { parseFile } from "@orbweaver/core/scrape/ParseFile"
import { decode, namesForFiles, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { fileLayer, type IsolatedInput } from "../settings/adapters.ts"
import { content, documentFlags, json, noteBesides, write } from "../flags/document.ts"
import { codes, Exit, exitOf, failedBy, mapExit, usage } from "../output/exit.ts"
import { argument, isolated, optionalText, toggle } from "../flags/flags.ts"
import { formatsOf, understandingFlags } from "../flags/formats.ts"
import { optionFlags, optionsOf } from "../flags/optionFlags.ts"
import { filenameOf, isPage } from "../../warc/parseArchive.ts"
import { type ArchivedPage, readArchivedPages } from "../../warc/readWarc.ts"
import { modelFlags, type ModelInput } from "../settings/models.ts"
import { isPdf } from "../flags/pictures.ts"
import { note, print } from "../output/print.ts"

/** The parsers of a file have flags of their own, such as --max-pages and --attachments. */
const fileOptions = namesForFiles.filter((name) => name !== "parsers")

export const parse = Command.make(
  "parse",
  {
    file: argument(
      "file",
      "File to read: PDF, picture, office, mail, notebook, e-book, feed, table, archive, text or HTML; - for stdin. Of a WARC file (.warc, .warc.gz) each page becomes a line of JSON"
    ),
    ...documentFlags,
    type: optionalText("type", "Content type of the file, if its bytes and name do not reveal it"),
    url: optionalText("url", "URL of the file, to resolve its relative links"),
    maxPages: Flag.Int("max-pages").pipe(
      Flag.withDescription("Maximum number of pages of a PDF to read"),
      Flag.optional
    ),
    pageMarkers: toggle("page-markers", "Mark the start of each PDF page after the first: <!-- page 2 -->"),
    runningHeaders: toggle("running-headers", "Keep running headers and footers of a PDF, and its page numbers"),
    chartLabels: toggle("chart-labels", "Keep the labels of charts of a PDF, as text"),
    ocr: toggle("ocr", "Recognize all pages of a PDF in their pictures, not only those without text"),
    attachments: toggle("attachments", "Also read the attachments of a mail and the files in an archive"),
    comments: toggle("comments", "Also read the comments of a text or of slides"),
    hidden: toggle("hidden", "Also read hidden slides, sheets, rows and columns"),
    pictures: toggle("pictures", "Also show the pictures that the code of a notebook made"),
    options: optionFlags(ScrapeOptions.fields, fileOptions),
    isolated,
    ...understandingFlags,
    ...modelFlags
  },
  Effect.fn(function* (input) {
    if (Option.exists(input.output, isPdf)) {
      return yield* usage("parse writes text, and no PDF: give another file name to -o")
    }
    const formats = yield* formatsOf(input)
    const options = yield* mapExit(
      decode({
        ...(formats.length > 0 ? { formats } : {}),
        parsers: [
          {
            type: "pdf",
            pageMarkers: input.pageMarkers,
            runningHeaders: input.runningHeaders,
            chartLabels: input.chartLabels,
            ...(input.ocr ? { mode: "ocr" } : {}),
            ...(Option.isSome(input.maxPages) ? { maxPages: input.maxPages.value } : {})
          },
          { type: "image", ...(Option.isSome(input.maxPages) ? { maxPages: input.maxPages.value } : {}) },
          { type: "mail", attachments: input.attachments },
          { type: "archive", members: input.attachments },
          { type: "notebook", pictures: input.pictures },
          ...["docx", "odt"].map((type) => ({ type, comments: input.comments })),
          ...["pptx", "odp"].map((type) => ({ type, comments: input.comments, hidden: input.hidden })),
          ...["ods", "ppt", "xls", "xlsx"].map((type) => ({ type, hidden: input.hidden }))
        ],
        ...(yield* optionsOf(ScrapeOptions.fields, input.options))
      })
    )
    if (isArchive(input.file)) return yield* parsePages(input, options)
    const { bytes, filename } = yield* open(input.file)
    const file = {
      bytes,
      filename,
      contentType: Option.getOrUndefined(input.type),
      url: Option.getOrUndefined(input.url)
    }
    const { document } = yield* parseFile(file, options).pipe(mapExit, Effect.provide(fileLayer(input)))
    yield* write(input.json ? json(document) : content(document, options.formats ?? ["markdown"]), input.output)
    yield* noteBesides(document, input)
  })
).pipe(
  Command.withDescription("Turn a file into Markdown, HTML, links or data"),
  Command.withExamples([
    { command: "orbweaver parse report.pdf --max-pages 10", description: "Markdown of the first pages" },
    { command: "curl -s https://example.com/a.docx | orbweaver parse -", description: "A file from elsewhere" },
    { command: "orbweaver parse prices.xlsx --json", description: "With its metadata" },
    { command: "orbweaver parse crawl.warc.gz -o pages.jsonl", description: "The pages of a web archive, one a line" }
  ])
)

const isArchive = (file: string): boolean => /\.warc(?:\.gz)?$/i.test(file)

interface ArchiveInput extends IsolatedInput, ModelInput {
  readonly file: string
  readonly output: Option.Option<string>
}

/** Each page of a web archive as a line of JSON; what cannot be converted is named on stderr. */
const parsePages = Effect.fnUntraced(function* (input: ArchiveInput, options: ScrapeOptions) {
  const files = yield* FileSystem.FileSystem
  let flag: "w" | "a" = "w"
  const writeLine = Effect.fnUntraced(function* (line: string) {
    if (Option.isNone(input.output)) return yield* print(line)
    yield* Effect.mapError(files.writeFileString(input.output.value, line, { flag }), failedBy)
    flag = "a"
  })
  const tooLarge: Array<string> = []
  const archived = readArchivedPages(input.file, { maxBytes, onTooLarge: (url) => void tooLarge.push(url) })
  const reportTooLarge = Effect.suspend(() =>
    Effect.forEach(tooLarge.splice(0), (url) => note(`${url}: larger than ${maxBytes / 1024 / 1024} MiB`))
  )
  const parsePage = Effect.fnUntraced(function* ({ body, capturedAt, contentType, status, url }: ArchivedPage) {
    const file = { bytes: body, filename: filenameOf(url), contentType, status, url }
    const { document } = yield* parseFile(file, { ...options, storeInCache: false })
    yield* writeLine(`${JSON.stringify({ url, capturedAt, ...document })}\n`)
  })
  yield* Stream.fromAsyncIterable(archived, failedBy).pipe(
    Stream.tap(() => reportTooLarge),
    Stream.filter(isPage),
    Stream.runForEach((page) =>
      parsePage(page).pipe(
        Effect.catchTags({
          CaptureError: (error) => note(exitOf(error).text),
          FormatError: ({ message }) => note(`${page.url}: ${message}`)
        }),
        mapExit
      )
    ),
    Effect.andThen(reportTooLarge),
    Effect.provide(fileLayer(input))
  )
})

/** Largest file that is read, in bytes, as uploads have it. */
const maxBytes = 50 * 1024 * 1024

const open = Effect.fnUntraced(function* (file: string) {
  const stdio = yield* Stdio.Stdio
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* (file === "-" ? stdio.stdin : files.stream(file)).pipe(
    Stream.mapError(({ message }) => usage(message)),
    Stream.runForEach((chunk) => {
      chunks.push(chunk)
      size += chunk.byteLength
      return size <= maxBytes ? Effect.void : new Exit({ code: codes.capture, text: tooLarge })
    })
  )
  return { bytes: new Uint8Array(Buffer.concat(chunks)), filename: file === "-" ? "stdin" : path.basename(file) }
})

const tooLarge = `The file is larger than ${maxBytes / 1024 / 1024} MiB`
