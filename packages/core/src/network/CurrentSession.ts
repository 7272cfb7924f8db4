/**
 * Sessions of work that does not name one itself: of a call, and of the jobs that this process
 * started. They are held in memory and never stored.
 */
import * as Context from "effect/Context"
import type { Session } from "./Session.ts"

/** The session of scrapes that name none; none when absent. */
export const CurrentSession: Context.Reference<Session | undefined> = Context.Reference(
  "@orbweaver/core/CurrentSession",
  { defaultValue: (): Session | undefined => undefined }
)

/** Sessions of jobs by id; none when absent. The provider of the map adds a job's session before the job is stored. */
export const JobSessions: Context.Reference<ReadonlyMap<string, Session>> = Context.Reference(
  "@orbweaver/core/JobSessions",
  { defaultValue: (): ReadonlyMap<string, Session> => new Map() }
)
