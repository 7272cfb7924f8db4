/**
 * What one page says by the schema of an extraction. Beside what the page says
 * as a whole, the page itself may be one item of a list that is asked for: the
 * page of a product, where products are wanted.
 */
import * as Effect from "effect/Effect"
import { meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import type { Evidence, Place } from "@orbweaver/core/internal/evidence/Evidence"
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { type Matched, matchInTurns } from "../json/match.ts"
import { matchPage } from "../json/selected.ts"
import type { SchemaIndex, SchemaNode } from "../json/schemaIndex.ts"
import { schemaQueryOf } from "../json/SchemaQuery.ts"

export interface ExtractedFields {
  readonly value: unknown
  /** Where on the page each value stands, by JSON pointer. */
  readonly sources: Readonly<Record<string, Place>>
  /** JSON pointers of what the page does not say. */
  readonly missing: ReadonlyArray<string>
}

/** None when the page says nothing of what is asked. */
export const readPage = Effect.fnUntraced(function* (
  evidence: Evidence,
  index: SchemaIndex,
  url: string
): Effect.fn.Return<ReadonlyArray<ExtractedFields>> {
  const whole = yield* matchPage(evidence, index, "reading")
  const items = yield* itemsOf(evidence, index, url, whole.value)
  return whole.value === undefined ? items : [whole, ...items]
})

/** Lists of things that the schema asks for at the top: the whole, or a property. */
const listsOf = (
  index: SchemaIndex
): ReadonlyArray<{ readonly name: string | undefined; readonly item: SchemaNode }> => {
  const root = schemaQueryOf(index, index.root)
  if (root.kind === "array") return [{ name: undefined, item: root.items ?? true }]
  return [...root.properties].flatMap(([name, node]) => {
    const { items, kind } = schemaQueryOf(index, node, name)
    return kind === "array" && items !== undefined ? [{ name, item: items }] : []
  })
}

const itemsOf = Effect.fnUntraced(function* (evidence: Evidence, index: SchemaIndex, url: string, found: unknown) {
  const items: Array<ExtractedFields> = []
  for (const { item, name } of listsOf(index)) {
    const inner: SchemaIndex = { ...index, root: item }
    const query = schemaQueryOf(inner, item)
    if (query.kind !== "object") continue
    const rows = name === undefined ? found : isObject(found) ? found[name] : undefined
    const rowItem = asItem(yield* matchInTurns(evidence, inner), query, Array.isArray(rows) ? rows.length : 0, url)
    if (rowItem === undefined) continue
    const at = name === undefined ? "/0" : `${pointer("", name)}/0`
    items.push({
      value: name === undefined ? [rowItem.value] : { [name]: [rowItem.value] },
      sources: Object.fromEntries(Object.entries(rowItem.sources).map(([inside, place]) => [at + inside, place])),
      missing: []
    })
  }
  return items
})

/** What every page says of itself, whatever it is about. */
const common = new Set(["name", "description", "image", "url", "language", "site name", "keywords", "modified"])

/**
 * A page is an item when it says, once and for all of itself, at least half of
 * what only such an item has. A page that lists others must say two of these.
 */
const asItem = (
  { missing, sources, value }: Matched,
  query: ReturnType<typeof schemaQueryOf>,
  rows: number,
  url: string
): ExtractedFields | undefined => {
  if (!isObject(value)) return undefined
  const own = [...query.properties.keys()].filter((name) => !common.has(meaningOf(name)))
  const filledCount = own.filter((name) => Object.hasOwn(value, name)).length
  if (filledCount === 0 || filledCount < own.length / 2 || (rows > 1 && filledCount < 2)) return undefined
  const address = [...query.properties.keys()].find((name) => meaningOf(name) === "url")
  const made =
    address === undefined || Object.hasOwn(value, address)
      ? { value, sources }
      : {
          value: { ...value, [address]: url },
          sources: { ...sources, [pointer("", address)]: { source: "meta" as const, where: "address of the page" } }
        }
  return query.accepts(made.value) ? { ...made, missing } : undefined
}
