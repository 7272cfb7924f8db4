/** Ids of jobs as programs give them. */
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { JobId } from "@orbweaver/core/model/Job"

/** Throws `InvalidInput` for what is no text, which programs without types give for a job that did not start. */
export const jobIdOf = (id: unknown): JobId => {
  if (typeof id === "string" && id !== "") return JobId.make(id)
  throw invalid("job", ["id"], "Expected the id of a job as text", "invalid_type")
}
