/**
 * Which addresses may be contacted: a value, judged before every byte that
 * leaves — pages, redirect hops, robots, sitemaps, webhooks, models, search
 * engines and what a browser loads.
 *
 * Deny by default: anything but http and https to a public address is refused.
 * `judgeUrl` decides what the text of an address says; `judgeAddress` decides on
 * the address its name resolved to, and the fetcher connects to exactly that.
 *
 * ```
 * URL ─► judgeUrl ─► resolve once ─► judgeAddress (every one) ─► connect to one of them
 *            ▲                                                        │
 *            └────────────────────── each redirect ◄──────────────────┘
 * ```
 *
 * Contract: `EgressSuite` and the table `egressCases` in `@orbweaver/testing`.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { type Address, type Block, isInside, parse, parseBlock } from "./ipAddress.ts"
import type { ThreatLists } from "./threatLists.ts"
import * as special from "./specialPurpose.ts"

/**
 * Rules on top of the built-in ones. A host is a name, which covers its
 * subdomains, an address, or a block such as `203.0.113.0/24`.
 */
export interface EgressPolicy {
  /**
   * Allow loopback (127.0.0.0/8, ::1, `localhost`) and private networks (RFC
   * 1918, fc00::/7, `*.local`, `*.internal`); for development and tests. Schemes,
   * ports, user information and the addresses of cloud metadata stay refused.
   */
  readonly allowLocal?: boolean | undefined
  /** Hosts refused. */
  readonly block?: ReadonlyArray<string> | undefined
  /** When not empty, the only hosts allowed. It opens nothing that is refused otherwise. */
  readonly allow?: ReadonlyArray<string> | undefined
  /**
   * Addresses and blocks allowed although they are special, such as
   * `10.20.0.0/16` or `169.254.169.254`; the one way to open cloud metadata.
   */
  readonly allowNetworks?: ReadonlyArray<string> | undefined
  /** The only ports allowed; when absent, all but the bad ports of WHATWG Fetch. */
  readonly ports?: ReadonlyArray<number> | undefined
}

export type Verdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly policy: "scheme" | "credentials" | "port" | "private-network" | "block-list" | "threat-protection"
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

/** Throws a `TypeError` when `allowNetworks` holds something that is no address or block. */
export const make = (policy: EgressPolicy): Service => {
  const opened = (policy.allowNetworks ?? []).map(networkOf)
  const block = hostList(policy.block)
  const allow = hostList(policy.allow)
  const allowLocal = policy.allowLocal === true

  const judgeNetwork = (address: Address, written: string): Verdict => {
    if (opened.some((network) => isInside(address, network))) return allowed
    const embedded = embeddedV4(address)
    if (embedded !== undefined) {
      const inner = judgeNetwork(embedded, written)
      if (!inner.allowed || isWholly(address)) return inner
    }
    const found = specialBlockOf(address)
    if (found === undefined || (allowLocal && found.local === true)) return allowed
    const way = found.local === true ? "" : `; ${onlyByNetworks}`
    return refused("private-network", `${written} (${found.name}, ${found.source}${way})`)
  }

  const judgeAddress = (written: string): Verdict => {
    const address = parse(written)
    if (address === undefined) return refused("private-network", `${written} (not an IP address)`)
    if (block.hasAddress(address)) return refused("block-list", written)
    return judgeNetwork(address, written)
  }

  const judgeUrl = (url: URL): Verdict => {
    if (url.protocol !== "http:" && url.protocol !== "https:") return refused("scheme", url.protocol.slice(0, -1))
    if (url.username !== "" || url.password !== "") return refused("credentials", url.hostname)
    const port = url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port)
    const portAllowed = policy.ports === undefined ? !special.badPorts.has(port) : policy.ports.includes(port)
    if (!portAllowed) return refused("port", `${url.hostname}:${port}`)

    const host = bareHost(url.hostname)
    const address = parse(host)
    if (address === undefined) {
      if (host === "") return refused("private-network", "an empty host")
      const local = allowLocal ? undefined : special.localNames.find(({ name }) => isUnder(host, name))
      if (local !== undefined) return refused("private-network", `${host} (${local.name}, ${local.source})`)
      if (block.hasName(host)) return refused("block-list", host)
    } else {
      const verdict = judgeAddress(host)
      if (!verdict.allowed) return verdict
    }
    if (!allow.isEmpty && !(address === undefined ? allow.hasName(host) : allow.hasAddress(address))) {
      return refused("block-list", `${host} is not on the allow list`)
    }
    return allowed
  }

  return { policy, judgeUrl, judgeAddress }
}

/**
 * The policy of the instance narrowed by the host lists of an account
 * (`CurrentAccount`), and by those of its request (`threatProtection`). An account can close what the instance leaves open, and
 * opens nothing. Its lists speak of hosts as they are written; only the
 * instance's block list is also held against the addresses of a name, because
 * connections are shared between accounts.
 */
export const forAccount = (
  instance: Service,
  account: {
    readonly egress?: Pick<EgressPolicy, "allow" | "block"> | undefined
    readonly threats?: ReadonlyArray<ThreatLists> | undefined
  }
): Service => withThreats(narrowed(instance, account.egress), account.threats)

