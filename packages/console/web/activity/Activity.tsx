/** Every call of the team: when, what for, how it went, and what it cost. */
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"
import { useState } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { Empty } from "../kit/Empty.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { duration, number } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { linkTo } from "../shell/route.ts"
import { useSigned } from "../shell/signed.ts"

type Call = ConsoleAnswer<"callList">["calls"][number]

const refreshMs = 3000
const size = 50

/** `batch_scrape` as "batch scrape". */
export const endpointLabel = (endpoint: string): string => endpoint.replaceAll("_", " ")

export const CallStatus = ({ status }: Pick<Call, "status">) => (
  <span class={`status status-${status >= 400 ? "failed" : "ok"}`}>{status}</span>
)

const Row = ({ call: { at, credits, endpoint, id, key, ms, status, target, version } }: { readonly call: Call }) => (
  <tr>
    <th scope="row">
      <a href={linkTo("activity", id)} data-row dir="auto">
        {target === "" ? endpointLabel(endpoint) : target}
      </a>
    </th>
    <td data-label="Kind">
      <span>
        {endpointLabel(endpoint)} <span class="quiet small-text">{version}</span>
      </span>
    </td>
    <td data-label="Status">
      <CallStatus status={status} />
    </td>
    <td data-label="Took" class="number">
      {duration(ms)}
    </td>
    <td data-label="Credits" class="number">
      {credits === undefined ? "–" : number(credits)}
    </td>
    <td data-label="Key" dir="auto">
      {key ?? "–"}
    </td>
    <td data-label="When">
      <Time at={at} />
    </td>
  </tr>
)

const columns: ReadonlyArray<readonly [title: string, isNumber: boolean]> = [
  ["Call", false],
  ["Kind", false],
  ["Status", false],
  ["Took", true],
  ["Credits", true],
  ["Key", false],
  ["When", false]
]

/** The kinds that a reader filters by; all others are in the list too. */
const kinds = ["scrape", "batch_scrape", "crawl", "map", "search", "extract", "parse", "agent"]

export const Activity = () => {
  const { api } = useSigned()
  const [endpoint, setEndpoint] = useState("")
  const [outcome, setOutcome] = useState("")
  const [search, setSearch] = useState("")
  /** Cursors of the pages before this one, and of this one. */
  const [cursors, setCursors] = useState<ReadonlyArray<string>>([])
  const given = { endpoint, outcome, search, cursor: cursors.at(-1) ?? "", limit: String(size) }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString()
  const loaded = useLoad((signal) => api.console<"callList">(`calls?${query}`, { signal }), query, {
    everyMs: refreshMs
  })
  const filter = (set: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
    set(event.currentTarget.value)
    setCursors([])
  }
  const isFiltered = endpoint !== "" || outcome !== "" || search !== ""
  return (
    <section class="stack">
      <h1>Activity</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Kind
          <select value={endpoint} onChange={filter(setEndpoint)}>
            <option value="">all</option>
            {kinds.map((name) => (
              <option key={name} value={name}>
                {endpointLabel(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Outcome
          <select value={outcome} onChange={filter(setOutcome)}>
            <option value="">all</option>
            <option>succeeded</option>
            <option>failed</option>
          </select>
        </label>
        <label class="grow">
          Address or words
          <input type="search" value={search} onInput={filter(setSearch)} />
        </label>
      </form>
      <LoadedView loaded={loaded}>
        {({ calls, cursor }) =>
          calls.length === 0 ? (
            <div class="panel">
              <Empty title="No calls">
                <p>
                  {isFiltered
                    ? "No call matches these filters."
                    : "Whatever is asked of this server appears here. The playground makes a first call."}
                </p>
                {isFiltered ? null : (
                  <a class="button" href={linkTo("playground")}>
                    Open the playground
                  </a>
                )}
              </Empty>
            </div>
          ) : (
            <>
              <div class="panel flush scroll" tabIndex={0} role="region" aria-label="Calls">
                <table class="cards-when-narrow">
                  <thead>
                    <tr>
                      {columns.map(([title, isNumber]) => (
                        <th scope="col" key={title} class={isNumber ? "number" : undefined}>
                          {title}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {calls.map((call) => (
                      <Row key={call.id} call={call} />
                    ))}
                  </tbody>
                </table>
              </div>
              {cursors.length === 0 && cursor === undefined ? null : (
                <nav class="actions" aria-label="Pages of the list">
                  <button
                    type="button"
                    disabled={cursors.length === 0}
                    onClick={() => setCursors(cursors.slice(0, -1))}
                  >
                    Newer
                  </button>
                  <button
                    type="button"
                    disabled={cursor === undefined}
                    onClick={() => cursor !== undefined && setCursors([...cursors, cursor])}
                  >
                    Older
                  </button>
                </nav>
              )}
            </>
          )
        }
      </LoadedView>
    </section>
  )
}
