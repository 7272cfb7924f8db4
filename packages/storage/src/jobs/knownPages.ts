/**
 * Addresses that this process knows to be in the database: most links of a page
 * are, and need no statement then. Only a cache, so it may forget.
 */
import * as FingerprintIndex from "@orbweaver/core/internal/jobs/FingerprintIndex"

export interface KnownPages {
  readonly of: (job: number) => FingerprintIndex.FingerprintIndex
  readonly forget: (job: number) => void
}

/** Entries of all jobs together before everything is forgotten. */
const maxKnownPages = 400_000

export const makeKnownPages = (): KnownPages => {
  const byJob = new Map<number, FingerprintIndex.FingerprintIndex>()
  return {
    of: (job) => {
      let index = byJob.get(job)
      if (index === undefined) {
        let entries = 0
        for (const { size } of byJob.values()) entries += size
        if (entries > maxKnownPages || byJob.size > 1000) byJob.clear()
        byJob.set(job, (index = FingerprintIndex.make()))
      } else if (index.size > maxKnownPages) index.clear()
      return index
    },
    forget: (job) => void byJob.delete(job)
  }
}
