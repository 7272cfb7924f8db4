/** Code pages that RTF names by number or by a font's character set (RTF 1.9.1, `\ansicpg` and `\fcharset`), as labels of the Encoding standard. */

const byNumber: ReadonlyMap<number, string> = new Map([
  [866, "ibm866"],
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [1250, "windows-1250"],
  [1251, "windows-1251"],
  [1252, "windows-1252"],
  [1253, "windows-1253"],
  [1254, "windows-1254"],
  [1255, "windows-1255"],
  [1256, "windows-1256"],
  [1257, "windows-1257"],
  [1258, "windows-1258"],
  [10000, "macintosh"],
  [10007, "x-mac-cyrillic"],
  [65001, "utf-8"]
])

const byCharset: ReadonlyMap<number, number> = new Map([
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250]
])

export const codePageLabel = (number: number): string => byNumber.get(number) ?? "windows-1252"

/** Nothing for character sets that follow the document. */
export const charsetLabel = (charset: number): string | undefined => {
  const number = byCharset.get(charset)
  return number === undefined ? undefined : codePageLabel(number)
}

/** Whether some characters take two bytes. */
export const isWide = (label: string): boolean => /^(?:shift_jis|gbk|euc-kr|big5)$/.test(label)
