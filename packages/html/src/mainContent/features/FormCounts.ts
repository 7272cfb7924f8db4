/**
 * What stands in a form: fields to fill in, and text that belongs to none of them. Forms are counted when they are asked
 * for, each node once: what is known of a form is added to that of a form around it.
 */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"

interface FormParts {
  readonly fields: number
  /** Fields for an address, a password, words to search for or a comment. */
  readonly userFields: number
  /** Fields for files. */
  readonly files: number
  /** Characters outside of labels, buttons and fields. */
  readonly proseOutsideLabels: number
}

/** A form that is being counted. */
interface OpenForm {
  readonly form: number
  fields: number
  userFields: number
  files: number
  proseOutsideLabels: number
}

export class FormCounts {
  private readonly counted = new Map<number, FormParts>()
  private readonly tree: Tree
  private readonly end: Int32Array
  private readonly own: Int32Array

  /** `end` is one past the last node of each subtree, `own` the length of the text of each block. */
  constructor(tree: Tree, end: Int32Array, own: Int32Array) {
    this.tree = tree
    this.end = end
    this.own = own
  }

  of(form: number): FormParts {
    return this.counted.get(form) ?? this.count(form)
  }

  private count(form: number): FormParts {
    const { counted, end, tree } = this
    const around: Array<OpenForm> = []
    let innermost = opened(form)
    for (let node = form + 1; ; node++) {
      while (node >= end[innermost.form]!) {
        counted.set(innermost.form, innermost)
        const outer = around.pop()
        if (outer === undefined) return innermost
        addTo(outer, innermost)
        innermost = outer
      }
      const id = tree.tag[node]!
      const type = id === Tag.input ? attribute(tree, node, "type")?.toLowerCase() : undefined
      if (type === "hidden") continue
      if (id === Tag.input || id === Tag.textarea || id === Tag.select) {
        innermost.fields++
        if (type === "file") innermost.files++
        if (id === Tag.textarea || asksUser(type)) innermost.userFields++
      }
      // A label may hold its field.
      if (id === Tag.label) continue
      if (isControl(id)) {
        node = end[node]! - 1
        continue
      }
      if (!isInLabel(tree, node)) innermost.proseOutsideLabels += this.own[node]!
      if (id !== Tag.form) continue
      const known = counted.get(node)
      if (known === undefined) {
        around.push(innermost)
        innermost = opened(node)
      } else {
        addTo(innermost, known)
        node = end[node]! - 1
      }
    }
  }
}

const opened = (form: number): OpenForm => ({ form, fields: 0, userFields: 0, files: 0, proseOutsideLabels: 0 })

const addTo = (outer: OpenForm, inner: FormParts): void => {
  outer.fields += inner.fields
  outer.userFields += inner.userFields
  outer.files += inner.files
  outer.proseOutsideLabels += inner.proseOutsideLabels
}

/** Elements of a form that are filled in or pressed. */
const isControl = (id: number): boolean =>
  id === Tag.button || id === Tag.select || id === Tag.textarea || id === Tag.option

const labelSteps = 3

const isInLabel = (tree: Tree, node: number): boolean => {
  for (let up = tree.parent[node]!, step = 0; step < labelSteps && up > 0; up = tree.parent[up]!, step++)
    if (tree.tag[up] === Tag.label) return true
  return false
}

const asksUser = (type: string | undefined): boolean =>
  type === "email" || type === "password" || type === "search" || type === "file"
