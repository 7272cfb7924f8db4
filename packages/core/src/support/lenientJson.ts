/**
 * Reads JSON as people, templates and models write it, in one linear pass: comments, HTML comments and CDATA around it, trailing,
 * missing and doubled commas, line breaks and stray quotes inside strings, single quotes, names without quotes, wrong
 * escapes, values left empty by a template, brackets that are missing or too many, and several values after each other.
 *
 * The pass writes the same data as strict JSON, which `JSON.parse` reads then. So a mistake here loses a value and never
 * makes up another kind of data.
 */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Characters of a text that is mended; a longer one is left out when it is not strict JSON. */
const maxMended = 200_000
/** Brackets inside each other; deeper data is left out, because readers may recurse. */
const maxDepth = 64

/**
 * The values that the text holds, in order: nearly always one. None where it is no JSON or nests too deeply. `decode` is asked
 * for the text of a source that is no strict JSON.
 */
export const readLenientJson = (
  source: string,
  decode: (source: string) => string = (text) => text
): ReadonlyArray<Json> => {
  if (isDeep(source)) return []
  const strict = parsed(source)
  if (strict !== undefined) return [strict]
  return source.length > maxMended ? [] : new Mender(decode(source)).values()
}

const parsed = (source: string): Json | undefined => {
  try {
    return JSON.parse(source) as Json
  } catch {
    return undefined
  }
}

/** Nearly all texts have fewer brackets than may stand inside each other, so their depth need not be counted. */
const isDeep = (source: string): boolean => {
  let left = maxDepth
  for (const bracket of ["{", "["])
    for (let at = source.indexOf(bracket); at >= 0; at = source.indexOf(bracket, at + 1))
      if (left-- === 0) return depthOf(source) > maxDepth
  return false
}

const depthOf = (source: string): number => {
  let depth = 0
  let most = 0
  let inString = false
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (inString) {
      if (code === Code.backslash) at++
      else if (code === Code.quote) inString = false
    } else if (code === Code.quote) inString = true
    else if (code === Code.openBrace || code === Code.openBracket) most = Math.max(most, ++depth)
    else if (code === Code.closeBrace || code === Code.closeBracket) depth--
  }
  return most
}

const Code = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  quote: 34,
  apostrophe: 39,
  comma: 44,
  hyphen: 45,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125
} as const

const controls: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 13: "\\r" }

/** What stands last in the text that is written: it decides which comma or value is missing before the next part. */
type Last = "nothing" | "open" | "comma" | "colon" | "name" | "value"

class Mender {
  readonly #source: string
  #at = 0
  #out: Array<string> = []
  #last: Last = "nothing"
  /** Closing brackets of what is open. */
  #open: Array<"}" | "]"> = []
  readonly #values: Array<Json> = []
  /** Behind the next end of an HTML comment, and the next opening bracket; found once, however many comments begin. */
  #commentEnd = -1
  #bracket = -1

  constructor(source: string) {
    this.#source = source
  }

