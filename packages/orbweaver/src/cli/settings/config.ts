/**
 * Where `serve` and `worker` take their settings from: a flag, else the environment, else the
 * file of `--config`, else what is built in. The file has the names of the
 * environment, as lines of `NAME=value` or as one JSON object; the table of
 * names is in docs/guide/self-hosting.md.
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Flag from "effect/cli/Flag"
import { type Exit, settingsOf, usage } from "../output/exit.ts"

/** The flag that names the file. */
export const file = Flag.File("config", { mustExist: true }).pipe(
  Flag.withDescription(
    "File of settings with the names of environment variables: NAME=value lines, or one JSON object"
  ),
  Flag.optional
)

/** Runs under the settings of the environment, then of the file. */
export const under = <A, E, R>(file: Option.Option<string>, run: Effect.Effect<A, E, R>) =>
  Effect.flatMap(provider(file), (settings) => Effect.provideService(run, ConfigProvider.ConfigProvider, settings))

/** The environment, then the file. */
const provider = Effect.fnUntraced(function* (file: Option.Option<string>) {
  const environment = yield* ConfigProvider.ConfigProvider
  if (Option.isNone(file)) return environment
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(files.readFileString(file.value), ({ message }) => unreadable(message))
  return ConfigProvider.orElse(environment, yield* read(text))
})

const read = (text: string): Effect.Effect<ConfigProvider.ConfigProvider, Exit> =>
  text.trimStart().startsWith("{")
    ? decodeJson(text).pipe(
        Effect.map((values) =>
          ConfigProvider.fromEnvRecord(
            Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
          )
        ),
        Effect.mapError(() => unreadable("expected one JSON object of strings, numbers and booleans"))
      )
    : Effect.succeed(ConfigProvider.fromDotEnvContents(text))

const decodeJson = Schema.decodeEffect(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])))
)

const unreadable = (why: string) => usage(`--config: ${why}`)

const text = (name: string) => Config.option(Config.NonEmptyString(name))
const flag = (name: string) => Config.option(Config.Boolean(name))

/** Settings of the server itself; those of search, proxies and models are read by their own files. */
export type ServerSettings = Effect.Success<typeof serverSettings>

export const serverSettings = Config.all({
  port: Config.option(Config.Int("PORT")),
  host: text("HOST"),
  apiKeys: text("ORBWEAVER_API_KEYS"),
  teams: text("ORBWEAVER_TEAMS"),
  storedTeams: flag("ORBWEAVER_STORED_TEAMS"),
  publicUrl: text("ORBWEAVER_PUBLIC_URL"),
  allowedHosts: text("ORBWEAVER_ALLOWED_HOSTS"),
  allowedOrigins: text("ORBWEAVER_ALLOWED_ORIGINS"),
  trustedProxies: text("ORBWEAVER_TRUSTED_PROXIES"),
  data: text("ORBWEAVER_DATA"),
  database: text("ORBWEAVER_DATABASE"),
  webhook: text("SELF_HOSTED_WEBHOOK_URL"),
  metrics: flag("ORBWEAVER_METRICS"),
  console: flag("ORBWEAVER_CONSOLE"),
  remoteControl: flag("ORBWEAVER_REMOTE_CONTROL"),
  doors: text("ORBWEAVER_DOORS"),
  cacheSharing: Config.option(Config.Literals(["account", "shared"], "ORBWEAVER_CACHE_SHARING")),
  allowLocal: flag("ORBWEAVER_ALLOW_LOCAL"),
  browser: flag("ORBWEAVER_BROWSER"),
  isolated: flag("ORBWEAVER_ISOLATED"),
  log: Config.option(Config.Literals(["json", "pretty"], "ORBWEAVER_LOG")),
  logLevel: text("LOGGING_LEVEL")
}).pipe(settingsOf)

interface Chosen {
  readonly cacheSharing: Option.Option<"account" | "shared">
  readonly allowLocal: boolean
  readonly browser: boolean
  readonly isolated: boolean
  readonly data: Option.Option<string>
  readonly database: Option.Option<string>
}

/** The flags, and what the settings say where they say nothing; a store that was typed stands alone. */
export const chosen = <A extends Chosen>(input: A, settings: ServerSettings): A => ({
  ...input,
  allowLocal: input.allowLocal || Option.getOrElse(settings.allowLocal, () => false),
  browser: input.browser && Option.getOrElse(settings.browser, () => true),
  isolated: input.isolated || Option.getOrElse(settings.isolated, () => false),
  cacheSharing: Option.orElse(input.cacheSharing, () => settings.cacheSharing),
  data: Option.orElse(input.data, () => (Option.isSome(input.database) ? Option.none() : settings.data)),
  database: Option.orElse(input.database, () => (Option.isSome(input.data) ? Option.none() : settings.database))
})
