/** What a process remembers of a database of jobs: what SQLite and PostgreSQL share. */
import * as EventLook from "@orbweaver/core/internal/jobs/EventLook"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import type { Sealing } from "../support/sealing.ts"
import { makeFaults } from "./faults.ts"
import { makeKnownPages } from "./knownPages.ts"
import { makeSpecs } from "./specs.ts"

export type JobMemory = ReturnType<typeof makeJobMemory>

export const makeJobMemory = (sealing: Sealing) => {
  const specs = makeSpecs(sealing)
  const knownPages = makeKnownPages()
  /** The host that was served last, for each job. */
  const turns = new Map<number, string>()
  const eventLook = EventLook.make()
  const topics = JobSignals.make()
  return {
    sealing,
    specs,
    knownPages,
    turns,
    eventLook,
    faults: makeFaults(),
    /** Wakes those of this process who wait. */
    signals: {
      ...topics,
      notify: (topic) => {
        topics.notify(topic)
        eventLook.notify(topic)
      }
    } satisfies JobSignals.JobSignals as JobSignals.JobSignals,
    /** Forgets a job that is gone. */
    forget: (n: number): void => {
      specs.forget(n)
      knownPages.forget(n)
      turns.delete(n)
    }
  }
}
