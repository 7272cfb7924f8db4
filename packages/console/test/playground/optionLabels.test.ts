// Each option has words that a person wrote.
import { assert, it } from "vitest"
import { optionFields } from "../../../http/src/console/optionFields.ts"
import { isOther } from "../../web/playground/formats.ts"
import { knownLabel, optionGroups } from "../../web/playground/optionLabels.ts"

const { formats, success: _success, ...modes } = optionFields()
const names = new Set(Object.values(modes).flatMap((fields) => fields.map(({ name }) => name)))

it("labels each option that the server has", () => {
  assert.deepStrictEqual(
    [...names].filter((name) => knownLabel(name) === undefined),
    []
  )
})

it("labels no option that the server has not", () => {
  const labelled = optionGroups.flatMap(({ labels }) => Object.keys(labels))
  assert.deepStrictEqual(
    labelled.filter((name) => !names.has(name) && name !== "prompt" && name !== "schema"),
    []
  )
})

it("has a place for each format", () => {
  assert.deepStrictEqual(formats.filter(isOther), [])
})
