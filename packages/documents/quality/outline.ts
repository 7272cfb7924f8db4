/**
 * How well headings and list items are found: F1 of their texts over a folder of PDFs. The truth of a file is the Markdown
 * beside it (`NAME.md` or `NAME.pdf.md`); of one without, what its structure tree says, which our reader then leaves out.
 *
 * A heading or an item counts when one of the same text is found, whatever its level; letters and digits alone are
 * compared, so that a number written by the list itself may be missing. Entries of a table of contents count for nothing,
 * because truths write them as lists, as tables or as text; nor do the names of glyphs that stand for no character.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { distance } from "./fuzzy.ts"
import { byLook, byTags, type PdfReader } from "./readers.ts"

interface Outline {
  readonly headings: ReadonlyArray<string>
  readonly items: ReadonlyArray<string>
}

interface Score {
  readonly wanted: number
  readonly found: number
  readonly both: number
}

export const scoreOutlines = async (
  folder: string,
  readers: ReadonlyArray<PdfReader>,
  only: string | undefined,
  worst: number
): Promise<void> => {
  const files = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith(".pdf") && (only === undefined || name.includes(only)))
      .map(async (name) => {
        const path = join(folder, name)
        const beside = [`${name.slice(0, -4)}.md`, `${name}.md`].map((one) => join(folder, one)).find(existsSync)
        const markdown = beside === undefined ? await byTags(path).catch(() => "") : readFileSync(beside, "utf8")
        return { path, truth: outlineOf(markdown) }
      })
  )
  const table: Record<string, Record<string, string>> = {}
  for (const [index, { name, read }] of readers.entries()) {
    const scores: Array<{ readonly file: string; readonly headings: Score; readonly items: Score }> = []
    for (const { path, truth } of files) {
      const markdown = await (index === 0 ? byLook : read)(path).catch((error: unknown) => {
        console.log(`${name} cannot read ${basename(path)}: ${String(error)}`)
        return ""
      })
      if (index === 0 && only !== undefined) console.log(markdown)
      const found = outlineOf(markdown)
      const file = basename(path)
      scores.push({ file, headings: compare(truth.headings, found.headings), items: compare(truth.items, found.items) })
      if (index === 0 && only !== undefined) {
        printDifference("headings", truth.headings, found.headings)
        printDifference("items", truth.items, found.items)
      }
    }
    const sums = { headings: sum(scores.map(({ headings }) => headings)), items: sum(scores.map(({ items }) => items)) }
    table[name] = {
      files: String(scores.length),
      ...Object.fromEntries(
        (["headings", "items"] as const).flatMap((kind) => {
          const { both, found, wanted } = sums[kind]
          return [
            [kind, f1Of(sums[kind])],
            [`of ${kind}`, `${both} of ${wanted}, ${found} found`]
          ]
        })
      )
    }
    if (index === 0)
      for (const { file, headings, items } of scores
        .toSorted((a, b) => missesOf(b) - missesOf(a))
        .slice(0, only === undefined ? worst : Infinity))
        console.log(
          `  ${file}: headings ${f1Of(headings)} ${partsOf(headings)}, items ${f1Of(items)} ${partsOf(items)}`
        )
  }
  console.table(table)
}

const missesOf = ({ headings, items }: { readonly headings: Score; readonly items: Score }): number =>
  headings.wanted + headings.found - 2 * headings.both + items.wanted + items.found - 2 * items.both

const partsOf = ({ both, found, wanted }: Score): string => `(${both} of ${wanted}, ${found} found)`

const f1Of = ({ both, found, wanted }: Score): string =>
  (wanted + found === 0 ? 1 : (2 * both) / (wanted + found)).toFixed(3)

const sum = (scores: ReadonlyArray<Score>): Score => ({
  wanted: scores.reduce((all, { wanted }) => all + wanted, 0),
  found: scores.reduce((all, { found }) => all + found, 0),
  both: scores.reduce((all, { both }) => all + both, 0)
})

const outlineOf = (markdown: string): Outline => {
  const headings: Array<string> = []
  const items: Array<string> = []
  let item: string | undefined
  const finish = (): void => {
    if (item !== undefined && !isContents(item)) items.push(keyOf(item))
    item = undefined
  }
  let isCode = false
  for (const line of markdown.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode) continue
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
    // A task is an item; a line that goes on with one is indented.
    const start = /^\s*(?:[-*+·]|\d{1,4}\\?[.)])\s+(?:\[[ x]\]\s+)?(.*)$/.exec(line)?.[1]
    if (heading !== undefined) {
      finish()
      headings.push(keyOf(heading))
    } else if (start !== undefined) {
      finish()
      item = start
    } else if (line.trim() === "") finish()
    else if (item !== undefined) item += ` ${line.trim()}`
  }
  finish()
  return { headings: headings.filter((key) => key !== ""), items: items.filter((key) => key !== "") }
}

/** Dots that lead to the number of a page. */
const isContents = (text: string): boolean => /(?:…|\.{3,})\s*[\divxlc]+\s*$/.test(text)

const keyOf = (text: string): string =>
  text
    .replaceAll(/\bSM\d{6}\b|GLYPH<[^>]*>/g, "")
    .replaceAll(/<[^>]*>|\]\([^)]*\)/g, "")
    .replaceAll(/&(?:amp|lt|gt);/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** Letters that may differ, of the letters of the text. */
const maxDifference = 0.1

const compare = (wanted: ReadonlyArray<string>, found: ReadonlyArray<string>): Score => ({
  wanted: wanted.length,
  found: found.length,
  both: wanted.length - missingOf(wanted, found).length
})

/** The texts that are not among the others, each of which counts once. */
const missingOf = (wanted: ReadonlyArray<string>, found: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = [...found]
  return wanted.filter((text) => {
    const at = left.findIndex(
      (other) =>
        other === text ||
        (Math.abs(other.length - text.length) <= maxDifference * text.length &&
          distance(text.slice(0, 400), other.slice(0, 400)) <= maxDifference * text.length)
    )
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const printDifference = (kind: string, wanted: ReadonlyArray<string>, found: ReadonlyArray<string>): void => {
  for (const text of missingOf(wanted, found)) console.log(`  - ${kind}: ${text.slice(0, 120)}`)
  for (const text of missingOf(found, wanted)) console.log(`  + ${kind}: ${text.slice(0, 120)}`)
}
