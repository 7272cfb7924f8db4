/** `orbweaver mcp`: the tools for language models, over stdio or on a port of this machine. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { jobLayer, pageFlags, inMemoryIndex, storeFlags } from "../settings/adapters.ts"
import * as environment from "../settings/environment.ts"
import { Exit, failed } from "../output/exit.ts"
import { note } from "../output/print.ts"

export const mcp = Command.make(
  "mcp",
  {
    http: Flag.Int("http").pipe(
      Flag.withDescription("Listen on this port of 127.0.0.1, at /mcp, instead of stdio; 0 takes any free one"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))),
      Flag.optional
    ),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const { adapters } = yield* environment.read
    const services = jobLayer(input, { ...adapters, ...inMemoryIndex })
    const { http, stdio } = yield* Effect.promise(() => import("../../mcp/Server.ts"))
    // Standard output is the protocol's.
    const stderrLogger = Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])
    const run = Option.match(input.http, {
      onNone: () => Layer.launch(Layer.provide(stdio, [services, stderrLogger])),
      onSome: (port) =>
        Effect.gen(function* () {
          const bound = yield* http(port)
          yield* note(`Orbweaver's tools are at http://127.0.0.1:${bound}/mcp`)
          return yield* Effect.never
        }).pipe(Effect.scoped, Effect.provide([services, stderrLogger]))
    })
    yield* Effect.mapError(run, (error) => (error instanceof Exit ? error : failed(error.message)))
  })
).pipe(
  Command.withDescription("Serve web-reading tools to language models (Model Context Protocol)"),
  Command.withExamples([
    { command: "orbweaver mcp", description: "For a client that starts the server, over stdio" },
    { command: "orbweaver mcp --http 3003", description: "For clients of this machine, at http://127.0.0.1:3003/mcp" }
  ])
)
