/** The WebSocket of a watcher on Node: handshake, backpressure, keep-alive, and its end. */
import { type WebSocket, WebSocketServer } from "ws"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { keepAlive } from "./keepAlive.ts"
import { refuseUpgrade } from "./nodeRefusals.ts"
import type { Api } from "../server/Server.ts"
import { watchPath, type WatchRequest, type WatchSocket } from "../features/jobs/watch.ts"

/** Watchers have nothing to say; longer messages end the connection. */
const maxPayload = 64 * 1024
/** Time for a watcher that is refused to close its side, so that it surely reads why. */
const refusalTime = Duration.seconds(1)
/** Refused watchers that are waited for at once; others are closed without waiting. */
const maxRefused = 100

export const makeUpgrade = Effect.fnUntraced(function* ({ refusal, watch }: Api, prefix = "") {
  const scope = yield* Effect.scope
  let refusedNow = 0
  /** Without waiting for the other side as long as the protocol may: it has shown no right to be here. */
  const closeRefused = (connection: WebSocket) =>
    Effect.suspend(() => {
      if (refusedNow >= maxRefused) return Effect.void
      refusedNow++
      return Effect.ensuring(
        Effect.ignore(Effect.timeout(closed(connection), refusalTime)),
        Effect.sync(() => void refusedNow--)
      )
    }).pipe(Effect.andThen(Effect.sync(() => connection.terminate())))
  const run = Effect.runForkWith(yield* Effect.context())
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => new WebSocketServer({ noServer: true, clientTracking: false, maxPayload })),
    (server) => Effect.sync(() => server.close())
  )
  return (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    const asked = watch === undefined ? undefined : readRequest(request, prefix)
    if (watch === undefined || asked === undefined) return false
    const refused = refusal({ host: request.headers.host, origin: request.headers.origin })
    if (refused !== undefined) {
      refuseUpgrade(socket, refused)
      return true
    }
    server.handleUpgrade(request, socket, head, (connection) => {
      const fiber = run(
        Effect.raceFirst(watch(asked, adapt(connection, closeRefused)), keepAlive(connection)).pipe(
          Effect.ensuring(Effect.sync(() => connection.readyState === connection.OPEN && connection.close(1001)))
        )
      )
      Fiber.runIn(fiber, scope)
      connection.on("close", () => fiber.interruptUnsafe())
      // A broken connection is closed too, and that is where it ends.
      connection.on("error", () => connection.terminate())
    })
    return true
  }
})

/** JavaScript clients send the raw key as subprotocol; the handshake echoes it. */
const readRequest = ({ headers, socket, url = "" }: IncomingMessage, prefix: string): WatchRequest | undefined => {
  if (headers.upgrade?.toLowerCase() !== "websocket" || !url.startsWith(prefix)) return undefined
  const path = url.slice(prefix.length).split("?", 1)[0]!
  const id = watchPath.exec(path)?.[1]
  if (id === undefined) return undefined
  const authorization = headers.authorization
  return {
    id,
    key: authorization?.split(" ", 2)[1] ?? headers["sec-websocket-protocol"]?.split(",", 1)[0]?.trim(),
    byHeader: authorization !== undefined,
    scope: path.includes("/batch/") ? "scrape" : "crawl",
    origin: { peer: socket.remoteAddress, forwardedFor: textOf(headers["x-forwarded-for"]) }
  }
}

const textOf = (field: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof field === "string" ? field : field?.join(",")

/** The code of a watch that has seen its job end. */
const done = 1000

const closed = (connection: WebSocket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const onClose = () => resume(Effect.void)
    connection.once("close", onClose)
    return Effect.sync(() => connection.off("close", onClose))
  })

const adapt = (connection: WebSocket, closeRefused: (connection: WebSocket) => Effect.Effect<void>): WatchSocket => ({
  send: (text) =>
    Effect.callback<void>((resume) => {
      // Called when the frame has been handed to the network: the pace of the slowest part.
      connection.send(text, () => resume(Effect.void))
    }),
  close: (code, reason) =>
    Effect.suspend(() => {
      connection.close(code, reason)
      return code === done ? Effect.void : closeRefused(connection)
    })
})
