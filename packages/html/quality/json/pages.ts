/** All pages that `json` is judged by. */
import type { JudgedJson } from "./page.ts"
import { pages as later } from "./laterPages.ts"
import { pages as markup } from "./markup.ts"
import { pages as seen } from "./morePages.ts"
import { pages as things } from "./things.ts"
import { pages as writtenTexts } from "./writtenTexts.ts"
import { pages as writtenThings } from "./writtenThings.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  ...things,
  ...markup,
  ...seen,
  ...later,
  ...writtenThings,
  ...writtenTexts
]
