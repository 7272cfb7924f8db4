/** Lines that were added and removed (the unified format of git). */

/** As many as are put into the page at once. */
const maxLines = 5000

const lookOf = (line: string): string => {
  if (line.startsWith("@@")) return "diff-place"
  if (line.startsWith("+++") || line.startsWith("---")) return "diff-file"
  if (line.startsWith("+")) return "diff-added"
  return line.startsWith("-") ? "diff-removed" : ""
}

export const Difference = ({ text }: { readonly text: string }) => {
  const lines = text.split("\n")
  return (
    <>
      <pre class="diff" tabIndex={0} aria-label="Difference" dir="auto">
        {lines.slice(0, maxLines).map((line, at) => (
          <span key={at} class={lookOf(line)}>
            {line === "" ? " " : line}
          </span>
        ))}
      </pre>
      {lines.length > maxLines ? (
        <p class="note">
          The first {maxLines} of {lines.length} lines.
        </p>
      ) : null}
    </>
  )
}
