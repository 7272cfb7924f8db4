import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFeatures } from "../../../src/mainContent/features/Features.ts"
import { bestCut } from "../../../src/mainContent/model/bestCut.ts"
import { featureCount, featureNames } from "../../../src/mainContent/model/blockFeatures.ts"
import { chancesOf, pack, type PlainTree, unpack } from "../../../src/mainContent/model/Ensemble.ts"
import { judgedBlocks } from "../../../src/mainContent/model/judgedBlocks.ts"
import { fitted } from "../../../src/mainContent/model/fitted.ts"
import { fingerprintOf, readModel } from "../../../src/mainContent/model/Model.ts"
import { visitParts } from "../../../src/mainContent/words/nameTokens.ts"
import { declaredKind } from "../../../src/mainContent/features/pageKind.ts"
import { selectByRules } from "../../../src/mainContent/select/selectMain.ts"
import { codesOf } from "../../../src/tree/codes.ts"
import { parse } from "../../../src/tree/parse.ts"

const leaf = (value: number): PlainTree => ({ feature: [-1], threshold: [value], left: [0] })
const split = (feature: number, threshold: number, low: number, high: number): PlainTree => ({
  feature: [feature, -1, -1],
  threshold: [threshold, low, high],
  left: [1, 0, 0]
})

describe("trees", () => {
  it("are the same when they are unpacked", () => {
    const ensemble = unpack(pack(-0.5, [split(1, 3, -1, 2), leaf(0.25), split(0, 0.5, 1, 0)]))
    const chances = chancesOf(ensemble, Float32Array.from([0, 3, 1, 4]), 2)
    const expected = [-0.5 - 1 + 0.25 + 1, -0.5 + 2 + 0.25 + 0].map((sum) => 1 / (1 + Math.exp(-sum)))
    for (const [row, chance] of expected.entries()) assert.closeTo(chances[row]!, chance, 1e-6)
  })

  it("leave a row alone that is sure after some of them", () => {
    const many = Array.from({ length: 64 }, () => split(0, 0.5, 0, 0.25))
    const [unsure, certain] = chancesOf(unpack(pack(0, many)), Float32Array.from([0, 1]), 1)
    assert.strictEqual(unsure, 0.5)
    assert.closeTo(certain!, 1 / (1 + Math.exp(-16 * 0.25)), 1e-6)
  })
})

describe("scores of names", () => {
  it("are known by the parts of a name, and zero for others", () => {
    const { scoreOf } = readModel({ trees: "", names: "sidebar-21 content15" })
    const scores: Array<number> = []
    const name = "post__mainContent sideBar2 SIDEBAR"
    visitParts(codesOf(name), 0, name.length, (hash) => scores.push(scoreOf(hash)))
    assert.deepStrictEqual(scores, [0, 0, 15, 0, 0, -21])
  })
})

const numberBetween = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("the cut", () => {
  it.prop(
    "keeps the likeliest blocks with the largest expected F1",
    [Schema.NonEmptyArray(Schema.Struct({ percent: numberBetween(1, 99), length: numberBetween(1, 900) }))],
    ([blocks]) => {
      const chances = Float32Array.from(blocks, ({ percent }) => percent / 100)
      const lengths = Int32Array.from(blocks, ({ length }) => length)
      const expected = blocks.reduce((sum, { length }, i) => sum + chances[i]! * length, 18)
      const f1 = (isKept: (i: number) => boolean): number => {
        let right = 0
        let kept = 0
        for (const [i, { length }] of blocks.entries())
          if (isKept(i)) {
            right += chances[i]! * length
            kept += length
          }
        return (2 * right) / (kept + expected)
      }
      const keep = bestCut(chances, lengths, blocks.length)
      const best = f1((i) => keep[i] === 1)
      for (const threshold of chances)
        assert.isAtLeast(
          best + 1e-6,
          f1((i) => chances[i]! > threshold)
        )
      const least = Math.min(...[...chances].filter((_, i) => keep[i] === 1))
      for (const [i, chance] of chances.entries()) if (keep[i] === 0) assert.isAtMost(chance, least)
    }
  )
})

describe("the model that comes along", () => {
  it("was fitted to the features that there are now", () => {
    assert.strictEqual(fitted.features, fingerprintOf(featureNames))
  })
})

describe("what is known of a block", () => {
  const rowsOf = (html: string) => {
    const tree = parse(html)
    const features = readFeatures(tree)
    const declared = declaredKind(features)
    const main = selectByRules(features, declared, {})
    return judgedBlocks(features, main, declared, "https://site.example/docs/a-b?c=1", () => 3)
  }

  const Piece = Schema.Literals([
    "<div class='a b'>",
    "</div>",
    "<p>",
    "Text of a block. ",
    "<ul><li>One<li>Two</ul>",
    "<table><tr><td>1<td>2</table>",
    "<h2>Title</h2>",
    "<a href=/x>link</a>",
    "<br><br>",
    "<article>",
    "</article>",
    "<img src=x>",
    "潮。",
    "$5",
    "<b hidden>x</b>"
  ])

  it.prop("is a finite number for each name, whatever the page", [Schema.Array(Piece)], ([pieces]) => {
    const { blocks, rows } = rowsOf(`<title>Text</title>${pieces.join("")}`)
    assert.strictEqual(rows.values.length, blocks.count * featureCount)
    for (const value of rows.values) assert.isTrue(Number.isFinite(value))
  })

  it("has the numbers at their names", () => {
    const { blocks, rows } =
      rowsOf(`<title>Boats</title><body><nav class="menu"><a href=/>Home</a></nav><main><h1>Boats</h1>
      <ul><li>One boat</li><li>Two boats</li><li>Three boats</li></ul><p>Twelve boats came home at dawn, and nobody had counted them before.</p></main>`)
    const at = (block: number, name: string): number => rows.values[block * featureCount + featureNames.indexOf(name)]!
    assert.strictEqual(blocks.count, 6)
    assert.strictEqual(at(0, "in:nav"), 1)
    assert.strictEqual(at(0, "linked"), 1)
    assert.strictEqual(at(0, "nameSum"), 3)
    assert.strictEqual(at(1, "headlineBlocks"), 0)
    assert.strictEqual(at(1, "ofTitle"), 1)
    for (const block of [2, 3, 4]) {
      assert.strictEqual(at(block, "shape0:repeats"), 3)
      assert.strictEqual(at(block, "in:ul"), 1)
    }
    assert.strictEqual(at(4, "after1:tag"), at(5, "tag"))
    assert.strictEqual(at(4, "before2:tag"), at(2, "tag"))
    assert.strictEqual(at(5, "headlineBlocks"), 4)
    assert.strictEqual(at(5, "path:product"), 0)
    assert.strictEqual(at(5, "slugHyphens"), 1)
    assert.strictEqual(at(5, "hasQuery"), 1)
    assert.strictEqual(at(5, "pageBlocks"), 6)
    // The list and the paragraph are worth more than each by itself.
    assert.strictEqual(at(5, "inBest"), 1)
    assert.strictEqual(at(0, "inBest"), 0)
  })
})
