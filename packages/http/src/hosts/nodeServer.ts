/** A Node server that listens as long as its scope is open. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as RunningRequests from "./runningRequests.ts"

/** The port is taken, or the address is not this machine's. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  cause: Schema.Defect()
}) {
  override get message() {
    return `Cannot listen on ${this.host}:${this.port}: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}

export interface Listening {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Longest wait for running requests when the scope closes; what is unanswered then gets 503. */
  readonly gracefulShutdown: Duration.Input
}

/** Gives the port that was taken. */
export const listenOn = (
  server: Server,
  { gracefulShutdown, host, port }: Listening
): Effect.Effect<number, CannotListen, Scope.Scope> => {
  const running = RunningRequests.make(gracefulShutdown)
  server.prependListener("request", (_, response) => running.add(response))
  return Effect.acquireRelease(open(server, host, port), () => stopServer(server, running)).pipe(
    Effect.map(() => (server.address() as AddressInfo).port)
  )
}

const open = (server: Server, host: string, port: number) =>
  Effect.callback<void, CannotListen>((resume) => {
    server.once("error", (cause) => resume(Effect.fail(new CannotListen({ host, port, cause }))))
    server.listen(port, host, () => resume(Effect.void))
  })

const stopServer = (server: Server, running: RunningRequests.RunningRequests) =>
  Effect.sync(() => {
    server.close()
    server.closeIdleConnections()
  }).pipe(Effect.andThen(running.stop), Effect.andThen(Effect.sync(() => server.closeAllConnections())))
