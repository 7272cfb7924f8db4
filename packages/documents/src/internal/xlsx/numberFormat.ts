/**
 * A number as its format shows it (ECMA-376 part 1 §18.8.31): groups, decimals,
 * signs of currency, leading zeros, powers of ten, percentages, patterns such
 * as `000-00`. Numbers without a format keep up to 15 digits. Colours and
 * paddings are no text; fractions and sections with conditions of their own are
 * shown as if there were no format.
 */

/** Built-in formats of numbers (§18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  48: "0.0E+0"
}

/** Excel takes no longer ones. */
const longestCode = 255

/** How a cell of this format shows its number. The code is read once, as a sheet may have a million cells of it. */
export const numberFormat = (code: string | undefined, id: number): ((value: number) => string) => {
  const sections = sectionsOf((code ?? builtIn[id] ?? "").slice(0, longestCode))
  return (value) => {
    const index = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0
    const section = sections[index]
    if (section === undefined || section.some(({ kind }) => kind === "other")) return general(value)
    // A section for negative numbers writes the sign itself.
    const text = showSection(section, Math.abs(value))
    return text === undefined ? general(value) : value < 0 && index === 0 && /[1-9]/.test(text) ? `-${text}` : text
  }
}

/** A number without a format. */
export const general = (value: number): string => String(Number(value.toPrecision(15)))

interface Token {
  readonly kind: "digit" | "point" | "comma" | "percent" | "power" | "literal" | "other"
  readonly text: string
}

const part = /"([^"]*)"?|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[([^\]]*)\]|(;)|([0#?])|(\.)|(,)|(%)|(E[+-])|(.)/giu

/** Parts of the code by section; a code that shows no number as such has none. */
const sectionsOf = (code: string): ReadonlyArray<ReadonlyArray<Token>> => {
  if (code === "" || /^general$/i.test(code)) return []
  const sections: Array<Array<Token>> = [[]]
  const add = (kind: Token["kind"], text: string) => sections.at(-1)!.push({ kind, text })
  for (const [, quoted, escaped, currency, bracket, end, digit, point, comma, percent, power, sign] of code.matchAll(
    part
  )) {
    if (end !== undefined) sections.push([])
    else if (quoted !== undefined || escaped !== undefined || currency !== undefined)
      add("literal", quoted ?? escaped ?? currency!)
    else if (bracket !== undefined) {
      if (/^[<>=]/.test(bracket)) add("other", bracket)
    } else if (digit !== undefined) add("digit", digit)
    else if (point !== undefined) add("point", point)
    else if (comma !== undefined) add("comma", comma)
    else if (percent !== undefined) add("percent", percent)
    else if (power !== undefined) add("power", power)
    else if (sign !== undefined) add(/[/a-z@]/i.test(sign) ? "other" : "literal", sign)
  }
  return sections
}

/** The section with the number's digits in its places; nothing for numbers too large to write out. */
const showSection = (section: ReadonlyArray<Token>, size: number): string | undefined => {
  const power = section.findIndex(({ kind }) => kind === "power")
  if (power >= 0) return showPower(section, power, size)
  const last = section.findLastIndex(({ kind }) => kind === "digit")
  if (last < 0) return literals(section)
  const point = section.findIndex(({ kind }) => kind === "point")
  const end = point < 0 ? section.length : point
  const whole = section.slice(0, end)
  const lastWhole = whole.findLastIndex(({ kind }) => kind === "digit")
  // A comma behind the last digit divides by a thousand, one between digits groups.
  const thousands = section.filter(({ kind }, at) => kind === "comma" && at > (lastWhole < 0 ? last : lastWhole)).length
  const grouped = whole.some(({ kind }, at) => kind === "comma" && at < lastWhole)
  const percents = section.filter(({ kind }) => kind === "percent").length
  const decimals = point < 0 ? [] : section.slice(point + 1).filter(({ kind }) => kind === "digit")
  const scaled = (size * 100 ** percents) / 1000 ** thousands
  if (!(scaled < 1e21)) return undefined
  const [digits = "0", fraction = ""] = Number(scaled.toPrecision(15)).toFixed(Math.min(decimals.length, 20)).split(".")
  const least = decimals.findLastIndex(({ text }) => text === "0") + 1
  let kept = fraction.length
  while (kept > least && fraction[kept - 1] === "0") kept--
  const tail = point < 0 ? [] : section.slice(section.findLastIndex(({ kind }) => kind === "digit") + 1)
  const shownFraction = kept > 0 ? `.${fraction.slice(0, kept)}` : ""
  return fillWhole(whole, digits, grouped) + shownFraction + literals(tail)
}

/** Digits from the right into their places; what is left over stands before the first one. */
const fillWhole = (whole: ReadonlyArray<Token>, digits: string, grouped: boolean): string => {
  const first = whole.findIndex(({ kind }) => kind === "digit")
  let left = digits === "0" ? "" : digits
  let out = ""
  let count = 0
  const put = (digit: string): void => {
    out = (grouped && count > 0 && count % 3 === 0 ? `${digit},` : digit) + out
    count++
  }
  for (let at = whole.length - 1; at >= 0; at--) {
    const { kind, text } = whole[at]!
    if (kind === "digit") {
      if (left !== "") {
        put(left.at(-1)!)
        left = left.slice(0, -1)
      } else if (text === "0") put("0")
      if (at === first) {
        while (left !== "") {
          put(left.at(-1)!)
          left = left.slice(0, -1)
        }
      }
    } else if (kind === "literal" || kind === "percent") out = text + out
  }
  return out
}

const showPower = (section: ReadonlyArray<Token>, power: number, size: number): string => {
  const mantissa = section.slice(0, power)
  const point = mantissa.findIndex(({ kind }) => kind === "point")
  const decimals = point < 0 ? 0 : mantissa.slice(point).filter(({ kind }) => kind === "digit").length
  const [shown = "0", exponent = "0"] = size.toExponential(Math.min(decimals, 20)).split("e")
  const places = section.slice(power).filter(({ kind }) => kind === "digit").length
  const sign = exponent.startsWith("-") ? "-" : section[power]!.text.endsWith("+") ? "+" : ""
  return `${shown}E${sign}${exponent.replace(/^[+-]/, "").padStart(places, "0")}`
}

const literals = (tokens: ReadonlyArray<Token>): string =>
  tokens.map(({ kind, text }) => (kind === "literal" || kind === "percent" ? text : "")).join("")
