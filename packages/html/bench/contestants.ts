/** Ours and the peers, by what they are compared at. */
import * as joplin from "@joplin/turndown-plugin-gfm"
import { Readability } from "@mozilla/readability"
import { Defuddle } from "defuddle/node"
import { parseDocument, Parser, Tokenizer } from "htmlparser2"
import { parseHTML } from "linkedom"
import { NodeHtmlMarkdown } from "node-html-markdown"
import { parse as parse5 } from "parse5"
import TurndownService from "turndown"
import { convert, type ConvertInput } from "../src/convert/convert.ts"
import { toMarkdown } from "../src/markdown/walk/Markdown.ts"
import { ReusedMemory } from "../src/tree/Memory.ts"
import { parse } from "../src/tree/parse.ts"
import type { Contestant, Page } from "./measure.ts"

/** A native build, which an installation without optional packages lacks; the others race without it then. */
const mdream = await import("mdream").then(
  ({ htmlToMarkdown }) => htmlToMarkdown,
  () => undefined
)
if (mdream === undefined) console.log("mdream is left out: its native build is not installed")

const mdreamOnly = (contestant: Omit<Contestant, "run">, minimal: boolean): ReadonlyArray<Contestant> =>
  mdream === undefined
    ? []
    : [
        {
          ...contestant,
          run: ({ html, url }) => mdream(html, { origin: new URL(url).origin, ...(minimal ? { minimal } : {}) })
        }
      ]

const nothing = (): void => {}

const tokenize = ({ html }: Page): void => {
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
      isInForeignContext: () => false
    }
  )
  tokenizer.write(html)
  tokenizer.end()
}

const events = ({ html }: Page): void => {
  const parser = new Parser({ onopentag: nothing, ontext: nothing, onclosetag: nothing })
  parser.end(html)
}

export const parsers: ReadonlyArray<Contestant> = [
  { name: "orbweaver", run: ({ html }) => parse(html) },
  { name: "htmlparser2 tokenizer", run: tokenize },
  { name: "htmlparser2 events", run: events },
  { name: "htmlparser2 tree", run: ({ html }) => parseDocument(html) },
  { name: "parse5", every: 2, run: ({ html }) => parse5(html) },
  { name: "linkedom", every: 2, run: ({ html }) => parseHTML(html).document }
]

const turndownService = (): TurndownService => {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })
  service.use(joplin.gfm)
  service.remove(["script", "style", "noscript"])
  return service
}
const turndown = turndownService()

export const markdown: ReadonlyArray<Contestant> = [
  { name: "orbweaver", run: ({ html, url }) => toMarkdown(parse(html), { baseUrl: new URL(url) }) },
  ...mdreamOnly({ name: "mdream (Rust)" }, false),
  { name: "turndown", every: 2, run: ({ html }) => turndown.turndown(html) },
  {
    name: "turndown over linkedom",
    every: 2,
    run: ({ html }) => turndown.turndown(parseHTML(html).document.documentElement as never)
  },
  { name: "node-html-markdown", every: 4, run: ({ html }) => NodeHtmlMarkdown.translate(html) }
]

/** Pages are converted one after another in the same memory, as those of a scrape or a crawl are. */
const memory = new ReusedMemory()

const whole = ({ html, url }: Page) => {
  const input: ConvertInput = {
    html,
    url,
    wanted: ["markdown", "links", "images", "metadata"],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    attributes: []
  }
  const converted = convert(input, undefined, undefined, memory)
  memory.release()
  return converted
}

export const pipelines: ReadonlyArray<Contestant> = [
  { name: "orbweaver: all from one parse", run: whole },
  ...mdreamOnly(
    {
      name: "mdream (Rust), minimal preset",
      leavesOut: "metadata, links, images; its main content is what some tags hold"
    },
    true
  ),
  {
    name: "turndown",
    every: 2,
    leavesOut: "metadata, links, images, main content: it writes the whole page",
    run: ({ html }) => turndown.turndown(html)
  },
  {
    name: "linkedom + Readability + turndown",
    every: 4,
    leavesOut: "links, images; a page without an article comes out empty",
    run: ({ html }) => turndown.turndown(new Readability(parseHTML(html).document).parse()?.content ?? "")
  },
  {
    name: "defuddle",
    every: 16,
    leavesOut: "links, images",
    run: ({ html, url }) => Defuddle(html, url, { markdown: true })
  }
]

/** The readers a hostile document must not stop. */
export const readers = { parse: ({ html }: Page) => parse(html), everything: whole }
