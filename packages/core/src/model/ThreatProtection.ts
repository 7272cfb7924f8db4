/**
 * Hosts that a request must not reach, by lists of the caller (docs/reference/v2.md §4, `threatProtection`). They only
 * narrow where the instance and the account may go. Names of the members are those of the clients.
 */
import * as Schema from "effect/Schema"

export const maxEntries = 1000

/** A host name or an address, or `*.` and a name. */
const isHost = Schema.makeFilter((entry: string) =>
  /^(?:\*\.)?[^*\s/?#@]+$/.test(entry) && entry.length <= 255
    ? undefined
    : "Expected a host such as example.com, or *.example.com for all hosts below it"
)
const Hosts = Schema.Array(Schema.String.check(isHost)).check(Schema.isMaxLength(maxEntries))
const isTld = Schema.makeFilter((entry: string) =>
  /^\.?[^*\s/?#@:.]+(?:\.[^*\s/?#@:.]+)*$/.test(entry) && entry.length <= 253
    ? undefined
    : "Expected the end of a host name, such as zip"
)

/** Modes that ask a service for a verdict. */
const scans = (mode: ThreatMode | undefined): boolean => mode === "normal" || mode === "zscaler"

export const ThreatMode = Schema.Literals(["off", "manual-only", "normal", "zscaler"])
export type ThreatMode = typeof ThreatMode.Type

export const ThreatProtection = Schema.Struct({
  /**
   * `manual-only` applies the lists; `off` applies nothing; `normal` and `zscaler` ask a service that is not part of this
   * program, so they are taken with `failurePolicy: "open"` only, and apply the lists. Default: `manual-only`.
   */
  mode: Schema.optionalKey(ThreatMode),
  /** From which score of a service on an address is blocked; means nothing without one. */
  riskScoreThreshold: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
  /** Hosts that are blocked with all below them; `*.example.com` are those below alone. */
  blacklist: Schema.optionalKey(Hosts),
  /** Hosts that these lists never block: exactly the one that is named, or all below it with `*.`. */
  whitelist: Schema.optionalKey(Hosts),
  /** Ends of host names that are blocked, such as `zip`. */
  blockedTlds: Schema.optionalKey(Schema.Array(Schema.String.check(isTld)).check(Schema.isMaxLength(maxEntries))),
  /** Where the service of the mode cannot be asked: `closed` blocks, `open` goes on. Default: `closed`. */
  failurePolicy: Schema.optionalKey(Schema.Literals(["open", "closed"]))
}).check(
  Schema.makeFilter(
    ({ failurePolicy, mode }) =>
      scans(mode) && failurePolicy !== "open"
        ? {
            path: ["mode"],
            issue: `The mode ${mode} asks a service for verdicts, and this server has none: send manual-only, or failurePolicy open to go on with the lists alone`
          }
        : undefined,
    // Says nothing that JSON Schema could: without it, descriptions of the option would be lost with the check.
    { toJsonSchema: () => ({}) }
  )
)
export type ThreatProtection = typeof ThreatProtection.Type

/** What the lists cannot do of what was asked, for `warning`. */
export const threatProtectionNote = ({ mode, riskScoreThreshold }: ThreatProtection): string | undefined =>
  scans(mode)
    ? `threatProtection: no service was asked about addresses (mode ${mode}): failurePolicy open let them pass, by the lists alone${riskScoreThreshold === undefined ? "" : ", and riskScoreThreshold means nothing"}.`
    : undefined
