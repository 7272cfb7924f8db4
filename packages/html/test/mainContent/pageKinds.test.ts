import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "

describe("the main content of questions and tabs", () => {
  it("keeps questions that are buttons in headings, and drops other buttons", () => {
    const text = read(`<main><h1>Questions</h1>
      <h3><button aria-expanded="false">Are dogs allowed?</button></h3><div class="collapse"><p>Two for each passenger, on a lead.</p></div>
      <div><button class="accordion-button">Is there food?</button></div><div class="collapse"><p>A trolley comes through.</p></div>
      <button>Send feedback</button></main>`)
    assert.include(text, "Are dogs allowed?")
    assert.include(text, "Is there food?")
    assert.notInclude(text, "Send feedback")
  })

  it("keeps the panels of tabs that are not shown, and tabs that are no links", () => {
    const text =
      read(`<main><h1>Install</h1><p>${sentence}</p><ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul>
      <div role="tabpanel"><pre>npm install it</pre></div><div role="tabpanel" hidden><pre>yarn add it</pre></div>
      <ul role="tablist"><li role="tab"><a href="#a">Overview</a></li></ul></main>`)
    for (const kept of ["npm install it", "yarn add it", "Yarn"]) assert.include(text, kept)
    assert.notInclude(text, "Overview")
  })
})

describe("the main content of threads", () => {
  const post = (name: string, words: string): string =>
    `<div class="post"><dl class="postprofile"><dt>${name}</dt><dd class="profile-posts">Posts: 41</dd></dl>
     <div class="postbody"><h3>Re: Which glue?</h3><div class="content">${words}</div><div class="signature">Measure twice.</div></div></div>`

  it("keeps who says what, and drops signatures, counts and the subject again", () => {
    const text = read(`<title>Which glue? - Bench</title><h2>Which glue?</h2>
      ${post("oldspruce", "The top has a hairline crack from the bridge to the tail. Hide glue or white?")}
      ${post("Marguerite", "Hide glue, thin, and warm the wood first: it pulls the crack shut.")}`)
    for (const kept of ["Which glue?", "oldspruce", "hairline crack", "Marguerite", "warm the wood"])
      assert.include(text, kept)
    for (const dropped of ["Posts:", "Measure twice", "Re: Which glue?"]) assert.notInclude(text, dropped)
  })

  it("keeps the line that the title begins with where no heading says it", () => {
    const text =
      read(`<title>I rebuilt a lathe controller | Tinker News</title><table><tr><td><table class="top"><tr><td>
      <a href="https://lathe.example">I rebuilt a lathe controller</a> (<a href="/from">lathe.example</a>)</td></tr></table>
      <table><tr><td><div class="comment">The tape reader alone must have taken weeks. Did you keep the relays?</div></td></tr>
      <tr><td><div class="comment">All forty of them. They click in time with the spindle, which is half of the reason.</div></td></tr></table></td></tr></table>`)
    assert.include(text, "I rebuilt a lathe controller")
  })
})

