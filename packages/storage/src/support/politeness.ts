/** The bounds of hosts, as the store factories take them. */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { Limits } from "@orbweaver/core/jobs/Politeness"

export const politeness = Given.options<Limits>({
  concurrency: Given.wholeNumber(1),
  crawlDelayMs: Given.number(0),
  pauseMs: Given.number(0),
  streak: Given.wholeNumber(1)
})
