/** Makes compound files ([MS-CFB]) of their streams, and the Office and Outlook files that lie in them. */

const sector = 512
const end = 0xfffffffe
const free = 0xffffffff
const noEntry = 0xffffffff

interface Node {
  readonly name: string
  readonly kind: 1 | 2 | 5
  readonly children: Array<Node>
  readonly bytes: Uint8Array
  index: number
}

/** Streams by path, with `/` between storages. All are long enough to lie in sectors of their own. */
export const compoundFile = (streams: Readonly<Record<string, Uint8Array>>): Uint8Array => {
  const node = (name: string, kind: Node["kind"], bytes: Uint8Array = new Uint8Array()): Node => ({
    name,
    kind,
    children: [],
    bytes,
    index: 0
  })
  const root = node("Root Entry", 5)
  for (const [path, bytes] of Object.entries(streams)) {
    const names = path.split("/")
    let at = root
    for (const name of names.slice(0, -1)) {
      let inner = at.children.find((child) => child.name === name)
      if (inner === undefined) at.children.push((inner = node(name, 1)))
      at = inner
    }
    at.children.push(node(names.at(-1)!, 2, bytes))
  }
  const nodes: Array<Node> = []
  const visit = (one: Node): void => {
    one.index = nodes.length
    nodes.push(one)
    for (const child of one.children) visit(child)
  }
  visit(root)

  const next: Array<number> = []
  const sectors: Array<Buffer> = []
  const add = (bytes: Uint8Array): number => {
    if (bytes.length === 0) return end
    const first = sectors.length
    for (let at = 0; at < bytes.length; at += sector) {
      const piece = Buffer.alloc(sector)
      piece.set(bytes.subarray(at, at + sector))
      next.push(at + sector < bytes.length ? sectors.length + 1 : end)
      sectors.push(piece)
    }
    return first
  }
  const starts = nodes.map(({ bytes }) => add(bytes))
  const directory = Buffer.alloc(Math.ceil(nodes.length / 4) * sector)
  for (const { bytes, children, index, kind, name } of nodes) {
    const at = index * 128
    directory.write(`${name}\0`, at, "utf16le")
    directory.writeUInt16LE((name.length + 1) * 2, at + 64)
    directory[at + 66] = kind
    directory[at + 67] = 1
    directory.writeUInt32LE(noEntry, at + 68)
    directory.writeUInt32LE(noEntry, at + 72)
    directory.writeUInt32LE(children[0]?.index ?? noEntry, at + 76)
    directory.writeUInt32LE(kind === 2 ? starts[index]! : end, at + 116)
    directory.writeUInt32LE(bytes.length, at + 120)
  }
  // Siblings are a chain to the right, which is a tree too.
  for (const { children } of nodes)
    for (const [order, child] of children.entries())
      if (children[order + 1] !== undefined) directory.writeUInt32LE(children[order + 1]!.index, child.index * 128 + 72)
  const directoryStart = add(directory)
  const tableSectors = Math.ceil((next.length + Math.ceil(next.length / 127)) / 128)
  const tableStart = sectors.length
  const table = Buffer.alloc(tableSectors * sector, 0xff)
  for (const [index, value] of next.entries()) table.writeUInt32LE(value, index * 4)
  for (let index = 0; index < tableSectors; index++) table.writeUInt32LE(0xfffffffd, (tableStart + index) * 4)
  const header = Buffer.alloc(sector)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tableSectors, 44)
  header.writeUInt32LE(directoryStart, 48)
  // No stream is so short that it would lie in the small sectors.
  header.writeUInt32LE(0, 56)
  header.writeUInt32LE(end, 60)
  header.writeUInt32LE(end, 68)
  for (let index = 0; index < 109; index++)
    header.writeUInt32LE(index < tableSectors ? tableStart + index : free, 76 + index * 4)
  return new Uint8Array(Buffer.concat([header, ...sectors, table]))
}

const wide = (text: string): Buffer => Buffer.from(text, "utf16le")

interface MsgParts {
  /** Texts by property number, such as `0037`. */
  readonly texts: Readonly<Record<string, string>>
  readonly binaries?: Readonly<Record<string, Uint8Array>>
  /** Times by property number. */
  readonly times?: Readonly<Record<string, Date>>
}

