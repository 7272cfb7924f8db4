/** XPath expressions that callers write in a schema, over the tree of a page. */
import { InvalidSelector } from "./InvalidSelector.ts"
import type { Budget } from "./select.ts"
import { Tag } from "../tree/tags.ts"
import type { Tree } from "../tree/Tree.ts"
import { Evaluator } from "./evaluateXPath.ts"
import { type Expression, parseXPath } from "./parseXPath.ts"

/** An element by its number, an attribute, or a text: of a text node, or what the expression computes. */
export type XPathResult = number | string | { readonly name: string; readonly value: string }

/**
 * What an expression finds from an element, in document order.
 *
 * @throws InvalidSelector when it does not parse, calls what does not exist, or takes too many steps on this page.
 */
export const xpathOn = (tree: Tree, budget: Budget) => {
  let evaluator: Evaluator | undefined
  const parsed = new Map<string, Expression>()
  return (expression: string, from: number): ReadonlyArray<XPathResult> => {
    try {
      const known = parsed.get(expression) ?? parseXPath(expression)
      parsed.set(expression, known)
      const on = (evaluator ??= new Evaluator(tree, budget))
      const value = on.evaluate(known, from)
      if (typeof value !== "object") return [on.textOf(value)]
      return value.map((node) =>
        typeof node === "number" && (node === 0 || tree.tag[node] !== Tag.text)
          ? node
          : typeof node === "number"
            ? on.stringValue(node)
            : { name: node.name, value: node.value }
      )
    } catch (error) {
      const detail =
        error instanceof RangeError ? "it is nested too deeply" : error instanceof Error ? error.message : String(error)
      throw new InvalidSelector({ selector: expression.slice(0, 200), detail })
    }
  }
}
