/**
 * Looks up the places that a schema names (`SelectorPlan`): texts and attributes of elements, in the shape of the schema.
 * Reads the whole page, hidden parts included.
 */
import type { Selected, SelectorPlan } from "@orbweaver/core/internal/evidence/SelectorPlan"
import { cleanHtml } from "../page/cleanHtml.ts"
import { resolver } from "../page/baseUrl.ts"
import { Budget, type Predicate, predicateOf, selectIn } from "../query/select.ts"
import { attribute, subtreeEnd, text, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { xpathOn, type XPathResult } from "../query/xpath.ts"

const bounds = {
  /** UTF-16 units of one value, and of all values of a page. */
  value: 100_000,
  all: 4_000_000
} as const

/** Attributes that hold one address, which is made absolute. */
const addresses = new Set(["href", "src", "action", "poster", "cite", "data", "formaction", "longdesc"])

/**
 * The values of each plan, under its name; all of them share one budget of steps and of characters.
 *
 * @throws InvalidSelector
 */
export const selectedOf = (
  tree: Tree,
  base: URL,
  plans: Readonly<Record<string, SelectorPlan>>
): Readonly<Record<string, Selected>> => {
  const budget = new Budget()
  const predicates = new Map<string, Predicate>()
  const xpath = xpathOn(tree, budget)
  const resolve = resolver(base)
  let left: number = bounds.all

  const find = ({ selector, xpath: expression }: SelectorPlan, scope: number): ReadonlyArray<XPathResult> => {
    if (expression !== undefined) return xpath(expression, scope)
    if (selector === undefined) return [scope]
    const accepts = predicates.get(selector) ?? predicateOf(tree, selector, budget)
    predicates.set(selector, accepts)
    return selectIn(tree, scope, accepts, selector, budget)
  }

  const read = (plan: SelectorPlan, found: XPathResult): string | undefined => {
    const whole =
      typeof found === "string"
        ? found
        : typeof found === "number"
          ? valueOf(plan.attribute, found)
          : attributeValue(found.name, found.value)
    const value = whole?.slice(0, Math.min(bounds.value, left))
    left -= value?.length ?? 0
    return value
  }

  const valueOf = (name: string | undefined, node: number): string | undefined => {
    if (name === undefined) return textOf(tree, node)
    if (name === "innerHTML") return innerHtml(tree, node, base)
    const value = attribute(tree, node, name.toLowerCase())
    return value === undefined ? undefined : attributeValue(name.toLowerCase(), value)
  }

  const attributeValue = (name: string, value: string): string =>
    addresses.has(name) ? (resolve.image(value) ?? value) : value

  /** From one element that the plan has found, or has been given by what is around. */
  const lookUp = (plan: SelectorPlan, scope: number): Selected | undefined => {
    const found = find(plan, scope)
    if (plan.kind === "value") {
      for (const one of found) {
        const value = read(plan, one)
        if (value !== undefined) return value
      }
      return undefined
    }
    if (plan.kind === "object") {
      const [first] = found
      return typeof first === "number" ? fieldsOf(plan.fields, first) : undefined
    }
    const items: Array<Selected> = []
    for (const one of found) {
      if (items.length >= plan.maxItems || left <= 0) break
      const item = typeof one === "number" ? lookUp(inheriting(plan, plan.item), one) : read(plan.item, one)
      if (item !== undefined) items.push(item)
    }
    return items
  }

  const fieldsOf = (fields: Readonly<Record<string, SelectorPlan>>, scope: number): Selected | undefined => {
    const values = Object.entries(fields).flatMap(([name, field]) => {
      const value = lookUp(field, scope)
      return value === undefined ? [] : [[name, value] as const]
    })
    return values.length === 0 ? undefined : Object.fromEntries(values)
  }

  return Object.fromEntries(
    Object.entries(plans).flatMap(([name, plan]) => {
      const value = lookUp(plan, 0)
      return value === undefined ? [] : [[name, value] as const]
    })
  )
}

/** An attribute that is named beside the selector of a list is that of its items. */
const inheriting = (list: SelectorPlan, item: SelectorPlan): SelectorPlan =>
  item.kind === "value" && list.attribute !== undefined && item.attribute === undefined
    ? { ...item, attribute: list.attribute }
    : item

/** The text inside in one line, with blanks between blocks, without the scripts and styles in it. */
const textOf = (tree: Tree, node: number): string => {
  const end = subtreeEnd(tree, node)
  let all = ""
  for (let at = node; at < end && all.length <= bounds.value; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) all += text(tree, at)
    else if (at !== node && (tag === Tag.script || tag === Tag.style || tag === Tag.template))
      at = subtreeEnd(tree, at) - 1
    else if (tag === Tag.br || (kind[tag]! & Kind.block) !== 0) all += " "
  }
  return all.replace(/\s+/g, " ").trim()
}

const innerHtml = (tree: Tree, node: number, base: URL): string => {
  const roots: Array<number> = []
  for (let child = tree.first[node]!; child >= 0; child = tree.next[child]!) roots.push(child)
  return cleanHtml(tree, { roots, baseUrl: base.href }).trim()
}
