/** Ours and the peers under one signature: a page in, the plain text of its main content out. */
import { Readability } from "@mozilla/readability"
import { Defuddle } from "defuddle/node"
import { parseHTML } from "linkedom"
import TurndownService from "turndown"
import type { Model } from "../src/mainContent/model/Model.ts"
import { plainText } from "../src/mainContent/features/plainText.ts"
import { selectMain } from "../src/mainContent/select/selectMain.ts"
import { revealNoscript } from "../src/page/noscript.ts"
import { parse } from "../src/tree/parse.ts"
import type { Tree } from "../src/tree/Tree.ts"

export interface Extractor {
  readonly name: string
  readonly extract: (html: string, url: string, model?: Model) => Promise<string>
}

/** The content of a peer is HTML; all are turned into text in the same way. */
const toText = (html: string): string => plainText(parse(html), { roots: [0] })

/** A page that was fetched and whose scripts have not run. */
const readPage = (html: string): Tree => {
  const tree = parse(html)
  revealNoscript(tree)
  return tree
}

const orbweaver: Extractor = {
  name: "orbweaver",
  extract: async (html, url, model) => {
    const tree = readPage(html)
    const main = selectMain(tree, { url, model })
    // The metric leaves the title out; we keep the headline, so it is taken out here.
    if (main.headline >= 0) main.drop[main.headline] = 1
    return plainText(tree, main)
  }
}

const orbweaverWithHeadline: Extractor = {
  name: "orbweaver",
  extract: async (html, url, model) => {
    const tree = readPage(html)
    return plainText(tree, selectMain(tree, { url, model }))
  }
}

const readability: Extractor = {
  name: "readability",
  extract: async (html) => {
    const { document } = parseHTML(html)
    return toText(new Readability(document).parse()?.content ?? "")
  }
}

const defuddle: Extractor = {
  name: "defuddle",
  extract: async (html, url) => toText((await Defuddle(html, url)).content)
}

/** Title not included, as the article metric wants it. */
export const articleExtractors: ReadonlyArray<Extractor> = [orbweaver, readability, defuddle]

export const pageExtractors: ReadonlyArray<Extractor> = [orbweaverWithHeadline, readability, defuddle]

interface PageWithAddress {
  readonly html: string
  readonly url?: string
}

const turndown = (html: string): string =>
  new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })
    .remove(["script", "style", "noscript", "template"])
    .turndown(
      parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as Parameters<
        TurndownService["turndown"]
      >[0]
    )

/** The title of a peer is written above its content, as it is in ours. */
const titled = (title: string | null | undefined, content: string): string => `# ${title ?? ""}\n\n${turndown(content)}`

/** Markdown of the peers: main content turned into it by turndown, and turndown on the whole body. */
export const markdownOfPeers: Readonly<Record<string, (page: PageWithAddress) => Promise<string>>> = {
  "readability + turndown": async ({ html }) => {
    const found = new Readability(parseHTML(html).document).parse()
    return titled(found?.title, found?.content ?? "")
  },
  "defuddle + turndown": async ({ html, url = "https://site.example/" }) => {
    const found = await Defuddle(html, url)
    return titled(found.title, found.content)
  },
  "turndown on the body": async ({ html }) => turndown(parseHTML(html).document.body?.innerHTML ?? "")
}

interface Timed {
  readonly text: string
  readonly milliseconds: number
}

export const timed = async (extractor: Extractor, html: string, url: string, model?: Model): Promise<Timed> => {
  const start = performance.now()
  try {
    const text = await extractor.extract(html, url, model)
    return { text, milliseconds: performance.now() - start }
  } catch {
    // A peer that throws has found nothing.
    return { text: "", milliseconds: performance.now() - start }
  }
}
