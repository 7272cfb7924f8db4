import { expect, it } from "vitest"
import { EgressUnavailable } from "@orbweaver/egress"
import type { Agent } from "undici"
import { Agent as ours, checked } from "../src/internal/undici.ts"

it("refuses an HTTP client that does not connect by the function it is given", () => {
  class StandIn {
    dispatch() {
      return true
    }
    destroy() {}
  }
  for (const Class of [StandIn, Object]) {
    expect(() => checked(Class as unknown as typeof Agent)).toThrow(EgressUnavailable)
  }
  expect(checked(ours)).toBe(ours)
})
