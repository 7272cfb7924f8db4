/** One call: how it went, what was asked, and how to ask it again. */
import { root } from "../api.ts"
import { useLoad } from "../connection/useLoad.ts"
import { CopyButton } from "../kit/CopyButton.tsx"
import { JsonTree } from "../kit/JsonTree.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { ResultBar } from "../kit/ResultBar.tsx"
import { Tabs } from "../kit/Tabs.tsx"
import { counted, dateTime, duration } from "../kit/text.ts"
import { toQuery } from "../playground/Draft.ts"
import { type Asked, wordingsOf } from "../playground/request.ts"
import { linkTo } from "../shell/route.ts"
import { useSigned } from "../shell/signed.ts"
import { CallStatus, endpointLabel } from "./Activity.tsx"
import { askedOf, draftOf } from "./askedOf.ts"

/** Calls whose result is a job. */
const jobs = new Set(["crawl", "batch_scrape", "extract", "agent", "llmstxt", "deep_research"])

const Wordings = ({ asked }: { readonly asked: Asked }) => {
  const { api } = useSigned()
  const { value: fields } = useLoad(() => api.console<"options">("options"), "options")
  return (
    <section class="panel stack" aria-label="In code">
      <h2>In code</h2>
      <Tabs
        label="In code"
        look="pill"
        tabs={wordingsOf(asked, root.href, fields).map(({ id, label, text }) => ({
          id,
          label,
          content: () => (
            <div class="wording">
              <CopyButton text={text} />
              <pre tabIndex={0} aria-label={`Request as ${label}`}>
                {text}
              </pre>
            </div>
          )
        }))}
      />
    </section>
  )
}

export const CallView = ({ id }: { readonly id: string }) => {
  const { api } = useSigned()
  const loaded = useLoad((signal) => api.console<"call">(`calls/${encodeURIComponent(id)}`, { signal }), id)
  return (
    <section class="stack">
      <p class="small-text">
        <a href={linkTo("activity")}>All calls</a>
      </p>
      <LoadedView loaded={loaded}>
        {({ call }) => {
          const { at, credits, endpoint, key, ms, request, resultId, status, target, version } = call
          const asked = request === undefined ? undefined : askedOf(endpoint, request)
          const about = [
            version,
            dateTime(at),
            duration(ms),
            ...(credits === undefined ? [] : [counted(credits, "credit")]),
            ...(key === undefined ? [] : [`key ${key}`])
          ]
          return (
            <>
              <div class="view-head">
                <div>
                  <h1 dir="auto">
                    {endpointLabel(endpoint)} <bdi>{target}</bdi> <CallStatus status={status} />
                  </h1>
                  <p class="quiet small-text">{about.join(" · ")}</p>
                </div>
                <div class="actions">
                  {resultId !== undefined && jobs.has(endpoint) ? (
                    <a class="button" href={linkTo(endpoint === "agent" ? "agents" : "jobs", resultId)}>
                      Open its job
                    </a>
                  ) : null}
                  {asked === undefined ? null : (
                    <a class="button" href={`#/playground?${toQuery(draftOf(asked))}`}>
                      Open in playground
                    </a>
                  )}
                </div>
              </div>
              <section class="panel stack" aria-label="Request">
                <h2>Request</h2>
                {request === undefined ? (
                  <p class="quiet">Its body is not kept: it had none, it was too long, or it was a file.</p>
                ) : (
                  <>
                    <ResultBar file="request.json" type="application/json" text={JSON.stringify(request, null, 2)}>
                      Headers, cookies, proxies and passwords are not kept.
                    </ResultBar>
                    <JsonTree value={request} open />
                  </>
                )}
              </section>
              {asked === undefined ? null : <Wordings asked={asked} />}
            </>
          )
        }}
      </LoadedView>
    </section>
  )
}
