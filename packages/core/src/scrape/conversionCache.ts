/**
 * What the formats made of cached pages, so that a page which is asked for
 * again and again is converted once.
 *
 * Kept by the identity of the cached bytes: when the cache replaces or drops a
 * page, what was made of it is never found again, and goes by its age.
 */
import type { Page } from "../reading/Page.ts"
import { LruMap } from "../support/LruMap.ts"

/** `options` are those of the scrape as text (`KnownOptions`). */
interface ConversionCache<A> {
  readonly find: (page: Page, options: string) => A | undefined
  readonly put: (page: Page, options: string, made: A) => void
}

/** Characters kept, sources of the pages included: parts cut out of a text keep the whole alive. */
const maxSize = 16 * 1024 * 1024

export const makeConversionCache = <A extends object>(): ConversionCache<A> => {
  const names = new WeakMap<Uint8Array, number>()
  const entries = new LruMap<string, { readonly made: A; readonly size: number }>({
    maxWeight: maxSize,
    weigh: ({ size }) => size
  })
  let last = 0

  const keyOf = ({ requested, response: { body } }: Page, options: string): string => {
    let name = names.get(body)
    if (name === undefined) names.set(body, (name = ++last))
    return `${name} ${requested.href} ${options}`
  }

  return {
    find: (page, options) => entries.get(keyOf(page, options))?.made,
    put: (page, options, made) => {
      const size = sizeOf(made) + page.content.source.length
      if (size <= maxSize / 4) entries.set(keyOf(page, options), { made, size })
    }
  }
}

/** Characters of all strings within. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 8
  let size = 16
  for (const member of Object.values(value)) size += sizeOf(member)
  return size
}
