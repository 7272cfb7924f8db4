/** Makes tar archives of their files; the letters of a name are its bytes. */
export const tarFile = (files: Readonly<Record<string, string>>): Uint8Array => {
  const blocks: Array<Buffer> = []
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const header = Buffer.alloc(512)
    header.write(name, 0, "latin1")
    header.write("0000644\0", 100)
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124)
    header.write("        ", 148)
    header.write("0", 156)
    header.write("ustar\x0000", 257)
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148
    )
    blocks.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512))
  }
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
