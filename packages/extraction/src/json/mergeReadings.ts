/**
 * Merges the values of several pages, each with its source pages.
 *
 * ```
 * plain values ─► the strongest evidence, then most pages, then the first page
 * things       ─► pages about the same thing; others are left out
 * lists        ─► every item once, items of one identity put together
 * ```
 *
 * A thing is never made of two: a page that says by a number or a name of its
 * own that it is about something else adds nothing to it.
 */
import type * as Effect from "effect/Effect"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { atOnce, type Steps } from "@orbweaver/core/internal/support/steps"
import type { Place, Source } from "@orbweaver/core/internal/evidence/Evidence"
import { meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { differ, type Identity, makeIdentify, plain } from "./identity.ts"

/** What one page says. */
export interface PageReading {
  readonly url: string
  readonly value: unknown
  /** Source of a value, by JSON pointer; absent for values from a model. */
  readonly sources: Readonly<Record<string, Place>>
  /** What the page calls itself and its site. */
  readonly titles: string
}

export interface MergedValue {
  readonly value: unknown
  /** Pages that say each value, by JSON pointer. */
  readonly sources: ReadonlyMap<string, ReadonlyArray<string>>
  /** Pointers of values that equal evidence says differently elsewhere. */
  readonly disputed: ReadonlyArray<string>
  /** Whether pages describe several entities where one was requested. */
  readonly several: boolean
  /** Whether lists were cut. */
  readonly cut: boolean
}

export const mergeBounds = { items: 5_000 } as const

/** Readings in order of trust: the first page wins where nothing else decides. */
export const mergeReadings = (readings: ReadonlyArray<PageReading>): MergedValue => atOnce(stepsOf(readings))

/** The same for readings of any number, a part in each turn of the event loop. */
export const mergeInSteps = (readings: ReadonlyArray<PageReading>): Effect.Effect<MergedValue> =>
  inTurns(() => stepsOf(readings))

/** The same for readings that are known to be about one thing, such as the parts of a page. */
export const mergeParts = (readings: ReadonlyArray<PageReading>): Effect.Effect<MergedValue> =>
  inTurns(() => stepsOf(readings, true))

/** Items between two pauses. */
const itemsOfStep = 20

function* stepsOf(readings: ReadonlyArray<PageReading>, isOneThing = false): Steps<MergedValue> {
  const merger = new Merger()
  const value = yield* merger.merge(
    readings.map((reading) => ({ reading, at: "", value: reading.value })),
    "",
    isOneThing
  )
  return { value, sources: merger.sources, disputed: merger.disputed, several: merger.several, cut: merger.cut }
}

interface Node {
  readonly reading: PageReading
  /** Where it stands in what its page says. */
  readonly at: string
  readonly value: unknown
}

class Merger {
  readonly sources = new Map<string, ReadonlyArray<string>>()
  readonly disputed: Array<string> = []
  several = false
  /** Whether a list was too long to be read to its end. */
  cut = false
  private readonly identify = makeIdentify()

  private plainValue(nodes: ReadonlyArray<Node>, at: string): unknown {
    const groups = new Map<string, { strength: number; nodes: Array<Node> }>()
    for (const node of nodes) {
      const key = `${typeof node.value} ${plain(node.value)}`
      const strength = strengthOf(node)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { strength, nodes: [node] })
      else {
        group.nodes.push(node)
        group.strength = Math.max(group.strength, strength)
      }
    }
    const [best, second] = [...groups.values()].sort(
      (left, right) => right.strength - left.strength || pagesOf(right.nodes).length - pagesOf(left.nodes).length
    )
    if (best === undefined) return undefined
    if (second?.strength === best.strength && best.strength > 0) this.disputed.push(at)
    this.sources.set(at, pagesOf(best.nodes))
    return best.nodes.find((node) => strengthOf(node) === best.strength)!.value
  }

  /** `settled` when all nodes are already known to describe one entity. */
  *merge(nodes: ReadonlyArray<Node>, at: string, settled: boolean): Steps<unknown> {
    const present = nodes.filter(({ value }) => value !== undefined && value !== null)
    const first = present[0]?.value
    if (Array.isArray(first)) return yield* this.list(present, at)
    if (isObject(first)) return yield* this.mergeObject(present.filter(isObjectNode), at, settled)
    return present.length === 0 ? nodes[0]?.value : this.plainValue(present.filter(isPlain), at)
  }

  private *mergeObject(nodes: ReadonlyArray<Node>, at: string, settled: boolean): Steps<unknown> {
    const names = new Set(nodes.flatMap(({ value }) => Object.keys(value as object)))
    names.delete("__proto__")
    const { listed, own, agreeing } = settled ? { listed: nodes, own: true, agreeing: nodes } : this.subject(nodes)
    const value: Record<string, unknown> = {}
    for (const name of names) {
      const from = (all: ReadonlyArray<Node>): ReadonlyArray<Node> =>
        all.flatMap(({ at: inside, reading, value: whole }) =>
          Object.hasOwn(whole as object, name)
            ? [{ reading, at: pointer(inside, name), value: (whole as Record<string, unknown>)[name] }]
            : []
        )
      const lists = from(listed)
      const parts = Array.isArray(lists[0]?.value) ? lists : from(agreeing)
      const merged = yield* this.merge(parts, pointer(at, name), own)
      if (merged !== undefined) value[name] = merged
    }
    return value
  }

  /** Of the entities that the nodes describe, the one that is described most. */
  private subject(nodes: ReadonlyArray<Node>) {
    const identified = nodes.map((node) => identifiedNode(node, this.identify(node.value)))
    // What only wraps others is no thing itself.
    if (!nodes.some(({ value }) => Object.values(value as object).some((part) => typeof part !== "object"))) {
      return { listed: nodes, own: false, agreeing: nodes }
    }
    const named = identified.filter(({ identity }) => identity.name !== undefined || identity.keys.length > 0)
    if (named.length === 0) {
      // Nothing says what they are about: the page that says most speaks first.
      const order = identified.toSorted((left, right) => right.parts.length - left.parts.length)
      return { listed: nodes, own: true, agreeing: order.map(({ node }) => node) }
    }
    let best: { members: ReadonlyArray<IdentifiedNode>; filled: number; strong: boolean } | undefined
    const seen = new Set<string>()
    for (const seed of named) {
      const key = JSON.stringify([seed.identity.name, seed.identity.keys])
      if (seen.has(key) || seen.size >= 200) continue
      seen.add(key)
      const members = identified.filter(
        (other) => isSameEntity(seed, other) || (!other.strong && mentions(other, seed))
      )
      const filled = new Set(members.flatMap(({ parts }) => parts)).size
      const better =
        best === undefined ||
        filled > best.filled ||
        (filled === best.filled &&
          (members.length > best.members.length ||
            (members.length === best.members.length && seed.strong && !best.strong)))
      if (better) best = { members, filled, strong: seed.strong }
    }
    const members = best!.members
    const chosen = new Set(members.map(({ node }) => node))
    const seed = members.find(({ strong }) => strong) ?? members[0]!
    this.several ||= identified.some(({ node, parts, strong }) => !chosen.has(node) && (strong || parts.length > 2))
    return {
      own: true,
      // A page of something else has lists of something else.
      listed: identified.filter(({ node, strong }) => chosen.has(node) || !strong).map(({ node }) => node),
      agreeing: members.map((member) => withoutOtherName(member, seed))
    }
  }

  private *list(nodes: ReadonlyArray<Node>, at: string): Steps<unknown> {
    const items = nodes
      .filter(({ value }) => Array.isArray(value))
      .flatMap(({ at: inside, reading, value }) =>
        (value as ReadonlyArray<unknown>).map((item, position): Node => ({
          reading,
          at: `${inside}/${position}`,
          value: item
        }))
      )
    this.cut ||= items.length > mergeBounds.items
    const known: Array<KnownIdentities> = []
    for (const item of items.slice(0, mergeBounds.items)) {
      known.push({ item, identity: this.identify(item.value) })
      if (known.length % itemsOfStep === 0) yield
    }
    const groups = yield* grouped(known)
    const list: Array<unknown> = []
    for (const group of groups) {
      list.push(yield* this.merge(group, `${at}/${list.length}`, true))
      if (list.length % itemsOfStep === 0) yield
    }
    return list
  }
}

