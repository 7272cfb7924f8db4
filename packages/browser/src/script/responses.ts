/** Responses of the open page that a script waits for. It sees them by number, and asks for their bodies by it. */
import type { Page, Response } from "playwright-core"

/** What a script sees of a response. */
export interface SeenResponse {
  readonly number: number
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly method: string
  readonly resourceType: string
}

export interface Responses {
  /** Notes a response that a call gives. */
  readonly see: (response: Response) => SeenResponse
  /**
   * Those after a number, once there is one; without a number, after this call. None when none comes within `timeout`
   * milliseconds (at least 1). Rejects when the page is gone.
   */
  readonly next: (
    after: number | undefined,
    timeout: number
  ) => Promise<{ readonly last: number; readonly seen: ReadonlyArray<SeenResponse> }>
  readonly text: (number: number) => Promise<string>
  /** Ends the waiting: the script is over. */
  readonly stop: () => void
}

/** Responses that are kept for their bodies. */
const maxKept = 500

export const watchResponses = (page: Page): Responses => {
  const kept = new Map<number, Response>()
  let last = 0
  let isListening = false
  const stopped = Promise.withResolvers<void>()

  const note = (response: Response): number => {
    kept.set(++last, response)
    kept.delete(last - maxKept)
    return last
  }
  const onResponse = (response: Response): void => void note(response)
  const come = (timeout: number) =>
    page.waitForEvent("response", { timeout }).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === "TimeoutError")) throw error
    })

  return {
    see: (response) => seenOf(note(response), response),
    next: async (after = last, timeout) => {
      if (!isListening) page.on("response", onResponse)
      isListening = true
      if (last <= after) await Promise.race([come(timeout), stopped.promise])
      const seen = [...kept].filter(([number]) => number > after)
      return { last, seen: seen.map(([number, response]) => seenOf(number, response)) }
    },
    text: async (number) => {
      const response = kept.get(number)
      if (response === undefined) throw new Error(`The body of this response is gone: the last ${maxKept} are kept`)
      return response.text()
    },
    stop: () => {
      page.off("response", onResponse)
      stopped.resolve()
      kept.clear()
    }
  }
}

const seenOf = (number: number, response: Response): SeenResponse => ({
  number,
  status: response.status(),
  url: response.url(),
  headers: response.headers(),
  method: response.request().method(),
  resourceType: response.request().resourceType()
})
