import { assert, describe, it } from "@effect/vitest"
import { keptPlaces, makePlaces } from "@orbweaver/core/internal/jobs/rules/places"

interface Page {
  readonly accountId: string
  readonly isFirst: boolean
  readonly n: number
}

const make = (concurrency: number) => {
  const places = makePlaces<Page>(concurrency)
  let n = 0
  return {
    ...places,
    add: (accountId: string, count = 1) => {
      for (let page = 0; page < count; page++) places.offer({ accountId, isFirst: page === 0, n: n++ })
    },
    beginAll: () => {
      const begun: Array<string> = []
      for (let page = places.next(); page !== undefined; page = places.next()) begun.push(`${page.accountId}${page.n}`)
      return begun
    }
  }
}

describe("the places of a worker", () => {
  it("are all for one account while there is no other, and one more is kept for one that comes", () => {
    const places = make(10)
    places.add("a", 20)
    assert.strictEqual(places.keptRoom(), 0)
    assert.lengthOf(places.beginAll(), 10)
    assert.strictEqual(places.waiting(), 10)
    assert.strictEqual(places.keptRoom(), 1)
    places.add("b", 2)
    assert.deepStrictEqual(places.beginAll(), ["b20"])
    assert.strictEqual(places.keptRoom(), 0)
    // The account that has none running comes before the others.
    places.add("c")
    places.end("a")
    assert.deepStrictEqual(places.beginAll(), ["c22"])
    places.end("a")
    assert.deepStrictEqual(places.beginAll(), [])
    places.end("a")
    assert.deepStrictEqual(places.beginAll(), ["b21"])
  })

  it("that are kept go to no account that has running pages elsewhere", () => {
    const places = make(1)
    places.add("a", 2)
    assert.deepStrictEqual(places.beginAll(), ["a0"])
    places.offer({ accountId: "b", isFirst: false, n: 2 })
    assert.deepStrictEqual(places.beginAll(), [])
    places.offer({ accountId: "c", isFirst: true, n: 3 })
    assert.deepStrictEqual(places.beginAll(), ["c3"])
  })

  it("are shared evenly: the account with the fewest running pages begins next, its pages in their order", () => {
    const places = make(4)
    places.add("a", 4)
    places.add("b", 2)
    places.add("c")
    assert.deepStrictEqual(places.beginAll(), ["a0", "b4", "c6", "a1"])
    places.end("a")
    places.end("c")
    assert.deepStrictEqual(places.beginAll(), ["b5", "a2"])
  })

  it("that are kept are a tenth of the others, and at least one", () => {
    assert.deepStrictEqual([1, 10, 11, 50].map(keptPlaces), [1, 1, 2, 5])
  })
})
