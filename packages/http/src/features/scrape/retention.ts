/** Zero data retention: content is kept nowhere beyond its delivery (docs/reference/v2.md §3). */
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Result from "effect/Result"
import { badRequest, type WireError } from "../../wire/ErrorBody.ts"
import { zdrViolation } from "../../wire/wireErrorOf.ts"

/** The options that keep no page in cache or index, where the caller asked for that; refuses what only exists as kept. */
export const retention = (
  { zeroDataRetention }: { readonly zeroDataRetention?: boolean | undefined },
  options: ScrapeOptions
): Result.Result<ScrapeOptions, WireError> => {
  if (zeroDataRetention !== true) return Result.succeed(options)
  const artifacts = artifactsOf(options)
  return artifacts.length > 0
    ? Result.fail(zdrViolation(artifacts.join(", ")))
    : Result.succeed({ ...options, storeInCache: false })
}

/**
 * Refuses zero data retention for what is there only because it is stored, such as an answer that is read later:
 * the same 400 as for a field that the endpoint does not take (docs/reference/v2.md §1.4, E1).
 */
export const refuseRetention = (body: unknown, what: string): Result.Result<void, WireError> =>
  typeof body === "object" && body !== null && "zeroDataRetention" in body && body.zeroDataRetention === true
    ? Result.fail(
        badRequest([
          { code: "custom", path: ["zeroDataRetention"], message: `Zero data retention is not possible here: ${what}` }
        ])
      )
    : Result.void

/** The parts of a request that make pictures or files, compare the page with a stored version, or save a profile. */
const storing = ["screenshot", "changeTracking"] as const

const artifactsOf = ({ actions = [], formats = [], profile }: ScrapeOptions): ReadonlyArray<string> => [
  ...storing
    .filter((name) => formats.some((format) => (typeof format === "string" ? format : format.type) === name))
    .map((name) => `the ${name} format`),
  ...actions.flatMap(({ type }, index) =>
    type === "screenshot" || type === "pdf" ? [`action ${index} (${type})`] : []
  ),
  ...(profile === undefined || profile.saveChanges === false ? [] : ["profile without saveChanges: false"])
]
