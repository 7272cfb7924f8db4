import { assert, describe, it } from "@effect/vitest"
import { findAnchors } from "../../src/mainContent/anchors.ts"
import { readFeatures } from "../../src/mainContent/Features.ts"
import { parse } from "../../src/tree/parse.ts"
import { text } from "../../src/tree/Tree.ts"

const quoted = (html: string): ReadonlyArray<string> => {
  const tree = parse(html)
  return findAnchors(readFeatures(tree), new Uint8Array(tree.size)).map((node) => text(tree, node).slice(0, 9))
}

const story = "The harbour was empty at dawn, and the boats came home one by one with the tide."
const end = "In the evening nobody could say who had lit the lamp, and nobody asked a second time."

describe("the content is anchored", () => {
  it("where the description of the page repeats it", () => {
    assert.deepStrictEqual(
      quoted(`<meta name=description content="${story}"><p>Elsewhere, other things happened.</p><p>${story}</p>`),
      ["The harbo"]
    )
  })

  it("where the articleBody of its JSON-LD begins and ends", () => {
    const body = `${story}\\n${"More of it. ".repeat(30)} ${end}`
    assert.deepStrictEqual(
      quoted(
        `<script type="application/ld+json">{"articleBody": "${body}"}</script><p>${story}</p><p>Something else in between.</p><p>${end}</p>`
      ),
      ["The harbo", "In the ev"]
    )
  })

  it("nowhere when the page quotes nothing of itself", () => {
    assert.deepStrictEqual(
      quoted(`<meta name=description content="The best harbour on the whole of the internet"><p>${story}</p>`),
      []
    )
  })
})
