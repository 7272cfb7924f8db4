import { assert, describe, it } from "@effect/vitest"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.annlee.example/news/page")
const author = (html: string, url = here) => metadata(parse(html), url).author
const prose = `<p>The harbour master counted the boats twice before he wrote the number down.</p>`
const titled = (body: string, head = "") =>
  `<title>Three boats moved by the storm</title>${head}<main><h1>Three boats moved by the storm</h1>${body}${prose}</main>`
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe("the author of a site that bears a name", () => {
  const siteName = (name: string) => `<meta property="og:site_name" content="${name}">`

  it("is the person whose name it is", () => {
    const head = `${siteName("Ann Lee")}<meta name="author" content="Ann Lee">`
    assert.strictEqual(author(titled("", head)), "Ann Lee")
    const paired = `${siteName("Ann Lee")}<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee">`
    assert.strictEqual(author(titled("", paired)), "Ann Lee")
    assert.strictEqual(
      author(titled("", `${siteName("Ann Lee")}${jsonLd({ "@type": "Article", author: { name: "Ann Lee" } })}`)),
      "Ann Lee"
    )
  })

  it("is no firm, paper or institution", () => {
    for (const name of ["Harbour", "Harbour Services", "The Harbour Gazette", "Harbour Clinic", "harbour.example"])
      assert.isUndefined(author(titled("", `${siteName(name)}<meta name="author" content="${name}">`)), name)
    const firm = { "@type": "Article", author: { "@type": "Organization", name: "Ann Lee" } }
    assert.isUndefined(author(titled("", siteName("Ann Lee") + jsonLd(firm))))
  })

  it("is whoever is seen beside the headline, if that is somebody else", () => {
    const head = `${siteName("Green Planet")}<meta name="author" content="Green Planet">`
    assert.strictEqual(author(titled("<p>By Bo Chan</p>", head)), "Bo Chan")
  })
})

describe("the author of a thread", () => {
  it("is the first poster under the name of the forum, whatever its signs", () => {
    for (const name of ["user3080392", "Noah_B", "3d23d65-ddc6", "b.scherer"]) {
      const posting = { "@type": "DiscussionForumPosting", author: { "@type": "Person", name } }
      assert.strictEqual(author(titled("", jsonLd(posting))), name)
      const question = {
        "@type": "QAPage",
        mainEntity: { "@type": "Question", name: "Why?", author: { "@type": "Person", name } }
      }
      assert.strictEqual(author(titled("", jsonLd(question))), name)
      const item = `<div itemscope itemtype="https://schema.org/DiscussionForumPosting"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name}</span></span></div>`
      assert.strictEqual(author(titled(item)), name)
    }
  })

  it("is the first name of an account beside the headline, if a date is near and no page stands before", () => {
    const post = (name: string) => `<div><a class="username u-concealed">${name}</a> <span>May 28, 2025</span></div>`
    assert.strictEqual(author(titled(post("SeaFarer") + post("Bo"))), "SeaFarer")
    assert.isUndefined(author(titled(`<link rel="prev" href="?page=1">${post("SeaFarer")}`)))
    assert.isUndefined(author(titled(`<a class="username">SeaFarer</a>`)))
    assert.isUndefined(author(`<title>Harbour board</title><h1>All threads</h1>${post("SeaFarer")}`))
    assert.strictEqual(author(titled(`${post("SeaFarer")}<p>By Bo Chan</p>`)), "Bo Chan")
  })

  it("is nobody who only answered or commented", () => {
    const person = `<div itemprop="author" itemscope itemtype="https://schema.org/Person"><h4 class="message-name">Bo Chan</h4></div>`
    for (const item of [`itemtype="https://schema.org/Answer"`, `itemprop="comment"`, `itemprop="suggestedAnswer"`])
      assert.isUndefined(author(titled(`<div itemscope ${item}>${person}<p>Throw it away.</p></div>`)), item)
    assert.strictEqual(author(titled(`<div itemscope>${person}</div>`)), "Bo Chan")
  })

  it("is nobody where the name stands for nobody, and an article's author is named as a person", () => {
    const by = (type: string, name: string) => jsonLd({ "@type": type, author: { "@type": "Person", name } })
    assert.isUndefined(author(titled("", by("DiscussionForumPosting", "Guest"))))
    assert.isUndefined(author(titled("", by("DiscussionForumPosting", "https://forum.example/u/1"))))
    assert.isUndefined(author(titled("", by("Article", "user3080392"))))
  })
})

