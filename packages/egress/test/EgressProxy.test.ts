import { assert, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { egressCases } from "@orbweaver/testing/internal/egressCases"
import * as EgressProxy from "../src/EgressProxy.ts"
import { Effect } from "effect"
import { type AddressInfo, connect, createServer } from "node:net"
import { site } from "./site.ts"

/** Sends one request head to the proxy of `address` and gives back all it says. */
const say = (address: string, head: string) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve) => {
        const { hostname, port } = new URL(address)
        const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`))
        let said = ""
        socket.on("data", (chunk) => (said += chunk.toString("latin1")))
        socket.once("error", () => undefined)
        socket.once("close", () => resolve(said))
      })
  )

const authorization = (address: string) => {
  const { password, username } = new URL(address)
  return `Proxy-Authorization: Basic ${btoa(`${username}:${password}`)}`
}

const started = (policy: Parameters<typeof Egress.layer>[0]) =>
  Effect.gen(function* () {
    return yield* EgressProxy.start(yield* Egress)
  }).pipe(Effect.provide(Egress.layer(policy)))

it.live("serves nobody without the password of a client", () =>
  Effect.gen(function* () {
    const running = yield* site
    const { address, close } = (yield* started({ allowLocal: true })).client()
    const target = running.url("/page")
    const wrong = authorization(address.replace(/:[^:@]+@/, ":guess@"))
    for (const line of ["X-Nothing: here", wrong, "Proxy-Authorization: Bearer x"]) {
      assert.match(yield* say(address, `CONNECT ${target.host} HTTP/1.1\r\n${line}`), /^HTTP\/1\.1 407/)
      assert.match(yield* say(address, `GET ${target.href} HTTP/1.1\r\nHost: x\r\n${line}`), /^HTTP\/1\.1 407/)
    }
    close()
    const gone = `GET ${target.href} HTTP/1.1\r\nHost: x\r\n${authorization(address)}`
    assert.match(yield* say(address, gone), /^HTTP\/1\.1 407/)
    assert.isEmpty(running.requests("/page"))
  }).pipe(Effect.scoped)
)

it.live("forwards requests without what is between client and proxy", () =>
  Effect.gen(function* () {
    const running = yield* site
    const { address } = (yield* started({ allowLocal: true })).client()
    const head = `GET ${running.url("/echo").href} HTTP/1.1\r\nHost: ${running.url("/").host}\r\nX-Kept: yes\r\nConnection: close\r\nProxy-Connection: close\r\n${authorization(address)}`
    const said = yield* say(address, head)
    assert.match(said, /^HTTP\/1\.1 200/)
    assert.include(said, `"x-kept":"yes"`)
    assert.notInclude(said.toLowerCase(), "proxy-")
  }).pipe(Effect.scoped)
)

it.live("refuses every address and trick of the table, and can say why", () =>
  Effect.gen(function* () {
    const running = yield* site
    const client = (yield* started({})).client()
    const { port } = running.url("/")
    for (const { expected, url: written } of egressCases) {
      const url = URL.parse(written.replace("PORT", port))
      if (url === null || expected !== "private-network") continue
      const authority = `${url.hostname}:${url.port || 80}`
      for (const line of [
        `CONNECT ${authority} HTTP/1.1`,
        `GET http://${authority}/ HTTP/1.1\r\nHost: x\r\nConnection: close`
      ]) {
        assert.match(yield* say(client.address, `${line}\r\n${authorization(client.address)}`), /^HTTP\/1\.1 403/, line)
        assert.strictEqual(client.takeFailure()?._tag, "Refused", line)
      }
    }
    assert.strictEqual(running.connections(), 0)
  }).pipe(Effect.scoped)
)

it.live("cuts what a client has open when the client is closed", () =>
  Effect.gen(function* () {
    const running = yield* site
    const client = (yield* started({ allowLocal: true })).client()
    const asking = `GET ${running.url("/slow-body").href} HTTP/1.1\r\nHost: x\r\n${authorization(client.address)}`
    const saying = yield* Effect.forkChild(say(client.address, asking))
    while (running.requests("/slow-body").length === 0) yield* Effect.sleep("5 millis")
    client.close()
    assert.strictEqual(yield* Effect.promise(() => running.requests("/slow-body")[0]!.ended), "cut")
    saying.interruptUnsafe()
  }).pipe(Effect.scoped)
)

it.live("answers nonsense with an error and goes on", () =>
  Effect.gen(function* () {
    const running = yield* site
    const { address } = (yield* started({ allowLocal: true })).client()
    for (const head of [
      "CONNECT nowhere HTTP/1.1",
      "CONNECT a:b:c HTTP/1.1",
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close",
      "GET ftp://x/ HTTP/1.1\r\nHost: x\r\nConnection: close",
      "NONSENSE"
    ]) {
      assert.notMatch(yield* say(address, `${head}\r\n${authorization(address)}`), /^HTTP\/1\.1 200/, head)
    }
    const fine = `GET ${running.url("/page").href} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization(address)}`
    assert.match(yield* say(address, fine), /^HTTP\/1\.1 200/)
  }).pipe(Effect.scoped)
)

it.live("survives answers that can be received and not be passed on", () =>
  Effect.gen(function* () {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy())
      socket.once("data", () => socket.end("HTTP/1.1 001 Low\r\ncontent-length: 0\r\n\r\n"))
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
      () => Effect.sync(() => void server.close())
    )
    const { port } = server.address() as AddressInfo
    const { address } = (yield* started({ allowLocal: true })).client()
    const head = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization(address)}`
    assert.match(yield* say(address, head), /^HTTP\/1\.1 502/)
  }).pipe(Effect.scoped)
)
