/** Small words about JSON values. */

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** JSON pointer one step further (RFC 6901). */
export const pointer = (base: string, name: string | number): string =>
  `${base}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The names that a JSON pointer goes through; none for the whole document. */
export const pointerNames = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
