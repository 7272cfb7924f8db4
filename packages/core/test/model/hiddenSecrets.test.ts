/** What a caller asked, shown without its secrets and taken back. */
import { findHidden, hidden, hideSecrets, restoreSecrets } from "@orbweaver/core/internal/model/hiddenSecrets"
import * as Schema from "effect/Schema"
import { assert, it } from "@effect/vitest"
import { describe, expect } from "vitest"

const asked = {
  url: "https://user:secret@site.test/path?at=@",
  limit: 3,
  scrapeOptions: { headers: { Authorization: "Bearer secret" }, formats: ["markdown"], mobile: false, wait: null },
  actions: [
    { type: "write", selector: "#password", text: "secret" },
    { type: "press", key: "Enter" }
  ]
}

describe("options that are shown", () => {
  it("have no values of headers, passwords of addresses or typed texts, and all else", () => {
    expect(hideSecrets(asked)).toEqual({
      url: "https://***@site.test/path?at=@",
      limit: 3,
      scrapeOptions: { headers: { Authorization: hidden }, formats: ["markdown"], mobile: false, wait: null },
      actions: [{ type: "write", selector: "#password", text: hidden }, asked.actions[1]]
    })
  })

  it.prop("mean the stored ones when they come back, whatever they were", [Schema.Json], ([value]) => {
    assert.deepStrictEqual(restoreSecrets(hideSecrets(value), value), value)
    assert.deepStrictEqual(restoreSecrets(hideSecrets(asked), asked), asked)
  })
})

describe("parts of a list that come back in another order", () => {
  const stored = [
    { id: "a", headers: { token: "of a" } },
    { id: "b", headers: { token: "of b" } }
  ]

  it("are found by their ids", () => {
    expect(restoreSecrets([...stored].map(hideSecrets).toReversed(), stored)).toEqual(stored.toReversed())
  })

  it("get no other part's secret", () => {
    const given = restoreSecrets([{ id: "c", headers: { token: hidden } }, { headers: { token: hidden } }], stored)
    expect(given).toEqual([{ id: "c", headers: { token: hidden } }, { headers: { token: hidden } }])
    expect(findHidden(given)).toEqual([0, "headers", "token"])
  })
})

it("finds a hidden password of an address, and nothing where nothing is hidden", () => {
  expect(findHidden({ webhook: { url: "https://***@hook.test/" } })).toEqual(["webhook", "url"])
  expect(findHidden(asked)).toBeUndefined()
})
