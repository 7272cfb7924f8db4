/**
 * XPath 1.0 over the tree. Expressions come from callers and pages from strangers: every node that is looked at and every
 * text that is made is paid from a budget, as with CSS selectors (`select.ts`).
 *
 * As in browsers, names of elements and attributes of HTML are compared in lower case. The tree keeps no comments,
 * processing instructions and namespaces.
 */
import type { Budget } from "./select.ts"
import { attributes, tagNameOf, text, subtreeEnds, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import type { Axis, Expression, NodeTest, Operator, Step } from "./parseXPath.ts"

/** An attribute as a node. */
interface AttributeNode {
  readonly owner: number
  readonly index: number
  readonly name: string
  readonly value: string
}

/** An element, a text or the document by its number in the tree, or an attribute. */
type XNode = number | AttributeNode

/** Node sets are in document order, each node once. */
type Value = string | number | boolean | ReadonlyArray<XNode>

/** Where an expression is evaluated. */
interface Context {
  readonly node: XNode
  /** From 1, among the nodes that a predicate looks at. */
  readonly position: number
  readonly size: number
}

const reverse = new Set<Axis>(["ancestor", "ancestor-or-self", "preceding", "preceding-sibling"])

/** Evaluates expressions on one tree. */
export class Evaluator {
  private readonly tree: Tree
  private readonly budget: Budget
  private readonly ends: Int32Array
  private readonly attributesOf = new Map<number, ReadonlyArray<AttributeNode>>()

  constructor(tree: Tree, budget: Budget) {
    this.tree = tree
    this.budget = budget
    this.ends = subtreeEnds(tree)
  }

  /** @throws Error when the budget is spent, or a function does not exist or gets the wrong arguments. */
  evaluate(expression: Expression, node: number): Value {
    return this.value(expression, { node, position: 1, size: 1 })
  }

  /** A value as a text: of a node set, its first node (section 4.2). */
  textOf(value: Value): string {
    if (typeof value === "string") return value
    if (typeof value === "boolean") return value ? "true" : "false"
    if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value)
    return value.length === 0 ? "" : this.stringValue(value[0]!)
  }

  /** All text inside an element, or the value of an attribute (section 5). */
  stringValue(node: XNode): string {
    if (typeof node !== "number") return node.value
    const { tag } = this.tree
    const end = this.ends[node]!
    let all = ""
    this.budget.spend(end - node)
    for (let at = node; at < end; at++) if (at > 0 && tag[at] === Tag.text) all += text(this.tree, at)
    return this.made(all)
  }

  private made(whole: string): string {
    this.budget.spend(1 + (whole.length >> 4))
    return whole
  }

  private value(expression: Expression, context: Context): Value {
    this.budget.spend(1)
    switch (expression.kind) {
      case "literal":
        return expression.value
      case "negation":
        return -this.number(this.value(expression.of, context))
      case "binary":
        return this.binary(expression.operator, expression.left, expression.right, context)
      case "call":
        return this.call(expression.name, expression.args, context)
      case "filter":
        return this.filtered(this.nodes(this.value(expression.of, context)), expression.predicates)
      case "path": {
        const { from } = expression
        const start =
          from === "root" ? [0] : from === "context" ? [context.node] : this.nodes(this.value(from, context))
        return expression.steps.reduce<ReadonlyArray<XNode>>((nodes, step) => this.step(step, nodes), start)
      }
    }
  }

  // -------------------------------------------------------------- paths

  private step(step: Step, from: ReadonlyArray<XNode>): ReadonlyArray<XNode> {
    const isReverse = reverse.has(step.axis)
    const found: Array<XNode> = []
    for (const node of from) {
      let matches = this.along(step.axis, node, step.test)
      for (const predicate of step.predicates) matches = this.kept(predicate, matches)
      if (isReverse) matches.reverse()
      for (const match of matches) found.push(match)
    }
    return from.length === 1 ? found : this.inOrder(found)
  }

  private filtered(nodes: ReadonlyArray<XNode>, predicates: ReadonlyArray<Expression>): ReadonlyArray<XNode> {
    return predicates.reduce<ReadonlyArray<XNode>>((left, predicate) => this.kept(predicate, left), nodes)
  }

  private kept(predicate: Expression, nodes: ReadonlyArray<XNode>): Array<XNode> {
    // The position alone, which is the most common predicate, needs no look at each node.
    if (predicate.kind === "literal" && typeof predicate.value === "number") {
      const one = nodes[predicate.value - 1]
      return one === undefined ? [] : [one]
    }
    return nodes.filter((node, at) => {
      const value = this.value(predicate, { node, position: at + 1, size: nodes.length })
      return typeof value === "number" ? value === at + 1 : this.boolean(value)
    })
  }

  /** Nodes along an axis that pass the test, nearest first. */
  private along(axis: Axis, node: XNode, test: NodeTest): Array<XNode> {
    const { first, next, parent, size } = this.tree
    const found: Array<XNode> = []
    const add = (at: XNode): void => {
      this.budget.spend(1)
      if (this.passes(at, test, axis)) found.push(at)
    }
    if (axis === "self" || axis === "descendant-or-self" || axis === "ancestor-or-self") add(node)
    if (axis === "self") return found
    if (typeof node !== "number") {
      if (axis === "parent" || axis === "ancestor" || axis === "ancestor-or-self") add(node.owner)
      if (axis === "ancestor" || axis === "ancestor-or-self") {
        for (let at = parent[node.owner]!; at >= 0; at = parent[at]!) add(at)
      }
      return found
    }
    switch (axis) {
      case "child":
        for (let at = first[node]!; at >= 0; at = next[at]!) add(at)
        break
      case "descendant":
      case "descendant-or-self":
        for (let at = node + 1; at < this.ends[node]!; at++) add(at)
        break
      case "parent":
        if (parent[node]! >= 0) add(parent[node]!)
        break
      case "ancestor":
      case "ancestor-or-self":
        for (let at = parent[node]!; at >= 0; at = parent[at]!) add(at)
        break
      case "following-sibling":
        if (node > 0) for (let at = next[node]!; at >= 0; at = next[at]!) add(at)
        break
      case "preceding-sibling":
        if (node > 0) for (let at = first[parent[node]!]!; at >= 0 && at !== node; at = next[at]!) add(at)
        found.reverse()
        break
      case "following":
        for (let at = this.ends[node]!; at < size; at++) add(at)
        break
      case "preceding":
        for (let at = node - 1; at > 0; at--) if (this.ends[at]! <= node) add(at)
        break
      case "attribute":
        for (const attribute of this.attributes(node)) add(attribute)
        break
    }
    return found
  }

  private passes(node: XNode, test: NodeTest, axis: Axis): boolean {
    if (test.kind === "node") return true
    if (test.kind === "none") return false
    if (typeof node !== "number") {
      return axis === "attribute" && (test.kind === "any" || (test.kind === "name" && node.name === lower(test.name)))
    }
    const isText = node > 0 && this.tree.tag[node] === Tag.text
    if (test.kind === "text") return isText
    if (isText || node === 0 || axis === "attribute") return false
    return test.kind === "any" || tagNameOf(this.tree, node) === lower(test.name)
  }

  private attributes(node: number): ReadonlyArray<AttributeNode> {
    const known = this.attributesOf.get(node)
    if (known !== undefined) return known
    const { end, start, tag } = this.tree
    this.budget.spend(1 + (Math.max(0, end[node]! - start[node]!) >> 4))
    const list =
      node === 0 || tag[node] === Tag.text
        ? []
        : attributes(this.tree, node).map(([name, value], index) => ({ owner: node, index, name, value }))
    this.attributesOf.set(node, list)
    return list
  }

  /** In document order, each once: attributes stand behind their element and before what is in it. */
  private inOrder(nodes: ReadonlyArray<XNode>): ReadonlyArray<XNode> {
    this.budget.spend(nodes.length)
    const unique = [...new Set(nodes)]
    return isSorted(unique) ? unique : unique.sort(compare)
  }

  // -------------------------------------------------------------- operators

  private binary(operator: Operator, left: Expression, right: Expression, context: Context): Value {
    if (operator === "or") return this.boolean(this.value(left, context)) || this.boolean(this.value(right, context))
    if (operator === "and") return this.boolean(this.value(left, context)) && this.boolean(this.value(right, context))
    const one = this.value(left, context)
    const other = this.value(right, context)
    if (operator === "|") return this.inOrder([...this.nodes(one), ...this.nodes(other)])
    if (operator === "=" || operator === "!=") return this.equal(one, other, operator === "=")
    if (operator === "<" || operator === "<=") return this.less(one, other, operator === "<=")
    if (operator === ">" || operator === ">=") return this.less(other, one, operator === ">=")
    return arithmetic[operator](this.number(one), this.number(other))
  }

  /** Of node sets, some node has to be equal, or different (section 3.4). */
  private equal(left: Value, right: Value, wanted: boolean): boolean {
    const one = Array.isArray(left) ? left : undefined
    const other = Array.isArray(right) ? right : undefined
    if (one === undefined && other !== undefined) return this.equal(right, left, wanted)
    if (one !== undefined && other !== undefined) {
      const texts = new Set(other.map((node: XNode) => this.stringValue(node)))
      return one.some((node: XNode) =>
        wanted ? texts.has(this.stringValue(node)) : hasOther(texts, this.stringValue(node))
      )
    }
    if (one !== undefined && typeof right !== "boolean") {
      return one.some((node: XNode) =>
        typeof right === "number"
          ? (numberOf(this.stringValue(node)) === right) === wanted
          : (this.stringValue(node) === right) === wanted
      )
    }
    if (typeof left === "boolean" || typeof right === "boolean")
      return (this.boolean(left) === this.boolean(right)) === wanted
    if (typeof left === "number" || typeof right === "number")
      return (this.number(left) === this.number(right)) === wanted
    return (left === right) === wanted
  }

  private less(left: Value, right: Value, orEqual: boolean): boolean {
    const smallest = Math.min(...this.bounds(left, Math.min))
    const largest = Math.max(...this.bounds(right, Math.max))
    return orEqual ? smallest <= largest : smallest < largest
  }

  /** The number of a value; of a node set, the one that counts. */
  private bounds(value: Value, choose: (one: number, other: number) => number): ReadonlyArray<number> {
    if (!Array.isArray(value)) return [this.number(value)]
    const numbers = (value as ReadonlyArray<XNode>)
      .map((node) => numberOf(this.stringValue(node)))
      .filter((number) => !Number.isNaN(number))
    return numbers.length === 0 ? [Number.NaN] : [numbers.reduce((one, other) => choose(one, other))]
  }

  private nodes(value: Value): ReadonlyArray<XNode> {
    if (!Array.isArray(value)) throw new Error("it uses a text, number or boolean where nodes are needed")
    return value
  }

  private number(value: Value): number {
    return typeof value === "number" ? value : typeof value === "boolean" ? Number(value) : numberOf(this.textOf(value))
  }

  private boolean(value: Value): boolean {
    return typeof value === "object" ? value.length > 0 : Boolean(value)
  }

  // -------------------------------------------------------------- functions (section 4)

  private call(name: string, args: ReadonlyArray<Expression>, context: Context): Value {
    const bounds = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (bounds === undefined) throw new Error(`it calls ${name}(), which XPath 1.0 does not have`)
    const [least, most] = bounds
    if (args.length < least || args.length > most) throw new Error(`${name}() gets ${args.length} arguments`)
    const values = args.map((arg) => this.value(arg, context))
    const [first = [context.node], second = "", third = ""] = values
    const words = (at: number): string => this.textOf(values[at] ?? [context.node])
    switch (name) {
      case "last":
        return context.size
      case "position":
        return context.position
      case "count":
        return this.nodes(first).length
      case "id":
        return this.withId(first)
      case "name":
      case "local-name":
        return this.nameOf(this.nodes(first)[0])
      case "namespace-uri":
        return ""
      case "string":
        return words(0)
      case "concat":
        return values.reduce<string>((all, value) => this.made(all + this.textOf(value)), "")
      case "starts-with":
        return words(0).startsWith(this.textOf(second))
      case "contains":
        return words(0).includes(this.textOf(second))
      case "substring-before": {
        const at = words(0).indexOf(this.textOf(second))
        return at < 0 ? "" : words(0).slice(0, at)
      }
      case "substring-after": {
        const mark = this.textOf(second)
        const at = words(0).indexOf(mark)
        return at < 0 ? "" : words(0).slice(at + mark.length)
      }
      case "substring":
        return this.substring(words(0), this.number(second), args.length > 2 ? this.number(third) : Infinity)
      case "string-length":
        return [...words(0)].length
      case "normalize-space":
        return words(0)
          .replace(/[ \t\r\n]+/g, " ")
          .replace(/^ | $/g, "")
      case "translate":
        return this.translate(words(0), this.textOf(second), this.textOf(third))
      case "boolean":
        return this.boolean(first)
      case "not":
        return !this.boolean(first)
      case "true":
        return true
      case "false":
        return false
      case "lang":
        return this.hasLanguage(context.node, words(0).toLowerCase())
      case "number":
        return this.number(first)
      case "sum":
        return this.nodes(first).reduce<number>((sum, node) => sum + numberOf(this.stringValue(node)), 0)
      case "floor":
        return Math.floor(this.number(first))
      case "ceiling":
        return Math.ceil(this.number(first))
      default:
        return Math.round(this.number(first))
    }
  }

  private withId(value: Value): ReadonlyArray<XNode> {
    const texts = Array.isArray(value) ? value.map((node: XNode) => this.stringValue(node)) : [this.textOf(value)]
    const ids = new Set(texts.flatMap((words) => words.split(/[ \t\r\n]+/).filter((id) => id !== "")))
    const found: Array<XNode> = []
    for (let node = 1; node < this.tree.size; node++) {
      const id = this.attributes(node).find(({ name }) => name === "id")?.value
      if (id !== undefined && ids.delete(id)) found.push(node)
    }
    return found
  }

  private nameOf(node: XNode | undefined): string {
    if (node === undefined) return ""
    if (typeof node !== "number") return node.name
    return node === 0 || this.tree.tag[node] === Tag.text ? "" : tagNameOf(this.tree, node)
  }

  /** Positions count from 1 and are rounded; NaN is nowhere (section 4.2). */
  private substring(whole: string, from: number, length: number): string {
    const start = Math.round(from)
    const end = start + Math.round(length)
    return this.made([...whole].filter((_, at) => at + 1 >= start && at + 1 < end).join(""))
  }

  private translate(whole: string, from: string, to: string): string {
    const targets = [...to]
    const table = new Map<string, string>()
    for (const [at, letter] of [...from].entries()) if (!table.has(letter)) table.set(letter, targets[at] ?? "")
    return this.made(Array.from(whole, (letter) => table.get(letter) ?? letter).join(""))
  }

  private hasLanguage(node: XNode, language: string): boolean {
    for (let at = typeof node === "number" ? node : node.owner; at > 0; at = this.tree.parent[at]!) {
      const own = this.attributes(at)
        .find(({ name }) => name === "lang" || name === "xml:lang")
        ?.value.toLowerCase()
      if (own !== undefined) return own === language || own.startsWith(`${language}-`)
    }
    return false
  }
}

