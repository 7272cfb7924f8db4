/** What the time went into, as a waterfall. */
import { duration } from "../kit/text.ts"
import { TableHead } from "../kit/TableHead.tsx"
import type { PageDocument } from "./types.ts"

interface Phase {
  readonly name: string
  readonly tookMs: number
}

/** Waiting for a slot, each attempt, and formats with the way to here. */
export const phasesOf = ({ metadata }: PageDocument, tookMs: number): ReadonlyArray<Phase> => {
  const waited = Number(metadata["concurrencyQueueDurationMs"] ?? 0)
  // A cached page tells of attempts that were made when it was captured.
  const attempts = metadata.cacheState === "hit" ? [] : (metadata.outcome?.attempts ?? [])
  const captured = attempts.reduce((sum, attempt) => sum + attempt.tookMs, 0)
  return [
    ...(waited === 0 ? [] : [{ name: "waiting for a slot", tookMs: waited }]),
    ...(metadata.cacheState === "hit" ? [{ name: "page from the cache", tookMs: 0 }] : []),
    ...attempts.map(({ engine, kind, proxy, tookMs: took }, at) => ({
      name: `attempt ${at + 1}: ${engine}, ${proxy}, ${kind}`,
      tookMs: took
    })),
    { name: "formats, answer and way here", tookMs: Math.max(0, tookMs - waited - captured) }
  ]
}

export const Timings = ({ document, tookMs }: { readonly document: PageDocument; readonly tookMs: number }) => {
  const whole = Math.max(1, tookMs)
  let from = 0
  return (
    <table class="timings">
      <caption>Time by phase; {duration(tookMs)} in all</caption>
      <TableHead columns={["Phase", "Time", "When"]} />
      <tbody>
        {phasesOf(document, tookMs).map(({ name, tookMs: took }) => {
          const start = from
          from += took
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{duration(took)}</td>
              <td>
                <div class="waterfall" aria-hidden="true">
                  <span
                    style={{
                      marginInlineStart: `${Math.min(100, (100 * start) / whole)}%`,
                      width: `${Math.min(100, (100 * took) / whole)}%`
                    }}
                  />
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
