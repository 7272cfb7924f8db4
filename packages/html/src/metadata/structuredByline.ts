/** Who wrote a page and when, as its structured data say it. */
import type { Item } from "../structured/items.ts"
import { type Json, readJsonLd } from "../structured/jsonLd.ts"
import { microdata } from "../structured/microdata.ts"
import { decodeText } from "../tree/references.ts"
import type { Tree } from "../tree/Tree.ts"

interface StructuredAuthor {
  readonly name: string
  /** A poster is a person under the name of a forum. */
  readonly kind: "person" | "poster" | "organization" | "unknown"
}

export interface StructuredByline {
  readonly authors: ReadonlyArray<StructuredAuthor>
  readonly published?: string | undefined
  readonly created?: string | undefined
  readonly modified?: string | undefined
  /** Names of publishers, sites and organizations. */
  readonly organizations: ReadonlyArray<string>
  /** Scripts of JSON-LD that could not be read. */
  readonly unreadable?: number
}

/** Entities of one page that are looked at. */
const maxEntities = 500
const maxAuthors = 20

type Entity = { readonly [key: string]: Json }

const isEntity = (value: Json | undefined): value is Entity =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const list = (value: Json | undefined): ReadonlyArray<Json> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as ReadonlyArray<Json>) : [value]

const string = (value: Json | undefined): string | undefined => {
  const first = list(value)[0]
  if (typeof first !== "string") return undefined
  // Many templates escape for HTML what stands in JSON.
  const text = (first.includes("&") ? decodeText(first, false, false) : first).trim()
  return text === "" ? undefined : text
}

/** Types whose author and date are those of a page that holds one of them. */
const creativeWorkTypes =
  /(?:Article|BlogPosting|Posting|Report|Recipe|VideoObject|PodcastEpisode|Thesis|Chapter|HowTo|CreativeWork|WebPage|ItemPage|AboutPage|LearningResource|Course|Dataset|SoftwareSourceCode|Question|QAPage)$/
/** Types of what is written under the names of a forum. */
const postingTypes = /(?:DiscussionForumPosting|Question|QAPage)$/
/** Types that have authors and dates of their own next to those of the page. */
const others =
  /(?:Review|Comment|UserComments|Product|Offer|Answer|ImageObject|Event|Organization|WebSite|Person|BreadcrumbList|ItemList|Rating)$/

const typesOf = (entity: Entity): ReadonlyArray<string> =>
  list(entity["@type"]).filter((type) => typeof type === "string")

export const jsonLdByline = (tree: Tree): StructuredByline | undefined => {
  const entities: Array<Entity> = []
  const add = (value: Json | undefined, depth: number): void => {
    for (const entry of list(value)) {
      if (!isEntity(entry) || entities.length >= maxEntities) continue
      entities.push(entry)
      if (depth > 0) for (const key of ["@graph", "mainEntity", "mainEntityOfPage"]) add(entry[key], depth - 1)
    }
  }
  const { unreadable, values } = readJsonLd(tree)
  add(values, 3)
  const byId = new Map(
    entities.flatMap((entity) =>
      typeof entity["@id"] === "string" && entity["name"] !== undefined ? [[entity["@id"], entity]] : []
    )
  )
  const resolve = (value: Json | undefined): Json | undefined =>
    isEntity(value) && value["name"] === undefined ? (byId.get(string(value["@id"]) ?? "") ?? value) : value
  const best = entities.reduce<{ readonly entity: Entity; readonly score: number } | undefined>((found, entity) => {
    const score = scoreOf(typesOf(entity), entity["author"] ?? entity["creator"], entity["datePublished"])
    return score > (found?.score ?? 0) ? { entity, score } : found
  }, undefined)?.entity
  const isPosting = best !== undefined && typesOf(best).some((type) => postingTypes.test(type))
  const organizations = entities.flatMap((entity) => [
    ...(typesOf(entity).some((type) => /Organization|WebSite/.test(type)) ? [string(entity["name"])] : []),
    ...list(entity["publisher"]).map((publisher) => nameOf(resolve(publisher))),
    ...list(entity["copyrightHolder"]).map((holder) => nameOf(resolve(holder)))
  ])
  const authors = list(best?.["author"] ?? best?.["creator"])
    .slice(0, maxAuthors)
    .flatMap((author) => {
      const value = resolve(author)
      const name = nameOf(value)
      if (name === undefined) return []
      const type = isEntity(value) ? (string(value["@type"]) ?? "") : ""
      return [{ name, kind: kindOf(type, isPosting) }]
    })
  return {
    authors,
    published: string(best?.["datePublished"]) ?? string(best?.["uploadDate"]),
    created: string(best?.["dateCreated"]),
    modified: string(best?.["dateModified"]),
    organizations: organizations.filter((name) => name !== undefined),
    unreadable
  }
}

const scoreOf = (types: ReadonlyArray<string>, author: unknown, date: unknown): number => {
  if (types.some((type) => others.test(type))) return 0
  const bylineScore = (author === undefined ? 0 : 2) + (date === undefined ? 0 : 3)
  const rank = types.some((type) => creativeWorkTypes.test(type))
    ? types.some((type) => type.endsWith("Page"))
      ? 2
      : 4
    : 1
  return bylineScore === 0 ? 0 : bylineScore + rank
}

const kindOf = (type: string, isPosting: boolean): StructuredAuthor["kind"] =>
  /person$/i.test(type)
    ? isPosting
      ? "poster"
      : "person"
    : /organi[sz]ation$/i.test(type)
      ? "organization"
      : "unknown"

const nameOf = (value: Json | undefined): string | undefined =>
  isEntity(value) ? string(value["name"]) : string(value)

const bylineProperties = new Set(["author", "publisher", "name", "datePublished", "dateCreated", "dateModified"])

export const microdataByline = (tree: Tree, base: URL): StructuredByline | undefined => {
  const items: Array<Item> = []
  const add = (list: ReadonlyArray<string | Item>, depth: number): void => {
    for (const item of list) {
      if (typeof item === "string" || items.length >= maxEntities) continue
      items.push(item)
      if (depth > 0)
        for (const [name, values] of Object.entries(item.properties))
          if (!/author|publisher/.test(name)) add(values, depth - 1)
    }
  }
  add(microdata(tree, base, bylineProperties), 3)
  const best = items.reduce<{ readonly item: Item; readonly score: number } | undefined>((found, item) => {
    const score = scoreOf(item.type, item.properties["author"], item.properties["datePublished"])
    return score > (found?.score ?? 0) ? { item, score } : found
  }, undefined)?.item
  if (best === undefined) return undefined
  const isPosting = best.type.some((type) => postingTypes.test(type))
  const text = (name: string): string | undefined => {
    const value = best.properties[name]?.find((value) => typeof value === "string" && value.trim() !== "")
    return typeof value === "string" ? value.trim() : undefined
  }
  return {
    authors: (best.properties["author"] ?? []).slice(0, maxAuthors).flatMap((author) => {
      if (typeof author === "string") return [{ name: author, kind: "unknown" as const }]
      const name = author.properties["name"]?.[0]
      return typeof name === "string" ? [{ name, kind: kindOf(author.type[0] ?? "", isPosting) }] : []
    }),
    published: text("datePublished"),
    created: text("dateCreated"),
    modified: text("dateModified"),
    organizations: items.flatMap(({ properties }) =>
      (properties["publisher"] ?? []).flatMap((publisher) => {
        const name = typeof publisher === "string" ? publisher : publisher.properties["name"]?.[0]
        return typeof name === "string" ? [name] : []
      })
    )
  }
}
