/** `orbweaver serve`: the v1 and v2 endpoints on a port, for those without a server of their own. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { localAccount } from "@orbweaver/core/accounts/Account"
import { accountOf, ApiKeys, everything } from "@orbweaver/core/accounts/ApiKeys"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { AddressRange } from "@orbweaver/core/internal/accounts/callerAddress"
import { counted } from "@orbweaver/core/internal/support/counted"
import { layerFile } from "@orbweaver/core/internal/accounts/Teams"
import { itemsOf, optionalText, texts, toggle, type InputOf } from "../flags/flags.ts"
import { jobLayer, inMemoryIndex } from "../settings/adapters.ts"
import * as config from "../settings/config.ts"
import { doorFlag, openDoors } from "../settings/doors.ts"
import * as environment from "../settings/environment.ts"
import { codes, Exit, exitOf, usage } from "../output/exit.ts"
import { layer as mcpTools } from "../../mcp/toolService.ts"
import { layer as jobReports } from "../../jobs/reportJob.ts"
import { loggerLayer } from "../settings/observability.ts"
import { serverFlags } from "../settings/serverFlags.ts"
import { note, print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"
import { stored } from "./Teams.ts"
import { teamsPage } from "../output/troubleshooting.ts"

const flags = {
  port: Flag.Int("port").pipe(
    Flag.withAlias("p"),
    Flag.withDescription("Port to listen on; 0 picks a free one (default PORT, or 3002)"),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))),
    Flag.optional
  ),
  host: optionalText("host", "Address to listen on; others than loopback need --api-key (default HOST, or 127.0.0.1)"),
  apiKey: texts(
    "api-key",
    "Key that clients send as a bearer token; may be repeated. Without one the server is open, and does not start on a store that has teams"
  ),
  teams: Flag.File("teams", { mustExist: true }).pipe(
    Flag.withDescription(`JSON file of teams with their plans and keys (${teamsPage})`),
    Flag.optional
  ),
  storedTeams: toggle("stored-teams", "Use the teams stored in --data or --database by `orbweaver teams`"),
  publicUrl: optionalText("public-url", "Public URL of the server (default: read from each request)"),
  allowHost: texts("allow-host", "Additional host name of a server without keys, besides loopback; may be repeated"),
  allowOrigin: texts(
    "allow-origin",
    "Website whose pages may call a server without keys, as https://app.example; may be repeated"
  ),
  trustedProxy: texts(
    "trusted-proxy",
    "Address of a proxy before the server, or a range: its X-Forwarded-For names the caller; may be repeated"
  ),
  metrics: Flag.Boolean("metrics").pipe(
    Flag.withDescription("Serve Prometheus metrics at GET /metrics, without authentication"),
    Flag.withDefault(false)
  ),
  console: Flag.Boolean("console").pipe(
    Flag.withDescription("Serve the console at /console; --no-console turns it off"),
    Flag.withDefault(true)
  ),
  remoteControl: Flag.Boolean("remote-control").pipe(
    Flag.withDescription(
      "Give browser sessions addresses for clients of the DevTools protocol, and for people to watch and use them"
    ),
    Flag.withDefault(false)
  ),
  door: doorFlag,
  ...serverFlags
}

export const serve = Command.make("serve", flags, (input) => config.under(input.config, run(input))).pipe(
  Command.withDescription("Answer the Firecrawl v1 and v2 endpoints over HTTP"),
  Command.withExamples([
    { command: "orbweaver serve", description: "Open, on http://127.0.0.1:3002" },
    { command: "orbweaver serve --host 0.0.0.0 --api-key fc-secret", description: "For the network, with a key" },
    {
      command: "orbweaver serve --host 0.0.0.0 --teams teams.json",
      description: "For several teams, each with a plan"
    },
    { command: "orbweaver serve --door reader", description: "Pages as text at /r/https://example.com, too" }
  ])
)

type Input = InputOf<typeof flags>

const run = Effect.fnUntraced(function* (input: Input) {
  const settings = yield* config.serverSettings
  const { adapters, keys: environmentKeys } = yield* environment.read
  const doors = yield* openDoors(input.door, settings.doors)
  const chosen = config.chosen(input, settings)
  const { keys, keysFrom } = yield* keysOf(chosen, settings, environmentKeys)
  const unusedTeams = keysFrom === "store" ? [] : yield* teamsIn(chosen)
  if (keysFrom === "nowhere" && unusedTeams.length > 0) {
    return yield* usage(`${describeTeams(unusedTeams)}, and no keys were given: ${cure}`)
  }
  const publicUrl = firstOf(input.publicUrl, settings.publicUrl)
  // Pictures are given under the address of the server, which is known once it listens.
  let address = publicUrl ?? ""
  const blobsAt = () => `${address.replace(/\/$/, "")}/blobs/`
  yield* Effect.scoped(
    Effect.gen(function* () {
      // Only this command needs the server.
      const { listen } = yield* Effect.promise(() => import("@orbweaver/http/Node"))
      const isShown = input.console && Option.getOrElse(settings.console, () => true)
      const console = isShown ? yield* consoleFiles : undefined
      const { url } = yield* listen({
        port: firstOf(input.port, settings.port) ?? 3002,
        host: firstOf(input.host, settings.host) ?? "127.0.0.1",
        metrics: input.metrics || Option.getOrElse(settings.metrics, () => false),
        publicUrl,
        allowedHosts: typedOr(input.allowHost, settings.allowedHosts),
        allowedOrigins: typedOr(input.allowOrigin, settings.allowedOrigins),
        trustedProxies: yield* rangesOf(typedOr(input.trustedProxy, settings.trustedProxies)),
        blobsAtRequestHost: publicUrl === undefined,
        webhook: Option.getOrUndefined(settings.webhook),
        console,
        doors,
        remoteControl: input.remoteControl || Option.getOrElse(settings.remoteControl, () => false),
        requestLog: true
      }).pipe(
        Effect.mapError(
          (error) =>
            new Exit({ code: error._tag === "OpenToNetwork" ? codes.usage : codes.failed, text: describe(error) })
        )
      )
      address = publicUrl ?? url
      if (unusedTeams.length > 0) {
        yield* Effect.logWarning(
          `${describeTeams(unusedTeams)}, whose keys are not accepted: --stored-teams accepts them`
        )
      }
      if (keysFrom === "nowhere") yield* note("No --api-key: requests need no key, and only this machine is allowed")
      yield* print(`Orbweaver listens on ${url}`)
      if (console !== undefined) yield* note(`Its console: ${url}/console/`)
      return yield* Effect.never
    })
  ).pipe(
    Effect.provide(
      Layer.unwrap(
        Effect.map(ApiKeys, (known) =>
          jobLayer(
            chosen,
            {
              ...adapters,
              ...inMemoryIndex,
              cacheSharing: Option.getOrUndefined(chosen.cacheSharing),
              worker:
                adapters.worker === false
                  ? false
                  : { accountOf: accountOf(known), drain: stores.drain, ...adapters.worker }
            },
            blobsAt
          )
        )
      ).pipe(
        (services) => Layer.provideMerge(mcpTools, services),
        Layer.provideMerge(keys),
        Layer.provideMerge(jobReports),
        Layer.provideMerge(loggerLayer(input.log, settings))
      )
    )
  )
})

/** The files of the console; a clone of the repository in which it was never built serves without it. */
const consoleFiles = Effect.gen(function* () {
  const { loadConsole } = yield* Effect.promise(() => import("@orbweaver/console"))
  return yield* Effect.tryPromise({ try: loadConsole, catch: String }).pipe(
    Effect.catch((error) => Effect.as(Effect.logWarning(`No console: ${error}`), undefined))
  )
})

