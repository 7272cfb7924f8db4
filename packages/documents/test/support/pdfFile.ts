/** Writes small PDF files (ISO 32000-1) for tests: text at places in the standard fonts, lines, links, encryption. */
import { createHash } from "node:crypto"

export type FontName =
  | "Helvetica"
  | "Helvetica-Bold"
  | "Helvetica-Oblique"
  | "Courier"
  | "Times-Roman"
  | "Times-Italic"
  | "Wingdings"
  | "Symbol"

export interface PdfText {
  /** Left edge and baseline, in points from the upper left corner. */
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly font?: FontName
  readonly text: string
  /** Extra width of each blank, which is how text is justified. */
  readonly wordSpacing?: number
  /** Marked content: a tag, and an identifier for the structure tree. */
  readonly mark?: { readonly tag: string; readonly id?: number }
  /** Writes upwards instead of to the right. */
  readonly upwards?: boolean
}

export interface PdfPageSpec {
  readonly texts?: ReadonlyArray<PdfText>
  /** Strokes from one point to another. */
  readonly lines?: ReadonlyArray<readonly [x0: number, y0: number, x1: number, y1: number]>
  /** Filled squares: upper left corner and edge. */
  readonly squares?: ReadonlyArray<readonly [x: number, y: number, edge: number]>
  readonly links?: ReadonlyArray<{ readonly box: readonly [number, number, number, number]; readonly href: string }>
  /** Further annotations: a box and the rest of the dictionary. */
  readonly annotations?: ReadonlyArray<{
    readonly box: readonly [number, number, number, number]
    readonly dict: string
  }>
  /** Draws a picture over the page, as a scanner does. */
  readonly picture?: boolean
  /** Further operators, before everything else. */
  readonly operators?: string
}

export interface PdfSpec {
  readonly pages: ReadonlyArray<PdfPageSpec>
  readonly info?: Readonly<Record<string, string>>
  /** Titles of the outline, with the page they lead to. */
  readonly outline?: ReadonlyArray<{ readonly title: string; readonly page: number }>
  readonly language?: string
  /** Password that opens the file. */
  readonly password?: string
  /** Role of each marked content by page and identifier, such as `H1`. */
  readonly structure?: ReadonlyArray<{ readonly page: number; readonly id: number; readonly role: string }>
}

const width = 595
const height = 842
const fonts: ReadonlyArray<FontName> = [
  "Helvetica",
  "Helvetica-Bold",
  "Helvetica-Oblique",
  "Courier",
  "Times-Roman",
  "Times-Italic",
  "Wingdings",
  "Symbol"
]

