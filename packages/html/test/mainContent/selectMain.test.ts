import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../../src/mainContent/model/MainContent.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { blockFingerprints } from "../../src/mainContent/features/fingerprints.ts"
import { parse } from "../../src/tree/parse.ts"
import { parts } from "./pageParts.ts"

const read = (html: string, options: SelectMainOptions = {}): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, options)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const declared = `<meta property="og:type" content="article">`
const prose = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, i) => `<p>Paragraph ${i}. ${sentence.repeat(3)}</p>`).join("\n")

describe("an article", () => {
  it("is found without any name that tells of it", () => {
    const text = read(`<body><div><a href=/1>Home</a> <a href=/2>News</a></div><div><h1>Tides</h1>${prose(7)}</div>
      <div><a href=/3>Another story about something else</a></div></body>`)
    assert.include(text, "Paragraph 0.")
    assert.include(text, "Paragraph 3.")
    assert.notInclude(text, "Another story")
  })

  it("keeps tables, code, lists and quotations that stand in it", () => {
    const text = read(`<article><h1>Tides</h1>${prose(2)}<table><tr><th>Port</th><td>Ulla</td></tr></table>
      <pre><code>tide --port ulla</code></pre><ul><li>bring boots</li></ul><blockquote>Wait for it.</blockquote>${prose(2)}</article>`)
    for (const wanted of ["Port", "Ulla", "tide --port ulla", "bring boots", "Wait for it."])
      assert.include(text, wanted)
  })

  it("ends with no heading that heads nothing, and keeps one that heads a picture or a list", () => {
    const end = (html: string) => read(`${declared}<article><h1>Tides</h1>${prose(3)}${html}</article>`)
    assert.notInclude(end(`<h3>Comments</h3><div id="thread"><form><textarea></textarea></form></div>`), "omments")
    assert.include(end(`<h2>Chart</h2><p><img src="chart.png" alt="Heights"></p>`), "Chart")
    assert.include(end(`<h2>Gear</h2><ul><li>boots</li><li>a rope of ten metres</li></ul>`), "Gear boots a rope")
  })

  it("keeps code whole, whatever a highlighter calls its parts", () => {
    const text =
      read(`<article><h1>Tides</h1>${prose(3)}<div class="highlight language-js"><pre><button>Copy</button><code class="language-js comment">
      <span class="hljs-comment comment">// wait for it</span> <span class="token ad social-share">tide()</span></code></pre></div>${prose(2)}</article>`)
    assert.include(text, "// wait for it")
    assert.include(text, "tide()")
    assert.notInclude(text, "Copy")
  })

  it("does not end at a chapter called Comments", () => {
    const text =
      read(`<article><h1>Tide files</h1>${prose(3)}<h3>Comments</h3><p>Lines that begin with a semicolon are passed over, wherever they stand.</p>
      <h3>Values</h3><p>Everything behind the first equals sign is a value, blanks included.</p></article>`)
    assert.include(text, "passed over")
    assert.include(text, "blanks included")
  })

  it("keeps a lead that stands between the headline and the body", () => {
    const text =
      read(`<title>Boats come home with the tide</title><div class=head><h1>Boats come home with the tide</h1>
      <p class=lead>After a night of waiting the village saw the first sail at six in the morning, to great relief.</p></div>
      <div class=tools><a href=/s>Share</a></div><div class=article-body>${prose(5)}</div>`)
    assert.include(text, "Boats come home with the tide")
    assert.include(text, "After a night of waiting")
  })

  it("keeps who wrote it and when, though a button stands next to them", () => {
    const text = read(`<title>Tides come home</title><article><h1>Tides come home</h1>
      <address class=byline>By <a rel=author href=/authors/ann>Ann Vale</a><button>+Follow</button></address>
      <div class="date-and-comments"><time>Jun 7, 2023</time> | <button>12 Comments</button></div>${prose(4)}</article>`)
    assert.include(text, "Ann Vale")
    assert.include(text, "Jun 7, 2023")
    assert.notInclude(text, "Follow")
    assert.notInclude(text, "12 Comments")
  })

  it("has its title where a bar without blanks parts it from the name of the site", () => {
    const tree = parse(`<title>港のニュース|潮が早く満ちた朝の話</title><body><div><h1>港のニュース</h1></div><article>
      <h1>潮が早く満ちた朝の話</h1>${prose(4)}</article>`)
    assert.include(plainText(tree, selectMain(tree)), "潮が早く満ちた朝の話")
  })

  it("ends where the comments of readers begin", () => {
    const comment = `<div><b>ann</b><p>I was there and it was wonderful, the whole village came down to see.</p></div>`
    const text = read(
      `${declared}<div id=story><h1>Tides</h1>${prose(4)}<h3>12 Comments</h3>${comment.repeat(6)}</div>`
    )
    assert.include(text, "Paragraph 3.")
    assert.notInclude(text, "I was there")
  })

  it.each([
    ["English", "Related articles"],
    ["German", "Das könnte Sie auch interessieren"],
    ["French", "À lire aussi"],
    ["Spanish", "Te puede interesar"],
    ["Italian", "Potrebbe interessarti"],
    ["Portuguese", "Leia também"],
    ["Dutch", "Lees ook"]
  ])("leaves out related links under a heading in %s", (_, heading) => {
    const text =
      read(`<article><h1>Tides</h1>${prose(2)}<h4>${heading}</h4><ul><li><a href=/1>Gull Rock in the fog</a></li>
      <li><a href=/2>A keeper remembers</a></li></ul>${prose(2)}</article>`)
    assert.notInclude(text, "Gull Rock")
    assert.notInclude(text, heading)
    assert.include(text, "Paragraph 1.")
  })

  it("leaves out share bars and sign-up boxes, and keeps pictures", () => {
    const tree =
      parse(`<script type="application/ld+json">{"@type": "NewsArticle"}</script><article><h1>Tides</h1><div class="byline">By Ann Other</div><div class="social-share"><a href=#>Tweet</a></div>
      ${prose(2)}<figure><img src=boat.jpg alt=Boat><figcaption>A boat, seen from land</figcaption></figure>
      <div class="newsletter-signup">Get our letter every week</div>${prose(2)}</article>`)
    const main = selectMain(tree)
    const text = plainText(tree, main)
    for (const unwanted of ["Tweet", "every week"]) assert.notInclude(text, unwanted)
    const image = [...tree.tag.subarray(0, tree.size).keys()].find((node) =>
      tree.source.slice(tree.start[node], tree.end[node]).includes("boat.jpg")
    )
    for (let up = image ?? -1; up > 0; up = tree.parent[up]!) assert.strictEqual(main.drop[up], 0)
  })

  it("survives a wrapper with the name of a sidebar", () => {
    assert.include(read(`<div class="page-with-sidebar"><h1>Tides</h1>${prose(5)}</div>`), "Paragraph 4.")
  })

  it("is the one under the headline when several stand in a row", () => {
    const article = (name: string): string =>
      `<article><h2>${name}</h2>${prose(3).replaceAll("Paragraph", name)}</article>`
    const text = read(
      `<title>Second of the tides</title><main><h1 hidden>x</h1>${article("First of the moons")}${article("Second of the tides")}${article("Third of the winds")}</main>`
    )
    assert.include(text, "Second of the tides 2.")
    assert.notInclude(text, "Third of the winds 1.")
  })
})

