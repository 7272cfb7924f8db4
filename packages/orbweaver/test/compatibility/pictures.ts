/** Screenshots as the answers give them: pictures in the answer, or addresses of them. */

/** Bytes of a screenshot. */
export const pictureOf = async (screenshot: string): Promise<Buffer> =>
  screenshot.startsWith("data:")
    ? Buffer.from(screenshot.slice(screenshot.indexOf(",") + 1), "base64")
    : Buffer.from(await (await fetch(screenshot)).arrayBuffer())

/** Width and height of a PNG. */
export const sizeOf = (png: Buffer): { readonly width: number; readonly height: number } => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20)
})
