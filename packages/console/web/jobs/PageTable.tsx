/** The pages of a job as rows that can be searched and sorted. */
import { useMemo, useState } from "preact/hooks"
import { bytes, counted, duration } from "../kit/text.ts"
import { useMedia } from "../kit/useMedia.ts"
import { rowHeight, VirtualRows } from "../kit/VirtualRows.tsx"
import { type Choosing, ColourChoice } from "./ColourChoice.tsx"
import { colourOf, outcomeLabel, outcomeOf, outcomes, outcomeText, type PageRow } from "./model.ts"

interface ColumnEntry {
  readonly label: string
  readonly look: string
  /** What rows are sorted by; rows without it come last. */
  readonly by: (row: PageRow) => string | number | undefined
}

const columns = {
  url: { label: "Address", look: "url", by: ({ url }) => url },
  outcome: { label: "Outcome", look: "state", by: outcomeText },
  why: { label: "Why", look: "why", by: ({ error, reason }) => error ?? reason },
  depth: { label: "Depth", look: "figure depth", by: ({ depth }) => depth },
  attempts: { label: "Attempts", look: "figure", by: ({ attempts }) => attempts },
  time: { label: "Time", look: "figure", by: ({ tookMs }) => tookMs },
  size: { label: "Size", look: "figure", by: ({ bytes }) => bytes }
} as const satisfies Readonly<Record<string, ColumnEntry>>

type Column = keyof typeof columns

/** Height of a row that is a card of two lines, in pixels. */
const cardHeight = 60

interface Order {
  readonly by: Column
  readonly isDescending: boolean
}

const inOrder = (rows: ReadonlyArray<PageRow>, order: Order | undefined): ReadonlyArray<PageRow> => {
  if (order === undefined) return rows
  const { by }: ColumnEntry = columns[order.by]
  const sign = order.isDescending ? -1 : 1
  return rows.toSorted((left, right) => {
    const [first, second] = [by(left), by(right)]
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
    return first === second ? 0 : first < second ? -sign : sign
  })
}

/** Once up, once down, then as they were met. */
const next = (order: Order | undefined, by: Column): Order | undefined => {
  if (order?.by !== by) return { by, isDescending: false }
  return order.isDescending ? undefined : { by, isDescending: true }
}

const Head = ({ order, sort }: { readonly order: Order | undefined; readonly sort: (by: Column) => void }) => (
  <div class="row row-head page-head" role="row">
    <span class="dot" role="presentation" />
    {(Object.keys(columns) as ReadonlyArray<Column>).map((name) => (
      <span
        key={name}
        role="columnheader"
        class={columns[name].look}
        aria-sort={order?.by === name ? (order.isDescending ? "descending" : "ascending") : "none"}
      >
        <button type="button" onClick={() => sort(name)}>
          {columns[name].label}
          {order?.by === name ? <span aria-hidden="true">{order.isDescending ? " ↓" : " ↑"}</span> : null}
        </button>
      </span>
    ))}
  </div>
)

export const PageTable = ({
  choose,
  colouring,
  isWhole,
  rows,
  setColouring
}: Choosing & { readonly isWhole: boolean }) => {
  const [state, setState] = useState("")
  const [search, setSearch] = useState("")
  const [order, setOrder] = useState<Order>()
  const isNarrow = useMedia("(width < 700px)")
  const shown = useMemo(() => {
    const words = search.toLowerCase()
    const found =
      state === "" && words === ""
        ? rows
        : rows.filter((row) => (state === "" || outcomeOf(row) === state) && row.url.toLowerCase().includes(words))
    return inOrder(found, order)
  }, [rows, state, search, order])
  return (
    <div class="stack">
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
      <p class="quiet small-text">
        {counted(shown.length, "page")}
        {isWhole ? "" : ", loading more…"}
      </p>
      <VirtualRows
        count={shown.length}
        label="Pages"
        height={isNarrow ? cardHeight : rowHeight}
        head={<Head order={order} sort={(by) => setOrder(next(order, by))} />}
        row={(index) => {
          const row = shown[index]!
          return (
            <div class="row page-row" role="row" aria-rowindex={index + 1} key={row.page}>
              <span class={`dot ${colourOf(row, colouring)}`} role="presentation" />
              <span role="cell" class="url">
                <button type="button" class="link" data-row onClick={() => choose(row)} title={row.url}>
                  <bdi>{row.url}</bdi>
                </button>
              </span>
              <span role="cell" class={outcomeOf(row) === "errorPage" ? "state bad" : "state"}>
                {outcomeText(row)}
              </span>
              <span role="cell" class="why">
                {row.error ?? row.reason ?? ""}
              </span>
              <span role="cell" class="figure depth" aria-label={`depth ${row.depth}`}>
                {row.depth}
              </span>
              <span role="cell" class="figure attempts" aria-label={counted(row.attempts, "attempt")}>
                {row.attempts === 0 ? "" : row.attempts}
              </span>
              <span role="cell" class="figure">
                {row.tookMs === undefined ? "" : duration(row.tookMs)}
              </span>
              <span role="cell" class="figure">
                {row.bytes === undefined ? "" : bytes(row.bytes)}
              </span>
            </div>
          )
        }}
      />
    </div>
  )
}