const arithmetic: Readonly<Record<"+" | "-" | "*" | "div" | "mod", (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  div: (left, right) => left / right,
  mod: (left, right) => left % right
}

/** The functions of XPath 1.0 with their fewest and most arguments. */
const functions: Readonly<Record<string, readonly [least: number, most: number]>> = {
  last: [0, 0],
  position: [0, 0],
  count: [1, 1],
  id: [1, 1],
  name: [0, 1],
  "local-name": [0, 1],
  "namespace-uri": [0, 1],
  string: [0, 1],
  concat: [2, Infinity],
  "starts-with": [2, 2],
  contains: [2, 2],
  "substring-before": [2, 2],
  "substring-after": [2, 2],
  substring: [2, 3],
  "string-length": [0, 1],
  "normalize-space": [0, 1],
  translate: [3, 3],
  boolean: [1, 1],
  not: [1, 1],
  true: [0, 0],
  false: [0, 0],
  lang: [1, 1],
  number: [0, 1],
  sum: [1, 1],
  floor: [1, 1],
  ceiling: [1, 1],
  round: [1, 1]
}

/** A number as XPath writes it, and NaN for everything else. */
const numberOf = (written: string): number => {
  const trimmed = written.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "")
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

const hasOther = (texts: ReadonlySet<string>, one: string): boolean =>
  texts.size > 1 || (texts.size === 1 && !texts.has(one))

const lower = (name: string): string => name.toLowerCase()

const isSorted = (nodes: ReadonlyArray<XNode>): boolean =>
  nodes.every((node, at) => at === 0 || compare(nodes[at - 1]!, node) < 0)

const compare = (one: XNode, other: XNode): number => {
  const left = typeof one === "number" ? one : one.owner
  const right = typeof other === "number" ? other : other.owner
  return left - right || indexOf(one) - indexOf(other)
}

const indexOf = (node: XNode): number => (typeof node === "number" ? -1 : node.index)
