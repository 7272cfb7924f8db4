/**
 * The program of an `IsolatedThread`'s process, as text in JavaScript: it runs as it stands, whatever a bundler makes of the
 * modules around it.
 */

const guard = `
const { parentPort, workerData } = require("node:worker_threads")
const isGone = () => process.ppid !== workerData.parent
const isOver = () => process.memoryUsage.rss() > workerData.maxBytes
setInterval(() => { if (isGone() || isOver()) process.kill(process.pid, "SIGKILL") }, 20)
parentPort.postMessage("watching")`

/** Tasks that come before their module has been loaded wait for it. */
export const isolatedProgram = `
const { compileFunction, constants } = require("node:vm")
const { Worker } = require("node:worker_threads")
const early = []
const hold = (task) => early.push(task)
process.once("disconnect", () => process.exit())
process.once("message", async ({ code, maxBytes, module }) => {
  process.on("message", hold)
  const watching = new Worker(${JSON.stringify(guard)}, { eval: true, workerData: { parent: process.ppid, maxBytes } })
  await new Promise((resolve) => watching.once("message", resolve))
  watching.unref()
  process.permission.drop?.("worker")
  if (module === undefined) {
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    const loaded = { exports: {} }
    compileFunction(code, ["module", "exports", "require"], { importModuleDynamically })(loaded, loaded.exports, require)
  } else await import(module)
  process.off("message", hold)
  for (const task of early) process.emit("message", task)
})`
