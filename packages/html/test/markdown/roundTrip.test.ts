import { assert, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { describe } from "vitest"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { parse } from "../../src/tree/parse.ts"
import { documentOf } from "./documents.ts"
import { factsOf } from "./facts.ts"
import { render } from "./render.ts"

const base = "https://example.com/docs/page.html"

const choices = Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9999 }))), {
  minLength: 1,
  maxLength: 120
})

describe("Markdown rendered by a CommonMark and GFM renderer", () => {
  it.prop(
    "says what the page says: text, headings, links and code",
    [Arbitrary.map(choices, documentOf)],
    ([html]) => {
      const markdown = toMarkdown(parse(html), { baseUrl: new URL(base) })
      assert.deepStrictEqual(
        factsOf(parse(render(markdown)), base),
        factsOf(parse(html), base),
        `${html}\n\n${markdown}`
      )
    },
    { arbitrary: { runs: 400 }, timeout: 60_000 }
  )
})