describe("a visible byline", () => {
  it("is read from its first line, or from the element of the name alone", () => {
    const about = `<div>Staff gardener since 1998</div>`
    assert.strictEqual(author(titled(`<a rel="author"><div>By</div><div>Bo Chan</div>${about}</a>`)), "Bo Chan")
    assert.strictEqual(author(titled(`<a href="/authors/bo"><div>Written by Bo Chan</div>${about}</a>`)), "Bo Chan")
    const line = `<div class="author-line">Written By: <span class="author-name">Bo Chan</span> <span>Gardener, Astrologer</span></div>`
    assert.strictEqual(author(titled(line)), "Bo Chan")
    assert.strictEqual(author(titled(`<span class="posted-by"><span>By</span><span>Bo Chan</span></span>`)), "Bo Chan")
  })

  it("ends where its element ends, and before a date only the day of the week goes with the date", () => {
    const byline = `<div class="article-author"><p>Luke Kim</p><small>December 17, 2025</small></div>`
    assert.strictEqual(author(titled(byline)), "Luke Kim")
    assert.strictEqual(author(titled(`<p>By Ann Kim, December 3, 2020</p>`)), "Ann Kim")
    assert.strictEqual(author(titled(`<p>By Ann Kim, Thu, December 3, 2020</p>`)), "Ann Kim")
  })

  it("is no text about the author", () => {
    for (const text of ["Full bio", "Read the latest", "View more posts", "Insights from", "Fact checked by Bo Chan"])
      assert.isUndefined(author(titled(`<div class="author-box">${text}</div>`)), text)
    assert.strictEqual(
      author(titled(`<div class="author">Post by seafarer » Sat Feb 24, 2024 12:41 pm</div>`)),
      "seafarer"
    )
    assert.strictEqual(author(titled(`<div class="byline">Posted by Bo Chan on <time>Friday</time></div>`)), "Bo Chan")
  })

  it("may follow the date", () => {
    assert.strictEqual(author(titled(`<div>Published August 7, 2023 by Bo Chan</div>`)), "Bo Chan")
    assert.strictEqual(
      author(titled(`<div class="date-author">Dec. 19, 2025 · Bo Chan on behalf of us</div>`)),
      "Bo Chan"
    )
    assert.isUndefined(author(titled(`<p>Founded on 1 May 1995 by Bo Chan.</p>`)))
    assert.strictEqual(author(titled(`<div>03/01/2017 by Bo Chan, Candidate of the Committee</div>`)), "Bo Chan")
  })

  it("is without the post of the author", () => {
    const written = "Bo Chan, Sr. Director of Operations - 10+ Years"
    assert.strictEqual(author(titled("", `<meta name="author" content="${written}">`)), "Bo Chan")
    assert.strictEqual(author(titled("", `<meta name="author" content="Bo Chan, Jr., Dietitian">`)), "Bo Chan")
  })

  it("is none of a link that holds a heading, which leads to another page", () => {
    const card = `<a href="/other"><h3>Ropes</h3><p>By Bo Chan</p></a>`
    assert.isUndefined(author(titled(card)))
    assert.strictEqual(author(titled(`<a href="/bo"><p>By Bo Chan</p></a>`)), "Bo Chan")
  })

  it("may stand at the end of the page, if no other one does", () => {
    const end = `<p>Written by <a href="https://bo.example">Bo Chan</a></p>`
    assert.strictEqual(author(titled(prose.repeat(30) + end)), "Bo Chan")
    assert.strictEqual(author(titled(`${prose.repeat(30)}<h3>Geschrieben von Bo Chan</h3>`)), "Bo Chan")
    assert.isUndefined(author(titled(`${prose.repeat(30)}${end}<p>Written by Cleo Park</p>`)))
  })

  it("may be a name behind a picture of somebody, if a date is near", () => {
    const date = `<p>Dec 26, 2025</p>`
    const avatar = `<img class="avatar" src="/x.png">`
    assert.strictEqual(author(titled(`${date}${avatar} Bo Chan in <a href="/boats">Boats</a>`)), "Bo Chan")
    assert.strictEqual(author(titled(`${date}<img alt="Bo Chan" src="/x.png"><div>Bo Chan</div>`)), "Bo Chan")
    assert.isUndefined(author(titled(`${avatar}<div>Bo Chan</div>`)))
    assert.isUndefined(author(titled(`${date}<img alt="Harbour" src="/x.png"><div>Rope Covers</div>`)))
  })

  it("is preferred to a single word in the head, which is the name of an account", () => {
    const head = `<meta name="author" content="andrew.k">`
    assert.strictEqual(author(titled(`<p>By Bo Chan</p>`, head)), "Bo Chan")
    assert.strictEqual(author(titled(`<p>By andrew.k, read by Bo Chan</p>`, head)), "andrew.k")
    assert.strictEqual(author(titled("", head)), "andrew.k")
    assert.strictEqual(author(titled(`<p>By Bo Chan</p>`, `<meta name="author" content="Cleo Park">`)), "Cleo Park")
  })
})

describe("the author in structured data", () => {
  it("is one name where the template escaped it for HTML", () => {
    for (const [written, name] of [
      ["Se&aacute;n O&#8217;Brien", "Seán O’Brien"],
      ["Anne&nbsp;Marie D&#039;Arcy", "Anne Marie D'Arcy"],
      ["J&#xF6;rg M&uuml;ller", "Jörg Müller"]
    ]) {
      assert.strictEqual(
        author(titled("", jsonLd({ "@type": "Article", author: { "@type": "Person", name: written } }))),
        name
      )
    }
  })
})
