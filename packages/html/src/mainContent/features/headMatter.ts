/** Lines that say who wrote a text and when. */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { price } from "../words/boilerplate.ts"
import { isByline } from "../words/phrases.ts"

/** Characters of a line with author and date, at most. */
export const maxHeadLine = 200

const date =
  /\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\b|\d{1,2}\.?\s+(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|\d\s?[年月日]|\d{1,2}:\d\d/i

/** Whether a line says who wrote a text or when. */
export const isHeadLine = (line: string): boolean =>
  line !== "" && line.length <= maxHeadLine && (date.test(line) || isByline(line))

/** A rating, an amount of time or of people, an identifier, a mark that something is so. */
const fact =
  /^\s*[✓✔☑✅★☆]|\d[.,]\d\s?(?:\/\s?\d|★|\()|\b\d+\s?(?:min|mins|minutes?|minuten|hrs?|hours?|stunden|h|heures?|servings?|portion(?:en|s)?|porciones)\b|\b10\.\d{4,9}\/\S|\b(?:doi|pmid|pmcid|issn|isbn|arxiv|sku|ean|gtin|mpn|art\.?-?nr)\b\s*[.:#]?\s*\S*\d/iu

/** Whether a short line says what a product, a paper or a recipe is: what it costs, how it is rated, its number. */
export const isFactLine = (line: string): boolean =>
  line !== "" && line.length <= maxFactLine && (fact.test(line) || price.test(line))

const maxFactLine = 120

/** Characters of a name, and elements around it that may say whose it is. */
const maxName = 80
const namedSteps = 2

/** Whether the names or the address of a short line say that it names an author. */
export const isAuthorLine = (tree: Tree, node: number, end: number, line: string): boolean => {
  if (line === "" || line.length > maxName) return false
  for (let at = node, step = 0; step <= namedSteps && at > 0; at = tree.parent[at]!, step++)
    if (tree.tag[at] === Tag.address || author.test(attribute(tree, at, "class") ?? "") || leadsToAuthor(tree, at))
      return true
  for (let at = node; at < end; at++) if (tree.tag[at] === Tag.a) return leadsToAuthor(tree, at)
  return false
}

const leadsToAuthor = (tree: Tree, node: number): boolean =>
  tree.tag[node] === Tag.a &&
  (attribute(tree, node, "rel") === "author" || authorPath.test(attribute(tree, node, "href") ?? ""))

const author = /author|byline|contributor|writer|autor|auteur|verfasser/i
const authorPath = /\/(?:authors?|profiles?|people|by|user|@[\w.-]+)\/?|^https?:\/\/[^/]+\/@/i

/** Texts looked at for a date. */
const maxTexts = 200

/** Whether a short text between two nodes is or has a date. */
export const holdsDate = (tree: Tree, from: number, to: number): boolean => {
  let texts = 0
  for (let node = from; node < to && texts < maxTexts; node++) {
    if (tree.tag[node] === Tag.time) return true
    if (tree.tag[node] !== Tag.text || tree.end[node]! - tree.start[node]! > maxHeadLine) continue
    texts++
    if (date.test(tree.source.slice(tree.start[node], tree.end[node]))) return true
  }
  return false
}
