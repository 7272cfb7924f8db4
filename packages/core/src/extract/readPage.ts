/**
 * What one page says by the schema of an extraction. Beside what the page says
 * as a whole, the page itself may be one item of a list that is asked for: the
 * page of a product, where products are wanted.
 */
import { meaningOf } from "../json/concepts.ts"
import type { Evidence, Place } from "../json/Evidence.ts"
import { isObject, pointer } from "../json/jsonValue.ts"
import { type Matched, match } from "../json/match.ts"
import type { SchemaIndex, SchemaNode } from "../json/schemaIndex.ts"
import { wishOf } from "../json/wish.ts"

export interface Told {
  readonly value: unknown
  /** Where on the page each value stands, by JSON pointer. */
  readonly sources: Readonly<Record<string, Place>>
  /** JSON pointers of what the page does not say. */
  readonly missing: ReadonlyArray<string>
}

/** None when the page says nothing of what is asked. */
export const readPage = (evidence: Evidence, index: SchemaIndex, url: string): ReadonlyArray<Told> => {
  const whole = match(evidence, index)
  return [...(whole.value === undefined ? [] : [whole]), ...itemsOf(evidence, index, url, whole.value)]
}

/** Lists of things that the schema asks for at the top: the whole, or a property. */
const listsOf = (
  index: SchemaIndex
): ReadonlyArray<{ readonly name: string | undefined; readonly item: SchemaNode }> => {
  const root = wishOf(index, index.root)
  if (root.kind === "array") return [{ name: undefined, item: root.items ?? true }]
  return [...root.properties].flatMap(([name, node]) => {
    const { items, kind } = wishOf(index, node, name)
    return kind === "array" && items !== undefined ? [{ name, item: items }] : []
  })
}

const itemsOf = (evidence: Evidence, index: SchemaIndex, url: string, found: unknown): ReadonlyArray<Told> =>
  listsOf(index).flatMap(({ item, name }) => {
    const inner: SchemaIndex = { ...index, root: item }
    if (wishOf(inner, item).kind !== "object") return []
    const rows = name === undefined ? found : isObject(found) ? found[name] : undefined
    const told = asItem(match(evidence, inner), wishOf(inner, item), Array.isArray(rows) ? rows.length : 0, url)
    if (told === undefined) return []
    const at = name === undefined ? "/0" : `${pointer("", name)}/0`
    return [
      {
        value: name === undefined ? [told.value] : { [name]: [told.value] },
        sources: Object.fromEntries(Object.entries(told.sources).map(([inside, place]) => [at + inside, place])),
        missing: []
      }
    ]
  })

/** What every page says of itself, whatever it is about. */
const common = new Set(["name", "description", "image", "url", "language", "site name", "keywords", "modified"])

/**
 * A page is an item when it says, once and for all of itself, at least half of
 * what only such an item has. A page that lists others must say two of these.
 */
const asItem = (
  { missing, sources, value }: Matched,
  wish: ReturnType<typeof wishOf>,
  rows: number,
  url: string
): Told | undefined => {
  if (!isObject(value)) return undefined
  const own = [...wish.properties.keys()].filter((name) => !common.has(meaningOf(name)))
  const said = own.filter((name) => Object.hasOwn(value, name)).length
  if (said === 0 || said < own.length / 2 || (rows > 1 && said < 2)) return undefined
  const address = [...wish.properties.keys()].find((name) => meaningOf(name) === "url")
  const made =
    address === undefined || Object.hasOwn(value, address)
      ? { value, sources }
      : {
          value: { ...value, [address]: url },
          sources: { ...sources, [pointer("", address)]: { source: "meta" as const, where: "address of the page" } }
        }
  return wish.accepts(made.value) ? { ...made, missing } : undefined
}
