/**
 * Golden cases: HTML and the Markdown that must come of it, one family of rules a file in `test/golden`.
 *
 *     === what the case shows {"removeBase64Images":true}
 *     <p>HTML</p>
 *     --->
 *     Markdown
 *
 * The options at the end of the title are those of `toMarkdown` (`baseUrl` as a string), and may be left out.
 */
import { compose } from "../../src/page/compose.ts"
import { adoptCustomElements } from "../../src/page/customElements.ts"
import { newMemory } from "../../src/tree/Memory.ts"
import { parse } from "../../src/tree/parse.ts"
import type { Tree } from "../../src/tree/Tree.ts"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface Case {
  readonly title: string
  readonly options: string
  readonly html: string
  readonly expected: string
}

export interface Family {
  readonly name: string
  readonly cases: ReadonlyArray<Case>
}

const folder = fileURLToPath(new URL("../golden/", import.meta.url))

export const readFamilies = (): ReadonlyArray<Family> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), cases: parseCases(readFileSync(folder + file, "utf8")) }))

const parseCases = (content: string): ReadonlyArray<Case> =>
  content
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [, head = "", html = "", expected = ""] = /^(.*)\n([\s\S]*?)\n?--->\n?([\s\S]*)$/.exec(part) ?? []
      const [, title = head, options = ""] = /^(.*?)\s*(\{.*\})?$/.exec(head) ?? []
      return { title, options, html, expected: expected.replace(/\n+$/, "") }
    })

/** Writes what the cases give now; every change is to be read before it is kept. */
export const writeFamily = (family: Family, outputs: ReadonlyMap<Case, string>): void =>
  writeFileSync(
    `${folder}${family.name}.txt`,
    family.cases
      .map((entry) => {
        const head = entry.options === "" ? entry.title : `${entry.title} ${entry.options}`
        return `=== ${head}\n${entry.html}\n--->\n${outputs.get(entry) ?? entry.expected}\n`
      })
      .join("\n")
  )

/** The page of a case as a conversion reads it. */
export const pageOf = (html: string): Tree => {
  const tree = compose(parse(html), newMemory)
  adoptCustomElements(tree)
  return tree
}

/** The options of a case as `toMarkdown` takes them. */
export const optionsOf = (entry: Case): { readonly baseUrl: URL; readonly removeBase64Images?: boolean } => {
  const given = entry.options === "" ? {} : JSON.parse(entry.options)
  return { ...given, baseUrl: new URL(given.baseUrl ?? "https://example.com/docs/page.html") }
}
