/**
 * The command line in the process of its test: the same program that `bin/orbweaver.js` starts, with streams and
 * settings of its own. A start costs milliseconds instead of a second or more. Tests of signals, closed pipes and the
 * launcher itself start a process (`commandProcess.ts`).
 */
import * as NodeSink from "@effect/platform-node-shared/NodeSink"
import * as NodeStream from "@effect/platform-node-shared/NodeStream"
import {
  Cause,
  ConfigProvider,
  Console,
  Effect,
  type Exit,
  Fiber,
  Layer,
  Queue,
  Runtime,
  Stdio,
  Terminal
} from "effect"
import { systemError } from "effect/PlatformError"
import { Console as NodeConsole } from "node:console"
import { PassThrough, Readable } from "node:stream"
import { runCommand, teardown } from "../../src/cli/program/command.ts"
import { nodePlatform } from "../../src/cli/program/nodeServices.ts"

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** The environment of the command, all of it: that of this process does not count. */
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

export interface RunningCommand {
  readonly stdout: Readable
  readonly stderr: Readable
  readonly result: Promise<CommandResult>
  /** Stops the command as SIGINT and SIGTERM do. */
  readonly interrupt: () => Promise<CommandResult>
}

const ioError = (method: string) => (cause: unknown) => systemError({ module: "Stdio", method, _tag: "Unknown", cause })

export const startCommand = (
  args: ReadonlyArray<string>,
  { env = {}, stdin = "" }: CommandOptions = {}
): RunningCommand => {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const text = { stdout: "", stderr: "" }
  stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk))
  stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk))
  // What is written after the end is lost, as after the exit of a process.
  for (const stream of [stdout, stderr]) stream.on("error", () => {})
  const streams = Layer.mergeAll(
    Layer.succeed(
      Stdio.Stdio,
      Stdio.make({
        args: Effect.succeed(args),
        stdin: NodeStream.fromReadable({
          evaluate: () => Readable.from([Buffer.from(stdin)]),
          onError: ioError("stdin")
        }),
        stdout: () => NodeSink.fromWritable({ evaluate: () => stdout, onError: ioError("stdout"), endOnDone: false }),
        stderr: () => NodeSink.fromWritable({ evaluate: () => stderr, onError: ioError("stderr"), endOnDone: false })
      })
    ),
    // Nobody types.
    Layer.succeed(
      Terminal.Terminal,
      Terminal.make({
        columns: Effect.succeed(0),
        rows: Effect.succeed(0),
        size: Effect.flatMap(Queue.unbounded<Terminal.Size, Cause.Done>(), (sizes) =>
          Effect.as(Queue.end(sizes), sizes)
        ),
        readInput: Effect.flatMap(Queue.unbounded<Terminal.UserInput, Cause.Done>(), (input) =>
          Effect.as(Queue.end(input), input)
        ),
        readLine: Effect.fail(new Terminal.QuitError({})),
        display: (prompt) => Effect.sync(() => void stdout.write(prompt))
      })
    ),
    Layer.succeed(Console.Console, new NodeConsole({ stdout, stderr })),
    ConfigProvider.layer(ConfigProvider.fromEnvRecord(env))
  )
  const fiber = Effect.runFork(
    runCommand(args).pipe(
      // Errors that carry no exit code are printed, as the runtime of a process does it.
      Effect.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
          ? Effect.void
          : Effect.logError(cause)
      ),
      Effect.provide(Layer.provideMerge(nodePlatform, streams))
    )
  )
  const result = Effect.runPromise(Fiber.await(fiber)).then(async (exit: Exit.Exit<unknown, unknown>) => {
    await Promise.all([stdout, stderr].map((stream) => ended(stream)))
    return new Promise<CommandResult>((resolve) => teardown(args)(exit, (code) => resolve({ code, ...text })))
  })
  return {
    stdout,
    stderr,
    result,
    interrupt: async () => {
      fiber.interruptUnsafe()
      return result
    }
  }
}

/** Ends a stream, and waits until all of it has been read. */
const ended = (stream: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    stream.once("end", resolve)
    stream.end()
  })

/** Runs a command to its end. */
export const runToEnd = (args: ReadonlyArray<string>, options?: CommandOptions): Promise<CommandResult> =>
  startCommand(args, options).result
