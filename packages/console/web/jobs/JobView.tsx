/** One job, live: counts, rate, its pages as a table and as a tree, causes of failures, and what can be done. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { root } from "../api.ts"
import { duration, JsonTree, may, number, Problem, SafeLink, Tabs, useLoad, useSigned, VirtualRows } from "../ui.tsx"
import { timeOfDay } from "../connection/connection.ts"
import { ConnectionNote } from "../connection/ConnectionNote.tsx"
import { DocumentView } from "../playground/Results.tsx"
import { JobAnswer } from "./JobAnswer.tsx"
import {
  colourOf,
  type Colouring,
  isRunning,
  type Job,
  type Outcome,
  outcomeCounts,
  outcomeLabel,
  outcomeOf,
  outcomes,
  outcomeText,
  type PageRow,
  totalOf,
  treeOf,
  visibleNodes
} from "./model.ts"
import { RateChart } from "./RateChart.tsx"
import { StateBar } from "./StateBar.tsx"
import { useJob } from "./useJob.ts"

export const JobView = ({ id }: { readonly id: string }) => {
  const signed = useSigned()
  const { api } = signed
  const { at, connection, error, isWhole, job, refresh, retry, rows, samples } = useJob(api, id)
  const [chosen, choose] = useState<PageRow>()
  const [colouring, setColouring] = useState<Colouring>("outcome")
  const [problem, setProblem] = useState<unknown>()
  const [said, say] = useState("")

  const act = (what: string, done: string) => async () => {
    setProblem(undefined)
    try {
      await api.console<"jobPause">(`jobs/${encodeURIComponent(id)}/${what}`, { method: "POST" })
      say(done)
      refresh()
    } catch (failure) {
      setProblem(failure)
    }
  }

  const download = (format: "jsonl" | "zip") => async () => {
    setProblem(undefined)
    try {
      const { url } = await api.console<"jobExport">(`jobs/${encodeURIComponent(id)}/export`, {
        method: "POST",
        body: { format }
      })
      // The server may call itself by another name than the visitor does.
      const link = document.createElement("a")
      link.href = new URL(`console/api/downloads/${url.split("/").at(-1)!}`, root).href
      link.download = ""
      link.click()
      say("The download has started")
    } catch (failure) {
      setProblem(failure)
    }
  }

  if (job === undefined) {
    return (
      <section class="panel">
        <p>
          <a href="#/jobs">All jobs</a>
        </p>
        <h1>Job</h1>
        {connection.state === "stopped" ? (
          <Problem error={error} />
        ) : (
          <>
            <p class="quiet">Loading…</p>
            <ConnectionNote connection={connection} at={at} retry={retry} />
          </>
        )}
      </section>
    )
  }
  const action = (what: string, done: string, label: string, look?: string) =>
    may(signed, "write") ? (
      <button type="button" class={look} onClick={() => void act(what, done)()}>
        {label}
      </button>
    ) : null
  const running = isRunning(job)
  const liveness =
    connection.state === "live"
      ? " · live"
      : connection.state === "polling" && at !== undefined
        ? ` · as of ${timeOfDay(at)}`
        : ""
  return (
    <section class="panel">
      <p>
        <a href="#/jobs">All jobs</a>
      </p>
      <h1 dir="auto">
        {job.origin === "" ? job.id : job.origin} <span class={`status status-${job.status}`}>{job.status}</span>
      </h1>
      <p class="quiet">
        {job.kind} · <code>{job.id}</code> · {number(job.creditsUsed)} credits
        {job.key === undefined ? "" : ` · key ${job.key}`}
        {job.monitorId === undefined ? "" : ` · monitor ${job.monitorId}`}
        {running ? liveness : ` · took ${duration((job.finishedAt ?? job.createdAt) - job.createdAt)}`}
        {job.collecting ? " · still collecting addresses" : ""}
      </p>
      {job.error === undefined ? null : <p class="problem">{job.error}</p>}
      {job.warning === undefined ? null : <p class="note">{job.warning}</p>}
      <div class="actions">
        {job.status === "scraping" ? action("pause", "Paused", "Pause") : null}
        {job.status === "paused" ? action("resume", "Resumed", "Resume", "primary") : null}
        {running ? action("cancel", "Cancelled", "Cancel", "danger") : null}
        {job.counts.failed > 0 && job.status !== "cancelled" && job.status !== "failed"
          ? action("retry", "Failed pages are tried again", `Retry ${number(job.counts.failed)} failed`)
          : null}
        <button type="button" onClick={() => void download("jsonl")()} disabled={job.counts.completed === 0}>
          Export JSONL
        </button>
        <button type="button" onClick={() => void download("zip")()} disabled={job.counts.completed === 0}>
          Export Markdown (ZIP)
        </button>
      </div>
      <div role="status">{said}</div>
      <Problem error={problem} />
      <ConnectionNote connection={connection} at={at} retry={retry} />
      {connection.state === "stopped" && connection.why === "refused" ? <Problem error={error} /> : null}
      <CountsView job={job} />
      {running ? <RateChart samples={samples} /> : null}
      <Tabs
        label="Pages of the job"
        tabs={[
          ...(job.answersWithPages
            ? []
            : [{ id: "answer", label: "Answer", content: () => <JobAnswer id={id} isRunning={running} /> }]),
          {
            id: "table",
            label: "Table",
            content: () => (
              <PageTable
                rows={rows}
                isWhole={isWhole}
                colouring={colouring}
                setColouring={setColouring}
                choose={choose}
              />
            )
          },
          {
            id: "tree",
            label: "Tree",
            content: () => <PageTree rows={rows} colouring={colouring} setColouring={setColouring} choose={choose} />
          },
          {
            id: "causes",
            label: `Errors (${number(job.counts.failed + job.errorPages)})`,
            content: () => <Causes job={job} />
          },
          { id: "request", label: "Request", content: () => <Request id={id} /> }
        ]}
      />
      {chosen === undefined ? null : <Story job={job} row={chosen} close={() => choose(undefined)} />}
    </section>
  )
}

const CountsView = ({ job }: { readonly job: Job }) => (
  <div>
    <dl class="counts">
      {outcomes.map((outcome) => (
        <div key={outcome}>
          <dt>
            <span class={`dot state-${outcome}`} /> {outcomeLabel(outcome)}
          </dt>
          <dd data-count={outcome}>{number(outcomeCounts(job)[outcome])}</dd>
        </div>
      ))}
      <div>
        <dt>discovered</dt>
        <dd data-count="total">{number(totalOf(job))}</dd>
      </div>
    </dl>
    <StateBar job={job} />
  </div>
)

interface Choosing {
  readonly rows: ReadonlyArray<PageRow>
  readonly colouring: Colouring
  readonly setColouring: (by: Colouring) => void
  readonly choose: (row: PageRow) => void
}

const ColourChoice = ({ colouring, setColouring }: Pick<Choosing, "colouring" | "setColouring">) => (
  <label>
    Colour by
    <select value={colouring} onChange={(event) => setColouring(event.currentTarget.value as Colouring)}>
      <option value="outcome">outcome</option>
      <option value="depth">depth</option>
      <option value="host">host</option>
    </select>
  </label>
)

const PageTable = ({ choose, colouring, isWhole, rows, setColouring }: Choosing & { readonly isWhole: boolean }) => {
  const [state, setState] = useState("")
  const [search, setSearch] = useState("")
  const shown = useMemo(() => {
    const words = search.toLowerCase()
    return state === "" && words === ""
      ? rows
      : rows.filter((row) => (state === "" || outcomeOf(row) === state) && row.url.toLowerCase().includes(words))
  }, [rows, state, search])
  return (
    <div>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Outcome
          <select value={state} onChange={(event) => setState(event.currentTarget.value)}>
            <option value="">all</option>
            {outcomes.map((outcome) => (
              <option key={outcome} value={outcome}>
                {outcomeLabel(outcome)}
              </option>
            ))}
          </select>
        </label>
        <label class="grow">
          Address
          <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </label>
        <ColourChoice colouring={colouring} setColouring={setColouring} />
      </form>
      <p class="quiet">
        {number(shown.length)} pages{isWhole ? "" : ", loading more…"}
      </p>
      <VirtualRows
        count={shown.length}
        label="Pages"
        row={(index) => {
          const row = shown[index]!
          return (
            <div class="row" role="row" aria-rowindex={index + 1} key={row.page}>
              <span class={`dot ${colourOf(row, colouring)}`} role="presentation" />
              <span role="cell" class="url">
                <button type="button" class="link" onClick={() => choose(row)} title={row.url}>
                  <bdi>{row.url}</bdi>
                </button>
              </span>
              <span role="cell" class={outcomeOf(row) === "errorPage" ? "state bad" : "state"}>
                {outcomeText(row)}
              </span>
              <span role="cell" class="why">
                {row.error ?? row.reason ?? ""}
              </span>
              <span role="cell" class="depth" aria-label={`depth ${row.depth}`}>
                {row.depth}
              </span>
            </div>
          )
        }}
      />
    </div>
  )
}

const PageTree = ({ choose, colouring, rows, setColouring }: Choosing) => {
  const tree = useMemo(() => treeOf(rows), [rows])
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...tree.children.values()].map(({ path }) => path))
  )
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const visible = useMemo(() => visibleNodes(tree, open), [tree, open])
  const toggle = (path: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(path)
    else next.delete(path)
    setOpen(next)
  }
  const rowHeight = 32
  const onKeyDown = (event: KeyboardEvent) => {
    const current = visible[at]
    if (current === undefined) return
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt(Math.min(visible.length - 1, at + 1)),
      ArrowUp: () => setAt(Math.max(0, at - 1)),
      Home: () => setAt(0),
      End: () => setAt(visible.length - 1),
      ArrowRight: () => toggle(current.node.path, true),
      ArrowLeft: () => toggle(current.node.path, false),
      Enter: () => current.node.row >= 0 && choose(rows[current.node.row]!)
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  useEffect(() => {
    const element = box.current!
    if (at * rowHeight < element.scrollTop) element.scrollTop = at * rowHeight
    if ((at + 1) * rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = (at + 1) * rowHeight - element.clientHeight
    }
  }, [at])
  return (
    <div>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <ColourChoice colouring={colouring} setColouring={setColouring} />
        <span class="quiet">Arrows move and open, Enter shows the page.</span>
      </form>
      <VirtualRows
        count={visible.length}
        role="tree"
        label="The site"
        rowHeight={rowHeight}
        handle={box}
        onKeyDown={onKeyDown}
        row={(index) => {
          const { level, node } = visible[index]!
          const own = node.row < 0 ? undefined : rows[node.row]
          const isOpen = open.has(node.path)
          return (
            <div
              class={`row tree-row${index === at ? " current" : ""}`}
              role="treeitem"
              aria-level={level}
              aria-selected={index === at}
              {...(node.children.size === 0 ? {} : { "aria-expanded": isOpen })}
              key={node.path}
              style={{ paddingInlineStart: `${level * 16}px` }}
              onClick={() => {
                setAt(index)
                if (node.children.size > 0) toggle(node.path, !isOpen)
                else if (own !== undefined) choose(own)
              }}
            >
              <span aria-hidden="true">{node.children.size === 0 ? "·" : isOpen ? "▾" : "▸"}</span>
              <span
                class={`dot ${own === undefined ? `state-${mainOutcome(node.outcomes)}` : colourOf(own, colouring)}`}
              />
              <bdi class="url">{node.name}</bdi>
              <span class="quiet">
                {number(node.pages)}
                {node.outcomes.failed > 0 ? `, ${number(node.outcomes.failed)} failed` : ""}
                {node.outcomes.errorPage > 0 ? `, ${number(node.outcomes.errorPage)} error pages` : ""}
              </span>
            </div>
          )
        }}
      />
    </div>
  )
}

/** The outcome of most pages. */
const mainOutcome = (counts: Readonly<Record<Outcome, number>>): Outcome =>
  outcomes.reduce<Outcome>((best, outcome) => (counts[outcome] > counts[best] ? outcome : best), "completed")

