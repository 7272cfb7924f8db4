/** Puts first what fits the words of a search best: cosine of word counts over address, title and description. */

const wordsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const lengthOf = (counts: ReadonlyMap<string, number>): number => {
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return Math.sqrt(sum)
}

/** Stable: equals keep their order. */
export const rank = <
  A extends { readonly url: string; readonly title?: string | undefined; readonly description?: string | undefined }
>(
  links: ReadonlyArray<A>,
  search: string
): ReadonlyArray<A> => {
  const query = wordsOf(search)
  const queryLength = lengthOf(query)
  const score = ({ description = "", title = "", url }: A): number => {
    const words = wordsOf(`${url} ${title} ${description}`)
    let product = 0
    for (const [word, count] of query) product += count * (words.get(word) ?? 0)
    return product === 0 ? 0 : product / (queryLength * lengthOf(words))
  }
  return links
    .map((link) => ({ link, score: score(link) }))
    .sort((left, right) => right.score - left.score)
    .map(({ link }) => link)
}
