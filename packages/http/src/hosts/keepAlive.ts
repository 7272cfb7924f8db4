/** Ends a WebSocket whose other side has gone without a word. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { WebSocket } from "ws"

/** How often a connection is asked whether it is still there. */
const ping = Duration.seconds(30)

export const keepAlive = (connection: WebSocket): Effect.Effect<never> =>
  Effect.suspend(() => {
    let answered = true
    connection.on("pong", () => (answered = true))
    return Effect.forever(
      Effect.delay(
        Effect.sync(() => {
          if (!answered) connection.terminate()
          answered = false
          connection.ping()
        }),
        ping
      )
    )
  })
