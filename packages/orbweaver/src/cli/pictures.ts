/** Flags of the screenshot, and where a command puts what pages make besides text. */
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Flag from "effect/cli/Flag"
import { BlobStore, extensions } from "@orbweaver/core/scrape/BlobStore"
import type { FormatSpec } from "@orbweaver/core/model/ScrapeOptions"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { codes, Exit } from "./exit.ts"

export const pictureFlags = {
  fullPage: Flag.Boolean("full-page").pipe(
    Flag.withDescription("Screenshot of the whole page instead of the visible part"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  viewport: Flag.String("viewport").pipe(
    Flag.withDescription("Size of the window for the screenshot, such as 1280x800"),
    Flag.optional
  ),
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

const sizeOf = (text: string) => {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? []
  return width === undefined || height === undefined
    ? Effect.fail(new Exit({ code: codes.usage, text: `--viewport takes a size such as 1280x800, not ${text}` }))
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
