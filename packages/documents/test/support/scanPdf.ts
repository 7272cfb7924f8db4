/** Writes small PDF files whose pages are pictures (ISO 32000-2, 8.9), and reads the pictures that are made of them. */
import { inflateSync } from "node:zlib"
import type { Picture, Recognition, RecognizedWord, Service } from "@orbweaver/core/reading/Recognizer"
import { Effect } from "effect"

export interface ScanImage {
  readonly width: number
  readonly height: number
  /** The rest of the dictionary; gray with a byte for a pixel when absent. */
  readonly dict?: string
  readonly data: Uint8Array
  /** A soft mask: a byte for a pixel. */
  readonly mask?: Uint8Array
}

export interface ScanPage {
  /** Drawn by `/I0 Do`, `/I1 Do`. */
  readonly images?: ReadonlyArray<ScanImage>
  /** Operators; the first picture over the whole page when absent. */
  readonly content?: string
  /** Forms, drawn by `/X0 Do`, `/X1 Do`: their matrix and their operators. */
  readonly forms?: ReadonlyArray<{ readonly matrix: string; readonly content: string }>
  /** Rest of the page's dictionary. */
  readonly dict?: string
}

export const pageWidth = 300
export const pageHeight = 400

export const scanPdf = (pages: ReadonlyArray<ScanPage>): Uint8Array => {
  const objects: Array<Buffer> = []
  const add = (body: string | Buffer): number =>
    objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, "latin1"))
  const stream = (dict: string, data: Uint8Array): number =>
    add(
      Buffer.concat([
        Buffer.from(`<< ${dict} /Length ${data.length} >>\nstream\n`, "latin1"),
        data,
        Buffer.from("\nendstream", "latin1")
      ])
    )
  add("<< /Type /Catalog /Pages 2 0 R >>")
  add("")
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
  const gray = "/ColorSpace /DeviceGray /BitsPerComponent 8"
  const ids = pages.map(
    ({ content = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /I0 Do Q`, dict = "", forms = [], images = [] }) => {
      const names = images.map(({ data, dict = gray, height, mask, width }, index) => {
        const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`
        const soft = mask === undefined ? "" : ` /SMask ${stream(`${size} ${gray}`, mask)} 0 R`
        return `/I${index} ${stream(`${size} ${dict}${soft}`, data)} 0 R`
      })
      for (const [index, { content, matrix }] of forms.entries()) {
        const form = `/Type /XObject /Subtype /Form /BBox [0 0 ${pageWidth} ${pageHeight}] /Matrix [${matrix}]`
        names.push(`/X${index} ${stream(form, Buffer.from(content, "latin1"))} 0 R`)
      }
      const contents = stream("", Buffer.from(content, "latin1"))
      return add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F ${font} 0 R >> /XObject << ${names.join(" ")} >> >> /Contents ${contents} 0 R ${dict} >>`
      )
    }
  )
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${ids.length} /Kids [${ids.map((id) => `${id} 0 R`).join(" ")}] >>`,
    "latin1"
  )
  const parts: Array<Buffer> = [Buffer.from("%PDF-1.7\n", "latin1")]
  let at = parts[0]!.length
  const places: Array<number> = []
  for (const [index, body] of objects.entries()) {
    const object = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, "latin1"),
      body,
      Buffer.from("\nendobj\n", "latin1")
    ])
    places.push(at)
    parts.push(object)
    at += object.length
  }
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")
  const count = objects.length + 1
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end, "latin1")]))
}

/** A gray picture of one shade for each of its quarters: upper left, upper right, lower left, lower right. */
export const quarters = (side: number, shades: readonly [number, number, number, number]): ScanImage => {
  const data = new Uint8Array(side * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) data[y * side + x] = shades[(y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1)]!
  return { width: side, height: side, data }
}

export const text = (words: string, y = 200): string => `BT /F 12 Tf 20 ${y} Td (${words}) Tj ET`

export const paragraph = Array.from({ length: 6 }, (_, line) =>
  text(`Line ${line} holds so many words that it is no stamp on a picture`, 380 - line * 14)
).join("\n")

/** Gray at a place of a picture that was made, from 0 to 1 of its width and height. */
export const shadeAt = ({ bytes, height, width }: Picture, x: number, y: number): number => {
  const file = Buffer.from(bytes)
  const data: Array<Buffer> = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const rows = inflateSync(Buffer.concat(data))
  return rows[Math.floor(y * height) * (width + 1) + 1 + Math.floor(x * width)]!
}

/** Words of one line after the other; `size` and places in pixels. */
export const words = (...lines: ReadonlyArray<string>): ReadonlyArray<RecognizedWord> =>
  lines.flatMap((line, index) => {
    let x = 100
    return line.split(" ").map((text): RecognizedWord => {
      const x0 = x
      const x1 = x + text.length * 20
      x = x1 + 12
      const baseline = 200 + index * 50
      return { text, confidence: 0.9, x0, y0: baseline - 30, x1, y1: baseline, line: index, baseline, size: 40 }
    })
  })

export const recognition = (
  words: ReadonlyArray<RecognizedWord>,
  { height = 1667, width = 1250 }: { readonly width?: number; readonly height?: number } = {}
): Recognition => ({
  words,
  width,
  height,
  confidence: words.length === 0 ? 0 : words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length
})

/** A recognizer that keeps the pictures it gets, and reads the same in all or what `read` says. */
export const scripted = (
  read: (index: number, picture: Picture) => ReturnType<Service["recognize"]> | ReadonlyArray<RecognizedWord> = (
    index
  ) => words(`Words of picture ${index + 1}`),
  maxPixels = 4_000_000
): { readonly service: Service; readonly pictures: ReadonlyArray<Picture> } => {
  const pictures: Array<Picture> = []
  return {
    pictures,
    service: {
      name: "scripted",
      available: true,
      maxPixels,
      recognize: (picture) =>
        Effect.suspend(() => {
          pictures.push(picture)
          const answer = read(pictures.length - 1, picture)
          return Effect.isEffect(answer) ? answer : Effect.succeed(recognition(answer))
        })
    }
  }
}
