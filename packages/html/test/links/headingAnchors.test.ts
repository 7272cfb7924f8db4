import { convert } from "@orbweaver/html"
import { expect, it } from "vitest"

const anchors = (html: string) =>
  convert({
    html,
    url: "https://example.com/",
    wanted: ["headingAnchors"],
    onlyMainContent: false,
    includeTags: [],
    excludeTags: ["nav"],
    removeBase64Images: true,
    attributes: []
  }).headingAnchors

it("finds the id of a title on itself, inside, before, and on the section that it begins", () => {
  expect(
    anchors(`<body id="page">
      <nav><h2 id="menu">Menu</h2></nav>
      <h1>Without</h1>
      <h2 id="own">Its <em>own</em></h2><p>a</p>
      <h2><a id="inside"></a>Inside</h2><p>b</p>
      <a name="before"></a><h2>Before</h2><p>c</p>
      <section id="section"><div><h3>Section</h3><p>d</p><h3>Second</h3></div></section>
      <div id="around"><p>e</p><h4>Not the first</h4></div>
    </body>`)
  ).toEqual([
    { title: "Its own", id: "own" },
    { title: "Inside", id: "inside" },
    { title: "Before", id: "before" },
    { title: "Section", id: "section" }
  ])
})

it("is bounded on pages of titles alone", () => {
  expect(anchors(`<body>${'<h2 id="a">b</h2>'.repeat(20_000)}</body>`)).toHaveLength(10_000)
})
