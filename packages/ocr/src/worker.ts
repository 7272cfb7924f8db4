/** Entry of a thread that reads pictures: one at a time, a failure posted as data. The languages stay loaded. */
import { readFile } from "node:fs/promises"
import { parentPort } from "node:worker_threads"
import { gunzipSync } from "node:zlib"
import type { Started } from "@orbweaver/core/internal/support/ThreadPool"
import type { Recognition } from "@orbweaver/core/reading/Recognizer"
import { type Api, boundMemory, type Engine, loadEngine, lstmOnly } from "./engine.ts"
import { orientationOf } from "./orientation.ts"
import { decodePng, type Gray, pgm } from "./pixels.ts"
import { eraseLines, findLines } from "./rules.ts"
import { readWords } from "./words.ts"

export interface LanguageFile {
  readonly language: string
  /** Path of its data, gzipped or not. */
  readonly file: string
}

export interface Task {
  readonly languages: ReadonlyArray<LanguageFile>
  readonly bytes: Uint8Array
  /** Of the picture, in pixels. */
  readonly width: number
  readonly height: number
  /** Memory of the engine. */
  readonly maxBytes: number
}

export type Answer =
  | { readonly recognition: Recognition }
  | { readonly why: "damaged" | "not-configured" | "too-much-memory" | "unavailable"; readonly detail: string }

class Failure extends Error {
  readonly why: Exclude<Answer, { readonly recognition: unknown }>["why"]
  constructor(why: Failure["why"], detail: string) {
    super(detail)
    this.why = why
  }
}

/** Data of languages, unpacked. */
const maxDataBytes = 256 * 1024 * 1024

interface Loaded {
  readonly engine: Engine
  readonly api: Api
  readonly languages: string
}

const start = (): void => {
  let loaded: Loaded | undefined
  let maxBytes = Infinity
  let isExhausted = false
  boundMemory((bytes) => {
    if (bytes > maxBytes) isExhausted = true
    return bytes <= maxBytes
  })

  const load = async (files: ReadonlyArray<LanguageFile>): Promise<Loaded> => {
    const languages = files.map(({ language }) => language).join("+")
    if (loaded?.languages === languages) return loaded
    loaded?.api.End()
    const engine = loaded?.engine ?? (await loadEngine().catch((error: unknown) => refuse("unavailable", error)))
    for (const { file, language } of files) engine.FS.writeFile(`/${language}.traineddata`, await dataOf(file))
    const api = new engine.TessBaseAPI()
    if (api.Init(null, languages, lstmOnly) !== 0) {
      throw new Failure("not-configured", `the data of ${languages} is damaged, or is not for neural networks`)
    }
    // The text is in the memory of the engine now.
    for (const { language } of files) engine.FS.unlink(`/${language}.traineddata`)
    for (const [name, value] of variables) api.SetVariable(name, value)
    loaded = { engine, api, languages }
    return loaded
  }

  const recognize = async (task: Task): Promise<Recognition> => {
    const engines = await load(task.languages)
    const { api, engine } = engines
    engine.FS.writeFile("/input", task.bytes)
    try {
      const own = orientationOf(task.bytes)
      let best = readTurned(engines, task, own)
      for (const orientation of upright(own)) {
        if (!looksTurned(best)) break
        const turned = readTurned(engines, task, orientation)
        if (certainty(turned) > certainty(best) + clearlyBetter) best = turned
      }
      return best
    } finally {
      api.Clear()
      engine.FS.unlink("/input")
    }
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (answer: Answer | Started): void => parentPort?.postMessage(answer)

  parentPort?.on("message", (task: Task) => {
    maxBytes = task.maxBytes
    isExhausted = false
    recognize(task)
      .then((recognition) => post({ recognition }))
      .catch((error: unknown) => {
        // An engine that failed may be in any state; the next picture gets another one.
        loaded = undefined
        if (error instanceof Failure) post({ why: error.why, detail: error.message })
        else post({ why: isExhausted ? "too-much-memory" : "damaged", detail: detailOf(error) })
      })
  })
  post({ started: true })
}

const variables: ReadonlyArray<readonly [name: string, value: string]> = [
  // Columns and blocks are looked for; the default of the engine's interface takes the page for one block.
  ["tessedit_pageseg_mode", "3"],
  ["debug_file", "/dev/null"]
]

const dataOf = async (file: string): Promise<Uint8Array> => {
  const bytes = await readFile(file).catch((error: unknown) => refuse("not-configured", error))
  try {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: maxDataBytes }) : bytes
  } catch (error) {
    return refuse("not-configured", error)
  }
}

const refuse = (why: Failure["why"], error: unknown): never => {
  throw new Failure(why, detailOf(error))
}

const detailOf = (error: unknown): string =>
  (error instanceof Error ? error.message : typeof error === "string" ? error : "") || "the engine failed"

/** Slopes that change how the page is read, in radians: a line rises by its height where it is 40 times as long. */
const minSlope = 0.004

const readTurned = ({ api, engine }: Loaded, { bytes, height, width }: Task, orientation: number): Recognition => {
  const set = (angle: number, turn = orientation): void => {
    if (api.SetImageFile(turn, angle) === 1) throw new Failure("damaged", "its pixels cannot be decoded")
  }
  set(0)
  api.FindLines()
  const slope = api.GetGradient()
  // Anew in any case: looking for the slope takes lines out of the picture, though not all of them.
  set(Number.isFinite(slope) && Math.abs(slope) >= minSlope ? slope : 0)
  const lines = findLines(pictureOf(engine, api, 2))
  if (lines.length > 0) {
    const gray = pictureOf(engine, api, 1)
    eraseLines(gray, lines)
    engine.FS.writeFile("/input", pgm(gray))
    // It is upright and level now.
    set(0, 1)
    engine.FS.writeFile("/input", bytes)
  }
  api.Recognize(null)
  const isSideways = orientation >= 5
  return {
    ...readWords(api.GetJSONText()),
    rules: lines.map(({ at, from, horizontal, to }) => ({ horizontal, at, from, to })),
    width: isSideways ? height : width,
    height: isSideways ? width : height
  }
}

/** The picture as the engine reads it, in gray or in black and white. */
const pictureOf = (engine: Engine, api: Api, kind: 1 | 2): Gray => {
  api.WriteImage(kind, "/image.png")
  try {
    return decodePng(engine.FS.readFile("/image.png")) ?? { width: 0, height: 0, pixels: new Uint8Array(0) }
  } finally {
    engine.FS.unlink("/image.png")
  }
}

/** Orientations of EXIF without mirrors: by quarter turns, those to a side first. */
const quarterTurns = [1, 6, 8, 3]

const upright = (own: number): ReadonlyArray<number> =>
  quarterTurns.includes(own) ? quarterTurns.filter((orientation) => orientation !== own) : []

/** Text on its head is read as letters that are none. Text on its side is read well, at places that make no page. */
const looksTurned = (read: Recognition): boolean => read.words.length >= 5 && certainty(read) < 0.55
const clearlyBetter = 0.15

const certainty = (read: Recognition): number => (isSideways(read) ? 0 : read.confidence)

const isSideways = ({ words }: Recognition): boolean => {
  const long = words.filter(({ text }) => text.length >= 4)
  const upwards = long.filter(({ x0, x1, y0, y1 }) => y1 - y0 > 1.5 * (x1 - x0))
  return long.length >= 3 && upwards.length > long.length / 2
}

start()
