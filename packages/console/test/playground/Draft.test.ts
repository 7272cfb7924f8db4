// What stands in the address of a request.
import { assert, it } from "vitest"
import { type Draft, firstDraft, fromQuery, toQuery } from "../../web/playground/Draft.ts"

const read = (draft: Draft): Draft | undefined => fromQuery(new URLSearchParams(toQuery(draft)))

it("reads back what it wrote", () => {
  const draft: Draft = {
    ...firstDraft,
    mode: "crawl",
    target: "https://example.com/?a=1&b=ü",
    formats: ["markdown", "question"],
    details: { ...firstDraft.details, question: "What does it cost?", fullPage: false },
    page: { mobile: "true" },
    own: { limit: "20" }
  }
  assert.deepStrictEqual(read(draft), draft)
})

it("holds no headers, no typed text and no password", () => {
  const query = toQuery({
    ...firstDraft,
    target: "https://ann:secret@example.com/",
    page: { headers: '{"cookie":"secret"}', actions: '[{"type":"write","text":"secret"}]', mobile: "true" }
  })
  assert.notInclude(query, "secret")
  assert.include(query, "example.com")
  assert.include(query, "mobile")
})

it("takes nothing from an address that it does not know", () => {
  assert.isUndefined(fromQuery(new URLSearchParams("mode=steal")))
  const made = fromQuery(
    new URLSearchParams({ mode: "scrape", rest: '{"page":{"mobile":1},"details":{"schema":5,"x":"y"},"prompt":[]}' })
  )
  assert.deepStrictEqual(made, { ...firstDraft, prompt: "" })
  assert.deepStrictEqual(fromQuery(new URLSearchParams({ mode: "scrape", rest: "{" })), firstDraft)
})
