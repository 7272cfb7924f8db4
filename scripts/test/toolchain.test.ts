import { expect, it } from "vitest"

it("runs on the Node that the lock file pins, whatever the machine has", () => {
  expect(process.version).toMatch(/^v24\./)
})
