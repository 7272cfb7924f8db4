/** The kinds of jobs that end in one result: every surface walks this list. */
import { agentJob } from "../agent/agentJob.ts"
import { extractJob } from "../extract/extractJob.ts"
import { llmsTxtJob } from "../llmstxt/llmsTxtJob.ts"
import { researchJob } from "../research/researchJob.ts"

/** In the order of the command line's help. */
export const resultJobs = [extractJob, llmsTxtJob, researchJob, agentJob] as const
