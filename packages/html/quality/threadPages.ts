/**
 * Threads as the common forum systems write them, and articles with comments as blogs do, from their public templates: the
 * markup is theirs, every text is invented. Each system has a thread in one of ten languages.
 */
import { commentedArticles } from "./threads/articles.ts"
import { forumSystems } from "./threads/systems.ts"
import { threads } from "./threads/texts.ts"
import type { WholePage } from "./wholePages.ts"

export interface SystemPage extends WholePage {
  readonly url: string
}

export const threadPages: ReadonlyArray<SystemPage> = Object.entries(forumSystems).map(
  ([name, { path, write }], at) => ({
    kind: "forum",
    name,
    marked: write(threads[at % threads.length]!),
    url: `https://${name}.example${path}`
  })
)

export const articlePages: ReadonlyArray<SystemPage> = Object.entries(commentedArticles).map(
  ([name, { path, write }], at) => ({
    kind: "commented",
    name,
    marked: write(threads[at % threads.length]!),
    url: `https://${name}.example${path}`
  })
)
