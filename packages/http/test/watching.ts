/** Watches a job by hand until the server closes. */
import { Effect } from "effect"
import { WebSocket } from "ws"

export interface Watched {
  readonly frames: ReadonlyArray<{ readonly type: string; readonly data?: any }>
  readonly code: number
  readonly reason: string
  readonly protocol: string
}

export const watchWith = (url: string, protocols: ReadonlyArray<string>, headers: Record<string, string> = {}) =>
  Effect.callback<Watched>((resume) => {
    const socket = new WebSocket(url.replace("http", "ws"), [...protocols], { headers })
    const frames: Array<Watched["frames"][number]> = []
    socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())))
    socket.on("close", (code, reason) =>
      resume(Effect.succeed({ frames, code, reason: reason.toString(), protocol: socket.protocol }))
    )
    socket.on("error", (error) => resume(Effect.die(error)))
    return Effect.sync(() => socket.terminate())
  })
