/**
 * Markup of writers that is read by no reader here (LaTeX): shown as it is written, in a fence
 * with its language, so that no sign of it is taken for Markdown.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText, startOf } from "../bytes/decodeText.ts"
import { escapeText, page } from "../markup/html.ts"
import type { Reader } from "../model/Reader.ts"

/** Characters that are shown. */
const maxLength = 4_000_000

export const sourceReader =
  (language: string, name: string): Reader =>
  async ({ bytes, charset, wholeSource }): Promise<Parsed> => {
    const decoded = await decodeText(bytes, charset)
    const { source, text, warnings } = startOf(decoded.text, maxLength, wholeSource)
    const shown = text.trimEnd()
    const html = shown === "" ? "" : `<pre><code class="language-${language}">${escapeText(shown)}\n</code></pre>`
    return page(html, {
      source,
      warnings: [
        ...decoded.warnings,
        ...(shown === ""
          ? ["The file has no text."]
          : [`${name} is shown as it is written: its markup is not converted.`]),
        ...warnings
      ]
    })
  }
