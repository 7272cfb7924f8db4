// Imported by a server that a bench has started: answers each message with what was measured since the last one. No
// TypeScript, since to strip its types would add to the memory that is measured.
import { monitorEventLoopDelay } from "node:perf_hooks"

/**
 * What a server says of itself.
 *
 * @typedef {object} Gauged
 * @property {number} pause Milliseconds that the thread computed at most while its event loop served nobody.
 * @property {number} delay The same by the clock: what stood still because others used the machine is in it.
 * @property {number} peak Megabytes of the whole process at most since it began.
 */

/** Milliseconds that this thread has computed: what stands still because others use the machine is not ours. */
const computed = () => {
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
    /** @type {Gauged} */
    const gauged = { pause, delay: delays.max / 1e6, peak: process.resourceUsage().maxRSS / 1024 }
    process.send?.(gauged)
    delays.reset()
    pause = 0
  })
  process.channel?.unref()
}
