/** The page with what main content left out marked by the rule that did. */
import { useMemo } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { Problem } from "../kit/Problem.tsx"
import { number } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"
import { framed } from "./frame.ts"

export const Explained = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => {
  const { api } = useSigned()
  const { error, value } = useLoad(
    (signal) => api.console<"explain">("explain", { method: "POST", body, signal }),
    JSON.stringify(body),
    { retries: false }
  )
  const report = value?.data.mainContentReport ?? []
  const source = useMemo(
    () => (value === undefined ? "" : framed(value.data.rawHtml ?? "", value.data.mainContentReport)),
    [value]
  )
  if (error !== undefined) return <Problem error={error} />
  if (value === undefined) return <p class="quiet">Looking at the page again…</p>
  return (
    <div class="explained">
      <iframe class="page" title="The page, with what was left out marked" sandbox="" srcdoc={source} />
      <div class="stack">
        <h3>Left out: {report.length}</h3>
        <p class="quiet small-text">
          Outlined parts of the page are not in the result; each carries the name of its rule.
        </p>
        <ul class="cuts">
          {report.map(({ characters, path, reason, rule, sample }) => (
            <li key={path}>
              <strong>{rule}</strong> <span class="quiet">{number(characters)} characters</span>
              <div>{reason}</div>
              <code dir="ltr">{path}</code>
              <blockquote dir="auto">{sample}</blockquote>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
