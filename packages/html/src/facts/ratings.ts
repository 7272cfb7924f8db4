/**
 * Ratings in words: `8.7 / 10 (1,532 reviews)`, `4,6 von 5 Sternen (87 Bewertungen)`, `評価 4.5（32件）`. A number is a
 * rating only beside its scale or a word for it, and where it is that of the page: single reviews stand in lists.
 */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { Tag } from "../tree/tags.ts"
import { charactersIn, cssPath, holdsFigure, isLeafBlock, type Reading, textOf } from "./Reading.ts"

const figure = String.raw`\d{1,3}(?:[.,]\d{1,2})?`
const scaled = new RegExp(
  String.raw`(?<![\d.,])(${figure}\s*(?:\/|／|out of|of|von|sur|su|de|van|av|af|z|из)\s*(?:5|6|10|20|100)(?:[.,]0)?)(?![\d.,/-]*\d|\s*%)`,
  "iu"
)
const named = new RegExp(
  String.raw`(?:^|\s)(?:ratings?|rated|score|bewertung|note|valoración|puntuación|voto|valutazione|beoordeling|nota|ocena|評価|総合評価|评分|평점|рейтинг|оценка|betyg|★+)\s*[:：]?\s*(${figure})(?![\d.,]*\d|\s*%)`,
  "iu"
)
const starred = new RegExp(
  String.raw`(?<![\d.,])(${figure})\s*(?:★|☆|stars?\b|sterne\b|étoiles\b|estrellas\b|stelle\b)`,
  "iu"
)
/** `4.5 out of 5 stars` and nothing else. */
const onlyStars = new RegExp(
  String.raw`^(${figure}\s*(?:\/|out of|of|von|sur|su|de|van|av)\s*5)\s*(?:stars?|sternen?|étoiles|estrellas|stelle|sterren|stjärnor)$`,
  "iu"
)
const votes =
  "ratings?|votes?|stimmen|bewertungen|bewertung|notes|votos|voti|stemmen|beoordelingen|ocen[ay]?|głosów|оцен(?:ок|ки|ка)|betyg"
const reviews =
  "(?:customer |verified |guest |user )?reviews?|(?:kunden)?(?:rezension(?:en)?|bewertungen)|(?:gäste)bewertungen|avis(?: clients?)?|opiniones|reseñas|valoraciones|comentarios|recensioni|recensies|avaliaç(?:ões|ão)|opinii|opinie|件の(?:レビュー|口コミ|クチコミ|評価)|条评论|条评价|个评价|개의 리뷰|отзыв(?:ов|а)?|omdömen|anmeldelser|arvostelua|recenzí"
const countedIn = (groups: string): RegExp =>
  new RegExp(
    String.raw`(?<![\d.,]|\d )(\d{1,3}(?:[${groups}]\d{3})+|\d+)\s*(?:(${reviews})|(${votes}))(?![\p{Script=Latin}])`,
    "iu"
  )
const counted = countedIn(".,’'")
/** Languages that write `1 204`; elsewhere a blank stands between two numbers. */
const blankGroups = /^(?:fr|pl|cs|sk|ru|uk|bg|sv|nb|no|nn|da|fi|hu)\b/i
const countedWithBlanks = countedIn(" .,’'")
const countIn = (text: string, language: string): RegExpExecArray | null =>
  (blankGroups.test(language) ? countedWithBlanks : counted).exec(text)
/** `（32件）` and `(87)` count only beside a rating. */
const bareCount = /[(（]\s*(\d[\d.,]*)\s*件?\s*[)）]/u

/** `4.8 from 212 votes`: a decimal right before a count. */
const beforeCount =
  /(?<![\d.,])(\d{1,2}[.,]\d{1,2})\s*(?:from|based on|out of|aus|bei|basierend auf|sur la base de|basado en|su|\(|·|•|\||[-–])\s*$/iu

const parents = new Set<number>([Tag.li, Tag.blockquote, Tag.td])

export const ratingFacts = (reading: Reading, block: number, language: string): ReadonlyArray<Fact> => {
  const { tree } = reading
  if (parents.has(tree.tag[block]!) || !isLeafBlock(reading, block)) return []
  if (!holdsFigure(reading, block) || charactersIn(reading, block) > 400) return []
  const text = textOf(reading, block, 121)
  if (text.length > 120 || !/\d/.test(text)) return []
  const count = countIn(text, language)
  const inStars = onlyStars.exec(text)
  const rating = inStars ?? (count !== null ? scaled : undefined)?.exec(text) ?? namedRating(text, count)
  const bare = rating === null || count !== null ? null : bareCount.exec(text.slice(text.indexOf(rating[1]!)))
  // A sentence that mentions reviews is about them, and no count.
  const rest = [rating?.[0], count?.[0], bare?.[0]].reduce<string>((left, part) => left.replace(part ?? "", ""), text)
  if (/\p{L}{2,}(?:\s+\p{L}{2,}){3}/u.test(rest)) return []
  for (let at = tree.parent[block]!, level = 0; at > 0 && level < 4; at = tree.parent[at]!, level++)
    if (parents.has(tree.tag[at]!)) return []
  const where = cssPath(reading, block)
  const fact = (label: string, value: string): Fact => ({ label, value, source: "class", where })
  return [
    ...(rating === null || (inStars === null && count === null && bare === null) ? [] : [fact("rating", rating[1]!)]),
    ...(count === null
      ? bare === null
        ? []
        : [fact("rating count", bare[1]!)]
      : [fact(count[2] === undefined ? "rating count" : "review count", count[1]!)])
  ]
}

/** `(18 reviews)` in an element of its own, such as a link to them. */
export const countFacts = (reading: Reading, node: number, language: string): ReadonlyArray<Fact> => {
  const { ends, tree } = reading
  if ((tree.tag[node] !== Tag.a && tree.tag[node] !== Tag.span) || ends[node]! - node > 8) return []
  if (!holdsFigure(reading, node) || charactersIn(reading, node) > 80) return []
  const text = textOf(reading, node, 41).replace(/^\(\s*|\s*\)$/g, "")
  const count = countIn(text, language)
  if (count === null || count[0] !== text) return []
  for (let at = tree.parent[node]!, level = 0; at > 0 && level < 5; at = tree.parent[at]!, level++)
    if (parents.has(tree.tag[at]!)) return []
  const label = count[2] === undefined ? "rating count" : "review count"
  return [{ label, value: count[1]!, source: "class", where: cssPath(reading, node) }]
}

const namedRating = (text: string, count: RegExpExecArray | null): RegExpExecArray | null =>
  (count === null ? null : beforeCount.exec(text.slice(0, count.index))) ??
  named.exec(text) ??
  starred.exec(text) ??
  (count === null && bareCount.test(text) ? scaled.exec(text) : null)
