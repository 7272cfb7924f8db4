/** Sinks for streams of Effect. */
import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { type SinkContext, type SinkInput, sinkOf } from "./Sink.ts"

/** A sink could not write. */
export class SinkError extends Schema.TaggedError<SinkError>()("SinkError", {
  operation: Schema.Literals(["open", "write", "end"]),
  cause: Schema.Defect()
}) {
  static {
    knowEveryCopy(this)
  }
  /** The message of what the sink threw. */
  get detail() {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
  override get message() {
    return `The sink could not ${this.operation}: ${this.detail}`
  }
}

/** Writes the elements of a stream into a sink, one at a time, and gives how many there were. */
export const writeStream =
  <D>(input: SinkInput<D>, context: SinkContext = {}) =>
  <E, R>(stream: Stream.Stream<D, E, R>): Effect.Effect<number, E | SinkError, R> =>
    Effect.suspend(() => {
      const sink = sinkOf(input)
      const attempt = (operation: SinkError["operation"], work: () => unknown) =>
        Effect.tryPromise({ try: async () => work(), catch: (cause) => new SinkError({ operation, cause }) })
      let count = 0
      const writing = Stream.runForEach(stream, (document) =>
        Effect.map(
          attempt("write", () => sink.write(document)),
          () => void (count += 1)
        )
      )
      return attempt("open", () => sink.open?.(context)).pipe(
        Effect.andThen(writing),
        Effect.andThen(attempt("end", () => sink.end?.())),
        Effect.onExit((exit) =>
          Exit.isSuccess(exit) ? Effect.void : Effect.ignore(Effect.tryPromise(async () => sink.abort?.(exit.cause)))
        ),
        Effect.map(() => count)
      )
    })
