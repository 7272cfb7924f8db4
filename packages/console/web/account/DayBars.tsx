/**
 * What was used on each of the last days as bars, if anything was. The caption says it in words, and the table by day has the
 * figures.
 */
import { useId } from "preact/hooks"
import { number } from "../kit/text.ts"

interface Day {
  readonly day: string
  readonly amount: number
}

/** Of a day in the picture, which is stretched to its place, and of its bar. */
const slot = 10
const barWidth = 8
const height = 100
/** So that the least use is seen. */
const minHeight = 4

export const DayBars = ({ days, name }: { readonly name: string; readonly days: ReadonlyArray<Day> }) => {
  const id = useId()
  const busiest = days.reduce<Day | undefined>(
    (most, day) => (day.amount > (most?.amount ?? 0) ? day : most),
    undefined
  )
  if (busiest === undefined) return null
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {name} <strong>{number(days.at(-1)?.amount ?? 0)} today</strong>
        <span class="quiet small-text">
          at most {number(busiest.amount)}, on {busiest.day}; {number(sumOf(days))} in {days.length} days
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${days.length * slot} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ amount, day }, n) => {
          if (amount <= 0) return null
          const tall = Math.max(minHeight, (height * amount) / busiest.amount)
          return (
            <rect key={day} x={n * slot} y={height - tall} width={barWidth} height={tall}>
              <title>{`${day}: ${number(amount)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div class="ticks" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>today</span>
      </div>
    </figure>
  )
}

const sumOf = (days: ReadonlyArray<Day>): number => days.reduce((sum, { amount }) => sum + amount, 0)
