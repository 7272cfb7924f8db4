import { redactActions, redactBlocks, redactFormat, redactMetadata } from "../../src/scrape/redactFields.ts"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { redactionOf } from "@orbweaver/core/model/RedactPII"
import type { Fields } from "@orbweaver/core/scrape/Format"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const everything = redactionOf(true)!
const redact = (fields: Fields) => redactFormat(Effect.succeed(fields), everything, "json")

describe("redaction of what a format made", () => {
  it.effect("reaches members of every name in the data of the caller's schema", () =>
    Effect.gen(function* () {
      const json = { tokens: "a@b.co", screenshot: "a@b.co", html: "a@b.co", madeBy: [{ pdfs: ["a@b.co"] }], price: 5 }
      const redacted = {
        tokens: "<EMAIL>",
        screenshot: "<EMAIL>",
        html: "<EMAIL>",
        madeBy: [{ pdfs: ["<EMAIL>"] }],
        price: 5
      }
      assert.deepStrictEqual(yield* redact({ json }), { json: redacted })
    })
  )

  it.effect("redacts names of members, and keeps each apart", () =>
    Effect.gen(function* () {
      const json = { "a@b.co": 1, "c@d.co": 2, ["__proto__"]: "x" }
      const { json: redacted } = yield* redact({ json })
      assert.deepStrictEqual(JSON.stringify(redacted), `{"<EMAIL>":1,"<EMAIL> 2":2,"__proto__":"x"}`)
    })
  )

  it.effect("leaves the picture and the account of a format as they are, and writes text into HTML", () =>
    Effect.gen(function* () {
      const fields: Fields = {
        html: "<b>a@b.co</b>",
        screenshot: "data:image/png;base64,AKIAAKIAAKIAAKIAAKIA",
        madeBy: "model",
        tokens: { input: 1, output: 2 }
      }
      assert.deepStrictEqual(yield* redact(fields), { ...fields, html: "<b>&lt;EMAIL&gt;</b>" })
    })
  )

  it.effect("takes personal data out of the reason of a failure", () =>
    Effect.gen(function* () {
      const failed = Effect.fail(new FormatError({ format: "json", detail: "unexpected a@b.co", model: "unusable" }))
      const error = yield* Effect.flip(redactFormat(failed, everything, "json"))
      assert.include(error, { _tag: "FormatError", detail: "unexpected <EMAIL>", model: "unusable" })
    })
  )

  it.effect("fails rather than give what is nested too deeply to be read", () =>
    Effect.gen(function* () {
      const json = JSON.parse(`${"[".repeat(5000)}"a@b.co"${"]".repeat(5000)}`)
      const error = yield* Effect.flip(redact({ json }))
      assert.strictEqual(error._tag, "FormatError")
      assert.notInclude(JSON.stringify(yield* redactBlocks(json, everything)), "a@b.co")
    })
  )

  it.effect("reads every member of the metadata as a text", () =>
    Effect.gen(function* () {
      const metadata = { title: "a@b.co", screenshot: "a@b.co", keywords: ["x", "a@b.co"], numPages: 3 }
      const redacted = { title: "<EMAIL>", screenshot: "<EMAIL>", keywords: ["x", "<EMAIL>"], numPages: 3 }
      assert.deepStrictEqual(yield* redactMetadata(metadata, everything), redacted)
    })
  )

  it.effect("redacts what actions read and returned", () =>
    Effect.gen(function* () {
      const results = {
        screenshots: ["data:image/png;base64,AA"],
        pdfs: ["https://blobs.test/1"],
        scrapes: [{ url: "https://a.test/", html: "<p>a@b.co</p>" }],
        javascriptReturns: [{ type: "object", value: { screenshots: ["a@b.co"] } }]
      }
      assert.deepStrictEqual(yield* redactActions(results, everything), {
        ...results,
        scrapes: [{ url: "https://a.test/", html: "<p>&lt;EMAIL&gt;</p>" }],
        javascriptReturns: [{ type: "object", value: { screenshots: ["<EMAIL>"] } }]
      })
    })
  )
})
