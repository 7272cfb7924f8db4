// Errors of two copies of the library in one process.
import { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import { Schema } from "effect"
import { expect, it } from "vitest"

/** A class as another copy of the library has it. */
const copyOf = (name: string) =>
  class extends Schema.TaggedError<Error>(name)(name, {}) {
    static {
      knowEveryCopy(this)
    }
  }

const Copy = copyOf("InvalidInput")
const Other = copyOf("StoreError")
class Extended extends InvalidInput {}
const input = { what: "options", issues: [] }

it("an error is one of its class in every copy", () => {
  expect(new Copy()).toBeInstanceOf(InvalidInput)
  expect(new InvalidInput(input)).toBeInstanceOf(Copy)
  expect(new InvalidInput(input)).toBeInstanceOf(Error)
})

it("an error is none of another class, nor is what only has its tag", () => {
  expect(new Other()).not.toBeInstanceOf(InvalidInput)
  for (const value of [{ _tag: "InvalidInput" }, new Error("InvalidInput"), undefined, "InvalidInput"])
    expect(value instanceof InvalidInput).toBe(false)
})

it("an error of a class that extends it is of both, and no other error is of that class", () => {
  expect(new Extended(input)).toBeInstanceOf(Extended)
  expect(new Extended(input)).toBeInstanceOf(Copy)
  expect(new InvalidInput(input)).not.toBeInstanceOf(Extended)
})
