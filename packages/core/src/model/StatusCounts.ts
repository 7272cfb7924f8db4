/**
 * Completed pages of a job by the class of the HTTP status that they answered with: an error page is a page too, and its
 * document is kept.
 */
import * as Schema from "effect/Schema"

export const StatusCounts = Schema.Struct({
  "2xx": Schema.Int,
  "3xx": Schema.Int,
  "4xx": Schema.Int,
  "5xx": Schema.Int
})
export type StatusCounts = typeof StatusCounts.Type

export const noStatuses: StatusCounts = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 }

/** The counts with one more page; a status of no class is not counted. */
export const countStatus = (counts: StatusCounts, statusCode: number): StatusCounts => {
  const name = `${Math.floor(statusCode / 100)}xx`
  return isClass(name) ? { ...counts, [name]: counts[name] + 1 } : counts
}

const isClass = (name: string): name is keyof StatusCounts => Object.hasOwn(noStatuses, name)

/** A number of pages, with those that answered otherwise than 2xx: `12 pages (3 of status 4xx)`. */
export const describePages = (pages: string, counts: StatusCounts): string => {
  const others = (["3xx", "4xx", "5xx"] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [`${counts[name]} of status ${name}`]
  )
  return others.length === 0 ? pages : `${pages} (${others.join(", ")})`
}
