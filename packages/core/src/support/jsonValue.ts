/** Small words about JSON values. */

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** JSON pointer one step further (RFC 6901). */
export const pointer = (base: string, name: string | number): string =>
  `${base}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`
