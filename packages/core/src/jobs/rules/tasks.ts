/** What becomes of a job's task: the work that is done once for a job. @experimental */

/** Times that a task is given in vain before its job fails. */
export const maxAttempts = 3

/** A task as its row has it. */
interface TaskAttempts {
  /** Times that it was taken. */
  readonly attempt: number
  /** Those of them that got on: the ones up to the last that ended by being postponed. */
  readonly forgiven: number
}

/** Whether a task may be given once more. */
export const mayTake = ({ attempt, forgiven }: TaskAttempts): boolean => attempt - forgiven < maxAttempts

/** After a failed attempt: when the task is given again, or undefined when its job fails. */
export const retryTaskAt = (task: TaskAttempts, now: number): number | undefined =>
  mayTake(task) ? now + 1000 * 2 ** (task.attempt - task.forgiven) : undefined

/** Why a job fails whose task was never done. */
export const taskLost = "Every worker that processed the job stopped without a result"