describe("without telling names an article", () => {
  it("ends where replies begin", () => {
    const reply = (i: number): string =>
      `<div><div><b>Reader ${i}</b> 3 days ago</div><div>I was there too, and number ${i} was the best of all of them.</div><a href=#r>Reply</a></div>`
    const text = read(`${declared}<div><h1>Tides</h1>${prose(4)}<div>${[1, 2, 3, 4].map(reply).join("")}</div></div>`)
    assert.include(text, "Paragraph 3.")
    assert.notInclude(text, "was the best of all")
  })

  it("loses sign-up boxes", () => {
    const text = read(
      `<div><h1>Tides</h1>${prose(2)}<form>Get news of the harbour <input> <button>Sign up</button></form>${prose(3)}</div>`
    )
    assert.notInclude(text, "Get news")
    assert.include(text, "Paragraph 2.")
  })
})

describe("prose alone does not make an article of", () => {
  it("a product with a price", () => {
    const text = read(
      `<h1>Lamp</h1><div><div>€ 49,00</div></div><div><div>${prose(3)}</div></div><div><h2>Data</h2><div>Height</div><div>42 cm</div></div>`
    )
    for (const wanted of ["€ 49,00", "Paragraph 2.", "42 cm"]) assert.include(text, wanted)
  })

  it("a list of cards above a text", () => {
    const card = (i: number): string =>
      `<div class=card><div><a href=/l${i}>Lamp for the quay, number ${i}</a></div><div>in stock</div></div>`
    const text = read(
      `<title>Lamps for the quay of Ulla</title><h1>Lamps for the quay of Ulla</h1><div>${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(card).join("")}</div><div>${prose(1)}</div>`
    )
    assert.include(text, "number 9")
    assert.include(text, "Paragraph 0.")
  })

  it("several answers", () => {
    const answer = (i: number): string => `<div class="answer"><p>Answer ${i}. ${sentence.repeat(2)}</p></div>`
    const text = read(`<h1>Why?</h1><div><p>Question. ${sentence.repeat(5)}</p></div>${[1, 2, 3].map(answer).join("")}`)
    for (const wanted of ["Question.", "Answer 1.", "Answer 3."]) assert.include(text, wanted)
  })
})

