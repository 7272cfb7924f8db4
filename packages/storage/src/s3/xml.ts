/** What answers of S3-compatible stores need of XML: texts of elements that occur once, and pieces of a list. */

/** The text of the first element of this name, or undefined. */
export const textOf = (xml: string, name: string): string | undefined => {
  const start = xml.indexOf(`<${name}>`)
  if (start < 0) return undefined
  const from = start + name.length + 2
  const end = xml.indexOf(`</${name}>`, from)
  return end < 0 ? undefined : decodeEntities(xml.slice(from, end))
}

/** The insides of all elements of this name, which do not contain each other. */
export const insidesOf = (xml: string, name: string): ReadonlyArray<string> =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .flatMap((piece) => {
      const end = piece.indexOf(`</${name}>`)
      return end < 0 ? [] : [piece.slice(0, end)]
    })

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,4}));/gi, (written, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return entities[name] ?? written
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
