/**
 * Reads an unchecked body by its schema: unknown keys are refused, every issue
 * is listed, and addresses are read by the rules of the wire (contract/v2.md §2).
 */
import { type Egress, type InvalidInput, Url } from "@orbweaver/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { badRequest, type WireError } from "./ErrorBody.ts"
import { fromInvalidInput, fromSchema, type Version, type WireIssue } from "./issues.ts"

export type Reader<A> = (body: unknown, version: Version) => Result.Result<A, ReadonlyArray<WireIssue>>

export const reader = <A, I>(schema: Schema.Codec<A, I>, options: { readonly strict?: boolean } = {}): Reader<A> => {
  const decode = Schema.decodeUnknownResult(schema, {
    onExcessProperty: options.strict === false ? "ignore" : "error",
    errors: "all",
    reportInput: true
  })
  return (body, version) => Result.mapError(decode(body), (error) => fromSchema(error.issue, version))
}

export interface Addressed<A> {
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
  egress: Egress.EgressPolicy
): Effect.Effect<Addressed<A>, WireError> => {
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
  egress: Egress.EgressPolicy,
  path: ReadonlyArray<string | number>
): Effect.Effect<URL, InvalidInput.InvalidInput> =>
  Url.parse(typed, { requireDomain: egress.allowLocal !== true, path })
