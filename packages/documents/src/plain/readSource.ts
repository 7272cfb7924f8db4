/**
 * Markup of writers that is read by no reader here (AsciiDoc, reStructuredText, LaTeX): shown as it is written, in a fence
 * with its language, so that no sign of it is taken for Markdown.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText } from "../bytes/decodeText.ts"
import { escapeText, page } from "../markup/html.ts"
import type { Reader } from "../model/Reader.ts"

/** Characters that are shown. */
const maxLength = 4_000_000

export const sourceReader =
  (language: string, name: string): Reader =>
  async ({ bytes, charset, wholeSource }): Promise<Parsed> => {
    const { text, warnings } = await decodeText(bytes, charset)
    const shown = text.slice(0, maxLength).trimEnd()
    const html = shown === "" ? "" : `<pre><code class="language-${language}">${escapeText(shown)}\n</code></pre>`
    return page(html, {
      source: wholeSource === true ? text : shown,
      warnings: [
        ...warnings,
        ...(shown === ""
          ? ["The file has no text."]
          : [`${name} is shown as it is written: its markup is not converted.`]),
        ...(text.length > maxLength ? [`Only the first ${maxLength} characters were read.`] : [])
      ]
    })
  }
