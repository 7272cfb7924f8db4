import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/plainText.ts"
import { selectMain } from "../../src/mainContent/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "

describe("what stands around the content of a page", () => {
  it("goes where it sorts, signs in or rates the page, and a heading goes that heads nothing else", () => {
    const text =
      read(`<title>Ropes - Quay</title><main><h1>Ropes</h1><div>Sorted by: <a href="?r">Reset to default</a></div>
      <p>${sentence.repeat(3)}</p><h2>Hemp</h2><p>Tarred, for old boats.</p>
      <p>Sign in to comment</p><h2>Your answer</h2><form><textarea></textarea><button>Post</button></form></main>`)
    for (const kept of ["Ropes", "Hemp", "Tarred"]) assert.include(text, kept)
    for (const dropped of ["Sorted by", "Sign in to", "Your answer"]) assert.notInclude(text, dropped)
  })

  it("leaves a heading beside a link to edit it, and one of pictures", () => {
    const text = read(`<title>Tide - Wiki</title><main><h1>Tide</h1><p>${sentence.repeat(3)}</p>
      <div class="heading"><h2>Theory</h2><span class="mw-editsection"><a href="/e">edit</a></span></div><p>${sentence}</p>
      <h2>Gallery</h2><img src="a.png"></main>`)
    for (const kept of ["Theory", "Gallery"]) assert.include(text, kept)
  })

  it("goes as a button in a heading that copies it", () => {
    const text = read(`<main><h1>Struct Gauge <button>Copy item path</button></h1><p>${sentence.repeat(3)}</p></main>`)
    assert.include(text, "Struct Gauge")
    assert.notInclude(text, "Copy item path")
  })

  it("does not hold the version below the title, an alert on it, or its price", () => {
    const text =
      read(`<title>tide - packages</title><main><header><nav><a href="/">Packages</a></nav><h1>tide</h1><span>v1.4.2</span></header>
      <div class="alert alert-warning" role="alert">Version 1.3 computes wrong heights.</div><p>${sentence.repeat(3)}</p>
      <table><tr><td>1</td><td>2</td></tr></table><aside><div>$45</div><button>Buy</button></aside></main>`)
    for (const kept of ["v1.4.2", "wrong heights", "$45"]) assert.include(text, kept)
  })

  it("is no comment that documentation makes on what it documents", () => {
    const text =
      read(`<title>Buffer | tidepool</title><meta name="generator" content="typedoc"><div><h1>Class Buffer</h1>
      <div class="tsd-comment"><p>Holds the last readings of a gauge.</p><button>Copy</button></div><p>${sentence.repeat(3)}</p></div>`)
    assert.include(text, "Holds the last readings")
  })

  it("is a menu of short links, and no list of headlines in few words of Chinese", () => {
    const headlines = ["沿海三省今起迎来大风降温天气", "渔民自建灯塔博物馆", "潮汐电站并网发电"]
    const list = headlines.map((line, i) => `<li><a href="/${i}">${line}</a></li>`).join("")
    const text =
      read(`<title>海潮网</title><div><div class="box"><a href="/gn">国内</a><a href="/gj">国际</a><a href="/cj">财经</a></div>
      <div><h2>${headlines[0]}</h2><p>${headlines.join("，").repeat(8)}</p></div><div><ul>${list}</ul></div></div>`)
    for (const line of headlines) assert.include(text.slice(-60), line)
    assert.notInclude(text, "国际")
  })
})

describe("the headline of a page", () => {
  it("is not the name of the forum, which ends its title", () => {
    const text =
      read(`<title>How do you store rope over winter? : sailing</title><div class="side"><h1><a href="/r">sailing</a></h1><p>Be kind.</p></div>
      <div role="main"><p class="title"><a href="/1">How do you store rope over winter?</a></p><p>${sentence.repeat(4)}</p></div>`)
    assert.notInclude(text, "Be kind")
    assert.include(text, "How do you store rope")
  })

  it("is found though it says how its words are read", () => {
    const text =
      read(`<title>News|海の日の話</title><article><h1><ruby>海<rt>うみ</rt></ruby>の<ruby>日<rt>ひ</rt></ruby>の話</h1><p>6月24日 11時30分</p>
      <div class="article-body"><p>${"港は朝から静かで、船は一隻ずつ潮に乗って帰って来ました。".repeat(6)}</p></div></article>`)
    assert.include(text, "11時30分")
  })
})
