/** Pages a second over time. */
import { useEffect, useRef } from "preact/hooks"
import type uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { timeOfDay } from "../connection/connection.ts"
import type { Sample } from "./JobFollower.ts"

/** Seconds that a rate is measured over. */
const span = 5

/** Steps between the ticks of the time, in seconds. */
const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]

export const ratesOf = (samples: ReadonlyArray<Sample>): [Array<number>, Array<number>] => {
  const times: Array<number> = []
  const rates: Array<number> = []
  let from = 0
  for (const { at, settled } of samples) {
    while (samples[from]!.at < at - span) from++
    const first = samples[from]!
    times.push(at)
    rates.push(at > first.at ? Math.max(0, (settled - first.settled) / (at - first.at)) : 0)
  }
  return [times, rates]
}

/** The latest rate. */
export const rateOf = (samples: ReadonlyArray<Sample>): number => ratesOf(samples)[1].at(-1) ?? 0

export const RateChart = ({ samples }: { readonly samples: ReadonlyArray<Sample> }) => {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  useEffect(() => {
    const element = box.current!
    const theme = matchMedia("(prefers-color-scheme: dark)")
    const redraw = () => chart.current?.redraw(true, true)
    let observer: ResizeObserver | undefined
    let closed = false
    const draw = async () => {
      const { default: Chart } = await import("uplot")
      if (closed) return
      // Read when the chart is drawn: the theme may change meanwhile.
      const colour = (property: string) => () => getComputedStyle(element).getPropertyValue(property)
      const stroke = colour("color")
      const axis = { stroke, grid: { stroke, width: 0.2 }, ticks: { stroke, width: 0.2 } }
      const made = new Chart(
        {
          width: element.clientWidth,
          height: 140,
          legend: { show: false },
          cursor: { show: false },
          axes: [
            // Whole seconds, as a clock shows them to the reader.
            {
              ...axis,
              incrs: secondSteps,
              space: 96,
              values: (_, times) => times.map((time) => timeOfDay(time * 1000))
            },
            { ...axis, size: 48 }
          ],
          series: [{}, { stroke: colour("accent-color"), width: 2, points: { show: false } }]
        },
        ratesOf(samples),
        element
      )
      chart.current = made
      observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: 140 }))
      observer.observe(element)
      theme.addEventListener("change", redraw)
    }
    // The figure stands beside it in words.
    draw().catch(() => undefined)
    return () => {
      closed = true
      theme.removeEventListener("change", redraw)
      observer?.disconnect()
      chart.current?.destroy()
    }
  }, [])
  useEffect(() => chart.current?.setData(ratesOf(samples)), [samples])
  const rate = rateOf(samples)
  return (
    <figure class="chart">
      <figcaption>
        Pages a second: <strong>{rate.toFixed(1)}</strong>
      </figcaption>
      <div ref={box} aria-hidden="true" />
    </figure>
  )
}
