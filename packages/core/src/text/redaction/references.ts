/** Character references of HTML, by which pages hide addresses and keep numbers in one line. */
import type { Steps } from "../../support/steps.ts"

export interface WithoutReferences {
  readonly source: string
  /** Where a place of `source` is in the text with references. Asked for in ascending order. */
  readonly placeOf: (place: number) => number
}

const reference =
  /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}))|(nbsp|commat|period|plus|hyphen|ndash|lpar|rpar|colon|lowbar));/gi
const named: Readonly<Record<string, string>> = {
  nbsp: "\u00a0",
  commat: "@",
  period: ".",
  plus: "+",
  hyphen: "-",
  ndash: "–",
  lpar: "(",
  rpar: ")",
  colon: ":",
  lowbar: "_"
}
/** References between two pauses. */
const batch = 1000

/** What is syntax in HTML stays a reference. */
export function* withoutReferences(html: string): Steps<WithoutReferences> {
  const pieces: Array<string> = []
  /** Places in `source` after a decoded character, and how much further on they are in `html`. */
  const shifts: Array<readonly [place: number, shift: number]> = []
  let copied = 0
  let shift = 0
  for (const match of html.matchAll(reference)) {
    const [written, hex, decimal, name] = match
    const character = name === undefined ? numbered(hex, decimal) : named[name.toLowerCase()]
    if (character === undefined) continue
    pieces.push(html.slice(copied, match.index), character)
    copied = match.index + written.length
    shift += written.length - character.length
    shifts.push([copied - shift, shift])
    if (shifts.length % batch === 0) yield
  }
  pieces.push(html.slice(copied))
  let next = 0
  let current = 0
  const placeOf = (place: number): number => {
    for (let entry = shifts[next]; entry !== undefined && entry[0] <= place; entry = shifts[++next]) current = entry[1]
    return place + current
  }
  return { source: pieces.join(""), placeOf }
}

const numbered = (hex: string | undefined, decimal: string | undefined): string | undefined => {
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
  const character = code > 31 && code <= 0xffff ? String.fromCharCode(code) : "<"
  return /[<>&"']/.test(character) ? undefined : character
}