describe("a page that is no article", () => {
  it("keeps every post of a thread", () => {
    const post = (i: number): string => `<div class=post><b>user${i}</b><div>Short answer number ${i}</div></div>`
    const text = read(
      `<div class=navbar><a href=/>Board</a></div><div id=posts>${[1, 2, 3, 4].map(post).join("")}</div>`
    )
    for (const i of [1, 2, 3, 4]) assert.include(text, `Short answer number ${i}`)
    assert.notInclude(text, "Board")
  })

  it("keeps the links of a listing and drops those of the menu", () => {
    const item = (i: number): string => `<li><a href=/item/${i}>A thing that is listed as number ${i}</a></li>`
    const text =
      read(`<div><a href=/>Start</a><a href=/a>About</a></div><h1>Things</h1><ul>${[1, 2, 3, 4, 5].map(item).join("")}</ul>
      <div>© 2025 Things Ltd. All rights reserved.</div>`)
    assert.include(text, "listed as number 5")
    assert.notInclude(text, "About")
    assert.notInclude(text, "All rights reserved")
  })

  it("is told by what it declares", () => {
    const page = (type: string): string =>
      `<script type="application/ld+json">{"@type":"${type}"}</script><p>${sentence}</p>`
    const kindOf = (html: string): string => selectMain(parse(html)).kind
    assert.strictEqual(kindOf(page("Recipe")), "recipe")
    assert.strictEqual(kindOf(page("QAPage")), "forum")
    assert.strictEqual(kindOf(page("Product")), "product")
    assert.strictEqual(kindOf(`<div itemscope itemtype="https://schema.org/Recipe">Soup</div>`), "recipe")
    assert.strictEqual(kindOf(`<meta property="og:type" content="product"><p>Pan</p>`), "product")
  })

  it("loses a consent layer in any of the languages, even without a name", () => {
    const layers = [
      "We use cookies to improve your experience on our website. By continuing you accept our policy.",
      "Wir verwenden Cookies, um unsere Website für Sie zu verbessern. Mit einem Klick stimmen Sie zu und akzeptieren alles.",
      "Nous utilisons des cookies pour améliorer votre expérience. En poursuivant, vous acceptez leur utilisation.",
      "Utilizamos cookies para mejorar su navegación. Si continúa, acepta el uso que hacemos de ellas en este sitio.",
      "Utilizziamo i cookie per migliorare la navigazione. Continuando accetti il loro uso da parte di questo sito.",
      "Utilizamos cookies para melhorar a sua navegação. Ao continuar, aceita a utilização que fazemos deste site.",
      "Wij gebruiken cookies om uw ervaring te verbeteren. Door verder te gaan geeft u toestemming voor het gebruik."
    ]
    for (const layer of layers) {
      const text = read(
        `<h1>Bakery</h1><p>Bread from six.</p><p>Closed on Mondays, and on the day after a wedding.</p><div><div>${layer}</div><button>OK</button></div>`
      )
      assert.notInclude(text, layer)
      assert.include(text, "Bread from six.")
    }
  })
})

