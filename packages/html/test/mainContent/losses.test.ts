import { assert, describe, it } from "@effect/vitest"
import { convert } from "../../src/convert/convert.ts"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../../src/mainContent/model/MainContent.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { ruleNames } from "../../src/mainContent/rules/Rule.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string, options: SelectMainOptions = {}): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, options)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const prose = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, i) => `<p>Paragraph ${i}. ${sentence.repeat(3)}</p>`).join("\n")
const data = (value: object): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const article = `<meta property="og:type" content="article">`

describe("the title of a page", () => {
  it.each([
    ["a wrapper with the name of a site's header", `<div class="site-header"><h1>Winter tides</h1></div>`],
    ["a header beside menus", `<header><nav><a href=/de>Deutsch</a></nav><h1>Winter tides</h1></header>`],
    ["a form", `<form><input type=search><h1>Winter tides</h1><button>Go</button></form>`],
    ["a box that asks to share", `<div class="social-share"><h1>Winter tides</h1></div>`]
  ])("stays in %s", (_, head) => {
    const page = (kind: string) => `<title>Winter tides - Ulla</title>${kind}<body>${head}<main>${prose(4)}</main>`
    for (const kind of ["", article]) {
      const text = read(page(kind))
      assert.include(text, "Winter tides")
      assert.notInclude(text, "Deutsch")
    }
  })

  it("is an h1 before a lower heading that says more of it", () => {
    const html = `<title>API - Starling</title><main><h1>API</h1><h2>Keys</h2>${prose(3)}<h3>Starling API</h3>${prose(3)}</main>`
    const tree = parse(html)
    assert.include(plainText(tree, { roots: [selectMain(tree).headline] }), "API")
    assert.notInclude(plainText(tree, { roots: [selectMain(tree).headline] }), "Starling")
    for (const wanted of ["Keys", "Paragraph 0."]) assert.include(read(html), wanted)
  })

  it("is read from the headline of JSON-LD too", () => {
    const tree = parse(
      `<title>Ulla</title>${data({ "@type": "WebPage", headline: "Winter tides" })}<h2>Other</h2><h2>Winter tides</h2>${prose(3)}`
    )
    assert.include(plainText(tree, { roots: [selectMain(tree).headline] }), "Winter tides")
  })

  it("is written above the content of a page of some length that has no heading for it", () => {
    const markdown = (html: string) =>
      convert({
        html,
        url: "https://site.example/",
        wanted: ["markdown"],
        onlyMainContent: true,
        includeTags: [],
        excludeTags: [],
        removeBase64Images: false,
        attributes: []
      }).markdown
    assert.match(markdown(`<title>Winter tides</title>${prose(6)}`) ?? "", /^# Winter tides\n\nParagraph 0\./)
    assert.strictEqual(markdown("<title>Winter tides</title><p>Hello"), "Hello")
  })
})

describe("a name alone deletes", () => {
  it("no paragraph of prose", () => {
    const text = read(`${article}<article><h1>Tides</h1>${prose(2)}<p class="paywall">The rest of it, ${sentence}</p>
      <p class="newsletter">A letter came, ${sentence}</p></article>`)
    assert.include(text, "The rest of it")
    assert.include(text, "A letter came")
  })

  it("no word of a sentence", () => {
    const text =
      read(`${article}<article><h1>Tides</h1>${prose(2)}<p>The sluice is opened by a <a class="tooltip-link" href=/r>rivet</a>
      and a <span class="popup">lever of oak</span>, and then it is shut again by hand.</p></article>`)
    assert.include(text, "by a rivet and a lever of oak, and")
  })

  it("nothing where a tool made it up", () => {
    const box = (name: string) => `<div class="${name}">Forty metres of rope</div>`
    const text = read(
      `<main><h1>Gear</h1>${prose(1)}${["adFHlH", "e1ad", "orgd7109ad"].map(box).join("")}${prose(1)}</main>`
    )
    assert.strictEqual(text.split("Forty metres").length - 1, 3)
  })

  it("no menu that has sentences and hardly a link", () => {
    const text = read(
      `<main><h1>Parcels</h1><div id="document-navigation"><h3>Send</h3><p>Send parcels with the form at the quay.</p></div>${prose(1)}</main>`
    )
    assert.include(text, "Send parcels")
  })
})

describe("little but links", () => {
  it("stays inside an article, behind a line that announces it and in headings", () => {
    const text = read(`${article}<article><h1>Tides</h1>${prose(2)}<p>Here are a few I found useful:</p>
      <ul><li><a href=/1>The tables of the port of Ulla</a></li><li><a href=/2>A clock that counts moons</a></li></ul>
      <h2><a href="#x">How to read them</a></h2>${prose(3)}</article>`)
    for (const wanted of ["The tables of the port", "A clock that counts", "How to read them"])
      assert.include(text, wanted)
  })

  it("goes behind the text of an article", () => {
    const text = read(`${article}<article><h1>Tides</h1>${prose(6)}
      <ul><li><a href=/1>The keeper who counted gulls</a></li><li><a href=/2>Fifteen ways with seaweed</a></li></ul></article>`)
    assert.notInclude(text, "seaweed")
  })
})

describe("what stands between a headline and its text", () => {
  it("is kept: lead, author and date", () => {
    const text = read(`${article}<title>Winter tides</title><article><header><h1>Winter tides</h1>
      <h2 class="article-deck">Why the boats wait until noon</h2><address class="byline">By <a href="/authors/ann">Ann Other</a></address>
      <time>March 3, 2025</time><div class="social-share"><a href=#>Tweet</a></div></header><div class="article-body">${prose(4)}</div></article>`)
    for (const wanted of ["Why the boats wait", "Ann Other", "March 3, 2025"]) assert.include(text, wanted)
    assert.notInclude(text, "Tweet")
  })
})

describe("a product", () => {
  const offer = { "@type": "Product", name: "Lamp", review: { "@type": "Review", reviewBody: "Burns." } }
  it("is none the less one for the reviews in its data, and keeps what stands in its order form", () => {
    const html = `${data(offer)}<title>Lamp</title><main><form action=/cart><h1>Lamp</h1><div class="price">£49.00</div>
      <label>Colour</label><select><option>Brass</option></select><p>Only 3 left in stock</p><button>Add</button></form>${prose(2)}</main>`
    assert.strictEqual(selectMain(parse(html)).kind, "product")
    for (const wanted of ["Lamp", "£49.00", "Only 3 left"]) assert.include(read(html), wanted)
  })
})

describe("the edges of a page", () => {
  const rows = Array.from(
    { length: 6 },
    (_, i) => `<tr><td>${i}.</td><td><a href="/${i}">Knot ${i}</a></td></tr>`
  ).join("")
  it("are not cut inside of a table or a list", () => {
    const text = read(`<title>Knots</title><body><nav><a href=/>Home</a></nav><table>${rows}</table>`)
    for (const wanted of ["Knot 0", "Knot 5"]) assert.include(text, wanted)
    const list = read(`<main><h1>Knots</h1><ul>${rows.replaceAll(/<\/?tr>/g, "").replaceAll("td>", "li>")}</ul></main>`)
    for (const wanted of ["Knot 0", "Knot 5"]) assert.include(list, wanted)
  })

  it("are not cut off a row of sections that are alike", () => {
    const section = (title: string, body: string) => `<section><h2>${title}</h2>${body}</section>`
    const text = read(`<main><article><h1>open()</h1>${section("Syntax", prose(1))}${section("Values", prose(1))}
      ${section("See also", `<ul><li><a href=/c>close()</a></li><li><a href=/l>Lock</a></li></ul>`)}</article></main>`)
    assert.include(text, "See also close() Lock")
  })
})

describe("odd places", () => {
  it("keep a button that is a word, and notes among paragraphs", () => {
    const text =
      read(`<main><h1>Notes</h1><p>The rule is old (e.g., <button>Weir 1998</button>, p. 128) and it holds.</p>
      <aside class="remark">Mind the current.</aside>${prose(1)}</main>`)
    assert.include(text, "(e.g., Weir 1998, p. 128)")
    assert.include(text, "Mind the current.")
  })

  it("keep text in a form that asks for nothing", () => {
    const text = read(
      `<main><h1>Thread</h1>${prose(1)}<form class="usertext"><input type=hidden><div>Sell the boat.</div></form></main>`
    )
    assert.include(text, "Sell the boat.")
  })

  it("keep formulas whose source hides beside their picture", () => {
    const text =
      read(`<main><h1>Waves</h1><p>The height <span><span style="display: none"><math><mi>h</mi><mo>=</mo><mn>2</mn></math></span><img
      alt="h=2" aria-hidden=true src=h.svg></span> is given by the moon, and by the wind on top of it.</p>${prose(1)}</main>`)
    assert.include(text, "h=2")
  })
})

describe("a rule", () => {
  it("can be switched off alone", () => {
    const page = `${article}<article><h1>Tides</h1>${prose(2)}<p hidden>All the rest of it, told at length.</p>${prose(2)}</article>`
    assert.notInclude(read(page), "All the rest")
    assert.include(read(page, { without: ["hidden"] }), "All the rest")
  })

  it("is named where it cut, with a sample of what went", () => {
    const [cut] =
      selectMain(parse(`<main><h1>Tides</h1>${prose(3)}<nav>Home and away</nav></main>`), { explain: true }).explain ??
      []
    assert.deepInclude(cut, { rule: "frameElement", chars: 13, sample: "Home and away" })
    assert.include(ruleNames, "frameElement")
  })

  it("gives a sample whose links, buttons and blocks are apart, and whose words are whole", () => {
    const sampleOf = (nav: string): string | undefined =>
      selectMain(parse(`<main><h1>Tides</h1>${prose(3)}<nav>${nav}</nav></main>`), { explain: true }).explain?.[0]
        ?.sample
    assert.strictEqual(sampleOf("<a href=/>Home</a><a href=/news>News</a>"), "Home News")
    assert.strictEqual(sampleOf("<ul><li>Home<li><b>N</b>ews</ul>"), "Home News")
    assert.strictEqual(sampleOf("<button>Share</button><button>Print</button> or <i>se</i>nd"), "Share Print or send")
    assert.strictEqual(
      sampleOf(`<p>${" ".repeat(1_000)}</p>`.repeat(9) + "<p>Home<br>News<script>x</script>"),
      "Home News"
    )
    assert.strictEqual(sampleOf("<p><a href=/away>Home &amp; away</a></p>".repeat(99))?.length, 80)
  })
})

describe("a name alone", () => {
  const page = (part: string) =>
    `<title>Winter tides</title><body><nav><a href=/>Home</a></nav><article><h1>Winter tides</h1>${prose(2)}${part}${prose(2)}</article>`
  const markdown = (html: string) =>
    convert({
      html,
      url: "https://site.example/",
      wanted: ["markdown"],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: false,
      attributes: []
    }).markdown ?? ""

  it.each([
    [
      "WordPress",
      `<figure class="wp-lightbox-container"><img src="/a.jpg" width=800 height=600><button class="lightbox-trigger"></button><figcaption>The quay</figcaption></figure>`
    ],
    [
      "Magnific Popup",
      `<p><a class="image-popup-vertical-fit" href="/large.jpg?x=1"><img src="/a.jpg" alt="Quay"></a></p>`
    ],
    ["Jetpack", `<p><img class="skip-lazy" src="/a.jpg" alt="Quay"></p>`],
    [
      "Discourse",
      `<div class="lightbox-wrapper"><a class="lightbox" href="/original/a.jpeg"><img src="/a.jpg" width="690" height="388"><div class="meta"><span class="filename">quay</span></div></a></div>`
    ],
    [
      "Elementor",
      `<div class="elementor-widget-image-overlay"><a href="#" data-elementor-open-lightbox="yes"><img src="/a.jpg"></a></div>`
    ],
    [
      "PhotoSwipe",
      `<figure class="popup-gallery"><a href="/a-large.webp"><img src="/a.jpg"></a><figcaption>Photo by <a href="/ann">Ann Lee</a>, who was there on the morning.</figcaption></figure>`
    ]
  ])("takes no picture out of a text: %s", (_, part) => {
    assert.include(markdown(page(part)), "/a.jpg)")
  })

  it("takes captions of such pictures neither", () => {
    const figure = `<figure class="wp-lightbox-container"><img src="/a.jpg"><figcaption>The quay</figcaption></figure>`
    assert.include(markdown(page(figure)), "The quay")
  })

  it("takes no word out of a sentence", () => {
    for (const [part, sentence] of [
      [`<p>Press <kbd class="menu">Menu</kbd> now.</p>`, "Press <kbd>Menu</kbd> now."],
      [
        `<p>Look at <a class="lightbox" href="/f.jpg">the picture</a> now.</p>`,
        "[the picture](https://site.example/f.jpg) now."
      ],
      [`<p>Type <code class="toolbar">tides</code>.</p>`, "Type `tides`."],
      [`<p>The <span class="tooltip">neap tide</span> comes twice.</p>`, "The neap tide comes twice."],
      [`<p>It ends at <em class="footer">low water</em> there.</p>`, "at *low water* there."]
    ]) {
      assert.include(markdown(page(part!)), sentence!)
    }
  })

  it("takes no table of data out of a text", () => {
    for (const name of ["register", "menu", "promo-codes", "sidebar", "cookies"]) {
      const table = `<table class="${name}"><tr><th>Register</th><th>Use</th></tr><tr><td>R0</td><td>clock</td></tr></table>`
      assert.include(markdown(page(table)), "| R0 | clock |", name)
    }
  })

  it("is believed of what looks like what it says", () => {
    for (const part of [
      `<div class="promo"><a href="/offer"><img src="/a.jpg" alt="Buy now"></a></div>`,
      `<div class="social"><img src="/a.png" width=24 height=24> <a href="/share">Share</a></div>`,
      `<table class="navbox"><tr><td><a href=/1>One</a></td><td><a href=/2>Two</a></td></tr><tr><td><a href=/3>Three</a></td><td><a href=/4>Four</a></td></tr></table>`,
      `<div class="newsletter"><img src="/a.jpg"><input type=email><button>Sign up</button></div>`
    ]) {
      for (const left of ["/a.", "Three", "Share"]) assert.notInclude(markdown(page(part)), left, part)
    }
  })
})
