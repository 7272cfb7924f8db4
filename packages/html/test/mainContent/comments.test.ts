import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../../src/mainContent/model/MainContent.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string, options: SelectMainOptions = {}): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, options)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const thought =
  "I measured the same thing on two of my own boats, and the longer oar won on each of them by a wide margin. "

const comment = (id: number, text: string): string =>
  `<li class="comment" id="comment-${id}"><article class="comment-body"><footer class="comment-meta"><b>Reader ${id}</b> says:
   <time>March ${id}, 2025 at 5:21 pm</time></footer><div class="comment-content"><p>${text}</p></div>
   <div class="reply"><a href="#respond">Reply</a></div></article></li>`

const post = (comments: ReadonlyArray<string>, type = "BlogPosting", paragraphs = 4): string =>
  `<title>Boats come home</title><script type="application/ld+json">{"@type":"${type}"}</script><body>
   <article><h1>Boats come home</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(paragraphs)}</article>
   <div id="comments" class="comments-area"><h2>Thoughts on boats</h2><ol class="comment-list">${comments.join("")}</ol>
   <div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form><p>Your email address will not be published.</p>
   <textarea></textarea></form></div></div></body>`

const short = [1, 2, 3, 4].map((id) => comment(id, `Great post number ${id}, thank you for it!`))
const long = [1, 2, 3].map((id) => comment(id, `Number ${id}: ${thought.repeat(2)}`))

describe("comments under an article", () => {
  it("are left out", () => {
    assert.notInclude(read(post(short)), "Great post")
  })

  it("stay where they are asked for, without forms and buttons", () => {
    const text = read(post(short), { comments: true })
    assert.include(text, "Reader 2 says:")
    assert.include(text, "Great post number 4")
    for (const tool of ["Reply", "email address"]) assert.notInclude(text, tool)
  })

  it("go however substantial they are", () => {
    assert.notInclude(read(post(long)), "I measured")
    assert.include(read(post(long), { comments: true }), "Number 3: I measured")
  })

  it("are not a form to write one", () => {
    const hints =
      "Please be mindful of our standards, and do not write in capitals, whatever you have to say to the others. "
    const form = `<div class="comments"><form><p>${hints}</p><textarea></textarea></form></div>`
    assert.notInclude(read(post([]).replace("</body>", `${form}</body>`), { comments: true }), "Please be mindful")
  })
})
