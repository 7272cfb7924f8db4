/** What a check has found, page by page. */
import { useLoad } from "../connection/useLoad.ts"
import { JsonTree } from "../kit/JsonTree.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { useSigned } from "../shell/signed.ts"
import { type Answer, type Check, type CheckDetail, type CheckPage, summaryText } from "./model.ts"
import { SideBySide } from "./SideBySide.tsx"
import "./monitors.css"

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

const Judgment = ({ judgment }: { readonly judgment: unknown }) => {
  const reason = memberOf(judgment, "reason")
  return typeof reason === "string" ? (
    <p class="note">
      {memberOf(judgment, "meaningful") === false ? "Does not matter" : "Matters"}: {reason}
    </p>
  ) : null
}

const Page = ({ page }: { readonly page: CheckPage }) => {
  const text = memberOf(page.diff, "text")
  const fields = memberOf(page.diff, "json")
  return (
    <li class="stack">
      <div class="view-head">
        <SafeLink url={page.url} />
        <span class={`status status-${page.status === "error" ? "failed" : page.status === "same" ? "" : "running"}`}>
          {page.status}
        </span>
      </div>
      {page.error === null ? null : <p class="problem">{page.error}</p>}
      <Judgment judgment={page.judgment} />
      {typeof text === "string" && text !== "" ? <SideBySide text={text} /> : null}
      {typeof text !== "string" && fields !== undefined ? <JsonTree name="fields" value={fields} open /> : null}
    </li>
  )
}

/** Pages of one look; the others are reached by the API. */
const maxPages = 50

export const CheckView = ({ check, monitor }: { readonly check: Check; readonly monitor: string }) => {
  const { api } = useSigned()
  const path = `v2/monitor/${encodeURIComponent(monitor)}/checks/${encodeURIComponent(check.id)}?limit=${maxPages}`
  const loaded = useLoad((signal) => api.json<Answer<CheckDetail>>(path, { signal }), path)
  return (
    <section class="panel stack" aria-label="The check">
      <h2>{summaryText(check.summary)}</h2>
      <LoadedView loaded={loaded}>
        {({ data }) => {
          const pages = data.pages.toSorted(
            (left, right) => Number(left.status === "same") - Number(right.status === "same")
          )
          return (
            <>
              <ul class="check-pages">
                {pages.map((page) => (
                  <Page key={`${page.targetId} ${page.url}`} page={page} />
                ))}
              </ul>
              {data.next === null ? null : <p class="note">Only the first {maxPages} pages of the check are shown.</p>}
            </>
          )
        }}
      </LoadedView>
    </section>
  )
}
