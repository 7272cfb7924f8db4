import { redactionOf } from "@orbweaver/core/model/RedactPII"
import { redactText } from "@orbweaver/core/internal/text/redactText"
import { assert, describe, it } from "@effect/vitest"
import { atOnce } from "../../src/support/steps.ts"

const everything = redactionOf(true)!
const redact = (text: string, options = everything, syntax?: "markup") => atOnce(redactText(text, options, syntax))

describe("redactText", () => {
  const planted: ReadonlyArray<readonly [kind: string, texts: ReadonlyArray<string>]> = [
    ["EMAIL", ["a@b.co", "john\\_doe@example.com", "x.y+z%40mail.example.org"]],
    ["PHONE", ["+49 (0)30 123456-78", "(212) 555-1234", "06 12 34 56 78", "020 7946 0958", "090-1234-5678"]],
    ["FINANCIAL", ["4111 1111 1111 1111", "378282246310005", "DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"]],
    ["LOCATION", ["192.168.0.1", "fe80::1%eth0", "2001:db8::8a2e:370:7334"]],
    [
      "SECRET",
      ["AKIAIOSFODNN7EXAMPLE", `ghp_${"a1".repeat(18)}`, `-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----`]
    ]
  ]
  for (const [kind, texts] of planted) {
    it(`finds ${kind} in its usual forms, wherever a window ends`, () => {
      for (const text of texts) {
        for (const lead of [0, 4080, 4090, 4095, 4096]) {
          const before = `${"x".repeat(lead)} `
          assert.strictEqual(redact(`${before}${text} end`), `${before}<${kind}> end`)
        }
      }
    })
  }

  it("leaves prices, dates, versions, ISBNs, coordinates, code and order numbers alone", () => {
    const texts = [
      "2024-2025 1.234.567,89 $1,234.56 12:30:45 2024-05-12 v1.2.3.4 version 10.2.3.4",
      "978-3-16-148410-0 0-306-40615-2 52.520008, 13.404954 +1.234.567,89 std::vector a::b",
      "order 4111 1111 1111 1111, card-like 4111 1111 1111 1112, logo@2x.png",
      "d41d8cd98f00b204e9800998ecf8427e 00:1a:2b:3c:4d:5e"
    ]
    for (const text of texts) assert.strictEqual(redact(text), text)
  })

  it("writes a placeholder that is text in HTML, and finds hidden characters there", () => {
    const html = `<a href="mailto:&#97;&#64;b.com">a&#64;b.com</a> &#60;b`
    assert.strictEqual(redact(html, everything, "markup"), `<a href="mailto:&lt;EMAIL&gt;">&lt;EMAIL&gt;</a> &#60;b`)
  })

  it("masks, removes and restricts itself to entities", () => {
    const text = "a@b.co 192.168.0.1"
    assert.strictEqual(redact(text, redactionOf({ replaceStyle: "mask" })), "****** ***********")
    assert.strictEqual(redact(text, redactionOf({ replaceStyle: "remove" })), " ")
    assert.strictEqual(redact(text, redactionOf({ entities: ["EMAIL"] })), "<EMAIL> 192.168.0.1")
  })

  it("leaves all other references of HTML as they are written", () => {
    const html = `<p title="&#65;&nbsp;&amp;">&copy; &#43;49&nbsp;30&#160;901820 &#x41;&period;</p><p>4111&nbsp;1111&nbsp;1111&nbsp;1111 &#66;</p>`
    const redacted = `<p title="&#65;&nbsp;&amp;">&copy; &lt;PHONE&gt; &#x41;&period;</p><p>&lt;FINANCIAL&gt; &#66;</p>`
    assert.strictEqual(redact(html, everything, "markup"), redacted)
  })

  it("takes steps in proportion to the text, each of a bounded piece, whatever the text begins again and again", () => {
    const stepsOf = (text: string): number => {
      const steps = redactText(text, everything, "markup")
      let count = 0
      while (steps.next().done !== true) count++
      return count
    }
    for (const beginning of [
      "a@a.",
      "1 ",
      "+1(((",
      "::",
      "-----BEGIN PRIVATE KEY-----",
      "eyJaaaaaaaaa.eyJ",
      "&#64;",
      "api_key=",
      "a[at]"
    ]) {
      const [once = 0, eightTimes = 0] = [125_000, 1_000_000].map((length) =>
        stepsOf(beginning.repeat(Math.ceil(length / beginning.length)))
      )
      assert.isAtMost(eightTimes, 8.5 * once, beginning)
    }
  })
})