/** The streams of a message of Outlook, below `folder`; `header` is that of its fixed properties. */
export const msgStreams = (
  { binaries = {}, texts, times = {} }: MsgParts,
  folder = "",
  header = 32
): Record<string, Uint8Array> => {
  const fixed = Buffer.alloc(header + Object.keys(times).length * 16)
  for (const [index, [tag, date]] of Object.entries(times).entries()) {
    const at = header + index * 16
    fixed.writeUInt16LE(0x40, at)
    fixed.writeUInt16LE(Number.parseInt(tag, 16), at + 2)
    fixed.writeBigUInt64LE((BigInt(date.getTime()) + 11_644_473_600_000n) * 10_000n, at + 8)
  }
  return {
    [`${folder}__properties_version1.0`]: fixed,
    ...Object.fromEntries(Object.entries(texts).map(([tag, text]) => [`${folder}__substg1.0_${tag}001F`, wide(text)])),
    ...Object.fromEntries(Object.entries(binaries).map(([tag, bytes]) => [`${folder}__substg1.0_${tag}0102`, bytes]))
  }
}

export const msgSample = compoundFile({
  ...msgStreams({
    texts: {
      "0037": "Minutes",
      "0C1A": "Ann Lee",
      "5D01": "ann@example.com",
      "0E04": "Bob; Carl",
      "1000": "Hello all,\r\nsee the file."
    },
    times: { "0039": new Date("2024-03-04T05:06:07Z") }
  }),
  ...msgStreams(
    { texts: { "3707": "plan.csv", "370E": "text/csv" }, binaries: { "3701": Buffer.from("day,task\nMon,write\n") } },
    "__attach_version1.0_#00000000/",
    8
  )
})

interface DocParagraph {
  readonly text: string
  /** Style of the paragraph: 1 to 9 are headings. */
  readonly style?: number
  readonly inTable?: boolean
  readonly rowEnd?: boolean
  /** Number of its list, from 1. */
  readonly list?: number
  readonly bold?: boolean
  /** How the paragraph ends; a carriage return when absent. */
  readonly end?: string
}

/** A file of Word 97: its paragraphs, and the texts of its footnotes, to which `\u0002` refers. */
export const docFile = (paragraphs: ReadonlyArray<DocParagraph>, footnotes: ReadonlyArray<string> = []): Uint8Array => {
  const texts = paragraphs.map(({ end = "\r", text }) => text + end)
  const main = texts.join("")
  const notes = footnotes.map((note) => `\u0002 ${note}\r`).join("")
  const textStart = 2048
  const all = wide(main + notes)
  const pages = Math.ceil((textStart + all.length) / 512)
  const stream = Buffer.alloc((pages + 2) * 512)
  stream.writeUInt16LE(0xa5ec, 0)
  stream.writeUInt16LE(0xc1, 2)
  stream.writeUInt16LE(0x0200, 0x0a)
  stream.writeUInt32LE(main.length, 0x4c)
  stream.writeUInt32LE(notes.length, 0x50)
  all.copy(stream, textStart)
  const place = (index: number): number => textStart + texts.slice(0, index).join("").length * 2
  const writePage = (
    number: number,
    width: number,
    propertiesOf: (one: DocParagraph) => ReadonlyArray<number>
  ): void => {
    const start = number * 512
    let free = 510
    for (const [index, one] of paragraphs.entries()) {
      stream.writeUInt32LE(place(index), start + index * 4)
      const bytes = propertiesOf(one)
      if (bytes.length === 0) continue
      free = (free - bytes.length) & ~1
      Buffer.from(bytes).copy(stream, start + free)
      stream[start + (paragraphs.length + 1) * 4 + index * width] = free / 2
    }
    stream.writeUInt32LE(place(paragraphs.length), start + paragraphs.length * 4)
    stream[start + 511] = paragraphs.length
  }
  writePage(pages, 13, ({ inTable = false, list, rowEnd = false, style = 0 }) => {
    const properties = [
      ...(inTable ? [0x16, 0x24, 1] : []),
      ...(rowEnd ? [0x17, 0x24, 1] : []),
      ...(list === undefined ? [] : [0x0b, 0x46, list, 0])
    ]
    const size = 2 + properties.length
    return [0, Math.ceil(size / 2), style, 0, ...properties, ...(size % 2 === 0 ? [] : [0])]
  })
  writePage(pages + 1, 1, ({ bold = false }) => (bold ? [3, 0x35, 0x08, 1] : []))
  const table = Buffer.alloc(1024)
  let at = 0
  const put = (field: number, bytes: Buffer): void => {
    stream.writeUInt32LE(at, field)
    stream.writeUInt32LE(bytes.length, field + 4)
    bytes.copy(table, at)
    at += bytes.length
  }
  const uint32 = (...values: ReadonlyArray<number>): Buffer => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
    return bytes
  }
  const pieces = Buffer.concat([
    uint32(0, main.length + notes.length),
    Buffer.from([0, 0]),
    uint32(textStart),
    Buffer.from([0, 0])
  ])
  put(0x1a2, Buffer.concat([Buffer.from([2]), uint32(pieces.length), pieces]))
  put(0x102, uint32(textStart, textStart + all.length, pages))
  put(0xfa, uint32(textStart, textStart + all.length, pages + 1))
  return compoundFile({ WordDocument: stream, "1Table": table })
}