describe("the main content of other pages", () => {
  it("keeps what a policy says of cookies, and drops the wall that asks for consent", () => {
    const text = read(`<div class="wall"><p>We use cookies to improve this website.</p><button>Accept all</button></div>
      <main><h1>Cookie policy</h1><p>${sentence}${sentence}</p><h2>Cookies</h2>
      <p>We use cookies to keep you signed in, and you can accept or reject them in the settings of your browser.</p></main>`)
    assert.include(text, "keep you signed in")
    assert.notInclude(text, "improve this website")
  })

  it("keeps films, sounds and maps, and drops other frames", () => {
    const tree =
      parse(`<main><h1>Tides</h1><p>${sentence.repeat(3)}</p><iframe src="https://www.youtube.com/embed/x"></iframe>
      <iframe src="https://ads.example/slot"></iframe><video src="a.mp4"></video><p>${sentence.repeat(3)}</p></main>`)
    const markdown = toMarkdown(tree, { ...selectMain(tree), baseUrl: new URL("https://site.example/") })
    assert.include(markdown, "https://www.youtube.com/embed/x")
    assert.include(markdown, "https://site.example/a.mp4")
    assert.notInclude(markdown, "ads.example")
  })

  it("keeps chapters whose ids are made of their headings, whatever these say", () => {
    const text = read(`<main><h1>History</h1><p>${sentence.repeat(2)}</p>
      <div class="section" id="sharing-with-a-developer"><h2>Sharing with a developer<a href="#x">¶</a></h2><p>${sentence.repeat(2)}</p><p>Pull, then push.</p></div>
      <section id="navigation"><h2>Navigation</h2><p>${sentence.repeat(2)}</p><p>By the stars.</p></section>
      <section id="related-posts"><h2>Related posts</h2><p><a href="/1">A night at the weir</a></p></section></main>`)
    assert.include(text, "Pull, then push")
    assert.include(text, "By the stars")
    assert.notInclude(text, "A night at the weir")
  })

  it("keeps formulas on which MathJax hangs its menu", () => {
    const formula = `<mjx-container class="MathJax CtxtMenu_Attached_0" jax="CHTML"><mjx-math aria-hidden="true"></mjx-math>
      <mjx-assistive-mml><math><mi>x</mi><mo>=</mo><mn>1</mn></math></mjx-assistive-mml></mjx-container>`
    const tree = parse(
      `<article><h1>Tides</h1><p>${sentence.repeat(3)}</p><p>${sentence} So ${formula} holds. ${sentence}</p></article>`
    )
    const markdown = toMarkdown(tree, { ...selectMain(tree), baseUrl: new URL("https://site.example/") })
    assert.include(markdown, "So $x=1$ holds.")
  })

  it("keeps what React streams at the end of a page for a script to put in its place", () => {
    const text =
      read(`<div id="root"><nav><a href="/">Home</a></nav><main><h1>Widgets</h1><template id="B:0"></template></main></div>
      <div hidden id="S:0"><p>${sentence.repeat(3)}</p></div><script>$RC("B:0","S:0")</script><div hidden><p>Secret words.</p></div>`)
    assert.include(text, "The harbour was empty")
    assert.notInclude(text, "Secret")
  })

  it("keeps sentences that end in the call of a footnote, cells that sound like furniture, and people in the text", () => {
    const text = read(`<article><h1>Echo</h1><p>We built a new library.<sup>1</sup></p><p>${sentence.repeat(4)}</p>
      <table><tr><th>Name</th><th>Notes</th></tr><tr><td>Echo</td><td>Most popular in surveys</td></tr></table><p>${sentence.repeat(4)}</p>
      <p>Graduate student Maria Lopez is also an author of the paper that describes the work of these years.</p></article>`)
    for (const kept of ["We built a new library", "Most popular in surveys", "Maria Lopez"]) assert.include(text, kept)
  })

  it("keeps ingredients and steps, whatever a plug-in calls their boxes", () => {
    const text =
      read(`<script type="application/ld+json">{"@graph":[{"@type":"Recipe","recipeIngredient":["500 g floury potatoes","12 plums, stoned"],
      "recipeInstructions":[{"@type":"HowToStep","text":"Boil the potatoes in their skins."},{"@type":"HowToStep","text":"Wrap each plum and simmer."}]}]}</script>
      <article><h1>Plum dumplings</h1><div class="entry-content"><p>${sentence.repeat(4)}</p></div>
      <div class="recipe-sidebar"><h3>Ingredients</h3><ul><li><span>500</span> <span>g</span> <span>floury potatoes</span></li><li>12 plums, stoned</li></ul></div>
      <div class="share-snippet-rating"><ol><li>Boil the potatoes in their skins.</li><li>Wrap each plum and simmer.</li></ol></div></article>
      <div class="sidebar"><p>Another page of potatoes</p></div>`)
    for (const kept of ["floury potatoes", "12 plums", "Boil the potatoes", "simmer", "The harbour"])
      assert.include(text, kept)
    assert.notInclude(text, "Another page")
  })

  it("keeps who is quoted", () => {
    const text = read(`<main><h1>Ledgerly</h1><p>${sentence}</p><blockquote><p>We found nine thousand.</p>
      <footer>Ines Roth, manager</footer></blockquote></main><footer>Contact</footer>`)
    assert.include(text, "Ines Roth")
    assert.notInclude(text, "Contact")
  })

  it("keeps news of a front page that are short headings only", () => {
    const news = (title: string): string => `<article><a href="/${title.length}"><h3>${title}</h3></a></article>`
    const text = read(`<main><section><a href="/1"><h2>Ferry returns after nine weeks in dock</h2></a>
      <p>The first crossing left at six with four hundred aboard and a piper.</p></section>
      <section><h2>Sport</h2>${news("Rovers hold on with ten men")}${news("Regatta put off by fog")}</section></main>`)
    assert.include(text, "Regatta put off by fog")
  })

  it("keeps the head of a table, whatever it says", () => {
    const text =
      read(`<h1>Index of /maps</h1><table><tr><th><a href="?n">Name</a></th><th><a href="?m">Last modified</a></th></tr>
      <tr><td><a href="coast.gz">coast.gz</a></td><td>2021-03-04</td></tr></table>`)
    assert.include(text, "Last modified")
  })

  it("takes the data of an event for more than what Open Graph says of every page", () => {
    const text =
      read(`<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"Event"}</script>
      <main><h1>Night walk: owls of the quarry</h1><p>${sentence.repeat(3)}</p><div><div>Saturday, October 11</div><div>Quarry gate, Mill Lane</div></div></main>`)
    assert.include(text, "Saturday, October 11")
    assert.include(text, "Quarry gate")
  })

  it("drops a form below the content with the notes on how to fill it in", () => {
    const text =
      read(`<main><h1>Bridge engineer</h1><p>${sentence.repeat(6)}</p><form><h2>Apply</h2><label>Name</label><input>
      <label>Mail</label><input><label>Telephone</label><input><p>For reporting purposes we ask candidates to respond to the
      survey below; completing this form is entirely voluntary, and what you say is kept apart from your application, and is
      never shown to those who decide on it.</p></form></main>`)
    assert.include(text, "The harbour was empty")
    assert.notInclude(text, "entirely voluntary")
  })

  it("keeps the data beside a short description that is no article", () => {
    const text =
      read(`<main><h1>Wooden dinghy</h1><section>Clinker built, larch on oak, about 1965, dry and sound; it needs
      a coat of paint, and somebody with time.</section><div><p>condition: good</p><p>length overall: 11 feet</p><p>post id: 77012345</p>
      <p>posted: 2 May, by the owner of the boat himself</p></div></main>`)
    for (const kept of ["Clinker built", "length overall", "77012345"]) assert.include(text, kept)
  })

  it("drops what leads to the pages before and behind", () => {
    const text = read(`<h1>Cracked bell</h1><pre>Dear all, the tenor has a crack of nine inches.</pre>
      <ul><li>Previous message: <a href="1">Practice clavier for sale</a></li><li>Next message: <a href="3">Cracked bell at St Olave</a></li></ul>`)
    assert.include(text, "Dear all")
    assert.notInclude(text, "clavier")
  })

  it("keeps the header of a post, with its time, and buttons that hold paragraphs", () => {
    const post = (text: string): string =>
      `<article class="message"><div><header><time>Apr 2, 2023</time></header><div class="post-text">${text}</div></div></article>`
    const text =
      read(`<h1>Lines</h1>${post("Nylon stretches, which I like, but it chafes.")}${post("Renew the leather every spring.")}
      <button><p>Berths, the cheapest first</p></button>`)
    assert.include(text, "Apr 2, 2023")
    assert.include(text, "the cheapest first")
  })
})
