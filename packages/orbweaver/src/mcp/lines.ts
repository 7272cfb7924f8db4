/**
 * Standard input, a message a line, without what is no JSON: the protocol of
 * `effect/ai` ends at the first such line. It is answered as JSON-RPC says
 * (-32700), and the next one is read.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

const isMessage = (line: string): boolean => Option.isSome(decode(line))
const decode = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Union([Schema.Record(Schema.String, Schema.Unknown), Schema.Array(Schema.Unknown)]))
)

const refusal = `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } })}\n`

export const layer: Layer.Layer<Stdio.Stdio, never, Stdio.Stdio> = Layer.effect(
  Stdio.Stdio,
  Effect.map(Stdio.Stdio, (real) =>
    Stdio.make({
      ...real,
      stdin: real.stdin.pipe(
        Stream.decodeText(),
        Stream.splitLines,
        Stream.filter((line) => line.trim() !== ""),
        Stream.filterEffect((line) =>
          isMessage(line)
            ? Effect.succeed(true)
            : Effect.as(Effect.ignore(Stream.run(Stream.make(refusal), real.stdout())), false)
        ),
        Stream.map((line) => `${line}\n`),
        Stream.encodeText
      )
    })
  )
)
