/**
 * Who holds the memory of this process, as rows of a name and a number of bytes. What V8 and the system tell by themselves;
 * the parts of the system's own count are there on Linux only. Plain JavaScript, so that the measured process strips no types.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { getHeapSpaceStatistics } from "node:v8"

/** glibc gives each arena but the first an aligned block of this size. */
const arenaBlock = 64 * 1024 * 1024

export const holders = () => {
  const spaces = new Map(getHeapSpaceStatistics().map((space) => [space.space_name, space.physical_space_size]))
  const take = (name) => {
    const size = spaces.get(name) ?? 0
    spaces.delete(name)
    return size
  }
  const { arrayBuffers, external, heapUsed, rss } = process.memoryUsage()
  const report = process.report.getReport()
  const heap = [
    ["V8: room for new objects", take("new_space") + take("new_large_object_space")],
    ["V8: objects that stayed, and what became of them", take("old_space") + take("large_object_space")],
    ["V8: code and the rest", [...spaces.values()].reduce((sum, size) => sum + size, 0)],
    ["… of these three used", heapUsed],
    ["bodies and other buffers", arrayBuffers],
    ["other memory that V8 counts as external", external - arrayBuffers],
    [
      `heaps of ${report.workers.length} threads`,
      report.workers.reduce((sum, { javascriptHeap }) => sum + javascriptHeap.totalMemory, 0)
    ]
  ]
  return [...heap, ...mapped(), ["all together (resident)", rss]]
}

/** Sockets and other things that are open. */
export const openResources = () => {
  const counts = new Map()
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} ${name}`).join(", ")
}

const mapped = () => {
  if (!existsSync("/proc/self/smaps")) return []
  const sizes = { program: 0, first: 0, others: 0, stacks: 0, anonymous: 0 }
  let kind = "anonymous"
  for (const line of readFileSync("/proc/self/smaps", "utf8").split("\n")) {
    const head = /^([\da-f]+)-([\da-f]+) (\S+) \S+ \S+ \d+\s*(.*)$/.exec(line)
    if (head !== null) kind = kindOf(head)
    const resident = /^Rss:\s+(\d+) kB/.exec(line)
    if (resident !== null) sizes[kind] += Number(resident[1]) * 1024
  }
  return [
    ["the program and its libraries", sizes.program],
    ["malloc: the first arena (SQLite's cache, small buffers)", sizes.first],
    ["malloc: arenas of threads", sizes.others],
    [`stacks of ${readdirSync("/proc/self/task").length} system threads`, sizes.stacks],
    ["other anonymous memory (V8, threads, large buffers)", sizes.anonymous]
  ]
}

const kindOf = ([, from, to, rights, name]) => {
  if (name === "[heap]") return "first"
  if (name.startsWith("[stack")) return "stacks"
  if (name.startsWith("/")) return "program"
  const start = Number.parseInt(from, 16)
  const isArena = start % arenaBlock === 0 && rights === "rw-p" && Number.parseInt(to, 16) - start <= arenaBlock
  return isArena ? "others" : "anonymous"
}
