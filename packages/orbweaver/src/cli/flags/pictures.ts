/** Flags of the screenshot, the PDF of a page, and where a command puts what pages make besides text. */
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Flag from "effect/cli/Flag"
import { BlobStore, extensions } from "@orbweaver/core/scrape/BlobStore"
import type { Document } from "@orbweaver/core/model/Document"
import type { Action, FormatSpec, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { optionalText, toggle } from "./flags.ts"
import type { DocumentInput } from "./document.ts"
import { codes, Exit, usage } from "../output/exit.ts"

export const pictureFlags = {
  fullPage: toggle("full-page", "Screenshot of the whole page instead of the visible part"),
  viewport: optionalText("viewport", "Size of the window for the screenshot, such as 1280x800"),
  quality: Flag.Int("quality").pipe(
    Flag.withDescription("The screenshot as JPEG of this quality, 1 to 100 (default PNG)"),
    Flag.optional
  ),
  files: Flag.Directory("files").pipe(
    Flag.withDescription("Write images and PDFs into this directory, and put their paths into the document"),
    Flag.optional
  )
}

interface Input {
  readonly fullPage: boolean
  readonly viewport: Option.Option<string>
  readonly quality: Option.Option<number>
}

/** The formats with the options of the screenshot; one of these flags asks for it too. */
export const withPicture = Effect.fnUntraced(function* (formats: ReadonlyArray<FormatSpec>, input: Input) {
  const options = {
    ...(input.fullPage ? { fullPage: true } : {}),
    ...(Option.isSome(input.viewport) ? { viewport: yield* sizeOf(input.viewport.value) } : {}),
    ...(Option.isSome(input.quality) ? { quality: input.quality.value } : {})
  }
  if (Object.keys(options).length === 0) return formats
  return [...formats.filter(({ type }) => type !== "screenshot"), { type: "screenshot", ...options }]
})

/** By its name. */
export const isPdf = (file: string): boolean => /\.pdf$/i.test(file)

/**
 * Whether the file of `--output` is the PDF of the page, which its name says; nothing else is asked for then. No format is
 * called `pdf`: it would be text in other files.
 */
export const writesPdf = Effect.fnUntraced(function* (
  formats: ReadonlyArray<FormatSpec>,
  { files, json, output }: Pick<DocumentInput, "json" | "output"> & { readonly files: Option.Option<string> }
) {
  const others = formats.filter(({ type }) => type !== "pdf").map(({ type }) => type)
  if (Option.isNone(output) || !isPdf(output.value)) {
    if (others.length === formats.length) return false
    return yield* usage("-f pdf needs the file that the PDF is written to: -o FILE.pdf")
  }
  const asked = [
    ...others.map((type) => `the format ${type}`),
    ...(json ? ["--json"] : []),
    ...(Option.isSome(files) ? ["--files"] : [])
  ]
  if (asked.length === 0) return true
  return yield* usage(
    `-o ${output.value} writes the page as a PDF: ask for ${asked.join(", ")} in another command, or give another file name`
  )
})

/** The options with which a page is made into one PDF: as the actions end in one already, or after them. */
export const withPdf = Effect.fnUntraced(function* (options: ScrapeOptions) {
  const { actions = [] } = options
  const { length } = actions.filter(({ type }) => type === "pdf")
  if (length > 1) {
    return yield* usage(`--actions make ${length} PDFs, and -o FILE.pdf holds one: --files DIR writes all of them`)
  }
  const pdf: Action = { type: "pdf" }
  return {
    ...options,
    formats: ["rawHtml"],
    actions: length === 1 ? actions : [...actions, pdf]
  } satisfies ScrapeOptions
})

/** The PDF that the actions made. */
export const pdfOf = ({ actions }: Pick<Document, "actions">): Effect.Effect<string, Exit> => {
  const [pdf] = actions?.pdfs ?? []
  const text =
    "The page is a file that is not rendered, so that no PDF was made of it: give another file name to write its text"
  return pdf === undefined ? Effect.fail(new Exit({ code: codes.capture, text })) : Effect.succeed(pdf)
}

const sizeOf = (text: string) => {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? []
  return width === undefined || height === undefined
    ? usage(`--viewport takes a size such as 1280x800, not ${text}`)
    : Effect.succeed({ width: Number(width), height: Number(height) })
}

/** Files of one run, numbered as they are made, over those of a run before; nothing here reads or removes them. */
export const filesIn = (
  directory: string
): Effect.Effect<Layer.Layer<BlobStore>, never, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    let made = 0
    return Layer.succeed(BlobStore, {
      put: ({ bytes, mediaType }) => {
        const file = path.join(directory, `${++made}.${extensions[mediaType]}`)
        return Effect.tryPromise(() => makeFolder(directory)).pipe(
          Effect.andThen(files.writeFile(file, bytes)),
          Effect.mapBoth({
            onSuccess: () => file,
            onFailure: (cause) => new StoreError({ operation: "--files", cause })
          })
        )
      },
      get: () => Effect.undefined,
      remove: () => Effect.void,
      erase: () => Effect.succeed(0)
    })
  })