  values(): ReadonlyArray<Json> {
    const source = this.#source
    while (this.#at < source.length) {
      if (this.#open.length > maxDepth) return []
      const code = source.charCodeAt(this.#at)
      if (code === Code.quote || code === Code.apostrophe) this.#string(code)
      else if (code === Code.openBrace) this.#begin("{", "}")
      else if (code === Code.openBracket) this.#begin("[", "]")
      else if (code === Code.closeBrace) this.#end("}")
      else if (code === Code.closeBracket) this.#end("]")
      else if (code === Code.comma) this.#comma()
      else if (code === Code.colon) this.#colon()
      else if (!this.#skip()) this.#word()
    }
    // A text that was cut off keeps what came before.
    while (this.#open.length > 0) this.#end(this.#open.at(-1)!)
    return this.#values
  }

  #begin(bracket: "{" | "[", close: "}" | "]"): void {
    this.#at++
    this.#beforeValue()
    this.#out.push(bracket)
    this.#open.push(close)
    this.#last = "open"
  }

  #end(bracket: "}" | "]"): void {
    this.#at++
    // Brackets that nothing has opened are dropped, and those between are closed.
    if (!this.#open.includes(bracket)) return
    for (;;) {
      this.#beforeEnd()
      const close = this.#open.pop()!
      this.#out.push(close)
      this.#last = "value"
      if (close === bracket) break
    }
    if (this.#open.length === 0) this.#finish()
  }

  /** Leaves no comma, colon or name without its value before a closing bracket. */
  #beforeEnd(): void {
    if (this.#last === "comma") this.#out.pop()
    else if (this.#last === "colon") this.#out.push("null")
    else if (this.#last === "name") this.#out.push(":null")
  }

  #comma(): void {
    this.#at++
    if (this.#last === "colon") this.#out.push("null")
    else if (this.#last === "name") this.#out.push(":null")
    else if (this.#last !== "value") return
    this.#out.push(",")
    this.#last = "comma"
  }

  #colon(): void {
    this.#at++
    if (this.#last !== "name") return
    this.#out.push(":")
    this.#last = "colon"
  }

  /** A comma or colon that is missing before what comes. */
  #beforeValue(): void {
    if (this.#last === "value") this.#out.push(",")
    else if (this.#last === "name") this.#out.push(":")
  }

  /** Whether a string or word that begins here names a member. */
  #isName(): boolean {
    return this.#open.at(-1) === "}" && (this.#last === "open" || this.#last === "comma" || this.#last === "value")
  }

  #push(text: string): void {
    // Words between two values are no data.
    if (this.#open.length === 0) return
    const isName = this.#isName()
    this.#beforeValue()
    this.#out.push(text)
    this.#last = isName ? "name" : "value"
  }

  #string(quote: number): void {
    const source = this.#source
    const isName = this.#isName()
    const parts = ['"']
    let from = ++this.#at
    const replace = (length: number, by: string): void => {
      parts.push(source.slice(from, this.#at), by)
      this.#at += length
      from = this.#at
    }
    while (this.#at < source.length) {
      const code = source.charCodeAt(this.#at)
      if (code === quote && this.#endsString(isName)) break
      if (code === Code.quote) replace(1, '\\"')
      else if (code === Code.backslash) this.#escape(replace)
      else if (code < Code.space) replace(1, controls[code] ?? "")
      else this.#at++
    }
    parts.push(source.slice(from, this.#at), '"')
    this.#at++
    this.#push(parts.join(""))
  }

  #escape(replace: (length: number, by: string) => void): void {
    const source = this.#source
    const next = source[this.#at + 1]
    if (next === undefined) replace(1, "")
    else if (next === "u" ? /^[\da-f]{4}/i.test(source.slice(this.#at + 2, this.#at + 6)) : '"\\/bfnrt'.includes(next))
      this.#at += 2
    // `\'` and the like: the character itself.
    else replace(1, "")
  }

  /** Whether the quote here ends its string, as what follows shows: others were forgotten to be escaped. */
  #endsString(isName: boolean): boolean {
    const source = this.#source
    let hasBreak = false
    for (let at = this.#at + 1; at < source.length; at++) {
      const code = source.charCodeAt(at)
      if (code === Code.lineFeed || code === Code.carriageReturn) hasBreak = true
      else if (code !== Code.space && code !== Code.tab) {
        if (code === Code.colon) return isName
        if (code === Code.closeBrace || code === Code.closeBracket) return true
        if (code === Code.comma) return beginsPart.test(source.slice(at + 1, at + 1 + maxBlanks))
        // The comma is missing, or a comment follows.
        if (hasBreak || (code === Code.quote && at > this.#at + 1)) return true
        return code === Code.slash && /^\/[/*]/.test(source.slice(at, at + 2))
      }
    }
    return true
  }

  /** Steps over a blank, a comment or a mark of CDATA; whether there was one. */
  #skip(): boolean {
    const from = this.#at
    const source = this.#source
    const code = source.charCodeAt(from)
    if (code <= Code.space || code === 0xfe_ff || code === 0xa0 || code === Code.semicolon) this.#at++
    else if (code === Code.slash || code === Code.less || code === Code.hyphen) {
      mark.lastIndex = from
      const found = mark.exec(source)?.[0]
      if (found !== undefined) this.#at += found.length
      else if (source.startsWith("//", from)) this.#at = lineEnd(source, from)
      else if (source.startsWith("/*", from)) this.#at = endOf(source, "*/", from + 2)
      else if (source.startsWith("<!--", from)) this.#at = this.#afterHtmlComment(from)
    }
    return this.#at > from
  }

  /** Such a comment stands before the data, or the data in it. */
  #afterHtmlComment(from: number): number {
    const source = this.#source
    if (this.#commentEnd < from) this.#commentEnd = endOf(source, "-->", from)
    if (this.#bracket < from) this.#bracket = endOf(source, /[[{]/g, from)
    return this.#bracket < this.#commentEnd ? from + 4 : this.#commentEnd
  }

  /** A number, a constant or a name without quotes. Other words are what a template or a script left. */
  #word(): void {
    wordHere.lastIndex = this.#at
    const word = wordHere.exec(this.#source)?.[0]
    this.#at += word?.length ?? 1
    if (word === undefined || this.#open.length === 0) return
    if (this.#isName()) {
      if (this.#isBeforeColon()) this.#push(JSON.stringify(word))
    } else if (this.#last !== "value") this.#push(constants.test(word) ? word.toLowerCase() : asNumber(word))
  }

  #isBeforeColon(): boolean {
    const source = this.#source
    let at = this.#at
    while (source.charCodeAt(at) <= Code.space) at++
    return source.charCodeAt(at) === Code.colon
  }

  #finish(): void {
    const value = parsed(this.#out.join(""))
    if (value !== undefined && !isEmpty(value)) this.#values.push(value)
    this.#out = []
    this.#last = "nothing"
  }
}

/** What may follow a comma: a string, a value, a comment, a bracket, a further comma or the end. */
const beginsPart = /^\s*(?:["'{}[\],/\d-]|true|false|null|[\w$]+\s*:|$)/
/** Characters that are looked at for it. */
const maxBlanks = 200

const wordHere = /[^\s"',:;{}[\]/<]+/y
const constants = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i

/** `.5` and `+5` as JSON writes them; `null` for what is no number, such as `undefined` and `NaN`. */
const asNumber = (word: string): string => {
  const value = /^[+-]?\d*\.?\d+\.?$/.test(word) ? Number(word) : NaN
  return Number.isFinite(value) ? String(value) : "null"
}

const isEmpty = (value: Json): boolean =>
  typeof value === "object" && value !== null && (Array.isArray(value) ? value : Object.keys(value)).length === 0

/** Marks of CDATA, in comments of JavaScript or CSS or none, and ends of HTML comments. */
const mark = /(?:(?:\/\/|\/\*)?[ \t]{0,9}<!\[CDATA\[(?:[ \t]{0,9}\*\/)?|-->)/y

const lineEnd = (source: string, from: number): number => endOf(source, /[\r\n]/g, from)

/** Behind the next `part`; the end of the source where there is none. */
const endOf = (source: string, part: string | RegExp, from: number): number => {
  if (typeof part === "string") {
    const at = source.indexOf(part, from)
    return at < 0 ? source.length : at + part.length
  }
  part.lastIndex = from
  return part.test(source) ? part.lastIndex : source.length
}
