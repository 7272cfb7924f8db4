/** LaTeX, which is shown as it is written: in a fence with its language, so that no sign of it is taken for Markdown. */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText, startOf } from "../bytes/decodeText.ts"
import { escapeText, page } from "../markup/html.ts"
import type { Reader } from "../model/Reader.ts"

/** Characters that are shown. */
const maxLength = 4_000_000

export const readLatex: Reader = async ({ bytes, charset, wholeSource }): Promise<Parsed> => {
  const decoded = await decodeText(bytes, charset)
  const { source, text, warnings } = startOf(decoded.text, maxLength, wholeSource)
  const shown = text.trimEnd()
  return page(shown === "" ? "" : `<pre><code class="language-latex">${escapeText(shown)}\n</code></pre>`, {
    source,
    warnings: [
      ...decoded.warnings,
      shown === "" ? "The file has no text." : "LaTeX is shown as it is written: its markup is not converted.",
      ...warnings
    ]
  })
}
