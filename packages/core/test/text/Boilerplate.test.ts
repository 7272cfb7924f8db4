import { assert, describe, it } from "@effect/vitest"
import * as Boilerplate from "../../src/text/Boilerplate.ts"
import { Schema } from "effect"

const host = "s.test"
const small = { pages: 4, share: 0.5 }

describe("blocks that repeat on a site", () => {
  it("are known once enough pages of a template have them", () => {
    const found = Boilerplate.make(small)
    for (let page = 1; page <= 4; page++) {
      assert.deepStrictEqual(found.repeated(host), [])
      found.observe(host, { template: 1, blocks: [7, 100 + page] }, `content ${page}`)
    }
    assert.deepStrictEqual(found.repeated(host), [7])
    assert.deepStrictEqual(found.repeated("elsewhere.test"), [])
  })

  it("are told by their template when they are rare on the whole site", () => {
    const found = Boilerplate.make(small)
    for (let page = 1; page <= 40; page++) {
      const blocks = page % 10 === 0 ? [7, 1000 + page] : [1000 + page]
      found.observe(host, { template: page % 10 === 0 ? 2 : 1, blocks }, `content ${page}`)
    }
    assert.deepStrictEqual(found.repeated(host), [7])
  })

  it("are not those of one page with many addresses", () => {
    const found = Boilerplate.make(small)
    for (let address = 0; address < 50; address++) {
      found.observe(host, { template: 1, blocks: [1, 2, 3] }, "the same content")
    }
    assert.deepStrictEqual(found.repeated(host), [])
  })

  it("stay known while a site of endless different pages passes", () => {
    const found = Boilerplate.make({ ...small, blocks: 100, groups: 3 })
    for (let page = 0; page < 2000; page++) {
      found.observe(host, { template: page % 50, blocks: [7, page * 2 + 10, page * 2 + 11] }, `content ${page}`)
    }
    assert.deepStrictEqual(found.repeated(host), [7])
  })

  const Pages = Schema.Array(Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }))))

  it.prop("are never on less than their part of the pages", [Pages], ([pages]) => {
    const found = Boilerplate.make(small)
    pages.forEach((blocks, page) =>
      found.observe(host, { template: 1, blocks: [...new Set(blocks)] }, `content ${page}`)
    )
    for (const block of found.repeated(host)) {
      // With many pages the list may be an eighth of them old.
      const on = pages.filter((blocks) => blocks.includes(block)).length
      assert.isAtLeast(on, pages.length * small.share * (7 / 8) - 1)
    }
  })
})