/** Items of one identity, in the order of their first. */
function* grouped(known: ReadonlyArray<KnownIdentities>): Steps<ReadonlyArray<ReadonlyArray<Node>>> {
  const shared = sharedAddresses(known)
  const groups: Array<Array<KnownIdentities>> = []
  const byKey = new Map<string, Array<number>>()
  for (const [at, one] of known.entries()) {
    if (at % itemsOfStep === itemsOfStep - 1) yield
    const { keys, name } = one.identity
    const distinctKeys = keys.filter((key) => !shared.has(key))
    const words =
      distinctKeys.length === 0 && name === undefined
        ? [`whole ${JSON.stringify(normal(one.item.value))}`]
        : [...distinctKeys, ...(name === undefined ? [] : [`name ${name}`])]
    const group =
      words.flatMap((word) => byKey.get(word) ?? []).find((at) => groups[at]!.every((other) => fits(other, one))) ??
      groups.push([]) - 1
    groups[group]!.push(one)
    for (const word of words) {
      const at = byKey.get(word)
      if (at === undefined) byKey.set(word, [group])
      else if (!at.includes(group) && at.length < 20) at.push(group)
    }
  }
  return groups.map((group) => group.map(({ item }) => item))
}

interface KnownIdentities {
  readonly item: Node
  readonly identity: Identity
}

