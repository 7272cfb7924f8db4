/**
 * A job with all of its pages, live. The WebSocket of the clients says that something happened; what, is read from the
 * list of pages, from the first one that may still change: so a job of 100,000 pages costs what is new of it.
 */
import { useEffect, useState } from "preact/hooks"
import type { Api } from "../api.ts"
import { isRunning, isSettled, type Job, type PageRow } from "./model.ts"

interface PageList {
  readonly job: Job
  readonly pages: ReadonlyArray<PageRow>
}

/** Pages of one answer. */
const chunk = 5000
/** Shortest time between two looks, however much happens. */
const minPauseMs = 500
/** Longest time without a look: pages that fail or are skipped come in no frame. */
const maxPauseMs = 2000

export interface Sample {
  readonly at: number
  readonly settled: number
}

export interface LiveJob {
  readonly job: Job | undefined
  readonly rows: ReadonlyArray<PageRow>
  readonly isWhole: boolean
  readonly samples: ReadonlyArray<Sample>
  readonly isLive: boolean
  readonly error: unknown
  /** Looks at once. */
  readonly refresh: () => void
}

export const useJob = (api: Api, id: string): LiveJob => {
  const [state, setState] = useState<Omit<LiveJob, "refresh">>({
    job: undefined,
    rows: [],
    isWhole: false,
    samples: [],
    isLive: false,
    error: undefined
  })
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const rows: Array<PageRow> = []
    const samples: Array<Sample> = []
    let settledUntil = 0
    let socket: WebSocket | undefined
    let isLive = false
    let ring: () => void = () => undefined

    const show = (job: Job, isWhole: boolean, error?: unknown) => {
      const settled = job.counts.completed + job.counts.failed + job.counts.skipped
      samples.push({ at: Date.now() / 1000, settled })
      if (samples.length > 600) samples.splice(0, samples.length - 600)
      setState({ job, rows: [...rows], isWhole, samples: [...samples], isLive, error })
    }

    /** Reads from the first page that may still change to the end. */
    const look = async (): Promise<Job> => {
      let after = settledUntil
      for (;;) {
        const { job, pages } = await api.console<PageList>(
          `jobs/${encodeURIComponent(id)}/pages?after=${after}&limit=${chunk}`,
          { signal }
        )
        for (const [index, page] of pages.entries()) rows[after + index] = page
        after += pages.length
        const isWhole = pages.length < chunk
        if (isWhole) {
          while (settledUntil < rows.length && isSettled(rows[settledUntil]!)) settledUntil++
        }
        show(job, isWhole)
        if (isWhole) return job
      }
    }

    const open = (job: Job) => {
      if (socket !== undefined || (job.kind !== "crawl" && job.kind !== "batch")) return
      socket = api.watch(job.kind, id)
      socket.addEventListener("open", () => (isLive = true))
      // The documents themselves are read when somebody looks at one.
      socket.addEventListener("message", () => ring())
      socket.addEventListener("close", () => {
        isLive = false
        ring()
      })
    }

    const run = async () => {
      for (;;) {
        const rung = new Promise<void>((resolve) => (ring = resolve))
        const job = await look()
        if (!isRunning(job)) return
        open(job)
        await pause(minPauseMs, signal)
        await Promise.race([rung, pause(maxPauseMs, signal)])
        if (signal.aborted) return
      }
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error }))
    })
    return () => {
      control.abort()
      socket?.close()
      ring()
    }
  }, [id, turn])

  // From the start: pages that had ended may have come back.
  return { ...state, refresh: () => setTurn((before) => before + 1) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
