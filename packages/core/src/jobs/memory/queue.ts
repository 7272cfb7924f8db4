/** `JobQueue` in memory. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { JobQueue, maxAttempts, type Service, type Task } from "../JobQueue.ts"
import * as JobSignals from "../JobSignals.ts"
import type { Jobs, WaitingTask } from "./Jobs.ts"

export const makeQueue = ({ dropTask, end, endIfDone, jobs, signals, tasks }: Jobs): Service => {
  const taskOf = ({ attempt, jobId }: Task): WaitingTask | undefined =>
    tasks.find((task) => task.jobId === jobId && task.attempt === attempt)

  return JobQueue.of({
    awaitTask: (atMost) => signals.wait(JobSignals.tasks, atMost),
    take: (leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const task of tasks.slice()) {
          const job = jobs.get(task.jobId)
          if (task.leaseUntil > now || job?.status !== "scraping") continue
          if (task.attempt >= maxAttempts) {
            job.error = "Every worker that processed the job stopped without a result"
            end(job, "failed", now)
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
        job.collecting = false
        endIfDone(job, now)
        return true
      }),
    fail: (task, reason) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = taskOf(task)
        const job = jobs.get(task.jobId)
        if (found === undefined || job === undefined) return
        if (task.attempt >= maxAttempts) {
          job.error = reason
          end(job, "failed", now)
        } else found.leaseUntil = now + 1000 * 2 ** task.attempt
      })
  })
}