export const pdfFile = (spec: PdfSpec): Uint8Array => {
  const objects: Array<string | { readonly dict: string; readonly stream: string }> = []
  const add = (object: (typeof objects)[number]): number => objects.push(object)
  const catalog = add("")
  const tree = add("")
  const fontIds = fonts.map((name) =>
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name}${name === "Symbol" ? "" : " /Encoding /WinAnsiEncoding"} >>`)
  )
  const picture = add({
    dict: "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray",
    stream: "\x80"
  })
  const resources = `<< /Font << ${fonts.map((_, index) => `/F${index} ${fontIds[index]} 0 R`).join(" ")} >> /XObject << /P ${picture} 0 R >> >>`
  const pageIds = spec.pages.map((page, index) => {
    const content = add({ dict: "", stream: contentOf(page) })
    const links = (page.links ?? []).map(({ box: [x0, y0, x1, y1], href }) =>
      add(
        `<< /Type /Annot /Subtype /Link /Rect [${x0} ${height - y1} ${x1} ${height - y0}] /Border [0 0 0] /A << /S /URI /URI ${literal(href)} >> >>`
      )
    )
    const others = (page.annotations ?? []).map(({ box: [x0, y0, x1, y1], dict }) =>
      add(`<< /Type /Annot /Rect [${x0} ${height - y1} ${x1} ${height - y0}] /F 4 ${dict} >>`)
    )
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Resources ${resources} /Contents ${content} 0 R /StructParents ${index} /Annots [${[...links, ...others].map((id) => `${id} 0 R`).join(" ")}] >>`
    )
  })
  objects[tree - 1] =
    `<< /Type /Pages /Count ${pageIds.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] >>`
  const outline = spec.outline === undefined ? "" : addOutline(add, objects, spec.outline, pageIds)
  const structure = spec.structure === undefined ? "" : addStructure(add, objects, spec.structure, pageIds)
  const language = spec.language === undefined ? "" : ` /Lang ${literal(spec.language)}`
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R${outline}${structure}${language} >>`
  const info = add(
    `<< ${Object.entries(spec.info ?? {})
      .map(([key, value]) => `/${key} ${literal(value)}`)
      .join(" ")} >>`
  )
  return serialize(objects, catalog, info, spec.password)
}

const contentOf = ({ lines = [], operators = "", picture = false, squares = [], texts = [] }: PdfPageSpec): string =>
  [
    operators,
    picture ? `q ${width} 0 0 ${height} 0 0 cm /P Do Q` : "",
    ...squares.map(([x, y, edge]) => `${x} ${height - y - edge} ${edge} ${edge} re f`),
    ...lines.map(([x0, y0, x1, y1]) => `${x0} ${height - y0} m ${x1} ${height - y1} l S`),
    ...texts.map(({ font = "Helvetica", mark, size = 10, text, upwards = false, wordSpacing = 0, x, y }) => {
      const matrix = upwards ? `0 1 -1 0 ${x} ${height - y}` : `1 0 0 1 ${x} ${height - y}`
      const shown = `BT /F${fonts.indexOf(font)} ${size} Tf ${wordSpacing.toFixed(4)} Tw ${matrix} Tm ${literal(text)} Tj ET`
      if (mark === undefined) return shown
      return `/${mark.tag} ${mark.id === undefined ? "BMC" : `<< /MCID ${mark.id} >> BDC`} ${shown} EMC`
    })
  ].join("\n")

const addOutline = (
  add: (object: string) => number,
  objects: Array<unknown>,
  titles: NonNullable<PdfSpec["outline"]>,
  pageIds: ReadonlyArray<number>
): string => {
  const root = add("")
  const ids = titles.map(() => add(""))
  for (const [index, { page, title }] of titles.entries()) {
    const next = ids[index + 1]
    objects[ids[index]! - 1] =
      `<< /Title ${literal(title)} /Parent ${root} 0 R /Dest [${pageIds[page - 1]} 0 R /Fit]${next === undefined ? "" : ` /Next ${next} 0 R`} >>`
  }
  objects[root - 1] = `<< /Type /Outlines /First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length} >>`
  return ` /Outlines ${root} 0 R`
}

const addStructure = (
  add: (object: string) => number,
  objects: Array<unknown>,
  roles: NonNullable<PdfSpec["structure"]>,
  pageIds: ReadonlyArray<number>
): string => {
  const root = add("")
  const parents = add("")
  const ids = roles.map(({ id, page, role }) =>
    add(`<< /Type /StructElem /S /${role} /P ${root} 0 R /Pg ${pageIds[page - 1]} 0 R /K ${id} >>`)
  )
  const lists = pageIds.map((_, index) => {
    const own = roles.flatMap((role, at) => (role.page === index + 1 ? [{ id: role.id, object: ids[at]! }] : []))
    const longest = own.reduce((most, { id }) => Math.max(most, id), -1)
    const slots = Array.from({ length: longest + 1 }, (_, id) => own.find((entry) => entry.id === id)?.object)
    return `${index} [${slots.map((object) => (object === undefined ? "null" : `${object} 0 R`)).join(" ")}]`
  })
  objects[parents - 1] = `<< /Nums [${lists.join(" ")}] >>`
  objects[root - 1] =
    `<< /Type /StructTreeRoot /K [${ids.map((id) => `${id} 0 R`).join(" ")}] /ParentTree ${parents} 0 R >>`
  return ` /StructTreeRoot ${root} 0 R /MarkInfo << /Marked true >>`
}

/** A string of WinAnsi characters; others are written as their Latin-1 byte. */
const literal = (text: string): string =>
  `(${Array.from(text, (letter) => {
    const code = winAnsi[letter] ?? letter.charCodeAt(0)
    return /[()\\]/.test(letter) ? `\\${letter}` : code < 128 ? letter : `\\${code.toString(8).padStart(3, "0")}`
  }).join("")})`

const winAnsi: Readonly<Record<string, number>> = { "•": 0x95, "–": 0x96, "—": 0x97, "’": 0x92, "“": 0x93, "”": 0x94 }

const serialize = (
  objects: ReadonlyArray<string | { readonly dict: string; readonly stream: string }>,
  catalog: number,
  info: number,
  password: string | undefined
): Uint8Array => {
  const id = "0123456789abcdef"
  const security = password === undefined ? undefined : makeSecurity(password, id)
  let file = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = file.length
    const body =
      typeof object === "string"
        ? object
        : `<< ${object.dict} /Length ${object.stream.length} >>\nstream\n${security === undefined ? object.stream : security.encrypt(index + 1, object.stream)}\nendstream`
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}`
  const encrypt = security === undefined ? "" : ` /Encrypt ${security.dictionary} /ID [<${hex(id)}> <${hex(id)}>]`
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R${encrypt} >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(file, (letter) => letter.charCodeAt(0))
}

