import { assert, describe, it } from "@effect/vitest"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { parse } from "../../src/tree/parse.ts"

const sentence = "The gauge at the lock was read at noon and again at dusk, and both times it had fallen by a hand. "

const read = (between: string): string => {
  const tree = parse(
    `<title>The gauge</title><article><h1>The gauge</h1><p>${sentence.repeat(3)}</p>${between}<p>${sentence.repeat(3)}</p></article>`
  )
  const url = "https://river.test/gauge"
  return toMarkdown(tree, { ...selectMain(tree, { url }), baseUrl: new URL(url) })
}

describe("a preview of a page elsewhere, between paragraphs", () => {
  const previews: ReadonlyArray<readonly [what: string, html: string]> = [
    [
      "with a header",
      '<aside class="unfurl"><header><a href="https://locks.test/">locks.test</a></header><h4><a href="https://locks.test/p">All the locks</a></h4><p>A list with pictures.</p></aside>'
    ],
    [
      "that is one link",
      '<aside class="bookmark"><a href="https://locks.test/p"><strong>All the locks</strong><span>A list with pictures.</span></a></aside>'
    ],
    [
      "with a picture",
      '<aside><img src="https://locks.test/i.png" width="300" height="200"><a href="https://locks.test/p">All the locks</a></aside>'
    ]
  ]
  for (const [what, html] of previews)
    it(`stays: ${what}`, () => {
      const markdown = read(html)
      assert.include(markdown, "All the locks")
      assert.include(markdown, "https://locks.test/p")
    })
})
