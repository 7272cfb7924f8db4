// How many prompts of the `json` format, as people write them, are understood without a model.
import { assert, describe, it } from "@effect/vitest"
import { promptSchema } from "../../src/json/promptSchema.ts"
import { heldOutJson } from "../../quality/prompts/jsonSentences.ts"
import { judgeJson } from "../../quality/prompts/judgeJson.ts"

describe("prompts of the json format without a model", () => {
  it("are understood, but for the few that are listed by `npm run quality -w packages/extraction`", () => {
    const { misses, right, total } = judgeJson()
    assert.isAtLeast(total, 100)
    assert.isAtLeast(right / total, 0.97, JSON.stringify(misses))
    const heldOut = judgeJson(heldOutJson)
    assert.isAtLeast(heldOut.right / heldOut.total, 0.7)
  })

  it("are left to a model when they are more than names", () => {
    for (const prompt of ["Is the price fair?", "title and a short review in your own words", "x".repeat(501)]) {
      assert.isUndefined(promptSchema(prompt), prompt)
    }
  })
})
