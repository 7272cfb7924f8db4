/** Research for code without Effect: methods with the names of the v1 SDK. */
import type { ResearchOptions, ResearchStatus } from "@orbweaver/extraction/research/DeepResearch"
import type { CallOptions } from "../instance/calls.ts"
import type { DurationInput } from "../options/durations.ts"
import type { JobCallOptions } from "./Site.ts"
import type { WaitOptions } from "./waiting.ts"

/** What is researched, and how far. */
interface ResearchInput extends Omit<ResearchOptions, "timeLimit"> {
  /** How long to search and read: seconds, 30 to 600, or a text such as `"10 minutes"`. Default: 5 minutes. */
  readonly timeLimit?: DurationInput | undefined
}

export interface ResearchMethods {
  /** Starts a research and gives its id at once. Rejects with `ResearchUnavailable` where there is no model or no search provider. */
  readonly asyncDeepResearch: (
    query: string,
    options?: ResearchInput & JobCallOptions
  ) => Promise<{ readonly id: string }>
  /** How far research is: what was done and found so far, and the report once it is written. Rejects with `JobNotFound`. */
  readonly checkDeepResearchStatus: (id: string, options?: CallOptions) => Promise<ResearchStatus>
  /** Searches, reads and writes a report; research that fails has `status` and `error`. */
  readonly deepResearch: (
    query: string,
    options?: ResearchInput & WaitOptions & JobCallOptions
  ) => Promise<ResearchStatus>
  /** Stops a research. Gives whether it was still going on. */
  readonly cancelDeepResearch: (id: string, options?: CallOptions) => Promise<boolean>
}
