/** What the command line says about itself: help on stdout, and wrong usage as two lines on stderr. */
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { HelpDoc } from "effect/cli/HelpDoc"

const formatter = CliOutput.defaultFormatter()

/** Flags that every command takes are listed once, in the help of `orbweaver` itself. */
const ownFlags = (help: HelpDoc, commandPath: ReadonlyArray<string>): HelpDoc =>
  commandPath.length < 2 ? help : { ...help, globalFlags: [] }

/** An error on one line, without the path of the command, which the second line has. */
const oneLine = (text: string, command: string): string =>
  text
    .replace(/\s*\n\s*/g, " ")
    .replace("a string representing a finite number", "a number")
    .replace(new RegExp(` (?:in command|for) "?${command}"?`), "")
    .trim()

export const presenter: Layer.Layer<never> = Layer.mergeAll(
  Layer.succeed(CliConfig.CliConfig, {
    builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
  }),
  Layer.succeed(CliOutput.Presenter, {
    present: (event) => {
      switch (event._tag) {
        case "Version":
          return Console.log(`${event.name} v${event.version}`)
        case "Help":
          return Console.log(formatter.formatHelpDoc(ownFlags(event.helpDoc, event.commandPath)))
        case "InvalidInvocation": {
          const command = event.commandPath.join(" ")
          const errors = event.errors.map(({ message }) => oneLine(message, command)).join("; ")
          return Console.error(`orbweaver: ${errors}\nTry: ${command} --help`)
        }
      }
    }
  })
)

/** `help scrape` and `-V`, as other commands have them. */
export const standardArguments = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = args
  if (first === "-V") return ["--version"]
  return first === "help" ? [...rest, "--help"] : args
}
