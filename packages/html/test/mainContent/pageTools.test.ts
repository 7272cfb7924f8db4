import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
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

  it.each([
    [
      "a button before it",
      "<x-demo><button>Press</button><p>The lamp is lit now, says the element that holds both.</p></x-demo>"
    ],
    [
      "a button after it",
      "<div><p>Press the button and the counter of this page goes up by one.</p><button>Up</button></div>"
    ],
    [
      "two buttons",
      "<div><button>-</button><p>The sum of all boats in the harbour is seven now.</p><button>+</button></div>"
    ]
  ])("holds a sentence with %s", (_, part) => {
    for (const around of [`<p>${sentence}</p>${part}`, `${part}<p>${sentence}</p>`]) {
      const wanted = /<p>([^<]*)<\/p>/.exec(part)![1]!
      assert.include(read(`<title>Lamp</title><main><h1>Lamp</h1>${around}</main>`), wanted)
    }
  })

  it.each([
    ["asks", "<div><p>Was this page of any help to you as a visitor?</p><button>Yes</button><button>No</button></div>"],
    ["labels", "<div><p>Share this page</p><button>Copy</button><button>Mail</button></div>"],
    [
      "subscribes",
      "<div><p>The news of the harbour in your mail box, once a week.</p><input type=email><button>Go</button></div>"
    ]
  ])("does not hold what %s beside buttons", (_, part) => {
    const text = read(`<title>Lamp</title><main><h1>Lamp</h1><p>${sentence.repeat(3)}</p>${part}</main>`)
    assert.notInclude(text, /<p>([^<]*)<\/p>/.exec(part)![1]!)
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

describe("the posts of a thread", () => {
  it("lose the links that hide or answer them, though nothing but comments names them", () => {
    const post = (name: string, words: string): string =>
      `<div class="comment"><a href="/u">${name}</a> <a href="/h">hide</a><form class="usertext"><div>${words}</div></form><a href="/r">reply</a></div>`
    const text = read(`<title>A tide clock | News</title><h1>A tide clock</h1>
      ${post("knot", "Why not read the harmonic constants from the port's own table, as pilots do?")}
      ${post("ines", "Ours has been wrong since 1987, sadly, and nobody dares to touch the table.")}`)
    for (const kept of ["knot", "harmonic constants", "ines", "wrong since"]) assert.include(text, kept)
    for (const dropped of ["hide", "reply"]) assert.notInclude(text, dropped)
  })
})

describe("the head of an article", () => {
  it("has the date that stands in one box with its heading", () => {
    const text =
      read(`<title>미역국 끓이는 법</title><meta property="og:type" content="article"><div class="titleWrap"><h2>미역국 끓이는 법</h2>
      <span class="date">2025. 3. 4. 09:12</span></div><div class="article-body"><p>${"미역은 찬물에 이십 분 불립니다. 너무 오래 불리면 국물이 흐려집니다. ".repeat(5)}</p></div>`)
    assert.include(text, "2025. 3. 4.")
  })

  it("has author and date below a standfirst that is longer than they are", () => {
    const text =
      read(`<title>Neue Fähre fährt ab Montag</title><meta property="og:type" content="article"><article><header><h1>Neue Fähre fährt ab Montag</h1>
      <p class="vorspann">Die alte Fähre geht nach 41 Jahren. Die neue ist leiser, schneller und fährt mit Strom.</p>
      <div class="meta"><span>Von Ines Falk</span><time>2. April 2025</time></div></header>
      <p>Am Montag um sieben Uhr legt sie zum ersten Mal ab. Wer mitfahren will, braucht Glück dabei.</p><p>Die Hafenmeisterin hat lange gewartet, und das alte Schiff soll bleiben, als Museum am Kai.</p></article>`)
    for (const kept of ["Ines Falk", "2. April 2025"]) assert.include(text, kept)
  })
})
