/**
 * One of each object that the selection of main content makes, never used again: without them every full collection would
 * make V8 forget their shapes and the code optimised for them (`markdown/walk/makeWriter.ts` says more).
 */
import { parse } from "../../tree/parse.ts"
import { Columns } from "../features/Columns.ts"
import { type Features, readFeatures } from "../features/Features.ts"
import { NameJudge } from "../features/NameJudge.ts"
import type { MainContent } from "../model/MainContent.ts"
import { selectMain } from "./selectMain.ts"

const paragraph = `<p>Some prose of a sentence or two, with a comma and <a href="/x">a link</a>, long enough to be taken for
the content of a page and not for the frame that stands around it on every page of a site.</p>`

const tree = parse(`<title>Title - Site</title><body class="single"><nav class="menu"><a href="/">Home</a></nav>
<article class="post" itemprop="articleBody"><h1 id="t">Title</h1>${paragraph.repeat(6)}</article><footer>© Site</footer>`)

export const retainedShapes: {
  readonly columns: Columns
  readonly features: Features
  readonly judge: NameJudge
  readonly main: MainContent
} = {
  columns: new Columns(tree, 1),
  features: readFeatures(tree),
  judge: new NameJudge(),
  main: selectMain(tree)
}
