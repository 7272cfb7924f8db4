/**
 * The `markdown` format by turndown and the GFM plugin of Joplin, for those who have rules of their own.
 *
 * ```ts
 * const format = markdown({ configure: (service) => service.addRule("wiki", { filter: "a", replacement: … }) })
 * const layer = Formats.layer(...htmlFormats(), format)
 * ```
 *
 * Turndown reads the same tree as our own format through a small DOM (`turndownDom.ts`). It is slower by an order of
 * magnitude and knows less of pages; `test/formats/failures.txt` lists the golden cases it does not pass.
 *
 * Needs the optional peers `turndown` and `@joplin/turndown-plugin-gfm`.
 */
import { gfm } from "@joplin/turndown-plugin-gfm"
import * as Effect from "effect/Effect"
import TurndownService from "turndown"
import { type Format } from "@orbweaver/core/scrape/Format"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { baseUrl } from "../links/Links.ts"
import { Addresses } from "../page/Addresses.ts"
import type { MarkdownOptions, MarkdownPart } from "../markdown/walk/Markdown.ts"
import { parse } from "../tree/parse.ts"
import type { Tree } from "../tree/Tree.ts"
import { toDom } from "./turndownDom.ts"

export interface TurndownFormatOptions {
  /** Adds rules to the service, or changes those it has. */
  readonly configure?: ((service: TurndownService) => unknown) | undefined
}

/** A service as this format uses it: GFM, ATX headings, fenced code, dashes for bullets. */
export const turndownService = ({ configure }: TurndownFormatOptions = {}): TurndownService => {
  const service = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---"
  })
  service.use(gfm)
  configure?.(service)
  return service
}

/** The Markdown of a page or of part of it; throws what a rule throws. */
export const toMarkdown = (
  tree: Tree,
  { baseUrl, drop, removeBase64Images, roots }: MarkdownOptions & MarkdownPart,
  service: TurndownService = turndownService()
): string => {
  const addresses = new Addresses(baseUrl)
  const resolve = (address: string): string => {
    if (/^data:/i.test(address)) return removeBase64Images === true ? "<Base64-Image-Removed>" : address
    return addresses.resolve(address)
  }
  const root: object = toDom(tree, { roots, drop, resolve })
  return service.turndown(root as TurndownService.Node)
}

/** The format. It reads the result of the `html` format, where main content and tag filters are applied already. */
export const markdown = (options: TurndownFormatOptions = {}): Format => {
  const service = turndownService(options)
  return {
    name: "markdown",
    needs: [],
    uses: ["html"],
    run: ({ fields, options: { removeBase64Images }, page }) =>
      Effect.try({
        try: () => {
          if (page.content.markdown !== undefined) return { markdown: page.content.markdown }
          const tree = parse(fields.html ?? page.content.html)
          return {
            markdown: toMarkdown(tree, { baseUrl: baseUrl(tree, page.response.url), removeBase64Images }, service)
          }
        },
        catch: (cause) => new FormatError({ format: "markdown", detail: "a rule of turndown failed", cause })
      })
  }
}
