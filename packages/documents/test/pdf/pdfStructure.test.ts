import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, pdfFile } from "../support/pdfFile.ts"
import { heading, parser, prose } from "../support/pdfText.ts"
import { bodyOf, read } from "../support/read.ts"

it.effect("follows the file's own structure: headings by role, artifacts dropped", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      parser,
      pdfFile({
        pages: [
          {
            texts: [
              { x: 72, y: 60, text: "Confidential", mark: { tag: "Artifact" } },
              { x: 72, y: 100, text: "An unassuming heading", mark: { tag: "H2", id: 0 } },
              ...paragraph({ x: 72, y: 130, width: 420, text: prose }).map((line) => ({
                ...line,
                mark: { tag: "P", id: 1 }
              }))
            ]
          }
        ],
        structure: [
          { page: 1, id: 0, role: "H2" },
          { page: 1, id: 1, role: "P" }
        ]
      })
    )
    assert.strictEqual(bodyOf(parsed), `<h2>An unassuming heading</h2>\n<p>${prose}</p>`)
  })
)

it.effect("takes the depth of headings from the outline", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      parser,
      pdfFile({
        outline: [{ title: "Small but first", page: 1 }],
        pages: [
          {
            texts: [
              heading("Loud remark", 80, 16),
              ...paragraph({ x: 72, y: 110, width: 420, text: prose }),
              { x: 72, y: 180, size: 10, text: "Small but first" },
              ...paragraph({ x: 72, y: 210, width: 420, text: prose })
            ]
          }
        ]
      })
    )
    assert.include(bodyOf(parsed), "<h2>Small but first</h2>")
  })
)
