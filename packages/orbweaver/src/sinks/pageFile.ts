/** A document as the text of a file: Markdown under front matter. */
import type { Document } from "../options/documents.ts"

export interface PageDocument {
  readonly markdown?: string | undefined
  readonly metadata: Document["metadata"]
}

/** What the front matter says. */
export interface PageFields {
  readonly url?: string | undefined
  /** The address that was asked for, where another one answered. */
  readonly sourceURL?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly language?: string | undefined
  readonly statusCode?: number | undefined
}

/** Characters that YAML wants escaped (https://yaml.org/spec/1.2.2/#51-character-set) or that its readers take for line ends. */
// oxlint-disable-next-line no-control-regex -- These are the characters.
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/** A JSON string is a YAML string, whatever stands in it, once it has no character that YAML does not print. */
const yamlOf = (value: unknown): string =>
  JSON.stringify(typeof value === "string" ? value.toWellFormed() : value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

/** Markdown under front matter (YAML) with its address; a document without Markdown as JSON. */
export const fileTextOf = (document: PageDocument): string => {
  if (document.markdown === undefined) return `${JSON.stringify(document, null, 2)}\n`
  const { description, language, sourceURL, statusCode, title, url } = document.metadata
  const asked = sourceURL === url ? undefined : sourceURL
  const fields = Object.entries({ url, sourceURL: asked, title, description, language, statusCode })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${yamlOf(value)}`)
  const text = document.markdown.endsWith("\n") ? document.markdown : `${document.markdown}\n`
  return ["---", ...fields, "---", "", text].join("\n")
}

/** The front matter that `fileTextOf` wrote; undefined for other texts. */
export const fieldsOf = (text: string): PageFields | undefined => {
  const end = text.indexOf("\n---\n")
  if (!text.startsWith('---\nurl: "') || end === -1) return undefined
  try {
    return Object.fromEntries(
      text
        .slice(4, end)
        .split("\n")
        .map((line) => [line.slice(0, line.indexOf(": ")), JSON.parse(line.slice(line.indexOf(": ") + 2)) as unknown])
    )
  } catch {
    return undefined
  }
}
