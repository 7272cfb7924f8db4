/** Entry point of the `orbweaver` command. */
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Runtime from "effect/Runtime"
import * as Stdio from "effect/Stdio"
import * as Command from "effect/cli/Command"
import * as NodeRuntime from "@effect/platform-node-shared/NodeRuntime"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { codes, Exit, exitOf } from "./exit.ts"
import { nodeServices } from "./nodeServices.ts"
import { errorLines, presenter, standardArguments } from "./presenter.ts"
import { note } from "./print.ts"
import { orbweaver } from "./root.ts"
import { version } from "./version.ts"

const longRunning = new Set<string | undefined>(["serve", "worker", "mcp"])

/** What background work has to say, as a line for people. */
const warnings = Logger.withConsoleError(
  Logger.make(({ logLevel, message }) => {
    const text = (Array.isArray(message) ? message : [message]).map(String).join(" ")
    return `${logLevel === "Warn" ? "warning" : logLevel.toLowerCase()}: ${text}`
  })
)

Effect.flatMap(Stdio.Stdio, ({ args }) => args).pipe(
  Effect.flatMap((args) =>
    Command.runWith(orbweaver, { version })(standardArguments(args)).pipe(
      // Stores that cannot be opened end every layer that is built on them.
      Effect.mapError((error) => (error instanceof StoreError ? exitOf(error) : error)),
      Effect.tapError((error) =>
        error instanceof Exit && error.text !== "" ? note(errorLines(error, args)) : Effect.void
      )
    )
  ),
  Effect.mapError((error) =>
    error._tag === "ShowHelp" && error.errors.length > 0 ? new Exit({ code: codes.usage, text: error.message }) : error
  ),
  // Results go to stdout, and nothing else does. Servers have a log of their own (`observability.ts`).
  Effect.provide(Logger.layer([warnings])),
  Effect.provideService(References.MinimumLogLevel, longRunning.has(process.argv[2]) ? "Info" : "Warn"),
  Effect.provideService(Logger.LogToStderr, true),
  Effect.provide(presenter),
  Effect.provide(nodeServices),
  NodeRuntime.runMain({
    // Commands that run until they are stopped have completed their work then.
    teardown: (exit, onExit) =>
      Runtime.defaultTeardown(exit, (code) => onExit(code === 130 && longRunning.has(process.argv[2]) ? 0 : code))
  })
)
