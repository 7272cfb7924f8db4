/** `JobQueue` in memory. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { JobQueue, type Service, type Task } from "../JobQueue.ts"
import * as JobSignals from "../JobSignals.ts"
import * as Lifecycle from "../rules/lifecycle.ts"
import * as Tasks from "../rules/tasks.ts"
import type { Jobs, WaitingTask } from "./Jobs.ts"

export const makeQueue = ({ apply, dropTask, jobs, signals, tasks }: Jobs): Service => {
  const taskOf = ({ attempt, jobId }: Task): WaitingTask | undefined =>
    tasks.find((task) => task.jobId === jobId && task.attempt === attempt)

  return JobQueue.of({
    awaitTask: (atMost) => signals.wait(JobSignals.tasks, atMost),
    take: (leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const task of tasks.slice()) {
          const job = jobs.get(task.jobId)
          if (task.leaseUntil > now || job?.state.status !== "scraping") continue
          if (!Tasks.mayTake(task.attempt)) {
            apply(job, Lifecycle.move(job.spec, job.state, "failed", Tasks.taskLost, now), now)
            continue
          }
          task.attempt++
          task.leaseUntil = now + leaseMs
          return Option.some({ jobId: task.jobId, attempt: task.attempt })
        }
        return Option.none()
      }),
    heartbeat: (task, leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = taskOf(task)
        if (found === undefined) return false
        found.leaseUntil = now + leaseMs
        return true
      }),
    done: (task) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const job = jobs.get(task.jobId)
        if (taskOf(task) === undefined || job === undefined) return false
        dropTask(task.jobId)
        apply(job, Lifecycle.collected(job.spec, job.state, now), now)
        return true
      }),
    fail: (task, reason) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = taskOf(task)
        const job = jobs.get(task.jobId)
        if (found === undefined || job === undefined) return
        const again = Tasks.retryTaskAt(task.attempt, now)
        if (again === undefined) apply(job, Lifecycle.move(job.spec, job.state, "failed", reason, now), now)
        else found.leaseUntil = again
      })
  })
}
