/** Writes a gray picture as PNG (W3C PNG, third edition), which every recognizer reads. */
import { crc32, deflateSync } from "node:zlib"
import type { Canvas } from "./canvas.ts"

/** `dotsPerInch` tells a recognizer how large the letters are. */
export const grayPng = ({ height, pixels, width }: Canvas, dotsPerInch: number): Uint8Array => {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const density = Buffer.alloc(9)
  const perMeter = Math.round(dotsPerInch / 0.0254)
  density.writeUInt32BE(perMeter, 0)
  density.writeUInt32BE(perMeter, 4)
  density[8] = 1
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("pHYs", density),
    // Read once and thrown away.
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0))
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
