/** Puts first what fits the words of a search best: cosine of word counts over address, title and description. */
import * as Effect from "effect/Effect"
import { tally } from "../support/tally.ts"

interface Ranked {
  readonly url: string
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** Links scored before others have their turn. */
const atOnce = 1000
/** Scores are compared to this precision; with the place of a link they fit into a whole number below 2^53. */
const steps = 2 ** 32
const places = 2 ** 20

/** Stable: equals keep their order. Most links: a million. */
export const rank = Effect.fnUntraced(function* <A extends Ranked>(links: ReadonlyArray<A>, search: string) {
  const query = wordsOf(search)
  const queryLength = lengthOf(query)
  const score = ({ description = "", title = "", url }: A): number => {
    const words = wordsOf(`${url} ${title} ${description}`)
    let product = 0
    for (const [word, count] of query) product += count * (words.get(word) ?? 0)
    return product === 0 ? 0 : product / (queryLength * lengthOf(words))
  }
  // One number a link, worst score first in value: sorting numbers takes a tenth of sorting objects.
  const keys = new Float64Array(links.length)
  for (let index = 0; index < links.length; index++) {
    if (index % atOnce === atOnce - 1) yield* Effect.yieldNow
    keys[index] = Math.round((1 - Math.min(1, score(links[index]!))) * steps) * places + index
  }
  keys.sort()
  return Array.from(keys, (key) => links[key % places]!)
})

const wordsOf = (text: string): ReadonlyMap<string, number> => tally(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

const lengthOf = (counts: ReadonlyMap<string, number>): number => {
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return Math.sqrt(sum)
}
