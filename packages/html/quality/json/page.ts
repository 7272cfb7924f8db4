/** A page to judge by, with its schema in short and what a careful reader finds. */
export interface JudgedJson {
  readonly name: string
  readonly html: string
  /** In short, or a whole JSON Schema. */
  readonly schema: Short | WholeSchema
  readonly expected: unknown
}

export interface WholeSchema {
  readonly type: "object"
  readonly properties: object
  readonly [keyword: string]: unknown
}

/** `"number"`, `"date"` (a text with that format), `"a|b"` (an enum), `[items]`, or an object of properties. */
export type Short = string | readonly [Short] | { readonly [name: string]: Short }

const types = new Set(["string", "number", "integer", "boolean"])

export const schemaOf = (short: JudgedJson["schema"]): object => (isWhole(short) ? short : written(short))

const isWhole = (short: JudgedJson["schema"]): short is WholeSchema =>
  typeof short === "object" && "properties" in short && typeof short.properties === "object"

const written = (short: Short): object => {
  if (typeof short === "string") {
    if (types.has(short)) return { type: short }
    return short.includes("|") ? { enum: short.split("|") } : { type: "string", format: short }
  }
  if (Array.isArray(short)) return { type: "array", items: written(short[0] as Short) }
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(short).map(([name, part]) => [name, written(part)]))
  }
}

/** Every plain value by its JSON pointer. */
export const leaves = (value: unknown, at = "", into = new Map<string, string>()): ReadonlyMap<string, string> => {
  if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) leaves(part, `${at}/${name}`, into)
  } else if (value !== undefined) into.set(at, JSON.stringify(value))
  return into
}

export const doc = (lang: string, head: string, body: string): string =>
  `<!doctype html><html lang="${lang}"><head>${head}</head><body><header><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav></header><main>${body}</main><footer><p>Phone: +1 555 0100</p><p>© 2026 Site</p></footer></body></html>`

export const ld = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
