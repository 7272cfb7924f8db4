import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const text = "The boat was built in Norden and has sailed every summer since, mostly alone and mostly at night. "
const page = (main: string, more = ""): string =>
  `<title>Dehler 28</title><meta property="og:type" content="product"><body><header><nav><a href=/>Home</a></nav></header><main><h1>Dehler 28</h1>${main}</main>${more}</body>`

const verify = (html: string, wanted: ReadonlyArray<string>, unwanted: ReadonlyArray<string> = []): void => {
  const tree = parse(html)
  const found = plainText(tree, selectMain(tree)).replaceAll(/\s+/g, " ")
  for (const one of wanted) assert.include(found, one)
  for (const one of unwanted) assert.notInclude(found, one)
}

describe("a page", () => {
  it("keeps what is named like related items and leads nowhere", () => {
    verify(
      page(`<p>${text}</p><div class="popular_facilities"><h3>Most wanted</h3><ul><li>Free parking</li><li>Sauna</li></ul></div>
      <div class="most-popular"><a href=/2>Another boat that many look at</a></div><table><tr><td>Sails</td></tr></table>`),
      ["Free parking"]
    )
  })

  it("keeps a rating and a link with words of its own on what looks like a button", () => {
    verify(
      page(`<table><tr><td>Length</td></tr></table><div><a class="btn" href=/ratings><span>7.4/10</span></a></div><p>${text}</p>
        <div><a class="btn" href=/visit>Book a visit on Saturday</a></div><div><a class="btn" href=/signup>Get started</a></div><p>${text}</p>`),
      ["7.4/10", "Book a visit on Saturday"],
      ["Get started"]
    )
  })

  it("keeps buttons that name a call or an answer of an API", () => {
    verify(
      page(
        `<table><tr><td>id</td></tr></table><p>${text}</p><div><button>get /berths/{id}</button><button>200 OK</button></div><div><button>Try it</button></div><p>${text}</p>`
      ),
      ["get /berths/{id}", "200 OK"],
      ["Try it"]
    )
  })

  it("keeps files to download at its end", () => {
    verify(
      page(
        `<table><tr><td>id</td></tr></table><p>${text.repeat(4)}</p><div><div>Downloads</div><a href=/t.pdf>Plan (PDF)</a></div>`
      ),
      ["Plan (PDF)"]
    )
  })

  it("keeps rows that are named like a section of a site", () => {
    verify(
      page(
        `<p>${text}</p><table><tr><th>Author</th><td><a href=mailto:a@b.example>Harbour Office</a></td></tr><tr><th>Tags</th><td>sail</td></tr></table>`
      ),
      ["Author", "Harbour Office"]
    )
  })

  it("keeps when a post was written, with who and buttons around it", () => {
    verify(
      page(`<div class=list><article class=status><header><a href=/1>Mar 3, 2025</a></header><p>${text}</p><div><button>Boost</button></div></article>
        <article class=status><header><a href=/2>Mar 4, 2025</a></header><p>${text}</p></article></div>`),
      ["Mar 3, 2025", "Mar 4, 2025"],
      ["Boost"]
    )
  })

  it("drops offers to mend it that stand next to its content", () => {
    verify(
      page(
        `<div><h2>Use</h2><p>${text.repeat(3)}</p><pre>boat --go</pre></div><div><h3>Found A Problem?</h3><a href=/e>Submit a Pull Request</a></div>`
      ),
      ["boat --go"],
      ["Found A Problem", "Pull Request"]
    )
  })
})
