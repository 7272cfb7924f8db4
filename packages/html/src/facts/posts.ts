/**
 * Posts of threads and comments below articles: siblings of one shape that each have a writer, a date and a text of their
 * own. Which part is the text follows from the structure: the largest part that holds neither the writer nor the date.
 */
import type { Entity, Fact, Group } from "@orbweaver/core/internal/evidence/Evidence"
import { datesIn } from "../metadata/dates.ts"
import { attribute } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { markedFacts } from "./marked.ts"
import { bounds, children, classesOf, cssPath, type Reading, textOf } from "./Reading.ts"

const limits = { smallest: 6, largest: 600, groups: 20, author: 60 } as const

const writerClass =
  /(?:^|[-_])(?:user-?name|author|creator|poster|nick(?:name)?|commenter|reviewer|fn|handle|display-?name)(?:$|[-_](?:name|link)$)/i
const memberAddress = /(?:^|\/)(?:u|users?|members?|profiles?|@[\w.-]+|people)(?:[/.?-]|$)|^\/?@/i

export interface Posts {
  readonly groups: ReadonlyArray<Group>
  /** The first node of each post. */
  readonly nodes: ReadonlySet<number>
}

/** Groups of posts in a page, the rows of each in order. */
export const postsOf = (reading: Reading, language: string): Posts => {
  const { ends, out, tree } = reading
  const groups: Array<Group> = []
  const nodes = new Set<number>()
  for (let parent = 1; parent < tree.size && groups.length < limits.groups; parent++) {
    const tag = tree.tag[parent]!
    if (tag === Tag.text) continue
    if (out[parent] !== 0) {
      parent = ends[parent]! - 1
      continue
    }
    if ((kind[tag]! & Kind.block) === 0 || ends[parent]! - parent < 2 * limits.smallest) continue
    const posts = postsAmong(reading, parent, language)
    if (posts.length < 2) continue
    for (const { node } of posts) nodes.add(node)
    const rows = posts.map(({ entity }) => entity)
    groups.push({ label: "posts", rows, items: [], facts: [], source: "list", where: rows[0]!.where })
    parent = ends[parent]! - 1
  }
  return { groups, nodes }
}

interface Post {
  readonly node: number
  readonly entity: Entity
}

const postsAmong = (reading: Reading, parent: number, language: string): ReadonlyArray<Post> => {
  const { ends, tree } = reading
  const alike = new Map<string, Array<number>>()
  for (const node of children(tree, parent)) {
    const size = ends[node]! - node
    if (size < limits.smallest || size > limits.largest) continue
    const key = `${tree.tag[node]} ${classesOf(reading, node)[0] ?? ""}`
    const nodes = alike.get(key)
    if (nodes === undefined) alike.set(key, [node])
    else nodes.push(node)
  }
  for (const nodes of alike.values()) {
    if (nodes.length < 2 || nodes.length > bounds.rows) continue
    const posts: Array<Post> = []
    for (const node of nodes) {
      const entity = postOf(reading, node, language)
      if (entity === undefined) break
      posts.push({ node, entity })
    }
    if (posts.length === nodes.length) return posts
  }
  return []
}

const postOf = (reading: Reading, node: number, language: string): Entity | undefined => {
  const writer = writerOf(reading, node)
  if (writer === undefined) return undefined
  // A card of an article has a title, which a post has not.
  for (let at = node + 1; at < reading.ends[node]!; at++)
    if ((kind[reading.tree.tag[at]!]! & Kind.heading) !== 0 && !isAbout(reading, at, writer)) return undefined
  const date = dateOf(reading, node, language)
  if (date === undefined) return undefined
  const body = bodyOf(reading, node, [writer.node, date.node])
  if (body === undefined) return undefined
  const where = cssPath(reading, node)
  const fact = (label: string, value: string) => ({ label, value, source: "element" as const, where })
  return {
    types: [],
    source: "list",
    where,
    facts: [
      fact("author", writer.name),
      fact("datePublished", date.value),
      fact("text", body),
      ...othersOf(reading, node)
    ]
  }
}

