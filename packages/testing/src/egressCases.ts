/**
 * Addresses and tricks, and what the default policy says to each. Read by
 * `EgressSuite` (the decision), `FetcherSuite` and the suites of renderers (no
 * byte leaves).
 *
 * `PORT` in an address stands for a port on which a server of the test listens,
 * so that a connection which should not have been made is noticed.
 */
import type { Verdict } from "@orbweaver/core/network/Egress"

type Policy = Extract<Verdict, { allowed: false }>["policy"]

/** `invalid`: the URL parser already refuses it, so there is nothing to contact. */
export type Expected = "allowed" | "invalid" | Policy

export interface EgressCase {
  readonly url: string
  readonly expected: Expected
  /** With `allowLocal`; the same as `expected` when absent. */
  readonly local?: Expected
  readonly why: string
}

const group = (
  why: string,
  expected: Expected,
  local: Expected | undefined,
  urls: ReadonlyArray<string>
): ReadonlyArray<EgressCase> =>
  urls.map((url) => (local === undefined ? { url, expected, why } : { url, expected, local, why }))

export const egressCases: ReadonlyArray<EgressCase> = [
  ...group("public sites", "allowed", undefined, [
    "http://example.com/",
    "https://example.com:8443/path?query#fragment",
    "https://xn--bcher-kva.example/",
    "https://münchen.example/",
    "http://8.8.8.8/",
    "http://example.com./",
    "http://1.1.1.1:8080/",
    "http://172.15.255.255/",
    "http://172.32.0.0/",
    "http://11.0.0.1/",
    "http://126.255.255.255/",
    "http://128.0.0.1/",
    "http://100.63.255.255/",
    "http://100.128.0.1/",
    "http://169.253.255.255/",
    "http://198.17.255.255/",
    "http://198.20.0.1/",
    "http://223.255.255.255/",
    "http://[2606:4700:4700::1111]/",
    "http://[2a00:1450:4001::1]/",
    "http://[2001:4860:4860::8888]/",
    "http://notlocalhost/",
    "http://localhost.example.com/",
    "http://10.0.0.1.example.com/"
  ]),
  ...group("IPv4-mapped and NAT64 forms of public addresses", "allowed", undefined, [
    "http://[::ffff:8.8.8.8]/",
    "http://[64:ff9b::8.8.8.8]/"
  ]),
  ...group("loopback", "private-network", "allowed", [
    "http://127.0.0.1:PORT/page",
    "http://127.0.0.1/",
    "https://127.0.0.1/",
    "http://127.0.0.2:PORT/",
    "http://127.255.255.254/",
    "http://[::1]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/"
  ]),
  ...group("names of this machine", "private-network", "allowed", [
    "http://localhost:PORT/page",
    "http://LOCALHOST:PORT/",
    "http://localhost.:PORT/",
    "http://localhost..:PORT/",
    "http://sub.localhost:PORT/",
    "http://a.b.localhost:PORT/",
    "http://localhost.localdomain:PORT/",
    "http://ip6-localhost:PORT/",
    "http://ip6-loopback:PORT/",
    "http://ｌｏｃａｌｈｏｓｔ:PORT/",
    "http://local%68ost:PORT/"
  ]),
  ...group("names of private networks", "private-network", "allowed", [
    "http://printer.local/",
    "http://vault.internal/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://router.home.arpa/",
    "http://db.prod.INTERNAL./"
  ]),
  ...group("loopback in other spellings", "private-network", "allowed", [
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0X7F.0X0.0X0.0X1:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://017700000001:PORT/",
    "http://127.1:PORT/",
    "http://127.0.1:PORT/",
    "http://0177.1:PORT/",
    "http://0x7f.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://127.0.0.1..:PORT/",
    "http://127.000.000.001:PORT/",
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://127。0。0。1:PORT/",
    "http://１２７.0.0.1:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http://127.0.0.%31:PORT/",
    "http://\t127.0.0.1:PORT/",
    "ht\ntp://127.0.0.1:PORT/",
    "http:127.0.0.1:PORT/",
    "http:/127.0.0.1:PORT/",
    "http:///127.0.0.1:PORT/",
    "http:\\\\127.0.0.1:PORT/",
    "HTTP://127.0.0.1:PORT/",
    "http://127.0.0.1:PORT\\@example.com/",
    "http://127.0.0.1:PORT#@example.com/",
    "http://127.0.0.1:PORT?@example.com/",
    "http://127.0.0.1:PORT/http://example.com/"
  ]),
  ...group("loopback inside IPv6", "private-network", "allowed", [
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
    "http://[::FFFF:7F00:0001]:PORT/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2606:4700::5efe:127.0.0.1]/"
  ]),
  ...group("IPv6 forms that carry IPv4 and are not spoken any more", "private-network", undefined, [
    "http://[::127.0.0.1]:PORT/",
    "http://[::7f00:1]:PORT/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[64:ff9b:1::808:808]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a00:1::1]/",
    "http://[2002:808:808::1]/",
    "http://[2001::1]/",
    "http://[2001:0:7f00:1::]/"
  ]),
  ...group("private networks", "private-network", "allowed", [
    "http://10.0.0.0/",
    "http://10.255.255.255/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://192.168.255.255/",
    "http://3232235521/",
    "http://0xc0a80001/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:192.168.1.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[fc00::1]/",
    "http://[fd12:3456:789a::1]/"
  ]),
  ...group("cloud metadata", "private-network", undefined, [
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.170.2/v2/credentials",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[fd00:ec2::254]/",
    "http://[fd20:ce::254]/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://192.0.0.192/"
  ]),
  ...group("special-purpose IPv4 blocks", "private-network", undefined, [
    "http://0.0.0.0:PORT/",
    "http://0:PORT/",
    "http://0.1.2.3/",
    "http://100.64.0.1/",
    "http://100.127.255.255/",
    "http://169.254.0.1/",
    "http://192.0.0.1/",
    "http://192.0.0.170/",
    "http://192.0.2.1/",
    "http://192.31.196.1/",
    "http://192.52.193.1/",
    "http://192.88.99.1/",
    "http://192.175.48.1/",
    "http://198.18.0.1/",
    "http://198.19.255.255/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
    "http://239.255.255.255/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://4294967295/"
  ]),
  ...group("special-purpose IPv6 blocks", "private-network", undefined, [
    "http://[::]:PORT/",
    "http://[100::1]/",
    "http://[100:0:0:1::1]/",
    "http://[2001:2::1]/",
    "http://[2001:3::1]/",
    "http://[2001:4:112::1]/",
    "http://[2001:10::1]/",
    "http://[2001:20::1]/",
    "http://[2001:30::1]/",
    "http://[2001:db8::1]/",
    "http://[2620:4f:8000::1]/",
    "http://[3fff::1]/",
    "http://[4000::1]/",
    "http://[5f00::1]/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/"
  ]),
  ...group("schemes that are not http", "scheme", undefined, [
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://127.0.0.1:PORT/_GET",
    "ws://127.0.0.1:PORT/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "blob:http://example.com/1",
    "about:blank",
    "view-source:http://example.com/",
    "jar:http://example.com/!/"
  ]),
  ...group("user information", "credentials", undefined, [
    "http://user:password@example.com/",
    "http://example.com@127.0.0.1:PORT/",
    "http://example.com:80@127.0.0.1:PORT/",
    "http://example.com%2f@127.0.0.1:PORT/",
    "http://foo@127.0.0.1:PORT\\@example.com/",
    "http://1.1.1.1 &@127.0.0.1:PORT#@example.com/"
  ]),
  ...group("ports of other protocols", "port", undefined, [
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:6667/",
    "http://example.com:0/",
    "https://example.com:993/",
    "http://127.0.0.1:6000/",
    "http://example.com:10080/"
  ]),
  ...group("what the URL parser does not read", "invalid", undefined, [
    "http://256.256.256.256/",
    "http://127.0.0.1.1.1/",
    "http://[fe80::1%25eth0]/",
    "http://[::1%lo]/",
    "http://[::ffff:127.0.0.1.1]/",
    "http://127.0.0.1%00.example.com/",
    "http://exa mple.com/",
    "http://example.com:99999/",
    "http://",
    "//example.com/"
  ])
]

/** Addresses as a resolver may give them, which no policy may connect to unless it says so. */
export const refusedAddresses: ReadonlyArray<string> = [
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "::FFFF:10.0.0.1",
  "10.1.2.3",
  "fe80::1%eth0",
  "fe80::1%25lo",
  "169.254.169.254",
  "64:ff9b::c0a8:1",
  "2002:c0a8:1::",
  "0.0.0.0",
  "::",
  "",
  "not an address",
  "1.2.3",
  "1.2.3.4.5",
  "01.2.3.4",
  "1::2::3",
  "12345::",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "::1.2.3.4:5",
  "0x7f.0.0.1"
]

/** `url` with the port filled in. */
export const atPort = (url: string, port: string): string => url.replace("PORT", port)
