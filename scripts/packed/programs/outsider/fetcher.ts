import { once } from "node:events"
import * as http from "node:http"
import * as https from "node:https"
import { isIP } from "node:net"
import { connect } from "node:tls"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { dial, type DialOptions } from "@orbweaver/egress/dial"
import { readBody } from "@orbweaver/fetch/BodyReader"
import * as Engine from "@orbweaver/fetch/Engine"
import { Effect, Layer } from "effect"

const headers = {
  "user-agent": "Mine/1.0 (+https://example.com/bot)",
  accept: "text/html, */*;q=0.8",
  "accept-language": "en",
  "accept-encoding": "gzip, deflate, br, zstd"
}

type Options = Pick<DialOptions, "lookup">

/** One request, over a connection to an address that the policy has judged. */
const hopOf =
  (egress: Egress["Service"], { lookup }: Options): Engine.Engine["hop"] =>
  async (hop, signal) => {
    const { hostname: host, port, protocol } = hop.url
    const tls = protocol === "https:"
    const target = { host, port: Number(port) || (tls ? 443 : 80) }
    const ways = { lookup, proxy: hop.proxy, signal }
    const socket = await dial(egress, target, ways)
    const servername = isIP(host) === 0 && !host.startsWith("[") ? host : ""
    const rejectUnauthorized = !hop.skipTlsVerification
    const secured = { socket, host, servername, rejectUnauthorized }
    const createConnection = () => (tls ? connect(secured) : socket)
    hop.reach("waiting for the answer")
    const asked = { headers: hop.headers, createConnection, signal }
    const sent = (tls ? https : http).get(hop.url, asked)
    const [answer] = (await once(sent, "response")) as [http.IncomingMessage]
    sent.on("error", () => undefined) // Its body says so as well.
    hop.reach("reading the body")
    const headers = Engine.joinHeaders(answer.headers)
    const status = answer.statusCode!
    const setCookie = answer.headers["set-cookie"] ?? []
    const goesOn = Engine.isRedirect(status) && "location" in headers
    const nothing = { body: new Uint8Array() }
    const read = goesOn ? nothing : await readBody(answer, headers, hop)
    sent.destroy()
    return { status, headers, setCookie, ...read }
  }

export const layer = (options: Options = {}) =>
  Layer.effect(
    Fetcher,
    Effect.flatMap(Egress, (egress) => {
      const hop = hopOf(egress, options)
      return Engine.make({ class: "basic", headers, hop })
    })
  )