describe("whatever the page", () => {
  it.prop(
    "something is selected where there is text to be seen",
    [Schema.Array(Schema.Literals([...parts]))],
    ([sequence]) => {
      const tree = parse(sequence.join(""))
      const main = selectMain(tree)
      const all = plainText(tree, {}).trim()
      if (all !== "") assert.notStrictEqual(plainText(tree, main).trim(), "", sequence.join(""))
    },
    { arbitrary: { runs: 600, size: 40 } }
  )

  it.prop(
    "roots are in document order and none is inside another",
    [Schema.Array(Schema.Literals([...parts]))],
    ([sequence]) => {
      const tree = parse(sequence.join(""))
      const { roots } = selectMain(tree)
      for (let i = 1; i < roots.length; i++) {
        assert.isAbove(roots[i]!, roots[i - 1]!)
        for (let up = roots[i]!; up > 0; up = tree.parent[up]!) assert.notStrictEqual(up, roots[i - 1])
      }
    },
    { arbitrary: { runs: 300, size: 40 } }
  )

  it("an empty document has an empty content", () => {
    for (const html of ["", " ", "<!doctype html>", "<script>x</script>", "<frameset><frame src=a></frameset>"])
      assert.strictEqual(read(html), "")
  })

  it("deep nesting and endless siblings are no trouble", () => {
    const deep = `${"<div>".repeat(50_000)}${sentence}`
    assert.include(read(deep), "harbour")
    const wide = `<div><a href=/x>y</a></div>`.repeat(20_000)
    assert.include(read(`<h1>Tides</h1>${prose(3)}${wide}`), "Paragraph 2.")
  })

  it("says what was left out, where and why", () => {
    const tree = parse(
      `<body><nav class=top><a href=/>Home</a></nav><main><h1>Tides</h1>${prose(3)}<div class=share-bar>Share it</div></main></body>`
    )
    const { explain } = selectMain(tree, { explain: true })
    const told = explain?.map(({ path, reason }) => `${path}: ${reason}`) ?? []
    assert.isTrue(
      told.some((line) => line.startsWith("body > nav.top: an element of the page frame")),
      told.join("\n")
    )
    assert.isTrue(
      told.some((line) => line.includes("div.share-bar: class or id of")),
      told.join("\n")
    )
    assert.strictEqual(explain?.find(({ path }) => path.endsWith("share-bar"))?.chars, "Share it".length)
  })

  it("says which pictures, media and tables went with what is left out, where it has no text too", () => {
    const tree = parse(
      `<body><div class="ad-slot banner-ad"><a href="/x"><img src="/banner.png" width="728" height="90"></a></div>
       <main><h1>Tides</h1>${prose(4)}</main>
       <aside class="sidebar"><img src="/map.png" alt="Map"><img src="/pixel.gif" width="1" height="1">
       <video src="/tide.mp4"></video><table><tr><th>Day</th><td>High</td></tr><tr><th>Mon</th><td>4.2 m</td></tr></table></aside></body>`
    )
    const { explain } = selectMain(tree, { explain: true })
    const held = (end: string) => {
      const part = explain?.find(({ path }) => path.endsWith(end))
      return [part?.pictures, part?.media, part?.tables, part?.sample === ""]
    }
    assert.deepStrictEqual(held("aside.sidebar"), [1, 1, 1, false])
    assert.deepStrictEqual(held("div.ad-slot"), [1, 0, 0, true])
  })

  it("leaves out what other pages of the site have too, unless nothing else is left", () => {
    const page = (text: string): string =>
      `<div><p>Our shop has been in the family since 1921, and we are proud of it.</p></div><div>${text}</div>`
    const seen = new Map<number, number>()
    for (const text of ["One", "Two", "Three"])
      for (const { hash } of blockFingerprints(parse(page(`<p>${text} ${sentence.repeat(3)}</p>`))))
        seen.set(hash, (seen.get(hash) ?? 0) + 1)
    const repeated = (hash: number): boolean => (seen.get(hash) ?? 0) > 2
    const text = read(page(`<p>Four ${sentence.repeat(3)}</p>`), { repeated })
    assert.include(text, "Four")
    assert.notInclude(text, "since 1921")
    assert.include(read(page(""), { repeated: () => true }), "since 1921")
  })
})
