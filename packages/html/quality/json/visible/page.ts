/** Pages that say everything to people and nothing to machines: no JSON-LD, no microdata, no metas. */
import type { JudgedJson } from "../page.ts"

export type Kind =
  | "product"
  | "article"
  | "job"
  | "event"
  | "recipe"
  | "thread"
  | "company"
  | "review"
  | "questions"
  | "property"
  | "data"
  | "person"

export interface VisiblePage extends JudgedJson {
  readonly kind: Kind
  readonly language: string
}

/** A page in the frame of its site, whose parts say things of the site and of other pages. */
export const site = (
  language: string,
  title: string,
  body: string,
  { aside = "", footer = "", header = "" }: { aside?: string; footer?: string; header?: string } = {}
): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width"></head><body><header class="site-header"><a class="logo" href="/">Site</a>${header}<nav><ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul></nav></header><main id="content">${body}</main>${aside === "" ? "" : `<aside>${aside}</aside>`}<footer class="site-footer">${footer}<p>© 2027</p></footer></body></html>`
