/** The requests that a server is answering, and their end when it stops. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import { wireError, retryAfter, WireError } from "../wire/ErrorBody.ts"
import { refuse } from "./nodeRefusals.ts"

export interface RunningRequests {
  readonly add: (response: ServerResponse) => void
  /**
   * Waits for the answers that are under way and says for which; after `gracefulShutdown` those that have not begun are
   * answered 503. Returns at once when nothing runs.
   */
  readonly stop: Effect.Effect<void>
}

/** Requests that are named in the log; more are only counted. */
const maxNamed = 5
/** Time for the last answers to be sent. */
const sendingTime = Duration.seconds(1)
const retrySeconds = 5

const stopping = new WireError({
  ...wireError(503, "The server stopped before the request was finished. Try again later", "SERVER_STOPPING"),
  headers: retryAfter(retrySeconds)
})

export const make = (gracefulShutdown: Duration.Input): RunningRequests => {
  const running = new Set<ServerResponse>()
  const ended = Effect.callback<void>((resume) => {
    const check = () => {
      if (running.size === 0) resume(Effect.void)
    }
    for (const response of running) response.on("close", check)
    check()
  })
  return {
    add: (response) => {
      running.add(response)
      response.on("close", () => running.delete(response))
    },
    stop: Effect.gen(function* () {
      if (running.size === 0) return
      const limit = Duration.format(Duration.fromInputUnsafe(gracefulShutdown))
      yield* Effect.logInfo(`Stopping: waiting up to ${limit} for ${namesOf(running)}`)
      const inTime = yield* Effect.timeoutOption(ended, gracefulShutdown)
      if (inTime._tag === "Some") return
      yield* Effect.logWarning(`Stopping: after ${limit} there is no answer to ${namesOf(running)}`)
      yield* Effect.sync(() => {
        for (const response of running) if (!response.headersSent) refuse(response, stopping)
      })
      yield* Effect.timeoutOption(ended, sendingTime)
    })
  }
}

/** `2 requests: POST /v2/scrape, GET /v2/crawl/…`, without what stands behind a question mark. */
const namesOf = (running: ReadonlySet<ServerResponse>): string => {
  const names = [...running]
    .slice(0, maxNamed)
    .map(({ req }) => `${req.method} ${(req.url ?? "").split(/\?|%3f/i, 1)[0]}`)
  const count = running.size === 1 ? "1 request" : `${running.size} requests`
  return `${count}: ${names.join(", ")}${running.size > maxNamed ? ", …" : ""}`
}
