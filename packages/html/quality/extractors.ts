/** Ours and the peers under one signature: a page in, the plain text of its main content out. */
import { Readability } from "@mozilla/readability"
import { Defuddle } from "defuddle/node"
import { parseHTML } from "linkedom"
import { plainText } from "../src/mainContent/plainText.ts"
import { selectMain } from "../src/mainContent/selectMain.ts"
import { parse } from "../src/tree/parse.ts"

export interface Extractor {
  readonly name: string
  readonly extract: (html: string, url: string) => Promise<string>
}

/** The content of a peer is HTML; all are turned into text in the same way. */
const toText = (html: string): string => plainText(parse(html), { roots: [0] })

const orbweaver: Extractor = {
  name: "orbweaver",
  extract: async (html, url) => {
    const tree = parse(html)
    const main = selectMain(tree, { url })
    // The metric leaves the title out; we keep the headline, so it is taken out here.
    if (main.headline >= 0) main.drop[main.headline] = 1
    return plainText(tree, main)
  }
}

const orbweaverWithHeadline: Extractor = {
  name: "orbweaver",
  extract: async (html, url) => {
    const tree = parse(html)
    return plainText(tree, selectMain(tree, { url }))
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