/** Addresses that one page gives to things of different names lead to none of them. */
const sharedAddresses = (known: ReadonlyArray<KnownIdentities>): ReadonlySet<string> => {
  const names = new Map<PageReading, Map<string, string | undefined>>()
  const shared = new Set<string>()
  for (const { identity, item } of known) {
    const seen = names.get(item.reading) ?? new Map<string, string | undefined>()
    names.set(item.reading, seen)
    for (const key of identity.keys) {
      if (!key.startsWith("url ")) continue
      if (seen.has(key) && seen.get(key) !== identity.name) shared.add(key)
      seen.set(key, identity.name)
    }
  }
  return shared
}

/**
 * Two with the same name or address are the same unless an identifier differs, one page lists both, or two pages agree
 * in no other property that both have.
 */
const fits = (left: KnownIdentities, right: KnownIdentities): boolean =>
  !differ(left.identity, right.identity) &&
  (left.item.reading === right.item.reading
    ? agree(left.item.value, right.item.value)
    : !contradict(left.item.value, right.item.value))

/** Whether both have at least two properties besides name and address, and all of them differ. */
const contradict = (left: unknown, right: unknown): boolean => {
  if (!isObject(left) || !isObject(right)) return false
  const both = Object.keys(left).filter(
    (name) => typeof left[name] !== "object" && Object.hasOwn(right, name) && !naming.has(meaningOf(name))
  )
  return both.length > 1 && both.every((name) => plain(left[name]) !== plain(right[name]))
}

/** What things are called by, and what is worded anew on every page. */
const naming = new Set(["name", "question", "url", "description", "image", "body"])

/** Whether nothing that both say differs. */
const agree = (left: unknown, right: unknown): boolean => {
  if (!isObject(left) || !isObject(right)) return JSON.stringify(normal(left)) === JSON.stringify(normal(right))
  return Object.keys(left).every(
    (name) => !Object.hasOwn(right, name) || Array.isArray(left[name]) || agree(left[name], right[name])
  )
}

interface IdentifiedNode {
  readonly node: Node
  readonly identity: Identity
  /** Properties that are no lists. */
  readonly parts: ReadonlyArray<string>
  /** Whether the page says itself which thing it is about, beyond its heading. */
  readonly strong: boolean
}

const identifiedNode = (node: Node, identity: Identity): IdentifiedNode => {
  const parts = Object.entries(node.value as object).flatMap(([name, part]) =>
    part === undefined || part === null || Array.isArray(part) ? [] : [name]
  )
  const named =
    identity.nameAt === undefined
      ? 0
      : strengthOf({ ...node, at: pointer(node.at, identity.nameAt), value: identity.name })
  return { node, identity, parts, strong: named > 1 || identity.keys.some((key) => !key.startsWith("url ")) }
}

const isSameEntity = ({ identity: left }: IdentifiedNode, { identity: right }: IdentifiedNode): boolean =>
  left.keys.some((key) => right.keys.includes(key)) ||
  (left.name !== undefined && left.name === right.name && !differ(left, right)) ||
  (right.name === undefined && right.keys.length === 0)

/** Whether the titles of a page name the thing, as a whole word. */
const mentions = ({ node }: IdentifiedNode, { identity: { name } }: IdentifiedNode): boolean => {
  if (name === undefined || name.length < 2) return false
  const titles = plain(node.reading.titles)
  for (let from = titles.indexOf(name); from >= 0; from = titles.indexOf(name, from + 1)) {
    const around = `${titles[from - 1] ?? " "}${titles[from + name.length] ?? " "}`
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** A page about the thing may have a heading of its own: that is no name of the thing. */
const withoutOtherName = ({ identity, node }: IdentifiedNode, seed: IdentifiedNode): Node => {
  if (identity.nameAt === undefined || identity.name === seed.identity.name || seed.identity.name === undefined)
    return node
  const { [identity.nameAt]: _, ...rest } = node.value as Record<string, unknown>
  return { ...node, value: rest }
}

/** How much the page means what it says: where the caller points, made for machines, under a label, somewhere, in a heading; a model's word last. */
const strengths: Readonly<Record<Source, number>> = {
  selector: 5,
  json: 5,
  "json-ld": 4,
  microdata: 4,
  rdfa: 4,
  "page-data": 4,
  table: 3,
  "definition-list": 3,
  label: 3,
  list: 2,
  class: 2,
  element: 2,
  meta: 1,
  heading: 1,
  title: 1
}

const strengthOf = ({ at, reading }: Node): number => {
  const place = reading.sources[at]
  return place === undefined ? 0 : strengths[place.source]
}

const isObjectNode = ({ value }: Node): boolean => isObject(value)
const isPlain = ({ value }: Node): boolean => typeof value !== "object"

const pagesOf = (nodes: ReadonlyArray<Node>): ReadonlyArray<string> => [
  ...new Set(nodes.map(({ reading }) => reading.url))
]

/** As items without a name are compared. */
const normal = (value: unknown): unknown => {
  if (typeof value === "string") return plain(value)
  if (Array.isArray(value)) return value.map(normal)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, normal(part)] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1))
  )
}
