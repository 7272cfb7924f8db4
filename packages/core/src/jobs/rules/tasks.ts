/** What becomes of a job's task: the work that is done once for a job. @experimental */

/** Times that a task is given before its job fails. */
export const maxAttempts = 3

/** Whether a task that was taken so often may be given once more. */
export const mayTake = (attempts: number): boolean => attempts < maxAttempts

/** After a failed attempt: when the task is given again, or undefined when its job fails. */
export const retryTaskAt = (attempt: number, now: number): number | undefined =>
  mayTake(attempt) ? now + 1000 * 2 ** attempt : undefined

/** Why a job fails whose task was never done. */
export const taskLost = "Every worker that processed the job stopped without a result"
