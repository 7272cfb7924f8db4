/** Every built-in format: its field, what it gives, its options, and who offers it. */
import { Document } from "@orbweaver/core/model/Document"
import { formatEntries } from "@orbweaver/core/model/formatEntries"
import { interfaceComments } from "./comments.ts"
import { code, page, table } from "./text.ts"

type Name = keyof typeof formatEntries

/** What a format gives, in words; options are those of its type in the library. */
const gives: Readonly<Record<Name, string>> = {
  markdown: "Markdown of the main content",
  html: "HTML of the main content, cleaned, with absolute addresses",
  rawHtml: "The page as it was answered or rendered",
  links: "Absolute addresses of the links",
  images: "Absolute addresses of the pictures",
  screenshot: "A picture of the page, as a `data:` URI or an address",
  json: "Data by a schema, a prompt or both",
  summary: "A summary of the page",
  changeTracking: "What changed since the page was last scraped",
  attributes: "Values of attributes by CSS selector",
  mainContentReport: "What was left out of the main content, and by which rule",
  branding: "Colours, fonts, sizes, spacing and logo, as a browser shows them",
  question: "An answer from the page to a question",
  query: "The older name of `question`",
  highlights: "The passages that speak to a query",
  product: "Name, price, availability and variants of a product",
  menu: "Sections, dishes and prices of a menu",
  chunks: "The Markdown in pieces for retrieval"
}

/** The field of the document, where it is not the name of the format. */
const fieldOf: Readonly<Partial<Record<Name, string>>> = { question: "answer", query: "answer" }

/** Options of a format that has some. */
const optionsOf: Readonly<Partial<Record<Name, string>>> = {
  json: "`schema`, `prompt`",
  screenshot: "`fullPage`, `quality`, `viewport`",
  changeTracking: "`modes`, `schema`, `prompt`, `tag`",
  attributes: "`selectors` (required)",
  mainContentReport: "`note`",
  question: "`question` (required)",
  query: "`prompt` (required), `mode`",
  highlights: "`query` (required)",
  chunks: "`maxTokens` (512 when absent)"
}

const browser = new Set<string>(["screenshot", "branding"])

const cuts: Readonly<Record<string, string>> = {
  markdown: "between blocks",
  html: "between tags",
  plain: "between words or items",
  whole: "never: whole or left out",
  picture: "takes no tokens"
}

const files: Readonly<Record<string, string>> = { always: "yes", never: "no", withAddress: "with a `url`" }

export const formatsPage = (): string => {
  // The comments of the types are read, so that a renamed type is noticed here.
  const types = interfaceComments("packages/orbweaver/src/options/formats.ts")
  for (const name of Object.keys(optionsOf)) {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Format`
    if (!types.has(type)) throw new Error(`The format ${name} has options here and no type ${type} in the library`)
  }
  const rows = Object.entries(formatEntries).map(([name, entry]) => {
    const field = fieldOf[name as Name] ?? name
    if (!(field in Document.fields)) throw new Error(`A document has no field ${field} for the format ${name}`)
    return [
      code(name),
      gives[name as Name],
      code(field),
      optionsOf[name as Name] ?? "",
      browser.has(name) ? "yes" : "no",
      files[entry.files]!,
      entry.v1 ? "v1, v2" : "v2",
      cuts[entry.cut]!
    ]
  })
  return page({ title: "Formats", order: 2, group: "Tables" }, [
    'A format is named in `formats`, by its name or as an object with `type` and its options: `{ type: "chunks", maxTokens: 300 }`. Each one fills one field of the document. A format that fails is named in `warning` and `metadata.formatErrors`, and the others stay.',
    table(
      ["Format", "What it gives", "Field", "Options", "Needs a browser", "Of files", "HTTP API", "Cut by a budget"],
      rows
    ),
    "A format of your own is a value that you pass: see [formats of your own](../guide/own-format.md)."
  ])
}
