/** The WebSocket of a program that uses a browser session, on Node: handshake, bounds, and its end. */
import type { RemoteClient } from "@orbweaver/core/network/OpenPage"
import { type WebSocket, WebSocketServer } from "ws"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { connectRequestOf } from "../features/browser/remote.ts"
import type { Api } from "../server/Server.ts"
import { keepAlive } from "./keepAlive.ts"
import { refuseUpgrade } from "./nodeRefusals.ts"

/** Bytes of one message of a client, such as the body of an answer that it makes up for a request. */
const maxPayload = 16 * 1024 * 1024
/** Bytes for a client that are still here as the next message comes; a message has up to 96 MiB. */
const maxUnsent = 32 * 1024 * 1024
/** Close codes (RFC 6455, 7.4.1). */
const [done, unsupported, failed] = [1000, 1003, 1011]

export const makeRemoteUpgrade = Effect.fnUntraced(function* ({ connect, refusal }: Api, prefix = "") {
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context())
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => new WebSocketServer({ noServer: true, clientTracking: false, maxPayload })),
    (server) => Effect.sync(() => server.close())
  )

  const handshake = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    Effect.callback<{ readonly connection: WebSocket; readonly client: RemoteClient }>((resume) => {
      socket.once("close", () => resume(Effect.interrupt))
      server.handleUpgrade(request, socket, head, (connection) => {
        connection.on("error", () => connection.terminate())
        // At once, so that no message comes before somebody listens.
        resume(Effect.succeed({ connection, client: adapt(connection) }))
      })
    })

  return (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    const { headers, url = "" } = request
    if (headers.upgrade?.toLowerCase() !== "websocket" || !url.startsWith(prefix)) return false
    const asked = connect === undefined ? undefined : connectRequestOf(url.slice(prefix.length))
    if (connect === undefined || asked === undefined) return false
    const refused = refusal({ host: headers.host, origin: headers.origin })
    if (refused !== undefined) {
      refuseUpgrade(socket, refused)
      return true
    }
    socket.on("error", () => socket.destroy())
    const serving = Effect.gen(function* () {
      const session = yield* Effect.result(connect(asked))
      if (session._tag === "Failure") return refuseUpgrade(socket, session.failure)
      const { client, connection } = yield* handshake(request, socket, head)
      const exit = yield* Effect.exit(Effect.raceFirst(session.success.serve(client), keepAlive(connection)))
      connection.close(Exit.isSuccess(exit) ? done : failed)
    })
    Fiber.runIn(run(Effect.scoped(serving)), scope)
    return true
  }
})

/** One message waits at most, and what came in the same piece of the network with it: others stay in the network. */
const adapt = (connection: WebSocket): RemoteClient => {
  const messages = Effect.runSync(Queue.unbounded<string | undefined>())
  connection.addEventListener("message", ({ data }) => {
    if (typeof data !== "string") return connection.close(unsupported)
    Queue.offerUnsafe(messages, data)
    connection.pause()
  })
  connection.on("close", () => Queue.offerUnsafe(messages, undefined))
  const send = (message: string, onSent?: () => void) => {
    if (connection.bufferedAmount > maxUnsent) connection.terminate()
    else connection.send(message, onSent)
  }
  return {
    next: Effect.tap(Queue.take(messages), () =>
      Effect.sync(() => {
        if (Queue.sizeUnsafe(messages) === 0) connection.resume()
      })
    ),
    send,
    deliver: (message) => Effect.callback((resume) => send(message, () => resume(Effect.void)))
  }
}