/** The same policy with the lists of a request; these never open anything. */
const withThreats = (egress: Service, threats: ReadonlyArray<ThreatLists> = []): Service =>
  threats.length === 0
    ? egress
    : {
        ...egress,
        judgeUrl: (url) => {
          const verdict = egress.judgeUrl(url)
          if (!verdict.allowed) return verdict
          const host = bareHost(url.hostname)
          for (const { blocks } of threats) {
            const entry = blocks(host)
            if (entry !== undefined) return refused("threat-protection", `${host} (${entry})`)
          }
          return verdict
        }
      }

const narrowed = (instance: Service, lists: Pick<EgressPolicy, "allow" | "block"> | undefined): Service => {
  if (lists === undefined) return instance
  const { allow, block } = lists
  const own = make({
    allow,
    block,
    allowLocal: true,
    allowNetworks: ["0.0.0.0/0", "::/0"],
    ports: instance.policy.ports
  })
  return {
    policy: instance.policy,
    judgeAddress: instance.judgeAddress,
    judgeUrl: (url) => {
      const verdict = instance.judgeUrl(url)
      return verdict.allowed ? own.judgeUrl(url) : verdict
    }
  }
}

/** Detail of a refusal that `allowLocal` does not lift. */
const onlyByNetworks = "only egress.allowNetworks allows it"

const allowed: Verdict = { allowed: true }

const refused = (policy: (Verdict & { allowed: false })["policy"], detail: string): Verdict => ({
  allowed: false,
  policy,
  detail
})

interface Special extends special.SpecialBlock {
  readonly network: Block
}

const networkOf = (text: string): Block => {
  const network = parseBlock(text)
  if (network === undefined) throw new TypeError(`Not an address or block: ${text}`)
  return network
}

const withNetworks = (blocks: ReadonlyArray<special.SpecialBlock>): ReadonlyArray<Special> =>
  blocks.map((found) => ({ ...found, network: networkOf(found.block) }))

const specialBlocks = withNetworks([...special.metadataServices, ...special.v4, ...special.v6])
const embedding = withNetworks(special.embedsV4)
const globalUnicast = networkOf(special.globalUnicast)
const notGlobal: special.SpecialBlock = { block: "::/0", name: "not global unicast", source: "RFC 4291" }

const specialBlockOf = (address: Address): special.SpecialBlock | undefined =>
  specialBlocks.find(({ network }) => isInside(address, network)) ??
  (address.length === 16 && !isInside(address, globalUnicast) ? notGlobal : undefined)

/** Whether an IPv6 address is nothing but another way to write an IPv4 address. */
const isWholly = (address: Address): boolean => embedding.some(({ network }) => isInside(address, network))

/** The IPv4 address inside an IPv6 one: mapped, NAT64, or an ISATAP interface (RFC 5214). */
const embeddedV4 = (address: Address): Address | undefined => {
  if (address.length !== 16) return undefined
  const isatap = (address[8]! & 0xfd) === 0 && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe
  return isatap || isWholly(address) ? address.subarray(12) : undefined
}

/** The host of a URL without brackets and trailing dots. */
const bareHost = (hostname: string): string => {
  let end = hostname.length
  while (end > 0 && hostname[end - 1] === ".") end--
  return hostname[0] === "[" ? hostname.slice(1, -1) : hostname.slice(0, end).toLowerCase()
}

const isUnder = (host: string, name: string): boolean =>
  host.endsWith(name) && (host.length === name.length || host[host.length - name.length - 1] === ".")

interface HostList {
  readonly isEmpty: boolean
  readonly hasName: (host: string) => boolean
  readonly hasAddress: (address: Address) => boolean
}

const hostList = (entries: ReadonlyArray<string> = []): HostList => {
  const names = new Set<string>()
  const networks: Array<Block> = []
  for (const entry of entries) {
    const written = entry.trim().replace(/^\[(.*)\]$/, "$1")
    const network = parseBlock(written)
    if (network !== undefined) networks.push(network)
    else if (written !== "") names.add(canonicalName(written))
  }
  return {
    isEmpty: names.size === 0 && networks.length === 0,
    hasName: (host) => {
      if (names.size === 0) return false
      // The name itself, then each parent domain.
      for (let from = 0; from >= 0; from = host.indexOf(".", from) + 1 || -1)
        if (names.has(host.slice(from))) return true
      return false
    },
    hasAddress: (address) => {
      if (networks.some((network) => isInside(address, network))) return true
      const embedded = isWholly(address) ? address.subarray(12) : undefined
      return embedded !== undefined && networks.some((network) => isInside(embedded, network))
    }
  }
}

/** A listed name as the URL parser writes it: lower case, punycode, no trailing dot, no `*.`. */
const canonicalName = (entry: string): string => {
  const name = entry.replace(/^\*?\./, "")
  // Lists are long, and the parser is not free.
  if (/^[a-z][a-z0-9.-]*[a-z]$/.test(name)) return name
  return bareHost(URL.parse(`http://${name}`)?.hostname ?? name)
}
