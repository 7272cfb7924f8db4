/** The `orbweaver` command between its arguments and its exit code, with the streams and settings of its caller. */
import * as Effect from "effect/Effect"
import type * as ExitResult from "effect/Exit"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Runtime from "effect/Runtime"
import * as Command from "effect/cli/Command"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { Exit, exitOf, usage } from "../output/exit.ts"
import { errorLines, presenter, standardArguments } from "./presenter.ts"
import { note } from "../output/print.ts"
import { orbweaver } from "./root.ts"
import { version } from "../../assembly/version.ts"

const longRunning = new Set<string | undefined>(["serve", "worker", "mcp"])

/** What background work has to say, as a line for people. */
const warnings = Logger.withConsoleError(
  Logger.make(({ logLevel, message }) => {
    const text = (Array.isArray(message) ? message : [message]).map(String).join(" ")
    return `${logLevel === "Warn" ? "warning" : logLevel.toLowerCase()}: ${text}`
  })
)

/** Runs the command with these arguments. */
export const runCommand = (args: ReadonlyArray<string>) =>
  Command.runWith(orbweaver, { version })(standardArguments(args)).pipe(
    // Stores that cannot be opened end every layer that is built on them.
    Effect.mapError((error) => (error instanceof StoreError ? exitOf(error) : error)),
    Effect.tapError((error) =>
      error instanceof Exit && error.text !== "" ? note(errorLines(error, args)) : Effect.void
    ),
    Effect.mapError((error) => (error._tag === "ShowHelp" && error.errors.length > 0 ? usage(error.message) : error)),
    // Results go to stdout, and nothing else does. Servers have a log of their own (`observability.ts`).
    Effect.provide(Logger.layer([warnings])),
    Effect.provideService(References.MinimumLogLevel, longRunning.has(args[0]) ? "Info" : "Warn"),
    Effect.provideService(Logger.LogToStderr, true),
    Effect.provide(presenter)
  )

/** Passes the exit code of a run to `onExit`. Commands that run until they are stopped have completed their work then. */
export const teardown =
  (args: ReadonlyArray<string>) =>
  <A, E>(exit: ExitResult.Exit<A, E>, onExit: (code: number) => void): void =>
    Runtime.defaultTeardown(exit, (code) => onExit(code === 130 && longRunning.has(args[0]) ? 0 : code))