/** What was typed, else the setting. */
const firstOf = <A>(typed: Option.Option<A>, setting: Option.Option<A>): A | undefined =>
  Option.getOrUndefined(Option.orElse(typed, () => setting))

/** What was typed, else the setting, whose values stand between commas. */
const typedOr = (typed: ReadonlyArray<string>, setting: Option.Option<string>): ReadonlyArray<string> =>
  typed.length > 0 || Option.isNone(setting) ? typed : itemsOf(setting.value)

/** Proxies as they were typed or set. */
const rangesOf = (typed: ReadonlyArray<string>) => {
  const wrong = typed.find((range) => !isRange(range))
  return wrong === undefined
    ? Effect.succeed(typed)
    : usage(`--trusted-proxy: ${JSON.stringify(wrong)} is no IP address, and no range such as 10.0.0.0/8`)
}

const isRange = Schema.is(AddressRange)

/** Keys that were typed, or named in a file that was, stand in place of the settings'. */
const keysOf = Effect.fnUntraced(function* (
  input: Input,
  settings: config.ServerSettings,
  environmentKeys: ReadonlyArray<string>
) {
  const typed = input.apiKey.length > 0 || Option.isSome(input.teams) || input.storedTeams
  const fromStore = typed ? input.storedTeams : Option.getOrElse(settings.storedTeams, () => false)
  const apiKeys = typed ? input.apiKey : [...environmentKeys, ...typedOr([], settings.apiKeys)]
  const teams = typed ? input.teams : settings.teams
  if ([apiKeys.length > 0, Option.isSome(teams), fromStore].filter(Boolean).length > 1) {
    return yield* usage("Use only one of --api-key, --teams and --stored-teams")
  }
  if (fromStore) return { keysFrom: "store", keys: stored(input) } as const
  if (Option.isSome(teams)) {
    return {
      keysFrom: "file",
      keys: Layer.effectContext(Effect.mapError(Layer.build(layerFile(teams.value)), badTeams))
    } as const
  }
  if (apiKeys.length === 0) return { keysFrom: "nowhere", keys: ApiKeys.layerOpen() } as const
  const entries = apiKeys.map((key, index) => ({
    key,
    name: `key-${index + 1}`,
    account: localAccount,
    // The operator's own.
    scopes: everything
  }))
  return { keysFrom: "flags", keys: ApiKeys.layerStatic(entries) } as const
})

/** Ids of the teams that the store has, such as one that was restored from a backup. */
const teamsIn = Effect.fnUntraced(function* (input: Input) {
  // Both together are refused with the services.
  if (Option.isSome(input.data) === Option.isSome(input.database)) return []
  return yield* TeamStore.use((store) => store.list).pipe(
    Effect.map((teams) => teams.map(({ id }) => id)),
    Effect.provide(stored(input)),
    Effect.mapError((error) => (error instanceof Exit ? error : exitOf(error)))
  )
})

/** Most teams that a message names. */
const maxNamed = 3

const describeTeams = (ids: ReadonlyArray<string>): string =>
  `The store has ${counted(ids.length, "team")} (${ids.slice(0, maxNamed).join(", ")}${ids.length > maxNamed ? ", …" : ""})`

const cure =
  "a server without keys would answer everyone on this machine without limits. Give --stored-teams to accept the keys of these teams, or --api-key"

const badTeams = (error: { readonly message: string }) => usage(`--teams: ${error.message}`)

/** The message of an error, or of what caused it where that says more. */
const describe = (error: { readonly message: string; readonly cause?: unknown }): string =>
  error.cause instanceof Error ? error.cause.message : error.message
