import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { odp, ods, odt } from "../../src/index.ts"
import { odfFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const cell = (text: string, value = "") =>
  `<table:table-cell${value === "" ? ` office:value-type="string"` : ` office:value-type="float" office:value="${value}"`}><text:p>${text}</text:p></table:table-cell>`
const row = (...cells: ReadonlyArray<string>) => `<table:table-row>${cells.join("")}</table:table-row>`

/** A chart as office programs write it: its title, its axes, and the numbers that it shows in a table of its own. */
const chart = `<office:document-content xmlns:office="o" xmlns:chart="c" xmlns:table="tb" xmlns:text="t"><office:body><office:chart><chart:chart chart:class="chart:bar">
  <chart:title><text:p>Rain by month</text:p></chart:title>
  <chart:plot-area><chart:axis chart:dimension="x"><chart:title><text:p>Month</text:p></chart:title></chart:axis><chart:axis chart:dimension="y"/></chart:plot-area>
  <table:table table:name="local-table">
    <table:table-header-columns><table:table-column/></table:table-header-columns>
    <table:table-header-rows>${row("<table:table-cell><text:p/></table:table-cell>", cell("North"), cell("South"))}</table:table-header-rows>
    <table:table-rows>${row(cell("May"), cell("4.30000000000001", "4.30000000000001"), cell("7", "7"))}${row(cell("June"), cell("NaN", "NaN"), cell("8", "8"))}</table:table-rows>
  </table:table></chart:chart></office:chart></office:body></office:document-content>`

const shownChart = [
  "<table>",
  "<caption>Rain by month</caption>",
  "<thead>",
  "<tr><th>Month</th><th>North</th><th>South</th></tr>",
  "</thead>",
  "<tbody>",
  "<tr><td>May</td><td>4.3</td><td>7</td></tr>",
  "<tr><td>June</td><td></td><td>8</td></tr>",
  "</tbody>",
  "</table>"
].join("\n")

const frame = `<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>`
const parts = { "Object 1/content.xml": chart }

it.effect("shows the charts of a text, a sheet and a slide as tables of their data, each once", () =>
  Effect.gen(function* () {
    const text = yield* read(odt(), odfFile("text", `<text:p>See ${frame}${frame}</text:p>`, "", parts))
    assert.strictEqual(bodyOf(text), `<p>See</p>\n${shownChart}`)
    const sheet = (shapes: string, inCell: string) =>
      odfFile(
        "spreadsheet",
        `<table:table table:name="Data">${shapes}${row(cell("a"), `<table:table-cell><text:p>b</text:p>${inCell}</table:table-cell>`)}</table:table>`,
        "",
        parts
      )
    for (const file of [sheet(`<table:shapes>${frame}</table:shapes>`, ""), sheet("", frame)]) {
      const body = bodyOf(yield* read(ods(), file))
      assert.isTrue(body.endsWith(shownChart), body)
    }
    const slides = yield* read(odp(), odfFile("presentation", `<draw:page>${frame}</draw:page>`, "", parts))
    assert.strictEqual(bodyOf(slides), `<h2>Slide 1</h2>\n${shownChart}`)
  })
)

it.effect("shows the words of shapes that lie on a sheet", () =>
  Effect.gen(function* () {
    const shape = `<draw:custom-shape><text:p>Preliminary</text:p></draw:custom-shape>`
    const file = odfFile(
      "spreadsheet",
      `<table:table table:name="Data"><table:shapes>${shape}</table:shapes>${row(cell("a"))}</table:table>`
    )
    assert.include(bodyOf(yield* read(ods(), file)), "<p>Preliminary</p>")
  })
)

const comment = (words: string) =>
  `<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-05-01T10:00:00</dc:date><text:p>${words}</text:p></office:annotation>`

it.effect("counts the comments of a text and of slides in a warning, and reads them when asked", () =>
  Effect.gen(function* () {
    const text = odfFile("text", `<text:p>Five${comment("Six?")} days<office:annotation-end/></text:p>`)
    const without = yield* read(odt(), text)
    assert.strictEqual(bodyOf(without), "<p>Five days</p>")
    assert.deepStrictEqual(without.warnings, [
      'Comments are left out (1): parsers: [{ type: "odt", comments: true }] reads them.'
    ])
    const whole = yield* read(odt(), text, { spec: { type: "odt", comments: true } })
    assert.include(bodyOf(whole), `<p>Five<sup><a href="#fn-1" id="fnref-1">1</a></sup> days</p>`)
    assert.include(bodyOf(whole), "<p>Ada: Six? ")
    assert.deepStrictEqual(whole.warnings, [])
    const slides = odfFile("presentation", `<draw:page>${comment("Too long")}</draw:page>`)
    assert.deepStrictEqual((yield* read(odp(), slides)).warnings, [
      'Comments are left out (1): parsers: [{ type: "odp", comments: true }] reads them.'
    ])
    const shown = yield* read(odp(), slides, { spec: { type: "odp", comments: true } })
    assert.include(bodyOf(shown), "<blockquote><p>Comment: Ada: Too long</p></blockquote>")
  })
)

it.effect("reads the comments of cells as footnotes", () =>
  Effect.gen(function* () {
    const noted = `<table:table-cell office:value-type="string">${comment("Estimated")}<text:p>12</text:p></table:table-cell>`
    const file = odfFile("spreadsheet", `<table:table table:name="Data">${row(cell("a"), noted)}</table:table>`)
    const parsed = yield* read(ods(), file)
    assert.include(bodyOf(parsed), `12<sup><a href="#fn-1" id="fnref-1">1</a></sup>`)
    assert.include(bodyOf(parsed), "<p>Ada: Estimated ")
    assert.deepStrictEqual(parsed.warnings, [])
  })
)

it.effect("counts hidden sheets and slides in a warning, and reads them when asked", () =>
  Effect.gen(function* () {
    const styles = `<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>
      <style:style style:name="gone" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`
    const sheets = odfFile(
      "spreadsheet",
      `<table:table table:name="Seen">${row(cell("a"))}</table:table><table:table table:name="Unseen" table:style-name="off">${row(cell("b"))}</table:table>`,
      styles
    )
    const seen = yield* read(ods(), sheets)
    assert.notInclude(bodyOf(seen), "Unseen")
    assert.deepStrictEqual(seen.warnings, [
      'Hidden sheets are left out (1): parsers: [{ type: "ods", hidden: true }] reads them.'
    ])
    assert.include(bodyOf(yield* read(ods(), sheets, { spec: { type: "ods", hidden: true } })), "<h2>Unseen</h2>")
    const slides = odfFile(
      "presentation",
      `<draw:page><draw:frame><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame></draw:page><draw:page draw:style-name="gone"><draw:frame><draw:text-box><text:p>Two</text:p></draw:text-box></draw:frame></draw:page>`,
      styles
    )
    const visible = yield* read(odp(), slides)
    assert.notInclude(bodyOf(visible), "Two")
    assert.deepStrictEqual(visible.warnings, [
      'Hidden slides are left out (1): parsers: [{ type: "odp", hidden: true }] reads them.'
    ])
    assert.include(bodyOf(yield* read(odp(), slides, { spec: { type: "odp", hidden: true } })), "<p>Two</p>")
  })
)
