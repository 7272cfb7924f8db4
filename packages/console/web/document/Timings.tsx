/** Where the time of a page went, as a waterfall: its phases on one axis, in milliseconds from the start of the scrape. */
import { duration } from "../kit/text.ts"
import type { PageDocument } from "./types.ts"

type Phase = NonNullable<PageDocument["timings"]>[number]

const labels: Readonly<Record<Phase["phase"], string>> = {
  queue: "Waiting in line",
  robots: "robots.txt",
  dns: "DNS",
  connect: "Connect",
  tls: "TLS",
  firstByte: "First byte",
  download: "Download",
  render: "Browser",
  parse: "Parse",
  formats: "Formats"
}

/** Phases in which nobody works on the page; their bars are outlined. */
const waits: ReadonlySet<Phase["phase"]> = new Set(["queue"])

/** Short phases with their tenths, as they are measured. */
const milliseconds = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms))

const Axis = ({ whole }: { readonly whole: number }) => (
  <div class="axis" aria-hidden="true">
    <span>0</span>
    <span>{milliseconds(whole / 2)}</span>
    <span>{milliseconds(whole)}</span>
  </div>
)

const Bar = ({ timing: { durationMs, phase, startMs }, whole }: { readonly timing: Phase; readonly whole: number }) => (
  <div class="waterfall" aria-hidden="true">
    <span
      class={waits.has(phase) ? "wait" : undefined}
      style={{
        marginInlineStart: `min(${(100 * startMs) / whole}%, 100% - 2px)`,
        width: `${(100 * durationMs) / whole}%`
      }}
    />
  </div>
)

export const Timings = ({
  document: { metadata, timings = [] },
  tookMs
}: {
  readonly document: PageDocument
  /** What the request took, the way there and back included, in milliseconds; absent where this page did not send it. */
  readonly tookMs: number | undefined
}) => {
  if (timings.length === 0) {
    return (
      <p class="quiet">
        The time of this page was not measured. The option <code>timings</code> measures it; for pages of a job it
        belongs into <code>scrapeOptions</code>.
      </p>
    )
  }
  const whole = Math.max(1, ...timings.map(({ durationMs, startMs }) => startMs + durationMs))
  return (
    <>
      <table class="timings">
        <caption>
          Time by phase: {duration(whole)} in all
          {tookMs === undefined ? "" : `, ${duration(Math.max(whole, tookMs))} with the way to here`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            <th scope="col" class="number">
              Start
            </th>
            <th scope="col" class="number">
              Time
            </th>
            <th scope="col">
              <span class="visually-hidden">When</span>
              <Axis whole={whole} />
            </th>
          </tr>
        </thead>
        <tbody>
          {timings.map((timing, at) => (
            <tr key={at}>
              <th scope="row">{labels[timing.phase]}</th>
              <td class="number">{milliseconds(timing.startMs)}</td>
              <td class="number">{milliseconds(timing.durationMs)}</td>
              <td>
                <Bar timing={timing} whole={whole} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {metadata.cacheState === "hit" ? <p class="quiet">The page came from the cache: nothing was fetched.</p> : null}
    </>
  )
}
