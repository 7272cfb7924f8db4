/** `default` of a schema: what stands for a property that the page does not have. */
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { schemaQueryOf } from "./SchemaQuery.ts"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"

interface WithDefaults {
  readonly value: unknown
  /** JSON pointers of the defaults. */
  readonly filled: ReadonlyArray<string>
}

/** Levels of a value that are looked at. */
const maxDepth = 16

/** The value with the defaults of what it does not have; nothing is made of nothing. */
export const withDefaults = (index: SchemaIndex | undefined, value: unknown): WithDefaults => {
  const filled: Array<string> = []
  const fill = (node: SchemaNode, part: unknown, at: string, depth: number): unknown => {
    if (depth > maxDepth || typeof part !== "object" || part === null) return part
    const { items, properties } = schemaQueryOf(index!, node)
    if (Array.isArray(part))
      return items === undefined ? part : part.map((item, i) => fill(items, item, pointer(at, i), depth + 1))
    if (!isObject(part)) return part
    const whole: Record<string, unknown> = { ...part }
    for (const [name, property] of properties) {
      if (Object.hasOwn(part, name)) whole[name] = fill(property, part[name], pointer(at, name), depth + 1)
      else if (isObject(property) && property["default"] !== undefined && name !== "__proto__") {
        whole[name] = property["default"]
        filled.push(pointer(at, name))
      }
    }
    return whole
  }
  return index === undefined || value === undefined
    ? { value, filled }
    : { value: fill(index.root, value, "", 0), filled }
}
