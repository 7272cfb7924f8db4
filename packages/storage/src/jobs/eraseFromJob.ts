/** What is left of a job whose pages were erased: the request and the first address of a batch name them. */
import type { PageErasure } from "@orbweaver/core/jobs/JobStore"
import { erasedAddress, requestWithout } from "@orbweaver/core/internal/jobs/rules/erasing"
import type { JobRow } from "./JobRow.ts"
import { encode } from "./jobSpec.ts"
import type { Sealing } from "../support/sealing.ts"

/** Takes erased addresses out of the job's state, and returns the text of its spec where that changes. */
export const eraseFromJob = (job: JobRow, isErased: PageErasure["isErased"], sealing: Sealing): string | undefined => {
  const { unreadable, ...spec } = job.spec
  if (isErased(job.state.origin)) job.state = { ...job.state, origin: erasedAddress }
  const request = requestWithout(spec.request, isErased)
  if (unreadable !== undefined || (request === undefined && !isErased(spec.origin))) return undefined
  const origin = isErased(spec.origin) ? erasedAddress : spec.origin
  return encode({ ...spec, origin, request: request ?? spec.request, seeds: [] }, sealing)
}
