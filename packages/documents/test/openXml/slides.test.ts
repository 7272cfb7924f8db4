import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pptx } from "../../src/index.ts"
import { officeFile, relations } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const shape = (kind: string | undefined, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind === undefined ? "" : `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const line = (text: string, properties = "") => `<a:p><a:pPr ${properties}/><a:r><a:rPr/><a:t>${text}</a:t></a:r></a:p>`
const slide = (shapes: string, attributes = "") =>
  `<p:sld ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`

it.effect("reads slides in their order: titles, nested points, tables, notes; hidden ones left out", () =>
  Effect.gen(function* () {
    const tableXml = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${line("Both")}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc></a:tr><a:tr><a:tc><a:txBody>${line("a")}</a:txBody></a:tc><a:tc><a:txBody>${line("b")}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const parsed = yield* read(
      pptx(),
      officeFile(
        "ppt/presentation.xml",
        {
          "ppt/presentation.xml": `<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId1"/><p:sldId id="258" r:id="rId3"/></p:sldIdLst></p:presentation>`,
          "ppt/slides/slide1.xml": slide(shape(undefined, line("Free text")) + tableXml),
          "ppt/slides/slide2.xml": slide(
            shape("body", line("Point") + line("Sub", 'lvl="1"') + line("Next")) +
              shape("title", line("Welcome")) +
              shape("sldNum", line("7"))
          ),
          "ppt/slides/_rels/slide2.xml.rels": relations([
            { id: "rId1", type: "notesSlide", target: "../notesSlides/notesSlide1.xml" }
          ]),
          "ppt/notesSlides/notesSlide1.xml": `<p:notes><p:cSld><p:spTree>${shape("body", line("Breathe."))}</p:spTree></p:cSld></p:notes>`,
          "ppt/slides/slide3.xml": slide(shape("title", line("Hidden")), 'show="0"')
        },
        [1, 2, 3].map((number) => ({ id: `rId${number}`, type: "slide", target: `slides/slide${number}.xml` }))
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      [
        "<h2>Welcome</h2>",
        "<ul><li>Point<ul><li>Sub</li></ul></li>",
        "<li>Next</li></ul>",
        "<blockquote><p>Breathe.</p></blockquote>",
        "<h2>Slide 2</h2>",
        "<p>Free text</p>",
        "<table>",
        "<thead>",
        `<tr><th colspan="2">Both</th></tr>`,
        "</thead>",
        "<tbody>",
        "<tr><td>a</td><td>b</td></tr>",
        "</tbody>",
        "</table>"
      ].join("\n")
    )
  })
)
