/** Reads an article corpus from a folder: `ground-truth.json` and `html/<id>.html.gz`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

export interface Article {
  readonly id: string
  readonly url: string
  readonly html: string
  readonly truth: string
  /** Kept aside: not looked at while tuning, printed apart. */
  readonly isHeldOut: boolean
}

export const readCorpus = (folder: string): ReadonlyArray<Article> => {
  const truths: Record<string, { articleBody: string; url: string }> = JSON.parse(
    readFileSync(join(folder, "ground-truth.json"), "utf8")
  )
  return Object.entries(truths).map(([id, { articleBody, url }]) => ({
    id,
    url,
    html: gunzipSync(readFileSync(join(folder, "html", `${id}.html.gz`))).toString("utf8"),
    truth: articleBody,
    isHeldOut: Number.parseInt(id.slice(0, 8), 16) % 4 === 0
  }))
}
