// Runs the command line: the compiled one when installed, the sources in a checkout.
import { spawn } from "node:child_process"
import module from "node:module"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { source } from "./source.js"

const homeOf = () => {
  try {
    return homedir()
  } catch {
    // Containers run as users that have none.
    return ""
  }
}
/** Whoever starts Node with a size for new objects keeps it. */
// oxlint-disable-next-line node/no-process-env -- the flags of this process, which is the command's own
const isHeapSet = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].some((flags) => /semi.space/.test(flags))
/**
 * Old objects are collected when they have grown by a third. V8 would let them grow to several times their size first: a
 * burst of large pages then takes 100 MB more, most of it pages that were answered long ago.
 */
const heapGrowth = "--heap-growing-percent=30"
/** Bytes for new objects: with four times as many, pages take hardly less time. */
const maxNewSpace = 16_000_000
/** Milliseconds in which a command loads its modules. */
const startTime = 5_000

if (source !== undefined) {
  // Conditions of package exports can only be set when a process starts.
  const child = spawn(
    process.execPath,
    [
      ...(isHeapSet ? [] : ["--max-semi-space-size=16", heapGrowth]),
      "--conditions=@orbweaver/source",
      "--disable-warning=ExperimentalWarning",
      source,
      ...process.argv.slice(2)
    ],
    { stdio: "inherit" }
  )
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal === "SIGINT" ? 2 : 15)
  })
} else {
  // The next run starts faster with what this one compiled.
  const home = homeOf()
  if (isAbsolute(home)) module.enableCompileCache(join(home, ".cache", "orbweaver", "compiled"))
  // Modules are objects that stay: while they load, V8 would let the memory for new objects grow to 64 MB and more.
  if (!isHeapSet) {
    setFlagsFromString("--semi-space-growth-factor=1")
    setFlagsFromString(heapGrowth)
  }
  await import("../dist/standalone/command.js")
  if (!isHeapSet) setTimeout(growNewSpace, startTime).unref()
}

/** Lets the memory for new objects grow while much of it survives, as V8 does, but to its bound only. */
function growNewSpace() {
  setFlagsFromString("--semi-space-growth-factor=2")
  const collections = new PerformanceObserver(() => {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")
    if (newSpace !== undefined && newSpace.space_size < maxNewSpace) return
    setFlagsFromString("--semi-space-growth-factor=1")
    collections.disconnect()
  })
  collections.observe({ entryTypes: ["gc"] })
}
