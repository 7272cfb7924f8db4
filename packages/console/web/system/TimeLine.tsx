/** A figure over the last hour as a small line. Its words say what the line shows to those who do not see it. */
import { useId } from "preact/hooks"
import { height, type Point, runsOf, topOf, width } from "./lines.ts"

/** Minutes before now that have a tick. */
const ticks = [60, 45, 30, 15, 0]

export const TimeLine = ({
  limit,
  name,
  now,
  points,
  reason,
  text
}: {
  readonly name: string
  readonly points: ReadonlyArray<Point>
  readonly now: number
  readonly text: (value: number) => string
  /** The figure is too high from here on. */
  readonly limit?: number | undefined
  /** Why the current value is too high, and what to do; only when it is. */
  readonly reason?: string | undefined
}) => {
  const id = useId()
  const top = topOf(points, limit)
  const current = points.at(-1)?.value
  const known = points.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const limitY = limit === undefined || limit > top ? undefined : height * (1 - limit / top)
  return (
    <figure class={reason === undefined ? "chart" : "chart over"} aria-labelledby={id}>
      <figcaption id={id}>
        {name} <strong>{current === undefined ? "–" : text(current)}</strong>
        <span class="quiet small-text">
          {known.length === 0 ? "not known" : `at most ${text(Math.max(...known))}`}
          {limit === undefined ? "" : `, limit ${text(limit)}`}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {limitY === undefined ? null : <line class="limit" x1="0" x2={width} y1={limitY} y2={limitY} />}
        {runsOf(points, now, top).map((run) => (
          // A line of one point is drawn by its round ends.
          <polyline key={run} points={run.includes(" ") ? run : `${run} ${run}`} />
        ))}
      </svg>
      <div class="ticks" aria-hidden="true">
        {ticks.map((minutes) => (
          <span key={minutes}>{minutes === 0 ? "now" : `−${minutes} min`}</span>
        ))}
      </div>
      {reason === undefined ? null : <p class="problem">{reason}</p>}
    </figure>
  )
}
