/** Runs every probe of every table against one mounted instance. */
import type { Sent } from "../support/requirementsServer.ts"
import type { Rows } from "./page.ts"
import { judge } from "./Probe.ts"
import { methods } from "./methods.ts"
import { tables } from "./tables.ts"
import { openWorld } from "./world.ts"

export interface Run {
  readonly tables: ReadonlyArray<Rows>
  /** What the client sent. */
  readonly sent: ReadonlyArray<Sent>
}

/** Probes at a time: the two cores of a small machine are busy, and no page waits long for the browser. */
const concurrency = 8

export const run = async (): Promise<Run> => {
  const world = await openWorld()
  const all = [{ title: "Methods", probes: methods }, ...tables].map(({ probes, title }) => ({
    title,
    probes: Object.entries(probes)
  }))
  try {
    const queue = all.flatMap(({ probes, title }) => probes.map(([name, probe]) => ({ title, name, probe })))
    const rows = await eachOf(queue, async ({ name, probe, title }) => ({
      title,
      row: await judge(name, probe, world).catch((cause: unknown) => {
        throw new Error(`In ${title}`, { cause })
      })
    }))
    return {
      tables: all.map(({ title }) => ({
        title,
        rows: rows.filter((row) => row.title === title).map(({ row }) => row)
      })),
      sent: world.server.sent
    }
  } finally {
    await world.close()
  }
}

/** The results in order, a few at a time. */
const eachOf = async <A, B>(items: ReadonlyArray<A>, use: (item: A) => Promise<B>): Promise<ReadonlyArray<B>> => {
  const results: Array<B> = []
  const waiting = items.entries()
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await use(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}
