/** Everything that is known of one page: where it was found, what decided about it, how it went, what came of it. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { DocumentView, type PageDocument } from "../document/DocumentView.tsx"
import { Problem } from "../kit/Problem.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { bytes, duration } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"
import { AttemptTable } from "./AttemptTable.tsx"
import { colourOf, type Job, outcomeText, type PageRow } from "./model.ts"

const Facts = ({ row }: { readonly row: PageRow }) => {
  const facts: ReadonlyArray<readonly [name: string, text: ComponentChildren]> = [
    [
      "Outcome",
      <>
        <span class={`dot ${colourOf(row, "outcome")}`} /> {outcomeText(row)}
      </>
    ],
    ["Found on", row.foundOn === undefined ? "given at the start, or in a sitemap" : <SafeLink url={row.foundOn} />],
    ["Links away from the start", row.depth],
    ["Attempts", row.attempts],
    ...(row.tookMs === undefined ? [] : [["Last attempt took", duration(row.tookMs)] as const]),
    ...(row.bytes === undefined ? [] : [["Size", bytes(row.bytes)] as const]),
    ...(row.reason === undefined
      ? []
      : [
          [
            "Left out because of",
            <>
              {row.reason}
              {row.rule === undefined ? null : (
                <>
                  , by <code dir="auto">{row.rule}</code>
                </>
              )}
            </>
          ] as const
        ]),
    ...(row.error === undefined ? [] : [["Error", <span dir="auto">{row.error}</span>] as const])
  ]
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </>
      ))}
    </dl>
  )
}

/** How the attempt that gave the document was made, of which each may have been made again by another engine. */
const Attempts = ({ document }: { readonly document: PageDocument }) => {
  const attempts = document.metadata.outcome?.attempts ?? []
  return attempts.length === 0 ? null : (
    <ol class="attempts">
      {attempts.map(({ detail, engine, kind, proxy, status, tookMs }, at) => (
        <li key={at}>
          {engine} ({proxy}): {kind}
          {status === undefined ? "" : `, status ${status}`}, {duration(tookMs)}
          {detail === undefined ? "" : `, ${detail}`}
        </li>
      ))}
    </ol>
  )
}

export const Story = ({
  close,
  job,
  row
}: {
  readonly job: Job
  readonly row: PageRow
  readonly close: () => void
}) => {
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
  const again = new URLSearchParams({ mode: "scrape", target: row.url }).toString()
  return (
    <dialog ref={dialog} class="story" aria-label="Story of the page" onClose={close}>
      <div class="stack">
        <div class="view-head">
          <h2 class="grow">
            <SafeLink url={row.url} />
          </h2>
          <div class="actions">
            <a class="button" href={`#/playground?${again}`}>
              Open in playground
            </a>
            <button type="button" onClick={() => dialog.current!.close()}>
              Close
            </button>
          </div>
        </div>
        <Facts row={row} />
        {row.attemptLog === undefined ? null : <AttemptTable attempts={row.attemptLog} count={row.attempts} />}
        {value === undefined ? null : <Attempts document={value.document} />}
        <Problem error={error} />
        {value === undefined ? null : <DocumentView document={value.document} />}
      </div>
    </dialog>
  )
}