export const docSample = docFile(
  [
    { text: "Report", style: 1 },
    { text: "Some text with a note\u0002." },
    { text: "An item", list: 1 },
    { text: "a", inTable: true, end: "\u0007" },
    { text: "b", inTable: true, end: "\u0007" },
    { text: "", inTable: true, rowEnd: true, end: "\u0007" },
    { text: '\u0013 HYPERLINK "https://a.example/" \u0014the link\u0015 ends it.', bold: true }
  ],
  ["Said below."]
)

const record = (kind: number, content: Buffer, instance = 0, container = false): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE((instance << 4) | (container ? 15 : 0), 0)
  head.writeUInt16LE(kind, 2)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

const numbers = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4)
  return bytes
}

interface PptSlide {
  readonly title: string
  readonly points: ReadonlyArray<string>
  readonly hidden?: boolean
}

/** A presentation of PowerPoint 97. */
export const pptFile = (slides: ReadonlyArray<PptSlide>): Uint8Array => {
  const listed = slides.map(({ points, title }, index) =>
    Buffer.concat([
      record(0x3f3, numbers(index + 2, 0, 2, 256 + index, 0)),
      record(0xf9f, numbers(0)),
      record(0xfa0, wide(title)),
      record(0xf9f, numbers(1)),
      record(0xfa8, Buffer.from(points.join("\r"), "latin1"))
    ])
  )
  const document = record(0x3e8, record(0xff0, Buffer.concat(listed), 0, true), 0, true)
  const pages = slides.map(({ hidden = false }) => {
    const info = Buffer.alloc(16)
    info.writeUInt16LE(hidden ? 4 : 0, 10)
    const drawing = record(
      0x40c,
      Buffer.concat([
        record(0xf9e, numbers(0)),
        record(0xf9e, numbers(1)),
        record(0xf9f, numbers(4)),
        record(0xfa0, wide("In a box"))
      ]),
      0,
      true
    )
    return record(0x3ee, Buffer.concat([record(0x3ef, Buffer.alloc(24)), record(0x3f9, info), drawing]), 0, true)
  })
  const parts = [document, ...pages]
  const offsets = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0))
  const directoryAt = parts.reduce((sum, part) => sum + part.length, 0)
  const directory = record(0x1772, numbers(1 | (parts.length << 20), ...offsets))
  const edit = record(0xff5, numbers(0, 0, 0, directoryAt, 1, 0, 0))
  const user = Buffer.alloc(28)
  user.writeUInt32LE(0xe391c05f, 12)
  user.writeUInt32LE(directoryAt + directory.length, 16)
  return compoundFile({
    "PowerPoint Document": Buffer.concat([...parts, directory, edit]),
    "Current User": user
  })
}

export const pptSample = pptFile([
  { title: "Plans", points: ["First", "Second"] },
  { title: "Left out", points: ["never"], hidden: true }
])
