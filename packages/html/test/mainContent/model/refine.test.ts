import { assert, describe, it } from "@effect/vitest"
import { featureNames } from "../../../src/mainContent/model/blockFeatures.ts"
import { pack } from "../../../src/mainContent/model/Ensemble.ts"
import { type Model, readModel } from "../../../src/mainContent/model/Model.ts"
import { plainText } from "../../../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../../../src/mainContent/model/MainContent.ts"
import { selectMain } from "../../../src/mainContent/select/selectMain.ts"
import { parse } from "../../../src/tree/parse.ts"

/** A model of one question: what is said of blocks whose number is at most the threshold, and of the others. */
const asks = (name: string, threshold: number, low: number, high: number): Model =>
  readModel({
    trees: pack(0, [
      { feature: [featureNames.indexOf(name), -1, -1], threshold: [threshold, low, high], left: [1, 0, 0] }
    ]),
    names: ""
  })

const saysAlways = (odds: number): Model => asks("length", -1, odds, odds)

const read = (html: string, options: SelectMainOptions): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, options)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const prose = (name: string, paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, i) => `<p>${name} ${i}. ${sentence.repeat(4)}</p>`).join("\n")

describe("a model", () => {
  it("leaves out what the rules keep, and brings back what they leave out", () => {
    const page = `<title>Tides</title><article><h1>Tides</h1>${prose("Paragraph", 6)}<div><p>Advertising pays for this. ${sentence}</p></div></article>
      <div class="related"><ul><li><a href=/1>Beside it.</a></li><li><a href=/2>More stories of the harbour</a></li></ul></div>`
    const unlinked = read(page, { model: asks("linked", 0.5, 3, -6) })
    assert.include(unlinked, "Paragraph 5.")
    assert.notInclude(unlinked, "Beside it.")
    assert.include(read(page, { model: saysAlways(3) }), "Beside it.")
    assert.notInclude(read(page, { model: saysAlways(3), without: ["unlikely"] }), "Beside it.")
  })

  it("brings nothing back that is hidden, asks for consent, is a template, or was written by readers", () => {
    const page = `<title>Tides</title><meta property="og:type" content="article"><article><h1>Tides</h1>${prose("Paragraph", 6)}
      <div hidden><p>Hidden one. ${sentence}</p></div><div style="display: none"><p>Hidden two. ${sentence}</p></div>
      <p>{{ tide.height }} {{ tide.time }}</p></article>
      <section id="comments"><h2>Comments</h2>${["Bo", "Cy", "Di"].map((name) => `<div class="comment"><b>${name}</b> said: I saw it too, from the quay. <a href=#>Reply</a></div>`).join("")}</section>
      <div id="onetrust-banner-sdk" role="dialog"><p>We use cookies on this website, accept our policy.</p><button>Accept</button></div>`
    const text = read(page, { model: saysAlways(5) })
    assert.include(text, "Paragraph 5.")
    for (const unwanted of ["Hidden", "tide.height", "from the quay", "cookies"]) assert.notInclude(text, unwanted)
  })

  it("keeps the headline, the names and dates below it, and comments that are asked for", () => {
    const page = `<title>Tides come home</title><meta property="og:type" content="article"><article><h1>Tides come home</h1>
      <p class="byline">By <a rel=author href=/authors/ann>Ann Vale</a>, <time>Jun 7, 2031</time></p>${prose("Paragraph", 6)}</article>
      <section id="comments"><h2>Comments</h2>${["Bo", "Cy", "Di"].map((name) => `<div class="comment"><b>${name}</b> 2 days ago <p>I saw it too, from the quay, with ${name}. ${sentence}</p><a href=#>Reply</a></div>`).join("")}</section>`
    const model = asks("length", 180, -6, 3)
    const text = read(page, { model, comments: true })
    for (const wanted of ["Tides come home", "Ann Vale", "Jun 7, 2031", "Paragraph 5.", "with Di."])
      assert.include(text, wanted)
    assert.notInclude(read(page, { model }), "with Di.")
  })

  it("keeps siblings of one shape together, and lists and tables whole", () => {
    const card = (i: number, text: string): string => `<div class="card"><p>Card ${i}. ${text}</p></div>`
    const long = sentence.repeat(3)
    const cards = [1, 2, 3, 4, 5].map((i) => card(i, i === 3 ? "Short." : long)).join("")
    const rows = [1, 2, 3, 4].map((i) => `<tr><td>Row ${i}. ${i === 2 ? "Short." : long}</td></tr>`).join("")
    const page = `<title>Boats</title><main><h1>Boats</h1>${prose("Paragraph", 8)}${cards}<table>${rows}</table></main>`
    const text = read(page, { model: asks("length", 54, -6, 3) })
    for (const wanted of ["Card 3.", "Row 2."]) assert.include(text, wanted)
  })

  it("keeps comments that are asked for on a page that is no article, too", () => {
    const comments = ["Bo", "Cy", "Di"].map(
      (name) => `<div class="comment"><b>${name}</b> <p>I saw it too, 2 days ago, and it works, with ${name}.</p></div>`
    )
    const page = `<title>Tides</title><meta name="generator" content="Docusaurus"><main><h1>Tides</h1>${prose("Paragraph", 6)}
      <section class="comments">${comments.join("")}<form><textarea></textarea></form></section></main>`
    const model = asks("length", 180, -6, 3)
    assert.include(read(page, { model, comments: true }), "with Di.")
    assert.notInclude(read(page, { model }), "with Di.")
  })

  it("keeps a heading with what it heads, and no heading whose text goes", () => {
    const page = `<title>Tides</title><article><h1>Tides</h1>${prose("Paragraph", 6)}<h2>Springs</h2>${prose("Spring", 2)}
      <h2>Neaps</h2><p>They are low.</p><h2>Ebb</h2>${prose("Ebb", 1)}</article>`
    const text = read(page, { model: asks("length", 180, -6, 3) })
    for (const wanted of ["Springs", "Ebb Ebb 0."]) assert.include(text, wanted)
    for (const unwanted of ["Neaps", "They are low."]) assert.notInclude(text, unwanted)
  })

  it("keeps a quote and code between texts that stay, and not behind them", () => {
    const page = `<title>Tides</title><article><h1>Tides</h1>${prose("Paragraph", 4)}<div><blockquote><p>Wait for it.</p></blockquote></div>
      ${prose("More", 2)}<pre>tide --now</pre>${prose("Most", 2)}<blockquote>Come back soon.</blockquote></article>`
    const text = read(page, { model: asks("length", 54, -6, 3) })
    for (const wanted of ["Wait for it.", "tide --now"]) assert.include(text, wanted)
    assert.notInclude(text, "Come back soon.")
  })

  it("keeps once what the page has twice: a copy of a part, and a text beside its like of another shape", () => {
    const part = prose("Paragraph", 5)
    const twice = `<div class="wide">${sentence}</div><div class="narrow">${sentence}</div>`
    const page = `<title>Tides</title><main><h1>Tides</h1>${twice}<div>${part}</div><div class="print">${part}</div></main>`
    const text = read(page, { model: saysAlways(3) })
    assert.lengthOf(text.match(/Paragraph 3\./g) ?? [], 1)
    // The one above the paragraphs, of which each has four.
    assert.lengthOf(text.match(/The harbour was empty/g) ?? [], 1 + 5 * 4)
  })

  it("keeps what is said several times in a row by siblings of one shape", () => {
    const page = `<title>Tides</title><main><h1>Tides</h1>${`<p>${sentence.repeat(2)}</p>`.repeat(8)}</main>`
    assert.lengthOf(read(page, { model: saysAlways(3) }).match(/The harbour was empty/g) ?? [], 16)
  })

  it("leaves out one of several blocks of an element", () => {
    const page = `<title>Tides</title><div><h1>Tides</h1>${sentence.repeat(12)}<br><br>Share <a href=/s>this <b>page</b></a>!<br><br>${sentence.repeat(12)}The end.</div>`
    const text = read(page, { model: asks("length", 54, -6, 3) })
    assert.include(text, "The end.")
    for (const unwanted of ["Share", "this", "page"]) assert.notInclude(text, unwanted)
  })

  it("leaves out a table of which less than most is content", () => {
    const rows = [sentence, "Ulla, every day at six.", "Vrå, every day at nine.", "Orm, on Sundays at ten."]
    const page = `<title>Tides</title><article><h1>Tides</h1>${prose("Paragraph", 8)}<table>${rows.map((row) => `<tr><td>${row}</td></tr>`).join("")}</table></article>`
    assert.include(read(page, { model: saysAlways(3) }), "Ulla, every day")
    const text = read(page, { model: asks("length", 66, -6, 3) })
    // Those of the paragraphs.
    assert.lengthOf(text.match(/The harbour was empty/g) ?? [], 8 * 4)
  })

  it("counts less than the rules on a page with little text", () => {
    const page = `<title>Tides</title><article><h1>Tides</h1>${prose("Paragraph", 2)}</article>`
    assert.include(read(page, { model: asks("linked", 0.5, -2, 2) }), "Paragraph 1.")
  })

  it("says by what features it left a part out", () => {
    const tree = parse(
      `<title>Tides</title><article><h1>Tides</h1>${prose("Paragraph", 6)}<p>The tide is low now, and nobody waits.</p>${prose("More", 2)}</article>`
    )
    const { explain = [] } = selectMain(tree, { model: asks("length", 121, -6, 3), explain: true })
    assert.deepStrictEqual(
      explain.map(({ reason, rule, sample }) => ({ reason, rule, sample })),
      [
        {
          rule: "unlikely",
          reason: "unlike the content of other pages: its length",
          sample: "The tide is low now, and nobody waits."
        }
      ]
    )
  })
})
