import { number } from "./text.ts"

/** Largest text that is put into the page at once; browsers grow slow beyond. */
export const maxShownText = 300_000

/** Text as it is, cut where it would freeze the page. */
export const Raw = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="raw">
    {text.length > maxShownText ? (
      <p class="note">Only the first {number(maxShownText)} characters are shown; “Copy” and “Download” take all.</p>
    ) : null}
    <pre tabIndex={0} aria-label={label} dir="auto">
      {text.slice(0, maxShownText)}
    </pre>
  </div>
)