const padding = "28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a"

/** Standard security handler, revision 2 (ISO 32000-1 §7.6.3). */
const makeSecurity = (password: string, id: string) => {
  const padded = Buffer.concat([Buffer.from(password, "latin1"), Buffer.from(padding, "hex")]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(Buffer.concat([padded, owner, permissions, Buffer.from(id, "latin1")])).subarray(0, 5)
  const user = rc4(key, Buffer.from(padding, "hex"))
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString("hex")}> /U <${user.toString("hex")}> /P -4 >>`,
    encrypt: (object: number, stream: string): string => {
      const own = md5(Buffer.concat([key, Buffer.from([object & 255, (object >> 8) & 255, 0, 0, 0])])).subarray(0, 10)
      return rc4(own, Buffer.from(stream, "latin1")).toString("latin1")
    }
  }
}

const md5 = (bytes: Uint8Array): Buffer => createHash("md5").update(bytes).digest()

const rc4 = (key: Uint8Array, data: Uint8Array): Buffer => {
  const box = Array.from({ length: 256 }, (_, index) => index)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + box[i]! + key[i % key.length]!) & 255
    ;[box[i], box[j]] = [box[j]!, box[i]!]
  }
  let i = 0
  let j = 0
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255
    j = (j + box[i]!) & 255
    ;[box[i], box[j]] = [box[j]!, box[i]!]
    return byte ^ box[(box[i]! + box[j]!) & 255]!
  }) as Buffer
}

const hex = (text: string): string => Buffer.from(text, "latin1").toString("hex")

/** Widths of Helvetica in thousandths, near enough to break lines. */
const letterWidth = (letter: string): number => {
  if ("iljI.,;:'|!".includes(letter)) return 0.25
  if ("frt()- ".includes(letter)) return 0.3
  if ("mwMW".includes(letter)) return 0.8
  return /[A-Z]/.test(letter) ? 0.68 : 0.54
}

export const textWidth = (text: string, size: number): number =>
  Array.from(text).reduce((sum, letter) => sum + letterWidth(letter) * size, 0)

/** Lines of justified text that fill a column; every line but the last reaches its right edge. */
export const paragraph = (options: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly text: string
  readonly size?: number
  readonly leading?: number
  readonly font?: FontName
  readonly indent?: number
}): ReadonlyArray<PdfText> => {
  const { font = "Helvetica", indent = 0, leading = 12, size = 10, text, width: column, x, y } = options
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    const room = column - (lines.length <= 1 ? indent : 0)
    if (line !== undefined && textWidth(`${line} ${word}`, size) <= room) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.map((line, index) => {
    const blanks = line.split(" ").length - 1
    const room = column - (index === 0 ? indent : 0)
    const last = index === lines.length - 1
    return {
      x: x + (index === 0 ? indent : 0),
      y: y + index * leading,
      size,
      font,
      text: line,
      wordSpacing: last || blanks === 0 ? 0 : Math.min(size, (room - textWidth(line, size)) / blanks)
    }
  })
}
