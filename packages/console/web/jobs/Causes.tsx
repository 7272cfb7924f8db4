/** Why pages failed, and what to do about it. */
import { useLoad } from "../connection/useLoad.ts"
import { Problem } from "../kit/Problem.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { number } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"
import type { Job } from "./model.ts"

export const Causes = ({ job }: { readonly job: Job }) => {
  const { api } = useSigned()
  const { error, value } = useLoad(
    (signal) => api.console<"jobCauses">(`jobs/${encodeURIComponent(job.id)}/causes`, { signal }),
    `${job.id}/${job.counts.failed}/${job.errorPages}`
  )
  if (error !== undefined) return <Problem error={error} />
  if (value?.causes.length === 0) return <p class="quiet">No page failed, and the site answered none with an error.</p>
  return (
    <ul class="causes">
      {value?.causes.map(({ code, cure, error: text, examples, pages }) => (
        <li key={`${code} ${text}`}>
          <h3>
            {number(pages)} × <span dir="auto">{text}</span>
          </h3>
          {code === "" ? null : <code>{code}</code>}
          <p>
            <strong>What to do:</strong> {cure}
          </p>
          <ul>
            {examples.map((url) => (
              <li>
                <SafeLink url={url} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
