import { convert } from "@orbweaver/html"
import type { Random } from "../Random.ts"
import { holds, type Target, textOf } from "../Target.ts"

const words = [
  ":not(",
  ":is(",
  ":has(",
  ":nth-child(2n+1)",
  ":nth-last-of-type(-n+3)",
  ":first-child",
  ":empty",
  "::before",
  "[a]",
  "[a='b']",
  "[class~=menu i]",
  "[href^='/']",
  ")",
  "(",
  ",",
  ">",
  "+",
  "~",
  "||",
  "*",
  "#a",
  ".b",
  "\\",
  "\\31 ",
  "\0",
  "/*",
  "svg|a",
  "\u00e9",
  " "
]

const compound = (random: Random, depth: number): string =>
  random.of(["", "*", "div", "P", "x-card", "svg"]) +
  random
    .list(4, () =>
      depth > 0 && random.chance(0.3)
        ? `:${random.of(["not", "is", "where", "has", "nth-child"])}(${selectorList(random, depth - 1)})`
        : random.of(words)
    )
    .join("")

const selectorList = (random: Random, depth: number): string =>
  random
    .list(4, () => random.list(5, () => compound(random, depth)).join(random.of([" ", " > ", " + ", "~", ""])))
    .join(", ")

const page = `<!doctype html><nav id=a class="menu b"><a href=/a>a</a></nav>${"<div class=b><p>x<p hidden>y<x-card a=b>z</x-card></div>".repeat(40)}<svg><a id=a></a></svg>${"<div>".repeat(60)}deep`

export const selector: Target = {
  name: "selector",
  extension: "txt",
  words,
  generate: (random) => Buffer.from(selectorList(random, 4).slice(0, 20_000)),
  open: () => {
    const read = (includeTags: ReadonlyArray<string>, excludeTags: ReadonlyArray<string>): string | undefined => {
      try {
        return convert({
          html: page,
          url: "https://site.example/",
          wanted: ["html"],
          onlyMainContent: false,
          includeTags,
          excludeTags,
          removeBase64Images: true,
          attributes: []
        }).html
      } catch (error) {
        if (error instanceof Error && error.name === "InvalidSelector") return undefined
        throw error
      }
    }
    return {
      check: (input) => {
        const text = textOf(input)
        const included = read([text], [])
        holds(included === read([text], []), "a second reading differs from the first")
        const excluded = read([], [text])
        holds((included === undefined) === (excluded === undefined), "a selector is valid in one of two options only")
      }
    }
  }
}
