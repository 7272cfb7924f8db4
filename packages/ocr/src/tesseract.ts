/**
 * Reads pictures with Tesseract 5, compiled to WebAssembly by the project tesseract.js, on a thread.
 *
 * ```
 * recognize ─► lease a thread ─► copy of the bytes ─► engine with the languages ─► words
 *                │ interrupted, overdue or out of memory: the thread is ended
 * ```
 *
 * Only the engine of tesseract.js is used (`tesseract.js-core`). Its wrapper fetches language data from a CDN, writes it
 * to the current folder, and ends the process when its thread fails.
 */
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { placedThread } from "@orbweaver/core/internal/support/threadEntry"
import { ThreadPool } from "@orbweaver/core/internal/support/ThreadPool"
import { type Picture, type Recognition, Recognizer, RecognizerError } from "@orbweaver/core/reading/Recognizer"
import { findLanguages, languagePattern } from "./languageData.ts"
import type { Answer, Task } from "./worker.ts"

/** How pictures are read; every field may be left out. */
export interface TesseractOptions {
  /**
   * Languages of the texts, the most likely first, by the names of Tesseract's data (`eng`, `deu`, `chi_sim`). Each further
   * one takes time. Default: `["eng"]`.
   */
  readonly languages?: ReadonlyArray<string> | undefined
  /**
   * Folder with a file `LANGUAGE.traineddata` or `LANGUAGE.traineddata.gz` for each language. Default: the npm packages
   * `@tesseract.js-data/LANGUAGE` that the application has installed. Nothing is ever fetched.
   */
  readonly dataFolder?: string | URL | undefined
  /** Most pixels of one picture. Default: 40,000,000, a page of A4 with 600 dots per inch. */
  readonly maxPixels?: number | undefined
  /** Longest reading of one picture, the wait for a thread not counted. Default: one minute. */
  readonly deadline?: Duration.Input | undefined
  /** Memory of the engine on one thread, in MiB. Default: 1,024. */
  readonly memory?: number | undefined
  /** Pictures that are read at once. Default: 1. */
  readonly threads?: number | undefined
  /** Pictures that may wait for a thread; more are refused. Default: 1,000. */
  readonly maxWaiting?: number | undefined
  /** A thread that idled this long ends. Default: one minute. */
  readonly idle?: Duration.Input | undefined
}

const languages = Given.value<ReadonlyArray<string>>(
  "a list of up to 8 names of languages as Tesseract has them, such as `eng`",
  (given) =>
    Array.isArray(given) &&
    given.length >= 1 &&
    given.length <= 8 &&
    given.every((name) => typeof name === "string" && languagePattern.test(name))
)

const schemas: Given.OptionSchemas<TesseractOptions> = {
  languages,
  dataFolder: Schema.Union([
    Given.text,
    Given.value("a folder", (given) => given instanceof URL && given.protocol === "file:")
  ]),
  maxPixels: Given.number(1),
  deadline: Given.duration,
  memory: Given.number(64, 4096),
  threads: Given.wholeNumber(1),
  maxWaiting: Given.wholeNumber(0),
  idle: Given.duration
}

const name = "tesseract"

/** The recognizer, whose threads start with the first picture and end with the layer. Throws `InvalidInput`. */
export const tesseract = (options: TesseractOptions = {}): Layer.Layer<Recognizer> => {
  Given.checkOptions("options of tesseract", schemas, options)
  return Layer.effect(Recognizer, make(options))
}

const make = Effect.fnUntraced(function* ({
  dataFolder,
  deadline = "1 minute",
  idle = "1 minute",
  languages = ["eng"],
  maxPixels = 40_000_000,
  maxWaiting = 1000,
  memory = 1024,
  threads: size = 1
}: TesseractOptions) {
  const timeout = Duration.toMillis(Duration.fromInputUnsafe(deadline))
  const threads = yield* ThreadPool.make<Answer, Worker>({
    size,
    maxWaiting,
    idle: Duration.toMillis(Duration.fromInputUnsafe(idle)),
    placed: placedThread(import.meta.url, "tesseract", "./worker", existsSync),
    // The engine is a file of its own, so a bundle cannot carry the thread.
    load: () => Promise.resolve({ threadCode: () => "" }),
    start: (entry) =>
      new Worker(entry.script, {
        ...entry.options,
        name: "orbweaver-ocr",
        // The host's flags (inspector, loaders) are not for this thread, and what the engine writes is for nobody.
        env: {},
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
      })
  })

  const fail = (why: RecognizerError["why"], detail: string) =>
    Effect.fail(new RecognizerError({ recognizer: name, why, detail }))

  const read = (
    files: Task["languages"],
    { bytes, height, width }: Picture
  ): Effect.Effect<Recognition, RecognizerError> =>
    threads.run<Recognition, RecognizerError>({
      timeout,
      post: (worker) => {
        // A copy, because the caller keeps the bytes; `slice` of a Buffer would be none.
        const copy = new Uint8Array(bytes)
        const task: Task = { languages: files, bytes: copy, width, height, maxBytes: memory * mebibyte }
        worker.postMessage(task, [copy.buffer])
      },
      resultOf: (answer) =>
        "recognition" in answer
          ? Effect.succeed(answer.recognition)
          : answer.why === "too-much-memory"
            ? fail(answer.why, tooMuchMemory(memory))
            : fail(answer.why, answer.detail),
      withoutResult: ({ detail, reason }) => {
        switch (reason) {
          case "timeout":
            return fail("timed-out", `it took longer than ${Duration.format(Duration.millis(timeout))} (deadline)`)
          case "busy":
            return fail("busy", `${detail} (maxWaiting)`)
          case "memory":
            return fail("too-much-memory", tooMuchMemory(memory))
          case "crashed":
            return fail("damaged", detail)
          case "unavailable":
            return fail(
              "unavailable",
              `its thread could not be started (${detail}). In a bundle, leave "@orbweaver/ocr" external`
            )
        }
      }
    })

  return Recognizer.of({
    name,
    available: true,
    maxPixels,
    recognize: Effect.fn("Recognizer.recognize")(function* (picture) {
      const { height, width } = picture
      if (!(width * height <= maxPixels)) {
        return yield* fail("too-large", `it has ${width} × ${height} pixels, more than ${maxPixels} (maxPixels)`)
      }
      const found = yield* findLanguages(languages, dataFolder)
      if (found.missing !== undefined) return yield* fail("not-configured", found.missing)
      return yield* read(found.files, picture)
    })
  })
})

const mebibyte = 1024 * 1024

const tooMuchMemory = (memory: number): string => `the engine needs more than ${memory} MiB (memory)`
