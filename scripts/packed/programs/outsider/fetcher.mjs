// A fetcher that somebody else wrote: one hop over node:http, by the dialer that asks the egress policy.
import * as http from "node:http"
import * as https from "node:https"
import { lookup as resolve } from "node:dns"
import { connect } from "node:tls"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { dial } from "@orbweaver/egress/dial"
import { BodyReader, feed } from "@orbweaver/fetch/BodyReader"
import { isRedirect, joinHeaders, make } from "@orbweaver/fetch/Engine"
import { Effect, Layer } from "effect"

const system = (hostname, callback) => resolve(hostname, { all: true }, (error, found) => callback(error, found ?? []))

/** `lookup` resolves names instead of the operating system. */
export const layer = ({ lookup = system } = {}) =>
  Layer.effect(
    Fetcher,
    Effect.flatMap(Egress, (egress) => make(engine(egress, lookup)))
  )

const engine = (egress, lookup) => ({
  class: "basic",
  headers: {
    "user-agent": "Outsider/1.0",
    accept: "text/html, */*;q=0.8",
    "accept-language": "en",
    "accept-encoding": "gzip, deflate, br, zstd"
  },
  hop: async (hop, signal) => {
    const socket = await open(egress, lookup, hop, signal)
    hop.reach("waiting for the answer")
    return exchange(socket, hop, signal)
  }
})

/** A connection to an address that the policy has approved, with TLS where the URL asks for it. */
const open = async (egress, lookup, { proxy, skipTlsVerification, url }, signal) => {
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80)
  const socket = await dial(egress, { host: url.hostname, port }, { lookup, proxy, signal })
  if (url.protocol !== "https:") return socket
  return new Promise((done, fail) => {
    const servername = /^[\d.]+$|:/.test(url.hostname) ? undefined : url.hostname
    const host = url.hostname
    const secured = connect({ socket, host, servername, rejectUnauthorized: !skipTlsVerification }, () => done(secured))
    secured.once("error", fail)
    signal.addEventListener("abort", () => secured.destroy(), { once: true })
  })
}

const exchange = (socket, hop, signal) =>
  new Promise((done, fail) => {
    const { request } = hop.url.protocol === "https:" ? https : http
    const sent = request(hop.url, { headers: hop.headers, createConnection: () => socket })
    let reader
    const end = (error) => {
      reader?.destroy()
      sent.destroy()
      socket.destroy()
      if (error !== undefined) fail(error)
    }
    const cancel = () => end(Object.assign(new Error("cancelled"), { code: "ABORTED" }))
    if (signal.aborted) return cancel()
    signal.addEventListener("abort", cancel, { once: true })
    // What follows a complete body belongs to nothing.
    let answered
    sent.on("error", (error) => answered?.complete || end(error))
    sent.once("response", (response) => {
      answered = response
      hop.reach("reading the body")
      const headers = joinHeaders(response.headers)
      const status = response.statusCode
      const setCookie = response.headers["set-cookie"] ?? []
      if (isRedirect(status) && headers.location !== undefined) {
        done({ status, headers, setCookie, body: new Uint8Array() })
        return end()
      }
      reader = new BodyReader(headers["content-encoding"], hop, (error, body, cut) => {
        end(error)
        if (error === undefined) done({ status, headers, setCookie, body, cut })
      })
      reader.announce(Number(headers["content-length"]))
      response.on("error", end)
      feed(response, reader)
    })
    sent.end()
  })
