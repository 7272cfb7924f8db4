/**
 * How well words are recognized: 40 pages that are rendered from text, ten in each of four conditions, read by this package
 * and by the `tesseract` of the machine where there is one. Prints the mean F1 of words by language and by condition.
 *
 *   npm run quality -w packages/ocr -- [--data DIR] [--only NAME] [--keep DIR]
 *
 * `--data` is a folder with `LANGUAGE.traineddata` (default: the installed packages; languages without data are left out and
 * named), `--keep` a folder to which the pictures are written. Both readers get the same pictures and the same languages.
 */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs, promisify } from "node:util"
import { Recognizer } from "@orbweaver/core/reading/Recognizer"
import { grayPng } from "@orbweaver/testing/recognizer/grayPng"
import { Effect } from "effect"
import { type Browser, chromium } from "playwright-core"
import { candidates } from "../../browser/src/process/findBrowser.ts"
import { locate } from "../../browser/src/process/launch.ts"
import { tesseract } from "../src/index.ts"
import { decodePng, type Gray, turned } from "../test/support.ts"
import { pages } from "./texts.ts"

const { values } = parseArgs({
  options: { data: { type: "string" }, only: { type: "string", default: "" }, keep: { type: "string" } }
})
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)
const dataFolder = values.data === undefined ? undefined : fromHere(values.data)
const keep = values.keep === undefined ? undefined : fromHere(values.keep)

const openBrowser = async (): Promise<Browser> => {
  const failures: Array<unknown> = []
  for (const candidate of await Effect.runPromise(candidates(undefined))) {
    try {
      const { environment, path } = await locate(chromium, candidate)
      return await chromium.launch({ executablePath: path, env: environment, chromiumSandbox: false })
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, "no browser starts")
}

/** A page of 560 by 700 points of CSS, which has 96 of them to the inch. */
const viewport = { width: 560, height: 700 }

const render = async (browser: Browser, html: string, dotsPerInch: number) => {
  const context = await browser.newContext({ viewport, deviceScaleFactor: dotsPerInch / 96, javaScriptEnabled: true })
  try {
    const tab = await context.newPage()
    await tab.setContent(html)
    const text = await tab.innerText("body")
    return { gray: decodePng(await tab.screenshot({ type: "png" })), text }
  } finally {
    await context.close()
  }
}

/** Gray paper, faint ink, and spots, the same in every run. */
const noisy = ({ height, pixels, width }: Gray): Gray => {
  let seed = 1
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const out = pixels.map((pixel) => {
    if (random() < 0.001) return random() < 0.5 ? 20 : 250
    const grain = (random() + random() + random() - 1.5) * 36
    return Math.min(255, Math.max(0, 60 + pixel * 0.65 + grain))
  })
  return { width, height, pixels: out }
}

const conditions: ReadonlyArray<{
  readonly name: string
  readonly dotsPerInch: number
  readonly change: (gray: Gray) => Gray
}> = [
  { name: "clean", dotsPerInch: 300, change: (gray) => gray },
  { name: "150 dpi", dotsPerInch: 150, change: (gray) => gray },
  { name: "skewed", dotsPerInch: 300, change: (gray) => turned(gray, 1.7) },
  { name: "noisy", dotsPerInch: 200, change: noisy }
]

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

/** Each word counts as often as it stands on the page. */
const f1 = (found: ReadonlyArray<string>, truth: ReadonlyArray<string>): number => {
  const left = new Map<string, number>()
  for (const word of truth) left.set(word, (left.get(word) ?? 0) + 1)
  let right = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count > 0) right++
    left.set(word, count - 1)
  }
  return found.length + truth.length === 0 ? 1 : (2 * right) / (found.length + truth.length)
}

const run = promisify(execFile)

/** The program of the machine; nothing where it is not installed, or lacks the language. */
const readByMachine = async (file: string, language: string): Promise<ReadonlyArray<string> | undefined> => {
  try {
    const folder = dataFolder === undefined ? [] : ["--tessdata-dir", dataFolder]
    const { stdout } = await run("tesseract", [file, "-", "-l", language, "--psm", "3", ...folder], {
      timeout: 120_000
    })
    return wordsOf(stdout)
  } catch {
    return undefined
  }
}

interface Score {
  readonly language: string
  readonly condition: string
  readonly ours: number
  readonly machine: number | undefined
}

const measure = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-ocr-quality-"))
  if (keep !== undefined) mkdirSync(keep, { recursive: true })
  const browser = await openBrowser()
  const scores: Array<Score> = []
  const missing = new Set<string>()
  try {
    for (const { html, language, name } of pages.filter(({ name }) => name.includes(values.only))) {
      const layer = tesseract({ languages: [language], dataFolder })
      const read = async (bytes: Uint8Array, { height, width }: Gray) =>
        Effect.runPromise(
          Recognizer.use((recognizer) => recognizer.recognize({ bytes, mediaType: "image/png", width, height })).pipe(
            Effect.provide(layer),
            Effect.result
          )
        )
      for (const { change, dotsPerInch, name: condition } of conditions) {
        const { gray, text } = await render(browser, html, dotsPerInch)
        const picture = change(gray)
        const bytes = grayPng(picture.width, picture.height, picture.pixels)
        const file = join(keep ?? folder, `${name} ${condition}.png`.replaceAll(" ", "-"))
        writeFileSync(file, bytes)
        const result = await read(bytes, picture)
        if (result._tag === "Failure") {
          missing.add(`${language} (${result.failure.message})`)
          continue
        }
        const truth = wordsOf(text)
        const machine = await readByMachine(file, language)
        const score = {
          language,
          condition,
          ours: f1(
            result.success.words.map(({ text }) => text),
            truth
          ),
          machine: machine === undefined ? undefined : f1(machine, truth)
        }
        scores.push(score)
        console.log(`${name}, ${condition}: ${shown(score.ours)} ours, ${shown(score.machine)} machine`)
      }
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
  console.log(`\n${scores.length} pages`)
  for (const key of ["language", "condition"] as const) {
    for (const [name, group] of Map.groupBy(scores, (score) => score[key])) print(name, group)
  }
  print("all", scores)
  for (const language of missing) console.log(`left out: ${language}`)
}

const shown = (score: number | undefined): string => (score === undefined ? "–" : score.toFixed(3))

const mean = (numbers: ReadonlyArray<number>): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const print = (name: string, group: ReadonlyArray<Score>): void => {
  const machine = group.flatMap((score) => (score.machine === undefined ? [] : [score.machine]))
  console.log(`${name}: ${shown(mean(group.map(({ ours }) => ours)))} ours, ${shown(mean(machine))} machine`)
}

await measure()
