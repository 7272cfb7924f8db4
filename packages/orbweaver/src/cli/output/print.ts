/** Lines to stdout, where results go, and to stderr, where everything else goes. */
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { codes, Exit, failed } from "./exit.ts"

const withLineEnd = (text: string) => (text.endsWith("\n") ? text : `${text}\n`)

/** A result. A reader that stops reading (`| head`) ends the program quietly. */
export const print = Effect.fnUntraced(function* (text: string) {
  const stdio = yield* Stdio.Stdio
  yield* Stream.make(withLineEnd(text)).pipe(
    Stream.run(stdio.stdout()),
    Effect.mapError((error) => (isClosed(error.cause) ? new Exit({ code: codes.ok, text: "" }) : failed(error.message)))
  )
})

/** Whether the reader of the output has closed it. */
const isClosed = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === "EPIPE"

/** A line for people. */
export const note = Effect.fnUntraced(function* (line: string) {
  const stdio = yield* Stdio.Stdio
  yield* Stream.make(withLineEnd(line)).pipe(Stream.run(stdio.stderr()), Effect.ignore)
})
