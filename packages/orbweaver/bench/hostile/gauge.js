// Imported by a server that a bench has started: answers each message with what was measured since the last one.
import { monitorEventLoopDelay } from "node:perf_hooks"

/** What a server says of itself, in milliseconds and megabytes. */
export interface Gauged {
  /** Longest that the thread computed while its event loop served nobody. */
  readonly pause: number
  /** The same by the clock: what stood still because others used the machine is in it. */
  readonly delay: number
  /** Most memory of the whole process since it began. */
  readonly peak: number
}

/** Milliseconds that this thread has computed: what stands still because others use the machine is not ours. */
const computed = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

if (process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  let pause = 0
  let last = performance.now()
  let lastComputed = computed()
  setInterval(() => {
    const now = performance.now()
    const nowComputed = computed()
    pause = Math.max(pause, Math.min(now - last, nowComputed - lastComputed))
    last = now
    lastComputed = nowComputed
  }, 1).unref()
  process.on("message", () => {
    process.send!({
      pause,
      delay: delays.max / 1e6,
      peak: process.resourceUsage().maxRSS / 1024
    } satisfies Gauged)
    delays.reset()
    pause = 0
  })
  process.channel?.unref()
}
