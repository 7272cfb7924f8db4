/** Holds our trees of a corpus against parse5's, in structure, attributes and text. */
import { parse } from "../src/tree/parse.ts"
import { difference, outlineOf, outlineOfParse5 } from "../test/tree/outline.ts"
import type { Page } from "./measure.ts"

export const differentialTable = (pages: ReadonlyArray<Page>): void => {
  let same = 0
  for (const { html, url } of pages) {
    const found = difference(outlineOf(parse(html)), outlineOfParse5(html))
    if (found === undefined) same++
    else console.log(`\n${url}, line ${found.line}\n--- ours\n${found.ours}\n--- parse5\n${found.theirs}`)
  }
  console.log(`\n${same} of ${pages.length} pages give the tree that parse5 gives`)
}
