/**
 * Workers that share their jobs in PostgreSQL: `node workerFleet.ts worker` on as many machines as you like, and
 * `node workerFleet.ts https://example.com` to crawl with them. `DATABASE_URL` names the database.
 */
import { postgres } from "@orbweaver/storage/postgres"
import { createOrbweaver, type OrbweaverOptions } from "orbweaver"

/** Works until the signal aborts; pages it has begun go back to the others. */
export const work = async (database: string, signal: AbortSignal, options: OrbweaverOptions<[]> = {}) => {
  await using orb = createOrbweaver({ ...options, stores: postgres(database) })
  await orb.runWorker({ signal }).catch((reason: unknown) => {
    if (!signal.aborted) throw reason
  })
}

/** Starts a crawl and reads its pages, and leaves the work to the workers. */
export const crawlWithWorkers = async (database: string, url: string, options: OrbweaverOptions<[]> = {}) => {
  await using orb = createOrbweaver({ ...options, stores: postgres(database), worker: false })
  const urls: Array<string> = []
  for await (const { metadata } of orb.crawl(url, { limit: 100 }).pages()) urls.push(metadata.url ?? "")
  return urls
}

if (import.meta.main) {
  const database = process.env["DATABASE_URL"] ?? "postgres://localhost/orbweaver"
  const [what = "worker"] = process.argv.slice(2)
  const stopping = new AbortController()
  process.once("SIGTERM", () => stopping.abort())
  if (what === "worker") await work(database, stopping.signal)
  else console.log(await crawlWithWorkers(database, what))
}
