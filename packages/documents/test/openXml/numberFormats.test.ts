import { assert, it } from "@effect/vitest"
import { numberFormat } from "../../src/openXml/xlsx/numberFormat.ts"

const shows = (code: string | number, value: number): string =>
  typeof code === "number" ? numberFormat(undefined, code)(value) : numberFormat(code, 164)(value)

it("shows groups, decimals and signs of currency", () => {
  assert.strictEqual(shows("#,##0.00", 1234567.891), "1,234,567.89")
  assert.strictEqual(shows(3, 999.6), "1,000")
  assert.strictEqual(shows('"$"#,##0.00', 1234.5), "$1,234.50")
  assert.strictEqual(shows("#,##0.00\\ [$€-407]", 1234.5), "1,234.50 €")
  assert.strictEqual(shows("[$¥-411]#,##0", 1980), "¥1,980")
  assert.strictEqual(shows("0.0##", 2.5), "2.5")
  assert.strictEqual(shows("#.##", 0.5), ".5")
  assert.strictEqual(shows('0.0,,"M"', 12_345_678), "12.3M")
})

it("shows percentages, powers of ten and leading zeros", () => {
  assert.strictEqual(shows(9, 0.25), "25%")
  assert.strictEqual(shows("0.0%", 0.1234), "12.3%")
  assert.strictEqual(shows(11, 123_456), "1.23E+05")
  assert.strictEqual(shows("0.0E-0", 0.00012), "1.2E-4")
  assert.strictEqual(shows("00000", 123), "00123")
  assert.strictEqual(shows("000-00-0000", 12_345_678), "012-34-5678")
  assert.strictEqual(shows("(###) ###-####", 5_551_234_567), "(555) 123-4567")
})

it("shows negative numbers and zero by sections of their own", () => {
  assert.strictEqual(shows("#,##0;(#,##0);-", -1200), "(1,200)")
  assert.strictEqual(shows("#,##0;(#,##0);-", 0), "-")
  assert.strictEqual(shows("0.00", -2.3456), "-2.35")
  assert.strictEqual(shows("0", -0.2), "0")
  assert.strictEqual(shows("[Red]0.0;[Blue]-0.0", -2), "-2.0")
  assert.strictEqual(shows(`"yes";"yes";"no"`, 0), "no")
  assert.strictEqual(shows(";;;", 42), "")
})

it("shows numbers without a format, or with one that is not known, as they are", () => {
  assert.strictEqual(shows("General", 0.1 + 0.2), "0.3")
  assert.strictEqual(shows(0, 1e21), "1e+21")
  assert.strictEqual(shows("[[[", 0.5), "0.5")
  assert.strictEqual(shows("#,##0", 1e22), "1e+22")
})

it("shows fractions, conditions and elapsed time", () => {
  assert.strictEqual(shows("# ?/?", 1.5), "1 1/2")
  assert.strictEqual(shows(13, 0.28), "7/25")
  assert.strictEqual(shows('[>=1000]0.0,"k";0', 1500), "1.5k")
  assert.strictEqual(shows('[>=1000]0.0,"k";0', 15), "15")
  assert.strictEqual(shows("[h]:mm", 1.5), "36:00")
})
