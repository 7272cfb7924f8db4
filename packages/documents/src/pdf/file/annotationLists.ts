/**
 * Lists of annotations (ISO 32000-2 §12.5.2) that are longer than those of a page to be read: pdf.js makes an object of
 * each annotation before it says how many there are, so such a list is cut before it reads the file.
 *
 * Found are lists in plain sight. One in a compressed object is stopped by the memory that a thread may take.
 */

/**
 * More annotations than a page to be read has. pdf.js looks for the text below each link in 4,096 squares, which is 0.1
 * MB for one as large as the page.
 */
export const maxAnnotations = 1000

/** Cuts the lists in these bytes, and says so. */
export const cutLongLists = (bytes: Uint8Array): ReadonlyArray<string> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const key = "/Annots"
  const objects = new Set<string>()
  let cuts = 0
  for (let at = file.indexOf(key); at >= 0; at = file.indexOf(key, at)) {
    at += key.length
    const [, open, object] = /^\s*(?:(\[)|(\d{1,10} \d{1,5}) R)/.exec(file.toString("latin1", at, at + 32)) ?? []
    if (object !== undefined) objects.add(object)
    if (open === undefined) continue
    const list = readList(file, file.indexOf(open, at))
    cuts += cut(file, list)
    at = list.end
  }
  if (objects.size > 0) {
    for (let at = file.indexOf(" obj"); at >= 0; at = file.indexOf(" obj", at)) {
      const name = /\d+ \d+$/.exec(file.toString("latin1", Math.max(0, at - 16), at))?.[0]
      at += " obj".length
      if (name === undefined || !objects.has(name)) continue
      const open = /^\s*\[/.exec(file.toString("latin1", at, at + 32))
      if (open === null) continue
      const list = readList(file, at + open[0].length - 1)
      cuts += cut(file, list)
      at = list.end
    }
  }
  return cuts === 0
    ? []
    : [`Links and form fields of a page are left out beyond its first ${maxAnnotations} annotations.`]
}

interface List {
  /** Where its last annotation ends that is kept; nothing where it has no more. */
  readonly cutAt: number | undefined
  /** Its bracket, or the end of the file where it is not closed. */
  readonly end: number
}

const cut = (file: Buffer, { cutAt, end }: List): number => {
  if (cutAt === undefined) return 0
  file.fill(" ", cutAt, end)
  return 1
}

const byte = (character: string): number => character.charCodeAt(0)
const [openBracket, closeBracket, less, greater, parenthesis, closeParenthesis, backslash, percent, reference] =
  "[]<>()\\%R".split("").map(byte)

/** Reads a list from its bracket on; its elements are dictionaries and references. */
const readList = (file: Buffer, open: number): List => {
  let depth = 0
  let count = 0
  let cutAt: number | undefined
  const onEnd = (at: number): void => {
    if (depth > 0) return
    if (++count === maxAnnotations) cutAt = at
  }
  let at = open + 1
  while (at < file.length) {
    const here = file[at]!
    at++
    if (here === parenthesis) at = endOfText(file, at)
    else if (here === percent) at = after(file, /* line feed */ 10, at)
    else if (here === openBracket) depth++
    else if (here === less && file[at] === less) {
      depth++
      at++
    } else if (here === less) at = after(file, greater!, at)
    else if (here === greater && file[at] === greater) {
      depth--
      onEnd(++at)
    } else if (here === closeBracket && depth-- === 0)
      return { cutAt: count > maxAnnotations ? cutAt : undefined, end: at - 1 }
    else if (here === reference && depth === 0 && file[at - 2]! <= 32) onEnd(at)
  }
  return { cutAt: undefined, end: file.length }
}

const after = (file: Buffer, value: number, from: number): number => {
  const at = file.indexOf(value, from)
  return at < 0 ? file.length : at + 1
}

/** Where a text in parentheses ends, which may hold others. */
const endOfText = (file: Buffer, from: number): number => {
  let depth = 1
  let at = from
  while (at < file.length && depth > 0) {
    const here = file[at]
    if (here === backslash) at++
    else if (here === parenthesis) depth++
    else if (here === closeParenthesis) depth--
    at++
  }
  return at
}
