/** Lines over the last hour: where their points are. */

export interface Point {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Undefined where it was not known: the line has a gap. */
  readonly value: number | undefined
}

const hourMs = 3_600_000
/** Of the picture; it is stretched to its place. */
export const width = 240
export const height = 48
/** Highest value of the axis: the limit is drawn where the figure comes near it. */
export const topOf = (points: ReadonlyArray<Point>, limit: number | undefined): number => {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0))
  return Math.max(most * 1.1, limit !== undefined && most >= limit / 2 ? limit * 1.1 : 0) || 1
}

/** Points of the line in the space of the picture, in runs without gaps. */
export const runsOf = (points: ReadonlyArray<Point>, now: number, top: number): ReadonlyArray<string> => {
  const runs: Array<Array<string>> = [[]]
  for (const { at, value } of points) {
    const x = width * (1 - (now - at) / hourMs)
    if (value === undefined || x < 0) runs.push([])
    else runs.at(-1)!.push(`${x.toFixed(1)},${(height * (1 - value / top)).toFixed(1)}`)
  }
  return runs.filter((run) => run.length > 0).map((run) => run.join(" "))
}
