import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, {})).replaceAll(/\s+/g, " ").trim()
}

const intro =
  "The ferry runs from April to October, and these are the questions that the crew is asked most often on the quay. "
const questions = [
  ["May I bring a bicycle?", "Bicycles travel free of charge as long as there is room on the lower deck of the ferry."],
  [
    "What if the weather is bad?",
    "From wind force eight on we stay in the harbour, and your ticket is good for another day."
  ],
  ["Are dogs allowed?", "Dogs are welcome outside, on a lead, and may come into the saloon when it rains hard."]
] as const

const page = (answers: string): string =>
  `<title>Questions about the ferry</title><body><header><a href="/">Ferry</a><nav><button aria-expanded="false" aria-controls="menu">Menu</button>
   <ul id="menu" hidden><li><a href="/times">Times</a></li><li><a href="/fares">Fares</a></li></ul></nav></header>
   <main><h1>Questions about the ferry</h1><p>${intro.repeat(3)}</p>${answers}</main></body>`

const ways: Readonly<Record<string, (question: string, answer: string, at: number) => string>> = {
  "a button with aria-expanded over a panel that is hidden": (question, answer, at) =>
    `<div class="item"><h3><button aria-expanded="false" aria-controls="p${at}">${question}</button></h3><div id="p${at}" role="region" hidden><p>${answer}</p></div></div>`,
  "a heading over a block without display": (question, answer) =>
    `<section><h4>${question}</h4><div style="display: none"><p>${answer}</p></div></section>`,
  "a term over a description that is hidden from readers of screens": (question, answer) =>
    `<dl><dt>${question}</dt><dd aria-hidden="true"><p>${answer}</p></dd></dl>`,
  "a link to a panel somewhere else": (question, answer, at) =>
    `<p><a href="#answer-${at}">${question}</a></p><p>Number ${at} of the list, asked on every second crossing of the summer.</p><div id="answer-${at}" hidden><p>${answer}</p></div>`,
  "a title in a wrapper of its own, with the panel in another": (question, answer) =>
    `<div class="elementor"><div class="head" role="button" aria-expanded="false"><span>${question}</span></div><div class="wrap"><div style="display:none"><p>${answer}</p></div></div></div>`
}

describe("answers that are folded away", () => {
  for (const [name, write] of Object.entries(ways))
    it(`stay: ${name}`, () => {
      const text = read(page(questions.map(([question, answer], at) => write(question, answer, at)).join("\n")))
      for (const [question, answer] of questions) {
        assert.include(text, question)
        assert.include(text, answer)
      }
      assert.notInclude(text, "Fares")
    })

  it("are not a dialog, a form or a menu that a button opens", () => {
    const text = read(
      page(`<h2>Tickets</h2><button aria-expanded="false" aria-controls="sign">Sign in</button>
       <div id="sign" hidden><form><p>Please enter the address that you gave us when you bought your ticket.</p><input></form></div>
       <button aria-controls="terms">Terms</button><div id="terms" role="dialog" hidden><p>These terms open in a window of their own when asked for.</p></div>
       <h3>Other pages</h3><ul hidden><li><a href="/a">The history of the ferry and its crew</a></li><li><a href="/b">How the quay was built</a></li></ul>
       <p>${intro}</p>`)
    )
    for (const hidden of ["Please enter", "window of their own", "history of the ferry"])
      assert.notInclude(text, hidden)
  })

  it("are none where nothing of the page opens them", () => {
    const text = read(
      page(`<p>${intro}</p><p>And more.</p><div hidden><p>The crew wrote this note for itself only.</p></div>`)
    )
    assert.notInclude(text, "for itself only")
  })
})

describe("short lines at the head of what a page is about", () => {
  const prose =
    "It is turned from one piece of ash and oiled by hand, and it keeps its edge for years if it is dried after use. "
  const typed = (type: string, title: string, lines: ReadonlyArray<string>): string =>
    `<title>${title}</title><script type="application/ld+json">{"@type":"${type}","name":"${title}"}</script><body>
     <nav><a href="/">Home</a> <a href="/all">All</a></nav><main><h1>${title}</h1>${lines.map((line) => `<div class="row">${line}</div>`).join("")}
     ${`<p>${prose.repeat(3)}</p>`.repeat(4)}</main><footer><a href="/imprint">Imprint</a></footer></body>`

  const heads: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["Product", "Butter knife of ash", ["4.8 (312)", "€14.50", "SKU: AK-2291", "✓ In stock", "✓ Oiled"]],
    ["Recipe", "Ash-baked turnips", ["4.6/5", "35 min", "4 servings"]],
    ["Event", "Turning day", ["12 May 2027, 10:00", "£20"]],
    ["DiscussionForumPosting", "My knife went grey", ["ashfan, 3 March 2026", "★ 4"]]
  ]
  for (const [type, title, lines] of heads)
    it(`stay on a page of type ${type}`, () => {
      const text = read(typed(type, title, lines))
      for (const line of lines) assert.include(text, line)
    })

  it("stay on a page of a paper", () => {
    const lines = ["doi:10.5555/ash.2026.12", "arXiv:2601.01234", "PMID 1234567"]
    const html = typed("WebPage", "Wear of ash blades", lines).replace(
      "<body>",
      `<meta name="citation_doi" content="10.5555/ash.2026.12"><body>`
    )
    for (const line of lines) assert.include(read(html), line)
  })
})
