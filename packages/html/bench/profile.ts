/**
 * Where the whole pipeline spends its time: self time by room of `src`, from V8's profiler. What a library or the engine
 * does is charged to the room that called it.
 */
import { Session, type Profiler } from "node:inspector/promises"
import { readers } from "./contestants.ts"
import type { Page } from "./measure.ts"
import { threadTime } from "./threadTime.ts"

/** Milliseconds of computing that are profiled at least. */
const shortestProfile = 2_000
/** Microseconds between two samples. */
const interval = 250
/** Rooms below this part of the time are not printed. */
const minShare = 0.005

export const profileTable = async (pages: ReadonlyArray<Page>): Promise<void> => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval })
  await session.post("Profiler.start")
  let count = 0
  const start = threadTime()
  do {
    for (const page of pages) readers.everything(page)
    count += pages.length
  } while (threadTime() - start < shortestProfile)
  const perPage = (threadTime() - start) / count
  const { profile } = await session.post("Profiler.stop")
  session.disconnect()

  const times = timesByRoom(profile)
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  console.log("\nWhere the time goes")
  console.log(`${"".padEnd(44)}${"share".padStart(9)}${"ms/page".padStart(10)}`)
  for (const [room, time] of [...times].toSorted(([, one], [, other]) => other - one))
    if (time >= minShare * total)
      console.log(
        `${room.padEnd(44)}${`${((100 * time) / total).toFixed(1)} %`.padStart(9)}${((perPage * time) / total).toFixed(3).padStart(10)}`
      )
}

/** Microseconds of each room. */
const timesByRoom = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> => {
  const rooms = new Map<number, string>()
  // A node comes before its children.
  for (const { callFrame, children = [], id } of nodes) {
    const room = roomOf(callFrame) ?? rooms.get(id) ?? "other"
    rooms.set(id, room)
    for (const child of children) rooms.set(child, room)
  }
  const times = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const room = rooms.get(id) ?? "other"
    times.set(room, (times.get(room) ?? 0) + timeDeltas[at]!)
  }
  return times
}

const source = "/packages/html/src/"

const roomOf = ({ functionName, url }: Profiler.ProfileNode["callFrame"]): string | undefined => {
  if (functionName === "(garbage collector)") return "garbage collection"
  const from = url.indexOf(source)
  return from < 0 ? undefined : url.slice(from + source.length, url.lastIndexOf("/"))
}
