import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pptx } from "../../src/index.ts"
import { chartTable, chartXml } from "../support/chartXml.ts"
import { officeFile, relations } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const shape = (kind: string | undefined, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind === undefined ? "" : `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const line = (text: string, properties = "") => `<a:p><a:pPr ${properties}/><a:r><a:rPr/><a:t>${text}</a:t></a:r></a:p>`
const slide = (shapes: string, attributes = "") =>
  `<p:sld ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`

it.effect("reads slides in their order: titles, nested points, tables, notes; hidden ones when asked", () =>
  Effect.gen(function* () {
    const tableXml = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${line("Both")}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc></a:tr><a:tr><a:tc><a:txBody>${line("a")}</a:txBody></a:tc><a:tc><a:txBody>${line("b")}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const file = officeFile(
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
    const parsed = yield* read(pptx(), file)
    assert.deepStrictEqual(parsed.warnings, [
      'Hidden slides are left out (1): parsers: [{ type: "pptx", hidden: true }] reads them.'
    ])
    const whole = yield* read(pptx(), file, { spec: { type: "pptx", hidden: true } })
    assert.include(bodyOf(whole), "<h2>Hidden</h2>")
    assert.deepStrictEqual(whole.warnings, [])
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

/** A presentation of one slide, with further parts. */
const oneSlide = (
  shapes: string,
  own: ReadonlyArray<{ readonly id: string; readonly type: string; readonly target: string }> = [],
  parts: Readonly<Record<string, string>> = {}
) =>
  officeFile(
    "ppt/presentation.xml",
    {
      "ppt/presentation.xml": `<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
      "ppt/slides/slide1.xml": slide(shapes),
      "ppt/slides/_rels/slide1.xml.rels": relations(own),
      ...parts
    },
    [{ id: "rId1", type: "slide", target: "slides/slide1.xml" }]
  )

const inch = 914_400

/** A box of text at a place in inches. */
const box = (text: string, x: number, y: number, width = 2, height = 1) =>
  `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x * inch}" y="${y * inch}"/><a:ext cx="${width * inch}" cy="${height * inch}"/></a:xfrm></p:spPr><p:txBody>${line(text)}</p:txBody></p:sp>`

const textOf = (html: string) => [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text).join(" ")

it.effect("reads shapes where they lie: columns one after the other, under what lies over both", () =>
  Effect.gen(function* () {
    const layouts = [
      [[box("c", 0, 4), box("a", 0, 0), box("b", 0, 2)], "a b c"],
      [[box("d", 4, 3), box("b", 0, 3), box("c", 4, 1), box("a", 0, 1)], "a b c d"],
      [
        [box("d", 4, 3), box("e", 0, 6, 6), box("b", 0, 3), box("c", 4, 1), box("a", 0, 1), box("head", 0, 0, 6)],
        "head a b c d e"
      ],
      [[box("over", 0, 0, 4, 4), box("under", 1, 1, 4, 4)], "over under"],
      [
        [
          box("z", 9, 0),
          `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${inch}" cy="${inch}"/></a:xfrm></p:grpSpPr>${box("y", 0, 5)}${box("x", 0, 0)}</p:grpSp>`
        ],
        "x y z"
      ],
      [[box("first", 5, 5), shape(undefined, line("nowhere")), box("last", 0, 0)], "first nowhere last"]
    ] as const
    for (const [shapes, text] of layouts)
      assert.strictEqual(textOf(bodyOf(yield* read(pptx(), oneSlide(shapes.join(""))))), text)
  })
)

it.effect("takes the place of a placeholder from its layout", () =>
  Effect.gen(function* () {
    const placeholder = (place: string, text: string) =>
      `<p:sp><p:nvSpPr><p:nvPr><p:ph type="subTitle" idx="4"/></p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody>${line(text)}</p:txBody></p:sp>`
    const file = oneSlide(
      box("second", 0, 3) + placeholder("", "first"),
      [{ id: "rId1", type: "slideLayout", target: "../slideLayouts/l1.xml" }],
      {
        "ppt/slideLayouts/l1.xml": `<p:sldLayout><p:cSld><p:spTree>${placeholder(`<a:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></a:xfrm>`, "Click")}</p:spTree></p:cSld></p:sldLayout>`
      }
    )
    assert.strictEqual(textOf(bodyOf(yield* read(pptx(), file))), "first second")
  })
)

it.effect("shows charts as tables, and comments when that is asked for", () =>
  Effect.gen(function* () {
    const file = oneSlide(
      `<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></p:graphicFrame>`,
      [
        { id: "c1", type: "chart", target: "../charts/chart1.xml" },
        { id: "m1", type: "comments", target: "../comments/comment1.xml" }
      ],
      {
        "ppt/charts/chart1.xml": chartXml,
        "ppt/comments/comment1.xml": `<p:cmLst><p:cm authorId="0"><p:text>Old way</p:text></p:cm><p188:cm><p188:txBody>${line("New way")}</p188:txBody></p188:cm></p:cmLst>`
      }
    )
    const parsed = yield* read(pptx(), file)
    assert.strictEqual(bodyOf(parsed), `<h2>Slide 1</h2>\n${chartTable}`)
    assert.deepStrictEqual(parsed.warnings, [
      'Comments are left out (2): parsers: [{ type: "pptx", comments: true }] reads them.'
    ])
    const whole = yield* read(pptx(), file, { spec: { type: "pptx", comments: true } })
    assert.include(bodyOf(whole), "<blockquote><p>Comment: Old way</p>\n<p>Comment: New way</p></blockquote>")
    assert.isEmpty(whole.warnings)
  })
)
