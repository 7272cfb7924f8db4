/** Signatures of functions and types, which documentation builds out of many elements: one line of code each. */
import { attribute, attributeBit, text, type Tree, walk } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { Mark } from "../text/Run.ts"
import { Flow, type Writer } from "../writer/Writer.ts"

const classBit = attributeBit("class")

/** Sphinx, Javadoc, YARD and Doxygen. */
const signatureNames = /(?:^|\s)(?:sig-object|member-signature|type-signature|memname)(?:\s|$)/
/** Links of a signature that lead elsewhere. */
const linkNames = /(?:^|\s)(?:headerlink|viewcode-link|anchor-link|permalink)(?:\s|$)/
const maxLength = 1_000

/** Writes an element that is a signature; false for others. */
export const writeSignature = (w: Writer, node: number): boolean => {
  const { tree } = w
  if ((tree.attributeMask[node]! & classBit) === 0 || w.flow !== Flow.block) return false
  if (!signatureNames.test(w.attributes.get(node, "class") ?? "")) return false
  const signature = signatureOf(tree, node)
  if (signature === "" || signature.length > maxLength) return false
  w.boundary(1)
  w.run.addAtom(Mark.code, signature)
  w.boundary(1)
  return true
}

const signatureOf = (tree: Tree, root: number): string => {
  let all = ""
  walk(tree, root, (node, tag) => {
    if (tag === Tag.text) {
      if (all.length <= maxLength) all += text(tree, node)
      return
    }
    if (tag === Tag.br) all += " "
    return tag !== Tag.a || !linkNames.test(attribute(tree, node, "class") ?? "")
  })
  return all.replace(/\s+/g, " ").replace(/\( /g, "(").replace(/ \)/g, ")").trim()
}
