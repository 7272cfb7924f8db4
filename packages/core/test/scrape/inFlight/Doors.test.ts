import { assert, describe, it } from "@effect/vitest"
import { Doors } from "../../../src/scrape/inFlight/Doors.ts"

describe("those who wait to begin", () => {
  const setup = () => {
    const doors = new Doors()
    const entered: Array<string> = []
    const wait = (account: string, name: string) => doors.wait(account, () => entered.push(name))
    return { doors, entered, wait }
  }

  it("enter in the order of arrival within an account, accounts in turn", () => {
    const { doors, entered, wait } = setup()
    for (const name of ["a1", "a2", "a3"]) wait("a", name)
    wait("b", "b1")
    while (doors.open()) assert.isAtMost(doors.waiting, 3)
    assert.deepStrictEqual(entered, ["a1", "b1", "a2", "a3"])
    assert.strictEqual(doors.waiting, 0)
  })

  it("may give up, once, and not after they have entered", () => {
    const { doors, entered, wait } = setup()
    const first = wait("a", "a1")
    const second = wait("a", "a2")
    wait("b", "b1")
    second()
    second()
    assert.strictEqual(doors.waiting, 2)
    doors.open()
    first()
    assert.strictEqual(doors.waiting, 1)
    doors.open()
    assert.isFalse(doors.open())
    assert.deepStrictEqual(entered, ["a1", "b1"])
  })
})
