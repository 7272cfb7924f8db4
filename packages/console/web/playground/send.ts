/** Sends what is asked, and waits for work that goes on behind its first answer. */
import type { Api, Timed } from "../api.ts"
import { afterFailure, type Connection } from "../connection/connection.ts"
import { type Asked, bodyOf, pathOf } from "./request.ts"

/** Waits until an extraction has ended; the server says what it has meanwhile. */
const pollMs = 700

/**
 * The body with `timings`, for the waterfall of each page, unless the person chose otherwise. They are free, and no part
 * of the request that is copied. The answers to a search and to an extraction show no single page.
 */
const timedBody = (request: Asked): Record<string, unknown> => {
  const body = bodyOf(request)
  if (request.mode === "scrape" || request.mode === "parse") return { timings: true, ...body }
  if (request.mode !== "crawl") return body
  return { ...body, scrapeOptions: { timings: true, ...(body["scrapeOptions"] as object) } }
}

const parse = (api: Api, request: Asked, signal: AbortSignal): Promise<Timed<unknown>> => {
  const form = new FormData()
  form.append("file", request.file!)
  form.append("options", JSON.stringify(timedBody(request)))
  return api.timed("v2/parse", { method: "POST", form, signal })
}

const awaitExtraction = async (api: Api, id: string, signal: AbortSignal): Promise<unknown> => {
  let connection: Connection = { state: "polling" }
  while (!signal.aborted) {
    try {
      const status = await api.json<{ readonly status: string }>(`v2/extract/${id}`, { signal })
      if (status.status !== "processing") return status
      connection = { state: "polling" }
    } catch (error) {
      // The extraction runs on the server, whether the server can be reached at the moment or not.
      connection = afterFailure(connection, error, Math.random())
      if (connection.state !== "reconnecting") throw error
    }
    const waitMs = connection.state === "reconnecting" ? connection.waitMs : pollMs
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  throw signal.reason
}

export const send = async (api: Api, request: Asked, signal: AbortSignal): Promise<Timed<unknown>> => {
  if (request.mode === "parse") return parse(api, request, signal)
  const from = performance.now()
  const answered = await api.timed<{ readonly id?: string }>(pathOf(request), {
    method: "POST",
    body: timedBody(request),
    signal
  })
  if (request.mode !== "extract") return answered
  const value = await awaitExtraction(api, answered.value.id!, signal)
  return { value, tookMs: performance.now() - from }
}
