/** The help of every command with its colors, by its words: what the build writes for the launcher (`bin/help.js`). */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import { nodeServices } from "./nodeServices.ts"
import { builtIns, helpText } from "./presenter.ts"
import { orbweaver } from "./root.ts"

export const helpTexts = async (): Promise<Readonly<Record<string, string>>> => {
  const texts: Record<string, string> = {}
  for (const words of pathsOf(orbweaver)) {
    const presenter = Layer.succeed(CliOutput.Presenter, {
      present: (event) =>
        Effect.sync(() => {
          if (event._tag === "Help") texts[words.join(" ")] = helpText(event.helpDoc, event.commandPath, true)
        })
    })
    const help = Command.runWith(orbweaver, { version: "" })([...words, "--help"])
    await Effect.runPromise(Effect.provide(Effect.ignore(help), [presenter, builtIns, nodeServices]))
  }
  return texts
}

/** The words of a command and of those below it. */
const pathsOf = (
  command: Command.Command.Any,
  words: ReadonlyArray<string> = []
): ReadonlyArray<ReadonlyArray<string>> => [
  words,
  ...command.subcommands.flatMap(({ commands }) => commands.flatMap((each) => pathsOf(each, [...words, each.name])))
]
