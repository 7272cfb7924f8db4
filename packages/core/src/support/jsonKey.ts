/** Names JSON values by what they are, so that caches need no identity. */

/** Deeper values have no key. */
const maxDepth = 64

/**
 * The value as JSON: the same text for two values only when they are equal. `undefined` where JSON would lose something
 * (functions, dates, instances of classes, members that are undefined) and where the text would be longer than about
 * `maxLength` characters.
 */
export const jsonKey = (value: unknown, maxLength: number): string | undefined =>
  roomAfter(value, maxLength, maxDepth) < 0 ? undefined : JSON.stringify(value)

/** Characters that are left for other values; less than 0 when there is no room, or the value is not JSON. */
const roomAfter = (value: unknown, room: number, depth: number): number => {
  switch (typeof value) {
    case "string":
      return room - value.length - 2
    case "boolean":
      return room - 5
    case "number":
      return Number.isFinite(value) ? room - 8 : -1
    case "object":
      return value === null ? room - 4 : depth === 0 ? -1 : roomAfterMembers(value, room - 2, depth - 1)
    default:
      return -1
  }
}

const roomAfterMembers = (value: object, room: number, depth: number): number => {
  let left = room
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = roomAfter(value[at], left - 1, depth)
    return left
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return -1
  for (const name in value) {
    if (left < 0) break
    left = roomAfter((value as Readonly<Record<string, unknown>>)[name], left - name.length - 4, depth)
  }
  return left
}
