/** `orbweaver parse FILE`: a file of this machine to stdout or a file, as a page would be. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { parseFile } from "@orbweaver/core/scrape/ParseFile"
import { decode } from "@orbweaver/core/model/ScrapeOptions"
import { fileLayer } from "./adapters.ts"
import { content, documentFlags, json, write } from "./document.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { formatsOf, understandingFlags } from "./formats.ts"
import { contentOptions, optionFlags, optionsOf } from "./optionFlags.ts"
import { modelFlags } from "./models.ts"
import { note } from "./print.ts"

export const parse = Command.make(
  "parse",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("File to read: PDF, office, e-book, feed, table, text or HTML; - for stdin")
    ),
    ...documentFlags,
    type: Flag.String("type").pipe(
      Flag.withDescription("Content type of the file, if its bytes and name do not reveal it"),
      Flag.optional
    ),
    url: Flag.String("url").pipe(Flag.withDescription("URL of the file, to resolve its relative links"), Flag.optional),
    maxPages: Flag.Int("max-pages").pipe(
      Flag.withDescription("Maximum number of pages of a PDF to read"),
      Flag.optional
    ),
    pageMarkers: Flag.Boolean("page-markers").pipe(
      Flag.withDescription("Mark the start of each PDF page after the first: <!-- page 2 -->"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    options: optionFlags([...contentOptions, "timeout"]),
    ...understandingFlags,
    ...modelFlags
  },
  Effect.fn(function* (input) {
    const formats = yield* formatsOf(input)
    const options = yield* mapExit(
      decode({
        ...(formats.length > 0 ? { formats } : {}),
        parsers: [
          {
            type: "pdf",
            pageMarkers: input.pageMarkers,
            ...(Option.isSome(input.maxPages) ? { maxPages: input.maxPages.value } : {})
          }
        ],
        ...(yield* optionsOf(input.options))
      })
    )
    const { bytes, filename } = yield* open(input.file)
    const file = {
      bytes,
      filename,
      contentType: Option.getOrUndefined(input.type),
      url: Option.getOrUndefined(input.url)
    }
    const { document } = yield* parseFile(file, options).pipe(mapExit, Effect.provide(fileLayer(input)))
    yield* write(input.json ? json(document) : content(document, options.formats ?? ["markdown"]), input.output)
    if (document.warning !== undefined) yield* note(`warning: ${document.warning}`)
  })
).pipe(
  Command.withDescription("Turn a file into Markdown, HTML, links or data"),
  Command.withExamples([
    { command: "orbweaver parse report.pdf --max-pages 10", description: "Markdown of the first pages" },
    { command: "curl -s https://example.com/a.docx | orbweaver parse -", description: "A file from elsewhere" },
    { command: "orbweaver parse prices.xlsx --json", description: "With its metadata" }
  ])
)

/** Largest file that is read, in bytes, as uploads have it. */
const maxBytes = 50 * 1024 * 1024

const open = Effect.fnUntraced(function* (file: string) {
  const stdio = yield* Stdio.Stdio
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* (file === "-" ? stdio.stdin : files.stream(file)).pipe(
    Stream.mapError(({ message }) => new Exit({ code: codes.usage, text: message })),
    Stream.runForEach((chunk) => {
      chunks.push(chunk)
      size += chunk.byteLength
      return size <= maxBytes ? Effect.void : new Exit({ code: codes.capture, text: tooLarge })
    })
  )
  return { bytes: new Uint8Array(Buffer.concat(chunks)), filename: file === "-" ? "stdin" : path.basename(file) }
})

const tooLarge = `The file is larger than ${maxBytes / 1024 / 1024} MiB`
