/**
 * What characters weigh, in twentieths of a token (`tokens.ts`).
 *
 * Found by `npm run quality:tokens`, which compares the estimate with real vocabularies: for each weight the smallest that
 * keeps 99 of 100 pieces of text at or below their budget in the vocabulary that needs most tokens for them. The figures
 * of scripts other than Latin are those of the vocabularies that know least of them.
 */

/**
 * A letter after another letter of the same word, by both: a row for each first letter, a column for each second one, and
 * `a` to `u` for 0 to 20. Vocabularies join letters that often follow each other, so `th` weighs little and `qz` a token.
 */
const pairs = `
  jkdaolaiitaaldpbuambsadada
  hntuattlebuatslttadnguotau
  atatattldmeaukauuadaatuthc
  fouuasmubnrtrpbntmcuqsuthp
  duaabaaprkueabldafaacgeafu
  qrtumbrtbuuftsattdiagtttrr
  hjuudsuduophsadtubamnurudt
  dstratuupirunlaptomagputeu
  bdaaladtlllabaafiorauaubrj
  outqlttuuuduopttuuaueuuutu
  ruuuatuulphrpjuutuiquustdt
  hsnaahurfujarnkkmthbktuuct
  agtpauaueusrsuoatuetburtdu
  htaahkhkmoqqrognuiaathutmr
  gaacrabsjuijaafauaaaabafdj
  ettmajtihttaesadtaaacuttat
  uutuusuuuuuettutututattutu
  ceafashunrsebeasukgakgutak
  erbfaltfuonqpuaigqaapnatfb
  ktalauuaguuomqaauapapuulir
  aecgaaaigjgaaehauauamntbdm
  bttsatttiutotogttllturttpl
  btuurtuaasujtdetukatuuotht
  etutnuttktttutoatuuauuutat
  nudufuurjtulnjiatsbusustmt
  jmtsqttpsuuupprsttuphquuek
`

/** `pairWeights[26 * first + second]`, letters counted from 0. */
export const pairWeights: Uint8Array = Uint8Array.from(
  pairs.replaceAll(/\s/g, ""),
  (letter) => letter.charCodeAt(0) - 97
)

/** Characters beyond ASCII up to a code point (not included), which divides by 16, and the weight of each. */
const ranges: ReadonlyArray<readonly [number, number]> = [
  [0xc0, 24], // signs of Latin-1
  [0x250, 16], // Latin letters with marks
  [0x300, 30], // phonetic letters
  [0x370, 24], // combining marks
  [0x400, 23], // Greek
  [0x450, 15], // Cyrillic of most languages
  [0x530, 56], // further Cyrillic
  [0x590, 45], // Armenian
  [0x5d0, 44], // Hebrew points
  [0x600, 26], // Hebrew
  [0x650, 19], // Arabic
  [0x700, 44], // points, digits and further letters of Arabic
  [0x900, 40],
  [0x980, 25], // Devanagari
  [0xa00, 31], // Bengali
  [0xb00, 41], // Gurmukhi, Gujarati
  [0xb80, 60], // Oriya
  [0xc00, 33], // Tamil
  [0xc80, 41], // Telugu
  [0xd00, 41], // Kannada
  [0xd80, 39], // Malayalam
  [0xe00, 42], // Sinhala
  [0xe80, 23], // Thai
  [0xf00, 46], // Lao
  [0x1000, 60], // Tibetan
  [0x10a0, 45], // Burmese
  [0x1100, 41], // Georgian
  [0x1780, 60], // Ethiopic, Cherokee, Canadian syllables and others
  [0x1800, 37], // Khmer
  [0x1e00, 60],
  [0x1f00, 43], // Vietnamese and other Latin letters with marks
  [0x2000, 40], // Greek with marks
  [0x2e00, 30], // punctuation, arrows, mathematics, box drawing
  [0x3040, 24], // Chinese and Japanese punctuation
  [0x3100, 24], // Hiragana, Katakana
  [0x3400, 40],
  [0xa000, 30], // Chinese characters
  [0xac00, 60],
  [0xd7b0, 25], // Korean syllables
  [0xd830, 50], // first halves of rare characters
  [0xd840, 30], // first halves of emoji
  [0xdc00, 50],
  [0xe000, 30], // second halves
  [0xff00, 60],
  [0xfff0, 24], // fullwidth forms
  [0x10000, 60]
]

/** Weights by code unit divided by 16. */
export const blockWeights: Uint8Array = new Uint8Array(0x1000)
{
  let block = 0x80 >> 4
  for (const [end, weight] of ranges) {
    blockWeights.fill(weight, block, end >> 4)
    block = end >> 4
  }
}
