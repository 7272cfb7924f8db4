/** `orbweaver serve`: the v1 and v2 endpoints on a port, for those without a server of their own. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { local } from "@orbweaver/core/Account"
import { ApiKeys } from "@orbweaver/core/ApiKeys"
import { layerFile } from "@orbweaver/core/Teams"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import * as environment from "./environment.ts"
import { codes, Exit } from "./exit.ts"
import { note, print } from "./print.ts"

export const serve = Command.make(
  "serve",
  {
    port: Flag.Int("port").pipe(
      Flag.withAlias("p"),
      Flag.withDescription("Port to listen on; 0 takes any free one (default PORT, or 3002)"),
      Flag.withFallbackConfig(environment.port),
      Flag.withDefault(3002),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })))
    ),
    host: Flag.String("host").pipe(
      Flag.withDescription("Address to listen on; others than loopback need --api-key (default HOST, or 127.0.0.1)"),
      Flag.withFallbackConfig(environment.host),
      Flag.withDefault("127.0.0.1")
    ),
    apiKey: Flag.String("api-key").pipe(
      Flag.withDescription("Key that clients send as a bearer token; may be repeated. Without one the server is open"),
      Flag.atLeast(0)
    ),
    teams: Flag.File("teams", { mustExist: true }).pipe(
      Flag.withDescription("JSON file of teams with their plans and keys (docs/guide/teams-and-keys.md)"),
      Flag.optional
    ),
    publicUrl: Flag.String("public-url").pipe(
      Flag.withDescription("Address that clients reach the server at; read from each request when not given"),
      Flag.optional
    ),
    metrics: Flag.Boolean("metrics").pipe(
      Flag.withDescription("Count requests, and answer GET /metrics for Prometheus to whoever reaches the port"),
      Flag.withDefault(false)
    ),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const { host, metrics, port, publicUrl, teams } = input
    const { adapters, keys: environmentKeys } = yield* environment.read
    // Keys that were typed, or named in a file, stand in place of the environment's.
    const apiKey = input.apiKey.length > 0 || Option.isSome(teams) ? input.apiKey : environmentKeys
    if (apiKey.length > 0 && Option.isSome(teams)) {
      return yield* new Exit({ code: codes.usage, text: "Give keys by --api-key or by --teams, not by both" })
    }
    const open = apiKey.length === 0 && Option.isNone(teams)
    const keys = open
      ? ApiKeys.layerOpen()
      : Option.match(teams, {
          onSome: (file) => Layer.effectContext(Effect.mapError(Layer.build(layerFile(file)), badTeams)),
          onNone: () =>
            ApiKeys.layerStatic(apiKey.map((key, index) => ({ key, name: `key-${index + 1}`, account: local })))
        })
    yield* Effect.scoped(
      Effect.gen(function* () {
        // Only this command needs the server.
        const { listen } = yield* Effect.promise(() => import("@orbweaver/http/Node"))
        const { url } = yield* listen({
          port,
          host,
          metrics,
          publicUrl: Option.getOrUndefined(publicUrl)
        }).pipe(
          Effect.mapError(
            (error) =>
              new Exit({ code: error._tag === "OpenToNetwork" ? codes.usage : codes.failed, text: describe(error) })
          )
        )
        if (open) yield* note("No --api-key: every request is answered, from this machine only")
        yield* print(`Orbweaver listens on ${url}`)
        return yield* Effect.never
      })
    ).pipe(Effect.provide(jobLayer(input, adapters).pipe(Layer.provideMerge(keys))))
  })
).pipe(
  Command.withDescription("Answer the Firecrawl v1 and v2 endpoints over HTTP"),
  Command.withExamples([
    { command: "orbweaver serve", description: "Open, on http://127.0.0.1:3002" },
    { command: "orbweaver serve --host 0.0.0.0 --api-key fc-secret", description: "For the network, with a key" },
    { command: "orbweaver serve --host 0.0.0.0 --teams teams.json", description: "For several teams, each with a plan" }
  ])
)

const badTeams = (error: { readonly message: string }) =>
  new Exit({ code: codes.usage, text: `--teams: ${error.message}` })

/** The message of an error, or of what caused it where that says more. */
const describe = (error: { readonly message: string; readonly cause?: unknown }): string =>
  error.cause instanceof Error ? error.cause.message : error.message
