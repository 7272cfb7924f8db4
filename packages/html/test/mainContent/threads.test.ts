import { assert, describe, it } from "@effect/vitest"
import { parse as parseMarks, type DefaultTreeAdapterTypes } from "parse5"
import { articlePages, threadPages } from "../../quality/threadPages.ts"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { revealNoscript } from "../../src/page/noscript.ts"
import { parse } from "../../src/tree/parse.ts"

const collapsed = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const read = (html: string, url: string): { readonly text: string; readonly kind: string } => {
  const tree = parse(html)
  revealNoscript(tree)
  const main = selectMain(tree, { url })
  return { text: collapsed(plainText(tree, main)), kind: main.kind }
}

/** The texts that a page marks with an attribute, without those of noscript, which parse5 reads as text. */
const marked = (html: string, mark: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: DefaultTreeAdapterTypes.Node, inside: boolean): void => {
    if (node.nodeName === "#text") {
      const text = collapsed((node as DefaultTreeAdapterTypes.TextNode).value)
      if (inside && text !== "") found.push(text)
      return
    }
    const isMarked = "attrs" in node && node.attrs.some(({ name }) => name === mark)
    if ("childNodes" in node) for (const child of node.childNodes) visit(child, inside || isMarked)
  }
  visit(parseMarks(html.replaceAll(/<\/?noscript[^>]*>/g, "")), false)
  return found
}

const plain = (html: string): string => html.replaceAll(/ data-(?:keep|drop)(?=[ >])/g, "")

/** Characters from which on a text of the frame is no single word that the posts may have too. */
const minFrameText = 12
/** Lines of the frame that may stay below the posts of a short thread. */
const maxLeft = 2

describe("a thread keeps all its posts and who wrote them", () => {
  for (const { marked: html, name, url } of threadPages)
    it(`of ${name}`, () => {
      const { kind, text } = read(plain(html), url)
      const wanted = marked(html, "data-keep")
      assert.isAbove(wanted.length, 4)
      for (const one of wanted) assert.include(text, one)
      const left = marked(html, "data-drop").filter((one) => one.length >= minFrameText && text.includes(one))
      assert.isAtMost(left.length, maxLeft, left.join("\n"))
      assert.strictEqual(kind, "forum")
    })

  it("where the address says nothing", () => {
    for (const { marked: html, name } of threadPages.filter(({ name }) =>
      /bbpress|vanilla|drupal|invision/.test(name)
    )) {
      const { text } = read(plain(html), "https://site.example/12345")
      for (const one of marked(html, "data-keep")) assert.include(text, one, name)
    }
  })
})

describe("an article stays without what its readers wrote", () => {
  for (const { marked: html, name, url } of articlePages)
    it(`of ${name}`, () => {
      const { kind, text } = read(plain(html), url)
      for (const one of marked(html, "data-keep")) assert.include(text, one)
      for (const one of marked(html, "data-drop")) if (one.length >= minFrameText) assert.notInclude(text, one)
      assert.strictEqual(kind, "article")
    })
})
