/** What characters are, as bits, for counting: letters make words, stops end sentences. */
export const Sort = {
  space: 1,
  capital: 2,
  digit: 4,
  pause: 8,
  stop: 16,
  separator: 32,
  letter: 64
} as const

/** By code, of ASCII. */
export const asciiSorts = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (code <= 32) return Sort.space
  if (/[A-Z]/.test(character)) return Sort.capital | Sort.letter
  if (/[a-z_]/.test(character)) return Sort.letter
  if (/\d/.test(character)) return Sort.digit | Sort.letter
  if (",;:".includes(character)) return Sort.pause
  if (".!?".includes(character)) return Sort.stop
  return "|>".includes(character) ? Sort.separator : 0
})

const others: ReadonlyMap<number, number> = new Map(
  (
    [
      [Sort.pause, "、，；：،؛"],
      [Sort.stop, "。！？؟।…"],
      [Sort.separator, "·»›•→←×‹«｜"]
    ] as const
  ).flatMap(([sort, characters]) => Array.from(characters, (character) => [character.charCodeAt(0), sort] as const))
)

/** Of a character beyond ASCII. */
export const sortOf = (code: number): number => {
  if (code === 0xa0) return Sort.space
  const isSign =
    code < 0xc0 ||
    (code >= 0x2000 && code < 0x2070) ||
    (code >= 0x2190 && code < 0x2c00) ||
    code >= 0xff00 ||
    code === 0xff
  const isEastSign = code >= 0x3000 && code < 0x3040
  return isSign || isEastSign || code === 0x60c || code === 0x61b || code === 0x61f || code === 0x964
    ? (others.get(code) ?? 0)
    : Sort.letter
}

const prime = 0x01000193

/** Where the hash of a word or a text begins. */
export const hashSeed = 0x811c9dc5 | 0

/** Folds one more code into a hash. */
export const hashed = (hash: number, code: number): number => Math.imul(hash ^ code, prime)

/** ASCII letters as small ones. */
export const small = (code: number): number => (code < 128 ? code | 32 : code)

/** The hash of a text as it is. */
export const hashOf = (text: string): number => {
  let hash = hashSeed
  for (let at = 0; at < text.length; at++) hash = hashed(hash, text.charCodeAt(at))
  return hash
}
