/** The site that is crawled: numbered pages, each found in several ways. */
export const linksOf = (page: number, pages: number): ReadonlyArray<number> =>
  [page * 2 + 1, page * 2 + 2, page + 1, page + 7, Math.floor(page / 2)].filter((next) => next < pages)
