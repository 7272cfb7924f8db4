import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { acceptLanguage, languagesOf } from "../../src/network/ClientProfile.ts"

it("speaks the languages that were asked for, else the one of the country", () => {
  assert.deepStrictEqual(languagesOf({ country: "DE", languages: [] }), ["de-DE"])
  assert.deepStrictEqual(languagesOf({ country: "in", languages: [] }), ["hi-IN"])
  assert.deepStrictEqual(languagesOf({ country: "DE", languages: ["EN-gb", "no tag"] }), ["en-GB"])
  assert.deepStrictEqual(languagesOf({ country: "DE", languages: ["\r\nx-key: 1"] }), ["de-DE"])
})

it("weighs languages as a browser does", () => {
  assert.strictEqual(acceptLanguage(["de-DE", "en"]), "de-DE,de;q=0.9,en;q=0.8")
  const many = "aa ab af ak am an ar as av ay az".split(" ")
  assert.strictEqual(acceptLanguage(many).split(",").at(7), "as;q=0.3")
  assert.strictEqual(acceptLanguage(many).split(",").at(-1), "az;q=0.1")
})

it.effect.prop(
  "writes a header whatever was asked for",
  [Schema.Array(Schema.String), Schema.String],
  ([languages, country]) =>
    Effect.sync(() => assert.match(acceptLanguage(languagesOf({ country, languages })), /^[\w;=.,-]+$/))
)
