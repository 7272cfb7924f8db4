/**
 * Address blocks that are not public web sites: the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890),
 * multicast, and the metadata addresses of cloud providers.
 */

export interface SpecialBlock {
  readonly block: string
  readonly name: string
  /** The document that sets the block apart. */
  readonly source: string
  /** Loopback and private networks, which `allowLocal` opens. */
  readonly local?: true
}

/** More specific than the block they lie in, and never opened by `allowLocal`. */
export const metadataServices: ReadonlyArray<SpecialBlock> = [
  { block: "169.254.169.254/32", name: "cloud metadata", source: "AWS, Google Cloud, Azure, Oracle, DigitalOcean" },
  { block: "169.254.170.2/32", name: "cloud metadata", source: "AWS ECS task metadata" },
  { block: "169.254.170.23/32", name: "cloud metadata", source: "AWS EKS pod identity" },
  { block: "100.100.100.200/32", name: "cloud metadata", source: "Alibaba Cloud" },
  { block: "168.63.129.16/32", name: "cloud metadata", source: "Azure WireServer" },
  { block: "192.0.0.192/32", name: "cloud metadata", source: "Oracle Cloud" },
  { block: "fd00:ec2::254/128", name: "cloud metadata", source: "AWS" },
  { block: "fd00:ec2::23/128", name: "cloud metadata", source: "AWS EKS pod identity" },
  { block: "fd20:ce::254/128", name: "cloud metadata", source: "Google Cloud" }
]

export const v4: ReadonlyArray<SpecialBlock> = [
  { block: "127.0.0.0/8", name: "loopback", source: "RFC 1122", local: true },
  { block: "10.0.0.0/8", name: "private use", source: "RFC 1918", local: true },
  { block: "172.16.0.0/12", name: "private use", source: "RFC 1918", local: true },
  { block: "192.168.0.0/16", name: "private use", source: "RFC 1918", local: true },
  { block: "0.0.0.0/8", name: "this network", source: "RFC 791" },
  { block: "100.64.0.0/10", name: "shared address space", source: "RFC 6598" },
  { block: "169.254.0.0/16", name: "link local", source: "RFC 3927" },
  { block: "192.0.0.0/24", name: "protocol assignments", source: "RFC 6890" },
  { block: "192.0.2.0/24", name: "documentation", source: "RFC 5737" },
  { block: "192.31.196.0/24", name: "AS112", source: "RFC 7535" },
  { block: "192.52.193.0/24", name: "AMT", source: "RFC 7450" },
  { block: "192.88.99.0/24", name: "6to4 relay", source: "RFC 7526" },
  { block: "192.175.48.0/24", name: "AS112", source: "RFC 7534" },
  { block: "198.18.0.0/15", name: "benchmarking", source: "RFC 2544" },
  { block: "198.51.100.0/24", name: "documentation", source: "RFC 5737" },
  { block: "203.0.113.0/24", name: "documentation", source: "RFC 5737" },
  { block: "224.0.0.0/4", name: "multicast", source: "RFC 5771" },
  { block: "255.255.255.255/32", name: "limited broadcast", source: "RFC 919" },
  { block: "240.0.0.0/4", name: "reserved", source: "RFC 1112" }
]

export const v6: ReadonlyArray<SpecialBlock> = [
  { block: "::1/128", name: "loopback", source: "RFC 4291", local: true },
  { block: "fc00::/7", name: "unique local", source: "RFC 4193", local: true },
  { block: "::/128", name: "unspecified", source: "RFC 4291" },
  { block: "::/96", name: "IPv4-compatible", source: "RFC 4291" },
  { block: "::ffff:0:0:0/96", name: "IPv4-translated", source: "RFC 2765" },
  { block: "64:ff9b:1::/48", name: "local NAT64", source: "RFC 8215" },
  { block: "100::/64", name: "discard only", source: "RFC 6666" },
  { block: "100:0:0:1::/64", name: "dummy prefix", source: "RFC 9780" },
  { block: "2001::/32", name: "Teredo", source: "RFC 4380" },
  { block: "2001:2::/48", name: "benchmarking", source: "RFC 5180" },
  { block: "2001:3::/32", name: "AMT", source: "RFC 7450" },
  { block: "2001:4:112::/48", name: "AS112", source: "RFC 7535" },
  { block: "2001:10::/28", name: "ORCHID", source: "RFC 4843" },
  { block: "2001:20::/28", name: "ORCHIDv2", source: "RFC 7343" },
  { block: "2001:30::/28", name: "drone remote id", source: "RFC 9374" },
  { block: "2001::/23", name: "protocol assignments", source: "RFC 2928" },
  { block: "2001:db8::/32", name: "documentation", source: "RFC 3849" },
  { block: "2002::/16", name: "6to4", source: "RFC 3056" },
  { block: "2620:4f:8000::/48", name: "AS112", source: "RFC 7534" },
  { block: "3fff::/20", name: "documentation", source: "RFC 9637" },
  { block: "5f00::/16", name: "segment routing", source: "RFC 9602" },
  { block: "fe80::/10", name: "link local", source: "RFC 4291" },
  { block: "fec0::/10", name: "site local", source: "RFC 3879" },
  { block: "ff00::/8", name: "multicast", source: "RFC 4291" }
]

/** The only IPv6 space that IANA hands out; whatever else is outside it is refused too (RFC 4291). */
export const globalUnicast = "2000::/3"

/** IPv6 forms of an IPv4 address: their last four bytes are judged instead. */
export const embedsV4: ReadonlyArray<SpecialBlock> = [
  { block: "::ffff:0:0/96", name: "IPv4-mapped", source: "RFC 4291" },
  { block: "64:ff9b::/96", name: "NAT64", source: "RFC 6052" }
]

/** Names that never lead to a public site; each covers its subdomains. */
export const localNames: ReadonlyArray<{ readonly name: string; readonly source: string }> = [
  { name: "localhost", source: "RFC 6761" },
  { name: "localhost.localdomain", source: "hosts files" },
  { name: "localdomain", source: "hosts files" },
  { name: "ip6-localhost", source: "hosts files" },
  { name: "ip6-loopback", source: "hosts files" },
  { name: "local", source: "RFC 6762" },
  { name: "internal", source: "ICANN, reserved for private use" },
  { name: "home.arpa", source: "RFC 8375" }
]

/** Ports on which other protocols listen (WHATWG Fetch, "bad port"). */
export const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
])