/** Whether a heading of a post holds the writer, or is a short line of who that is. */
const isAbout = (reading: Reading, heading: number, writer: Placed): boolean =>
  (writer.node >= heading && writer.node < reading.ends[heading]!) ||
  (heading > writer.node && heading - writer.node < 12 && textOf(reading, heading, 41).length <= 20)

/** What else a post marks, such as the stars of a review: the first of each. */
const othersOf = (reading: Reading, post: number): ReadonlyArray<Fact> => {
  const found = new Map<string, Fact>()
  for (let node = post + 1; node < reading.ends[post]!; node++) {
    if (reading.tree.tag[node] === Tag.text || reading.out[node] !== 0) continue
    for (const fact of markedFacts(reading, node, true))
      if (!ownLabels.has(fact.label) && !found.has(fact.label)) found.set(fact.label, fact)
  }
  return [...found.values()]
}

const ownLabels = new Set(["author", "datePublished", "name", "description", "body", "date", "published"])

interface Placed {
  readonly node: number
}

/** The first that names who wrote it: a name by its class, or a link to the page of a member. */
const writerOf = (reading: Reading, post: number): (Placed & { readonly name: string }) | undefined => {
  const { ends, out, tree } = reading
  for (let node = post + 1; node < ends[post]!; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text || out[node] !== 0 || ends[node]! - node > 8) continue
    const isMember =
      tag === Tag.a && memberAddress.test((attribute(tree, node, "href") ?? "").replace(/^https?:\/\/[^/]+/, ""))
    if (!isMember && !classesOf(reading, node).some((name) => writerClass.test(name))) continue
    const name = textOf(reading, node, limits.author + 1).replace(/^(?:by|von|par|por|de|di|door)\s+(?=\S)/i, "")
    if (name !== "" && name.length <= limits.author && !/[:：]$/.test(name) && datesIn(name).length === 0)
      return { node, name }
  }
  return undefined
}

/** The first moment or day. */
const dateOf = (
  reading: Reading,
  post: number,
  language: string
): (Placed & { readonly value: string }) | undefined => {
  const { ends, out, tree } = reading
  for (let node = post + 1; node < ends[post]!; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text || out[node] !== 0 || ends[node]! - node > 16) continue
    const moment = tag === Tag.time ? attribute(tree, node, "datetime")?.trim() : undefined
    if (moment !== undefined && moment !== "") return { node, value: moment }
    const shown = textOf(reading, node, 101)
    if (shown.length > 100 || !/\d{2}/.test(shown)) continue
    const [found] = datesIn(shown, language)
    if (found !== undefined) return { node, value: shown.slice(found.start, found.end) }
  }
  return undefined
}

/** The text of the largest part without these nodes; undefined when nothing outweighs the rest. */
const bodyOf = (reading: Reading, post: number, apart: ReadonlyArray<number>): string | undefined => {
  const { ends, tree } = reading
  const holds = (node: number): boolean => apart.some((one) => one >= node && one < ends[node]!)
  let best = ""
  let others = 0
  const look = (node: number): void => {
    for (const child of children(tree, node)) {
      if (holds(child)) {
        look(child)
        continue
      }
      const text = partText(reading, child)
      others += Math.min(text.length, best.length)
      if (text.length > best.length) best = text
    }
  }
  look(post)
  return best === "" || others > best.length * 2 ? undefined : best
}

const partText = (reading: Reading, node: number): string => {
  // A long text has more nodes than a value may have: it is read by its parts.
  const whole = textOf(reading, node)
  if (whole !== "" || reading.ends[node]! - node < bounds.nodes) return whole
  return children(reading.tree, node)
    .map((child) => textOf(reading, child))
    .join(" ")
    .trim()
    .slice(0, bounds.value)
}
