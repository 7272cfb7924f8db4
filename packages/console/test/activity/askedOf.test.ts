// A call as the playground asks it.
import { assert, it } from "vitest"
import { askedOf, draftOf } from "../../web/activity/askedOf.ts"
import { fromQuery, toQuery } from "../../web/playground/Draft.ts"
import { bodyOf } from "../../web/playground/request.ts"

const bodies = {
  scrape: {
    url: "https://example.com/",
    formats: ["markdown", { type: "question", question: "Who?" }],
    mobile: true,
    includeTags: ["main", "h1"],
    waitFor: 200
  },
  crawl: { url: "https://example.com/", limit: 5, scrapeOptions: { formats: ["html"], mobile: true } },
  map: { url: "https://example.com/", search: "prices" },
  search: { query: "tea kettles", limit: 3 },
  extract: { urls: ["https://example.com/*"], prompt: "Prices", schema: { type: "object" } }
} as const

it("asks what was asked", () => {
  for (const [endpoint, body] of Object.entries(bodies)) assert.deepStrictEqual(bodyOf(askedOf(endpoint, body)!), body)
})

it("fills the form with it, through an address too", () => {
  const draft = draftOf(askedOf("scrape", bodies.scrape)!)
  assert.deepStrictEqual(draft.page, { mobile: "true", includeTags: "main, h1", waitFor: "200" })
  assert.strictEqual(draft.details.question, "Who?")
  assert.deepStrictEqual(fromQuery(new URLSearchParams(toQuery(draft))), draft)
  assert.deepStrictEqual(draftOf(askedOf("crawl", bodies.crawl)!).own, { limit: "5" })
})

it("leaves calls alone that the playground does not make, and reads whatever was sent", () => {
  assert.isUndefined(askedOf("parse", {}))
  assert.isUndefined(askedOf("agent", { prompt: "x" }))
  assert.deepStrictEqual(askedOf("scrape", [1]), {
    mode: "scrape",
    target: "",
    formats: ["markdown"],
    options: {}
  })
  assert.strictEqual(askedOf("extract", { urls: 5, prompt: 7 })?.target, "")
})
