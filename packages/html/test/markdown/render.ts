/**
 * Markdown as a reader sees it: rendered with CommonMark and GFM.
 */
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

export const render = (markdown: string): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()]
  })
