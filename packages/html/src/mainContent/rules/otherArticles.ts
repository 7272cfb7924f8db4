/** Whole articles beside the one that the page is about: a script puts them there for readers who go on. */
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import type { Features } from "../features/Features.ts"
import { Rule } from "./Rule.ts"

/** Of the prose of an article, what another one beside it has at least; parts of a list are shorter. */
const minShare = 0.3

/** Cuts the siblings of the article that holds the headline which have its class and a headline like it. */
export const cutOtherArticles = (features: Features, cuts: Cuts, headline: number): void => {
  const { body, classKey, prose, tree } = features
  const { first, next, parent, tag } = tree
  let article = headline
  while (article > body && tag[article] !== Tag.article) article = parent[article]!
  if (article <= body) return
  for (let other = first[parent[article]!]!; other >= 0; other = next[other]!) {
    if (other === article || tag[other] !== Tag.article || classKey[other] !== classKey[article]) continue
    if (prose[other]! >= minShare * prose[article]! && isHeadedLike(features, other, tag[headline]!))
      cuts.cut(other, Rule.otherArticle)
  }
}

/** Whether the first heading of an article is of that tag, or the one below it: there is one h1. */
const isHeadedLike = ({ end, tree }: Features, article: number, headline: number): boolean => {
  for (let node = article + 1; node < end[article]!; node++) {
    const id = tree.tag[node]!
    if ((kind[id]! & Kind.heading) !== 0) return id === headline || (headline === Tag.h1 && id === Tag.h2)
  }
  return false
}
