/**
 * Reads an unchecked body by its schema: unknown keys are refused, every issue
 * is listed, and addresses are read by the rules of the wire (docs/reference/v2.md §2).
 */
import { otherErrors } from "@orbweaver/core/internal/model/errorTable"
import { ThreatProtection } from "@orbweaver/core/model/ThreatProtection"
import { type EgressPolicy, forAccount, type Service as Egress, type Verdict } from "@orbweaver/core/network/Egress"
import { threatLists } from "@orbweaver/core/internal/network/threatLists"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as Url from "@orbweaver/core/model/Url"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { badRequest, wireError, type WireError } from "./ErrorBody.ts"
import { maxIssues } from "./boundedIssues.ts"
import { boundsOf } from "./inputBounds.ts"
import { lenientBody } from "./lenientBody.ts"
import { fromInvalidInput, fromSchema, type Version, type WireIssue } from "./issues.ts"

export type Reader<A> = (body: unknown, version: Version) => Result.Result<A, ReadonlyArray<WireIssue>>

export const reader = <A, I>(schema: Schema.Codec<A, I>, options: { readonly strict?: boolean } = {}): Reader<A> => {
  const decode = Schema.decodeUnknownResult(schema, {
    onExcessProperty: options.strict === false ? "ignore" : "error",
    errors: "all",
    reportInput: true
  })
  const findTooBig = boundsOf(SchemaAST.toEncoded(schema.ast))
  return (body, version) => {
    const given = lenientBody(body)
    const tooBig = findTooBig(given)
    if (tooBig !== undefined) return Result.fail([tooBig])
    return Result.mapError(decode(given), (error) => fromSchema(error.issue, version))
  }
}

/** What a call asks for, by the schema of its body; 400 with every issue where it does not fit. */
export const decodeBody = <A>(
  read: Reader<A>,
  { body, version }: { readonly body: unknown; readonly version: Version }
): Effect.Effect<A, WireError> =>
  Effect.mapError(Effect.fromResult(read(body, version)), (issues) => badRequest(issues))

interface AddressedBody<A> {
  readonly value: A
  readonly url: URL
}

/**
 * Reads a body with one `url`. Its rule replaces what the schema says of the
 * field: a missing address is worded like a bad one.
 */
export const readAddressed = <A extends { readonly url: string }>(
  read: Reader<A>,
  body: unknown,
  version: Version,
  egress: EgressPolicy
): Effect.Effect<AddressedBody<A>, WireError> => {
  const value = read(body, version)
  return Effect.matchEffect(parseUrl((body as { readonly url?: unknown } | undefined)?.url, egress, ["url"]), {
    onSuccess: (url) =>
      Result.isSuccess(value) ? Effect.succeed({ value: value.success, url }) : Effect.fail(badRequest(value.failure)),
    onFailure: (error) =>
      Effect.fail(
        badRequest([
          ...fromInvalidInput(error, version),
          ...(Result.isFailure(value) ? value.failure.filter(({ path }) => path[0] !== "url") : [])
        ])
      )
  })
}

/** Names without a public suffix are refused unless this server may visit its own network. */
export const parseUrl = (
  typed: unknown,
  egress: EgressPolicy,
  path: ReadonlyArray<string | number>
): Effect.Effect<URL, InvalidInput> => Url.parse(typed, { requireDomain: egress.allowLocal !== true, path })

/** Addresses that are read before others come to their turn. */
const sortedAtOnce = 1000

interface SortedUrls {
  readonly valid: ReadonlyArray<string>
  /** As they were given. */
  readonly invalid: ReadonlyArray<string>
}

/**
 * Separates valid URLs from invalid and blocked ones; without `ignoring`, either is an error (docs/reference/v2.md §9).
 */
export const sortUrls = Effect.fnUntraced(function* (
  urls: ReadonlyArray<string>,
  egress: Egress,
  ignoring: boolean,
  version: Version
): Effect.fn.Return<SortedUrls, WireError> {
  const valid: Array<string> = []
  const invalid: Array<string> = []
  const issues: Array<WireIssue> = []
  for (const [index, typed] of urls.entries()) {
    if (index % sortedAtOnce === sortedAtOnce - 1) yield* Effect.yieldNow
    const parsed = yield* Effect.result(parseUrl(typed, egress.policy, ["urls", index]))
    if (Result.isFailure(parsed)) {
      invalid.push(typed)
      issues.push(...fromInvalidInput(parsed.failure, version))
      if (!ignoring && issues.length > maxIssues) break
      continue
    }
    const verdict = egress.judgeUrl(parsed.success)
    const refused = refusalOf(verdict)
    if (refused === undefined) valid.push(typed)
    else if (ignoring) invalid.push(typed)
    else return yield* refused
  }
  return !ignoring && issues.length > 0 ? yield* badRequest(issues) : { valid, invalid }
})

/**
 * Fails with E6 for an address on the block list or a list of the request. Other addresses that egress refuses are left to
 * the capture.
 */
export const refuseBlocked = (url: URL, egress: Egress): Effect.Effect<void, WireError> =>
  refusalOf(egress.judgeUrl(url)) ?? Effect.void

const refusalOf = (verdict: Verdict): WireError | undefined => {
  if (verdict.allowed) return undefined
  if (verdict.policy === "block-list") return blocked(verdict.detail)
  if (verdict.policy !== "threat-protection") return undefined
  const { code, status } = otherErrors["Refused/threat-protection"]
  return wireError(status, `threatProtection refuses the address: ${verdict.detail}`, code)
}

/** The policy narrowed by the lists of a request, as they were sent: what is no list is left to the schema of the body. */
export const egressUnder = (egress: Egress, threatProtection: unknown): Egress => {
  const given = Option.getOrUndefined(decodeThreats(threatProtection))
  const lists = given === undefined ? undefined : threatLists(given)
  return lists === undefined ? egress : forAccount(egress, { threats: [lists] })
}

const decodeThreats = Schema.decodeUnknownOption(ThreatProtection)

/** E6. */
export const blocked = (detail: string): WireError =>
  wireError(403, `This website is blocked on this server: ${detail}`)
