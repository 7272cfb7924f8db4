import { assert, describe, it } from "@effect/vitest"
import { readFeatures } from "../../../src/mainContent/features/Features.ts"
import { BlockSign, type TextBlocks, textBlocks } from "../../../src/mainContent/model/textBlocks.ts"
import { wordsOfPage } from "../../../src/mainContent/model/pageWords.ts"
import { parse } from "../../../src/tree/parse.ts"
import { text, type Tree } from "../../../src/tree/Tree.ts"
import { Tag } from "../../../src/tree/tags.ts"

const read = (html: string): { tree: Tree; blocks: TextBlocks; texts: ReadonlyArray<string> } => {
  const tree = parse(html)
  const features = readFeatures(tree)
  const blocks = textBlocks(features, new Uint8Array(tree.size), wordsOfPage(features))
  const texts = Array.from({ length: blocks.count }, (_, block) => {
    let all = ""
    for (let node = blocks.from[block]!; node < blocks.to[block]!; node++)
      if (tree.tag[node] === Tag.text) all += text(tree, node)
    return all.replaceAll(/\s+/g, " ").trim()
  })
  return { tree, blocks, texts }
}

describe("blocks of text", () => {
  it("end where a line ends: at elements that begin one, at a rule and at two breaks in a row", () => {
    const { texts } = read(
      `<div>Before <b>bold</b> and <a href=/x>link</a><p>A paragraph</p>behind it<hr>after the rule<br><br>and
       two breaks<br>and one</div>`
    )
    assert.deepStrictEqual(texts, [
      "Before bold and link",
      "A paragraph",
      "behind it",
      "after the rule",
      "and two breaksand one"
    ])
  })

  it("are no scripts, and none of signs alone", () => {
    assert.deepStrictEqual(
      read(`<p>•</p><p>One<script>two()</script></p><p>|</p><style>p {}</style><p>Two</p>`).texts,
      ["One", "Two"]
    )
  })

  it("count characters, words, sentences and links", () => {
    const { blocks } = read(
      `<p>Boats came  home. In 2031 <a href=/a>Ann</a> saw 12 of them!</p><p>潮が早く満ちた。朝の話</p>`
    )
    // Less the blank at the beginning of a text.
    assert.strictEqual(blocks.length[0], "Boats came home. In 2031 Ann saw 12 of them!".length - 1)
    assert.strictEqual(blocks.words[0], 10)
    assert.strictEqual(blocks.sentences[0], 2)
    assert.strictEqual(blocks.linked[0], 3)
    assert.strictEqual(blocks.links[0], 1)
    assert.strictEqual(blocks.signs[0], BlockSign.year | BlockSign.endsSentence)
    assert.strictEqual(blocks.sentences[1], 1)
    // As in `Features`, a character says as much as two and a half letters.
    assert.strictEqual(blocks.length[1], 11 + 16)
  })

  it("count pauses, ends of sentences and separators of any script", () => {
    const { blocks } = read(`<p>Rope, nails: tar. Home | News > Boats</p><p>船、網，油。؟ › 港 · 海；</p>`)
    const counts = (block: number) => [blocks.pauses[block], blocks.sentences[block], blocks.separators[block]]
    assert.deepStrictEqual(counts(0), [2, 1, 2])
    assert.deepStrictEqual(counts(1), [3, 2, 2])
  })

  it("know words of the title and the description, and text of the JSON-LD", () => {
    const { blocks } = read(`<title>Boats of Ulla</title><meta name="description" content="When boats return">
      <script type="application/ld+json">{"@type": "Article", "articleBody": "<p>The boats\\nreturn at dawn</p>"}</script>
      <body><p>boats return at dawn</p>`)
    assert.strictEqual(blocks.inTitle[0], 1)
    assert.strictEqual(blocks.inDescription[0], 2)
    assert.strictEqual(blocks.inData[0], 2)
  })

  it("have the same hash where they say the same, whatever the case and the signs", () => {
    const { blocks } = read(`<p>Add to cart</p><p>Boats</p><a href=/c>Add to  Cart »</a>`)
    assert.strictEqual(blocks.hash[0], blocks.hash[2])
    assert.notStrictEqual(blocks.hash[0], blocks.hash[1])
  })
})
