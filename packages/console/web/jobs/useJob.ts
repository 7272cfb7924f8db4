/** A job with all of its pages, as it is followed while the view is open. */
import { useEffect, useRef, useState } from "preact/hooks"
import type { Api } from "../api.ts"
import { onAttention } from "../connection/attention.ts"
import { JobFollower, type JobSnapshot } from "./JobFollower.ts"

export interface FollowedJob extends JobSnapshot {
  /** Reads everything again, at once. */
  readonly refresh: () => void
  /** Tries again at once. */
  readonly retry: () => void
}

const unknown: JobSnapshot = {
  job: undefined,
  rows: [],
  isWhole: false,
  samples: [],
  connection: { state: "connecting" },
  at: undefined,
  error: undefined
}

export const useJob = (api: Api, id: string): FollowedJob => {
  const [snapshot, setSnapshot] = useState(unknown)
  const follower = useRef<JobFollower>(undefined)
  useEffect(() => {
    const path = `jobs/${encodeURIComponent(id)}/pages`
    const made = new JobFollower({
      read: (after, limit, signal) =>
        api.console<"jobPages">(`${path}?limit=${limit}${after === undefined ? "" : `&after=${after}`}`, { signal }),
      watch: (job) => api.watch(job),
      show: setSnapshot,
      random: Math.random
    })
    follower.current = made
    made.refresh()
    const ignore = onAttention(() => made.attend())
    return () => {
      ignore()
      made.close()
    }
  }, [api, id])
  return {
    ...snapshot,
    refresh: () => follower.current?.refresh(),
    retry: () => follower.current?.retry()
  }
}
