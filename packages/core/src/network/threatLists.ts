/** The lists of `threatProtection`, made ready for hosts: a host costs as many look-ups as it has labels. */
import type { ThreatProtection } from "../model/ThreatProtection.ts"

export interface ThreatLists {
  readonly given: ThreatProtection
  /** The entry that blocks a host, such as `blacklist: *.example.com`; `host` as a URL has it, without brackets and end dots. */
  readonly blocks: (host: string) => string | undefined
}

/** `undefined` where nothing is to be blocked. */
export const threatLists = (given: ThreatProtection): ThreatLists | undefined => {
  const { blacklist = [], blockedTlds = [], mode, whitelist = [] } = given
  if (mode === "off" || blacklist.length + blockedTlds.length === 0) return undefined
  const white = hostsOf(whitelist)
  const black = hostsOf(blacklist)
  const tlds = new Map(blockedTlds.map((entry) => [canonical(entry.replace(/^\./, "")), entry]))
  return {
    given,
    blocks: (host) => {
      if (white.exact.has(host)) return undefined
      let found: string | undefined = entryOf("blacklist", black.exact.get(host))
      for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
        const parent = host.slice(dot + 1)
        if (white.below.has(parent)) return undefined
        found ??= entryOf("blacklist", black.exact.get(parent) ?? black.below.get(parent))
        found ??= entryOf("blockedTlds", tlds.get(parent))
      }
      return found ?? entryOf("blockedTlds", tlds.get(host))
    }
  }
}

const entryOf = (list: string, entry: string | undefined): string | undefined =>
  entry === undefined ? undefined : `${list}: ${entry}`

/** Entries by the host that they name: that host, and all below it. */
const hostsOf = (entries: ReadonlyArray<string>) => {
  const exact = new Map<string, string>()
  const below = new Map<string, string>()
  for (const entry of entries) {
    if (entry.startsWith("*.")) below.set(canonical(entry.slice(2)), entry)
    else exact.set(canonical(entry), entry)
  }
  return { exact, below }
}

/** A host as the URL parser writes it: lower case, punycode, numbers as an address, no end dot. */
const canonical = (host: string): string => {
  const name = host.replace(/\.$/, "").toLowerCase()
  if (/^[a-z][a-z0-9.-]*[a-z]$/.test(name)) return name
  const parsed =
    URL.parse(`http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}`)?.hostname ?? name
  return parsed.replace(/^\[|\]$|\.$/g, "")
}
