/**
 * Observability of a server: log lines on stderr, and logs, spans and metrics to an OTLP collector when there is one
 * (`OTEL_EXPORTER_OTLP_ENDPOINT` and the other variables of the OpenTelemetry specification).
 */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { LogLevel } from "effect/LogLevel"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as References from "effect/References"
import type { ServerSettings } from "./config.ts"
import { type Exit, usage } from "../output/exit.ts"
import { version } from "../../assembly/version.ts"

/** One JSON object a line, or lines for people. */
export type Log = "json" | "pretty"

export const logFlag = Flag.Literals("log", ["json", "pretty"]).pipe(
  Flag.withDescription("Log format on stderr (default ORBWEAVER_LOG, or pretty on a terminal, json elsewhere)"),
  Flag.optional
)

/** The format of the flag, else of the settings, else chosen by whether stderr is a terminal. */
export const loggerLayer = (
  asked: Option.Option<Log>,
  settings: Pick<ServerSettings, "log" | "logLevel">
): Layer.Layer<never, Exit> =>
  layer({
    log: Option.getOrElse(
      Option.orElse(asked, () => settings.log),
      () => (process.stderr.isTTY ? "pretty" : "json")
    ),
    logLevel: settings.logLevel,
    version
  })

interface LoggerSettings {
  readonly log: Log
  /** Least level of the lines, as the environment names it; what the command line says when absent. */
  readonly logLevel: Option.Option<string>
  readonly version: string
}

const layer = ({ log, logLevel, version }: LoggerSettings): Layer.Layer<never, Exit> =>
  Layer.mergeAll(
    Layer.succeed(Logger.LogToStderr, true),
    Option.match(logLevel, {
      onNone: () => Layer.empty,
      onSome: (name) => Layer.effect(References.MinimumLogLevel, levelOf(name))
    }),
    otlp(version)
  ).pipe(
    Layer.provideMerge(
      Logger.layer([log === "json" ? Logger.withConsoleError(Logger.formatJson) : Logger.consolePretty()])
    )
  )

const levels: Readonly<Record<string, LogLevel>> = {
  none: "None",
  fatal: "Fatal",
  error: "Error",
  warn: "Warn",
  warning: "Warn",
  info: "Info",
  debug: "Debug",
  trace: "Trace"
}

const levelOf = (name: string): Effect.Effect<LogLevel, Exit> => {
  const level = levels[name.toLowerCase()]
  return level === undefined ? usage(`LOGGING_LEVEL: ${name} is not a log level`) : Effect.succeed(level)
}

/** An endpoint alone means all three signals; a name of the specification turns one off (`OTEL_LOGS_EXPORTER=none`). */
const signalConfig = ConfigProvider.fromEnvRecord({
  OTEL_SERVICE_NAME: "orbweaver",
  OTEL_TRACES_EXPORTER: "otlp",
  OTEL_METRICS_EXPORTER: "otlp",
  OTEL_LOGS_EXPORTER: "otlp"
})

const otlp = (version: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const endpoint = yield* Effect.orDie(Config.option(Config.String("OTEL_EXPORTER_OTLP_ENDPOINT")))
      if (Option.isNone(endpoint)) return Layer.empty
      const [Otlp, Serialization] = yield* Effect.promise(() =>
        Promise.all([import("effect/observability/Otlp"), import("effect/observability/OtlpSerialization")])
      )
      return Otlp.layerFromConfig({
        resource: { serviceVersion: version },
        loggerMergeWithExisting: true
      }).pipe(
        Layer.provide([FetchHttpClient.layer, Serialization.layerJson]),
        Layer.provide(ConfigProvider.layerAdd(signalConfig))
      )
    })
  )
