/**
 * The layers in which sites ask for consent to cookies, and their preference centres. Scripts put them anywhere in a page,
 * and they often have more text than it: they are taken out before anything is weighed against the rest of the page.
 */
import { serviceBoxTest } from "./adBoxes.ts"
import { attribute } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { NameHints } from "../words/classTokens.ts"
import { type Features, Contains, Roles } from "../features/Features.ts"

/** Characters of a layer; with fewer it is not worth looking for. */
const minText = 40

/** The outermost element of each layer, in document order. */
export const consentLayers = (features: Features): ReadonlyArray<number> => {
  const { body, consent, end, isBlock, marks, names, text, tree } = features
  const layers: Array<number> = []
  const isServiceBox = serviceBoxTest(tree)
  let nextConsent = 0
  for (let node = body + 1; node < tree.size; node++) {
    if (text[node]! < minText || isBlock[node] === 0) continue
    if ((names[node]! & NameHints.chrome) === 0 && (marks[node]! & Roles.frameRole) === 0) continue
    while (consent[nextConsent]! < node) nextConsent++
    const asks = consent[nextConsent]! < end[node]!
    if (!isServiceBox(node) && !(asks && isLayer(features, node))) continue
    layers.push(node)
    node = end[node]! - 1
  }
  return layers
}

/** Of the text of a page, what a layer of no known service holds less than: names lie. */
const maxShare = 0.5

/** Whether what asks for consent has buttons, and is a dialog or is named so. A page about cookies has a title. */
const isLayer = ({ body, holds, text, tree }: Features, node: number): boolean =>
  (holds[node]! & Contains.control) !== 0 &&
  (holds[node]! & (Contains.h1 | Contains.content)) === 0 &&
  tree.tag[node] !== Tag.main &&
  tree.tag[node] !== Tag.article &&
  text[node]! < maxShare * text[body]! &&
  (/dialog/i.test(attribute(tree, node, "role") ?? "") ||
    consentName.test(`${attribute(tree, node, "id") ?? ""} ${attribute(tree, node, "class") ?? ""}`))

const consentName = /cookie|consent|gdpr|ccpa|rgpd|dsgvo/i
