/** What the command line says about itself: help on stdout, and wrong usage as two lines on stderr. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { CliError } from "effect/cli/CliError"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { codes, type Exit } from "../output/exit.ts"
import { paint } from "../output/paint.ts"
import { plainText } from "../output/plainText.ts"
import { formatHelp } from "./formatHelp.ts"
import { orbweaver } from "./root.ts"
import { usageText } from "../output/usage.ts"

/** Flags that every command takes are listed once, in the help of `orbweaver` itself. */
const ownFlags = (help: HelpDoc, commandPath: ReadonlyArray<string>): HelpDoc =>
  commandPath.length < 2 ? help : { ...help, globalFlags: [] }

/** The help of a command, with colours or without. */
export const helpText = (help: HelpDoc, commandPath: ReadonlyArray<string>, hasColors: boolean): string =>
  formatHelp(ownFlags(help, commandPath), hasColors)

/** The flags that every command takes. */
export const builtIns: Layer.Layer<never> = Layer.succeed(CliConfig.CliConfig, {
  builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
})

/** If there is no such command, its flags cannot be checked: only the command is named. */
const explaining = (errors: ReadonlyArray<CliError>): ReadonlyArray<CliError> => {
  const unknown = errors.filter(({ _tag }) => _tag === "UnknownSubcommand")
  return unknown.length === 0 ? errors : unknown
}

export const presenter: Layer.Layer<never> = Layer.mergeAll(
  builtIns,
  Layer.succeed(CliOutput.Presenter, {
    present: (event) => {
      switch (event._tag) {
        case "Version":
          return Console.log(`${event.name} v${event.version}`)
        case "Help":
          return Effect.flatMap(TerminalCapabilities, ({ canColor }) =>
            Console.log(helpText(event.helpDoc, event.commandPath, canColor))
          )
        case "InvalidInvocation": {
          const command = event.commandPath.join(" ")
          const errors = explaining(event.errors).map(usageText).join("; ")
          return Console.error(`${paint("red", "orbweaver:")} ${errors}\nTry: ${command} --help`)
        }
      }
    }
  })
)

/** The names of the subcommands. */
const commands: ReadonlySet<string | undefined> = new Set(
  orbweaver.subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
)

/** `help scrape` and `-V`, as other commands have them. */
export const standardArguments = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = args
  if (first === "-V") return ["--version"]
  if (first !== "help") return args
  // Asking for help on an unknown command is wrong usage.
  return rest.length === 0 || commands.has(rest[0]) ? [...rest, "--help"] : rest
}

/** An error on one line; a second one says where help is. */
export const errorLines = ({ code, page, text }: Exit, args: ReadonlyArray<string>): string => {
  // A field that is called like what it is a field of is named once.
  const error = `${paint("red", "orbweaver:")} ${plainText(text).replace(/^Invalid (\w+): \1: /, "Invalid $1: ")}`
  if (page !== undefined) return `${error}\nSee: ${page}`
  return code === codes.usage ? `${error}\nTry: orbweaver ${commands.has(args[0]) ? `${args[0]} ` : ""}--help` : error
}
