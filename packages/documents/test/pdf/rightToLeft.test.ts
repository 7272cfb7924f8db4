import { assert, it } from "@effect/vitest"
import { visualToLogical } from "../../src/pdf/text/rightToLeft.ts"

const visual = (text: string) => visualToLogical(Array.from(text), false)

it("turns Hebrew around, and leaves numbers and Latin words inside of it as they are", () => {
  assert.strictEqual(visual("םולש"), "שלום")
  assert.strictEqual(visual("(2024) PDF ץבוק"), "קובץ PDF (2024)")
})

it("turns Hebrew words inside of Latin text only", () => {
  assert.strictEqual(visual("the word םולש means peace"), "the word שלום means peace")
})

it("keeps the letters of a ligature, which are in reading order already", () => {
  assert.strictEqual(visualToLogical(["م", "لا", "س"], false), "سلام")
})

it("leaves brackets as they are in files that name them by what they stand for", () => {
  assert.strictEqual(visual(")2024( ץבוק"), "קובץ (2024)")
})

it("goes by the page where a line holds more foreign letters than its own", () => {
  const line = Array.from("framework ץבוק")
  assert.strictEqual(visualToLogical(line, true), "קובץ framework")
  assert.strictEqual(visualToLogical(line, false), "framework קובץ")
})
