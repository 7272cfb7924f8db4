/**
 * A number as its format shows it (ECMA-376 part 1 §18.8.31), by `numfmt`. Numbers without a format, or with one that cannot be
 * read, keep up to 15 digits. The signs of decimals and groups are those of English, as in a sheet that is opened with an
 * English system: a locale inside of a format names a currency only.
 */
import { format } from "numfmt"

/** Built-in formats of numbers (§18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  46: "[h]:mm:ss",
  48: "0.0E+0"
}

/** Excel takes no longer ones. */
const longestCode = 255
/** Larger numbers are shown without their format. */
const largest = 1e21

/** How a cell of this format shows its number. The code is read once, as a sheet may have a million cells of it. */
export const numberFormat = (code: string | undefined, id: number): ((value: number) => string) => {
  const pattern = (code ?? builtIn[id] ?? "").slice(0, longestCode).replaceAll(/(\[\$[^\]-]*)-[^\]]*\]/g, "$1]")
  if (pattern === "" || /^general$/i.test(pattern) || !isReadable(pattern)) return general
  return (value) => (Math.abs(value) < largest ? format(pattern, value).trim() : general(value))
}

const isReadable = (pattern: string): boolean => {
  try {
    format(pattern, 1)
    return true
  } catch {
    return false
  }
}

/** Signs that a number without a format has room for (§18.8.31, "General"). */
const generalWidth = 11

/** A number without a format. Whole numbers stay whole, since long ones are names of things, such as article numbers. */
export const general = (value: number): string => {
  const whole = String(Number(value.toPrecision(15)))
  if (Number.isInteger(value) || whole.replace("-", "").length <= generalWidth || whole.includes("e")) return whole
  const digits = Math.max(0, generalWidth - 1 - String(Math.trunc(Math.abs(value))).length)
  const rounded = Number(value.toFixed(digits))
  // Very small numbers would be nothing.
  return rounded === 0 ? String(Number(value.toPrecision(6))) : String(rounded)
}