const Causes = ({ job }: { readonly job: Job }) => {
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

const Request = ({ id }: { readonly id: string }) => {
  const { api } = useSigned()
  const { error, value } = useLoad((signal) => api.console<"job">(`jobs/${encodeURIComponent(id)}`, { signal }), id)
  return error === undefined ? (
    <div>
      <JsonTree name="request" value={value?.request ?? null} open />
      <JsonTree name="events" value={value?.events ?? null} />
    </div>
  ) : (
    <Problem error={error} />
  )
}

/** Everything that is known of one page: where it was found, what decided about it, how it went, what came of it. */
const Story = ({ close, job, row }: { readonly job: Job; readonly row: PageRow; readonly close: () => void }) => {
  const { api } = useSigned()
  const dialog = useRef<HTMLDialogElement>(null)
  const { error, value } = useLoad(
    (signal) =>
      row.position === undefined
        ? Promise.resolve(undefined)
        : api.console<"jobResult">(`jobs/${encodeURIComponent(job.id)}/results/${row.position}`, { signal }),
    `${job.id}/${row.page}/${row.position}`
  )
  useEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
  }, [])
  const attempts = value?.document.metadata.outcome?.attempts ?? []
  return (
    <dialog ref={dialog} class="story" aria-label="Story of the page" onClose={close}>
      <div class="actions">
        <h2 class="grow">
          <SafeLink url={row.url} />
        </h2>
        <button type="button" onClick={() => dialog.current!.close()}>
          Close
        </button>
      </div>
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>
          <span class={`dot ${colourOf(row, "outcome")}`} /> {outcomeText(row)}
        </dd>
        <dt>Found on</dt>
        <dd>{row.foundOn === undefined ? "given at the start, or in a sitemap" : <SafeLink url={row.foundOn} />}</dd>
        <dt>Links away from the start</dt>
        <dd>{row.depth}</dd>
        <dt>Attempts</dt>
        <dd>{row.attempts}</dd>
        {row.reason === undefined ? null : (
          <>
            <dt>Left out because of</dt>
            <dd>
              {row.reason}
              {row.rule === undefined ? null : (
                <>
                  , by <code dir="auto">{row.rule}</code>
                </>
              )}
            </dd>
          </>
        )}
        {row.error === undefined ? null : (
          <>
            <dt>Error</dt>
            <dd dir="auto">{row.error}</dd>
          </>
        )}
      </dl>
      {attempts.length === 0 ? null : (
        <ol>
          {attempts.map(({ detail, engine, kind, proxy, status, tookMs }) => (
            <li>
              {engine} ({proxy}): {kind}
              {status === undefined ? "" : `, status ${status}`}, {duration(tookMs)}
              {detail === undefined ? "" : `, ${detail}`}
            </li>
          ))}
        </ol>
      )}
      <Problem error={error} />
      {value === undefined ? null : <DocumentView document={value.document} />}
    </dialog>
  )
}
