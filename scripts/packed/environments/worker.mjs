// oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
// A crawl in a worker thread. The process is told to end while it runs: the main thread has it closed, and all of it ends.
import { isMainThread, parentPort, Worker } from "node:worker_threads"
import { createOrbweaver } from "orbweaver"

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url))
  worker.on("message", (message) => {
    if (message === "running") process.kill(process.pid, "SIGTERM")
    else if (message !== "closed while it ran") throw new Error(message)
  })
  worker.on("error", (error) => {
    throw error
  })
  if (process.env.HANDLED === "yes") process.once("SIGTERM", () => worker.postMessage("close"))
} else {
  const orb = createOrbweaver({ egress: { allowLocal: true } })
  let closing = Promise.resolve()
  parentPort.once("message", () => (closing = orb.close()))
  // The second page waits for far longer than anybody does here.
  const crawl = orb.crawl(process.env.SITE, { delay: 30, limit: 2 })
  await orb.parse({ data: `<title>Large</title>${"<p>Words. ".repeat(60_000)}`, filename: "large.html" })
  parentPort.postMessage("running")
  const ended = await crawl.then(
    () => "completed",
    ({ name }) => name
  )
  await closing
  parentPort.postMessage(ended === "InstanceClosed" ? "closed while it ran" : ended)
}
