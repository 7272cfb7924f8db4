import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { binOf, edgesOf, fit, random, usual } from "../../../quality/model/boost.ts"
import { labelsOf, wordsOf } from "../../../quality/model/labels.ts"
import { readPage } from "../../../quality/model/page.ts"

describe("labels", () => {
  const label = (blocks: ReadonlyArray<string>, truth: string): ReadonlyArray<number> => [
    ...labelsOf(blocks.map(wordsOf), truth)
  ]

  it("say what part of a block stands in the truth, in its order", () => {
    assert.deepStrictEqual(
      label(
        ["Home News", "The boats came home at dawn", "The boats came home again, said Ann"],
        "The boats came home at dawn"
      ),
      [0, 1, 0]
    )
  })

  it("take pieces of four words where the order differs", () => {
    assert.deepStrictEqual(
      label(
        ["Second part of the text", "First part of another text"],
        "First part of another text. Second part of the text"
      ),
      [1, 1]
    )
  })

  it("count each word of the truth once", () => {
    assert.deepStrictEqual(label(["Add to the cart", "Add to the cart"], "Add to the cart"), [0, 1])
  })

  it("are those of strings, and what stands between two of one verdict seems to have it too", () => {
    const html = `<p>Home of the boats</p><p>First paragraph</p><p>Second paragraph</p><p>Third paragraph</p><p>Imprint</p>`
    const truth = { is: "strings" as const, keep: ["First paragraph", "Third paragraph"], drop: ["Imprint"] }
    const raw = { id: "1", source: "strings", kind: "page", fold: 0, site: "x", url: undefined, html, truth }
    const { labels, sureness } = readPage(raw, new Map())
    assert.deepStrictEqual([...labels], [0, 1, 1, 1, 0])
    assert.deepStrictEqual(
      [...sureness].map((one) => Math.round(one * 10) / 10),
      [0, 1, 0.3, 1, 1]
    )
  })
})

describe("boosting", () => {
  it("puts values into bins by edges, each at most its edge", () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => (i * 7) % 500)
    const edges = edgesOf(values)
    assert.isAtMost(edges.length, 63)
    for (const value of values) {
      const bin = binOf(edges, value)
      if (bin < edges.length) assert.isAtMost(value, edges[bin]!)
      if (bin > 0) assert.isAbove(value, edges[bin - 1]!)
    }
  })

  it("learns what depends on two features, and the same again from the same seed", () => {
    const next = random(7)
    const rows = 2000
    const first = Float32Array.from({ length: rows }, () => next())
    const second = Float32Array.from({ length: rows }, () => next())
    const noise = Float32Array.from({ length: rows }, () => next())
    const columns = [first, second, noise]
    const edges = columns.map(edgesOf)
    const data = {
      rows,
      edges,
      columns: columns.map((values, i) => Uint8Array.from(values, (value) => binOf(edges[i]!, value)))
    }
    const labels = Float32Array.from(first, (value, row) => (value > 0.5 !== second[row]! > 0.5 ? 1 : 0))
    const options = { ...usual, trees: 40, leaves: 8, featureShare: 1 }
    const model = fit(data, labels, new Float32Array(rows).fill(1), options)
    let right = 0
    for (let row = 0; row < rows; row++) {
      let sum = model.base
      for (const { feature, left, right, threshold, value } of model.trees) {
        let node = 0
        while (feature[node]! >= 0)
          node = columns[feature[node]!]![row]! <= threshold[node]! ? left[node]! : right[node]!
        sum += value[node]!
      }
      if (sum > 0 === (labels[row] === 1)) right++
    }
    assert.isAbove(right / rows, 0.97)
    assert.deepStrictEqual(fit(data, labels, new Float32Array(rows).fill(1), options), model)
  })
})

describe("the command that fits", () => {
  it("reads a folder and writes a model and one for each fold", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fit-"))
    try {
      const text = "The harbour master counted the boats twice, because the storm had moved three of them."
      const pages = Array.from({ length: 10 }, (_, i) => ({
        id: `000${i}`,
        type: "article",
        url: `https://site${i}.example/boats`,
        fold: i % 5,
        content: `${text} ${i}`,
        date: null,
        author: null
      }))
      await writeFile(join(folder, "pages.json"), JSON.stringify(pages))
      for (const [i, { id }] of pages.entries())
        await writeFile(join(folder, `${id}.html`), `<body><nav><a href=/>Home</a></nav><p>${text} ${i}</p>`)
      const main = fileURLToPath(new URL("../../../quality/model/main.ts", import.meta.url))
      const output = join(folder, "fitted.ts")
      const command = ["--conditions=@orbweaver/source", main, folder, "--trees", "2"]
      await promisify(execFile)(process.execPath, [
        ...command,
        "--folds",
        folder,
        "--only",
        "2,all",
        "--output",
        output
      ])
      assert.match(
        await readFile(output, "utf8"),
        /10 of wcxb.*\n[\s\S]*export const fitted: PackedModel = \{\n  features: -?\d+,\n  trees:\n    "[\w+/=]{100,}"/
      )
      assert.hasAllKeys(JSON.parse(await readFile(join(folder, "2.json"), "utf8")), ["features", "trees", "names"])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
