/** What the job was asked to do, and what happened to it. */
import { useLoad } from "../connection/useLoad.ts"
import { JsonTree } from "../kit/JsonTree.tsx"
import { Problem } from "../kit/Problem.tsx"
import { ResultBar } from "../kit/ResultBar.tsx"
import { dateTime } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"

export const JobRequest = ({ id }: { readonly id: string }) => {
  const { api } = useSigned()
  const { error, value } = useLoad((signal) => api.console<"job">(`jobs/${encodeURIComponent(id)}`, { signal }), id)
  if (error !== undefined) return <Problem error={error} />
  const request = value?.request ?? null
  return (
    <div class="stack">
      <ResultBar file="request.json" type="application/json" text={JSON.stringify(request, null, 2)} />
      <JsonTree name="request" value={request} open />
      <ol class="events">
        {value?.events.map(({ at, type }) => (
          <li key={`${at} ${type}`}>
            <span class="quiet">{dateTime(at)}</span> {type}
          </li>
        ))}
      </ol>
    </div>
  )
}
