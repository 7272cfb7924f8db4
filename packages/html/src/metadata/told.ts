/**
 * Who wrote a page and when, from its structured data: for pages whose `<meta>` do not say it.
 */
import type { Item } from "../structured/items.ts"
import { type Json, jsonLd } from "../structured/jsonLd.ts"
import { microdata } from "../structured/microdata.ts"
import type { Tree } from "../tree/Tree.ts"

export interface Told {
  /** Names, joined by a comma. */
  readonly author: string | undefined
  readonly publishedTime: string | undefined
  readonly modifiedTime: string | undefined
}

/** Which forms of structured data a page may have. */
export interface Forms {
  readonly jsonLd: boolean
  readonly microdata: boolean
}

const nothing: Told = { author: undefined, publishedTime: undefined, modifiedTime: undefined }

/** What the first thing that has a date of publishing or an author says of itself, JSON-LD before microdata. */
export const told = (tree: Tree, base: URL, forms: Forms): Told => {
  const found = forms.jsonLd ? toldByJsonLd(jsonLd(tree)) : undefined
  return found ?? (forms.microdata ? toldByItems(microdata(tree, base)) : undefined) ?? nothing
}

type Thing = { readonly [key: string]: Json }

const isThing = (value: Json | undefined): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Things a page holds: the values of its scripts, and what their graphs list. */
const toldByJsonLd = (values: ReadonlyArray<Json>): Told | undefined => {
  const things = values.filter(isThing).flatMap((value) => {
    const graph = value["@graph"]
    return Array.isArray(graph) ? [value, ...graph.filter(isThing)] : [value]
  })
  // A site and those who own it have no date of publishing, and no author of this page.
  const thing =
    things.find((thing) => thing["datePublished"] !== undefined && thing["author"] !== undefined) ??
    things.find((thing) => thing["datePublished"] !== undefined) ??
    things.find((thing) => thing["author"] !== undefined)
  if (thing === undefined) return undefined
  const byId = (id: Json | undefined): Json | undefined => things.find((other) => other["@id"] === id)?.["name"]
  return {
    author: joined(list(thing["author"]).map((person) => nameOf(person, byId))),
    publishedTime: said(thing["datePublished"]),
    modifiedTime: said(thing["dateModified"])
  }
}

const nameOf = (person: Json, byId: (id: Json | undefined) => Json | undefined): Json | undefined =>
  isThing(person) ? (person["name"] ?? byId(person["@id"])) : person

const list = (value: Json | undefined): ReadonlyArray<Json> =>
  value === undefined ? [] : Array.isArray(value) ? (value as ReadonlyArray<Json>) : [value]

const said = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

/** Names of one page. */
const mostNames = 20

const joined = (names: ReadonlyArray<Json | undefined>): string | undefined => {
  const known = new Set(names.slice(0, mostNames).flatMap((name) => said(name) ?? []))
  return known.size === 0 ? undefined : [...known].join(", ")
}

const toldByItems = (items: ReadonlyArray<Item>): Told | undefined => {
  const item = items.find(
    ({ properties }) => properties["datePublished"] !== undefined || properties["author"] !== undefined
  )
  if (item === undefined) return undefined
  const { properties } = item
  const text = (value: string | Item | undefined): string | undefined =>
    typeof value === "string" ? said(value) : undefined
  const names = (properties["author"] ?? []).map((person) =>
    typeof person === "string" ? person : text(person.properties["name"]?.[0])
  )
  return {
    author: joined(names),
    publishedTime: text(properties["datePublished"]?.[0]),
    modifiedTime: text(properties["dateModified"]?.[0])
  }
}
