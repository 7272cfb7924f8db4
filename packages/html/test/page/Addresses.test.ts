import { assert, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { describe, expect } from "vitest"
import { Addresses, escapeDestination } from "../../src/page/Addresses.ts"
import { render } from "../markdown/render.ts"

/** Parts of addresses, those that the parser changes among them. */
const parts = [
  ..."https:// http:// HTTPS:// // / /. /.. ./ ../ a b.html C d-e -f xn--g h--i 1.2 3 0x4 .com .org. : :80 :443 @ ? # & = ; ' ( ) % %2e %41 + , ~ ! * $ | \\ ^ { } ` < > [ ] \" _ é 日 𝒳".split(
    " "
  ),
  "example.com/",
  "www.example.org/path/",
  "mailto:",
  "tel:",
  " ",
  "\t",
  "\n"
]

const raws = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: parts.length - 1 }))), {
    maxLength: 8
  }),
  (indexes) => indexes.map((index) => parts[index]!).join("")
)

const bases = [
  "https://example.com/docs/page.html?q#f",
  "http://localhost:8080/",
  "https://example.com/a%20(b)/c",
  "file:///a/b"
]

describe("addresses of a page", () => {
  it.prop(
    "are those that the URL standard makes",
    [raws],
    ([raw]) => {
      for (const base of bases) {
        const addresses = new Addresses(new URL(base))
        const trimmed = raw.trim()
        const parsed = URL.parse(trimmed, base)
        const expected = trimmed === "" ? "" : (parsed?.href ?? trimmed)
        assert.strictEqual(addresses.resolve(raw), expected, `${JSON.stringify(raw)} on ${base}`)
        if (parsed === null) continue
        const link = addresses.link(raw)
        const whole = link.startsWith("/") && !link.startsWith("//") ? addresses.origin + link : link
        if (!/^(?:javascript|data|vbscript|about|blob):/i.test(expected)) {
          assert.strictEqual(whole, escapeDestination(expected), `${JSON.stringify(raw)} on ${base}`)
        }
      }
    },
    { arbitrary: { runs: 500 }, timeout: 60_000 }
  )

  it("survive the way through Markdown", () => {
    for (const address of [
      "https://e.com/a(b",
      "https://e.com/a)b",
      "https://e.com/((a))",
      "https://e.com/?a&copy;b\\c"
    ]) {
      const [, href = ""] = /href="([^"]*)"/.exec(render(`[x](${escapeDestination(address)})`)) ?? []
      expect(decodeURI(href.replaceAll("&amp;", "&"))).toBe(address)
    }
  })
})
