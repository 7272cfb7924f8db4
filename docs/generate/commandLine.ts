/** Every command with its arguments and flags, as `--help` has them. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { nodeServices } from "../../packages/orbweaver/src/cli/program/nodeServices.ts"
import { orbweaver } from "../../packages/orbweaver/src/cli/program/root.ts"
import { anchored, code, page, table } from "./text.ts"

export const helpOf = async (
  path: ReadonlyArray<string>,
  command: Command.Command.Any = orbweaver
): Promise<HelpDoc> => {
  let found: HelpDoc | undefined
  const presenter = Layer.mergeAll(
    Layer.succeed(CliConfig.CliConfig, { builtIns: [GlobalFlag.Help] }),
    Layer.succeed(CliOutput.Presenter, {
      present: (event) =>
        Effect.sync(() => {
          if (event._tag === "Help") found = event.helpDoc
        })
    })
  )
  const run = Command.runWith(command, { version: "" })([...path, "--help"])
  await Effect.runPromise(
    Effect.ignore(run).pipe(Effect.provide(presenter), Effect.provide(nodeServices)) as Effect.Effect<void>
  )
  if (found === undefined) throw new Error(`orbweaver ${path.join(" ")} --help says nothing`)
  return found
}

const described = (description: Option.Option<string>): string => Option.getOrElse(description, () => "")

const section = (name: string, { args = [], description, examples = [], flags, usage }: HelpDoc): string =>
  [
    `## orbweaver ${name}`,
    `${description}.`,
    // A usage line is no command.
    ["```text", usage, "```"].join("\n"),
    ...(args.length === 0
      ? []
      : [
          table(
            ["Argument", "Type", "Meaning"],
            args.map((arg) => [code(arg.name), code(arg.type), described(arg.description)])
          )
        ]),
    ...(flags.length === 0
      ? []
      : [
          table(
            ["Flag", "Type", "Meaning"],
            flags.map((flag) => [
              [anchored(`--${flag.name}`, `${name.replaceAll(" ", "-")}-${flag.name}`), ...flag.aliases.map(code)].join(
                ", "
              ),
              flag.type === "boolean" ? "" : code(flag.type),
              described(flag.description)
            ])
          )
        ]),
    ...(examples.length === 0
      ? []
      : [
          `Examples:\n\n${examples.map(({ command, description: text }) => `- ${code(command)}${text === undefined ? "" : `: ${text}`}`).join("\n")}`
        ])
  ].join("\n\n")

/** A section for each command below a path, and after it those of its own commands. */
const sectionsBelow = async (path: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const commands = ((await helpOf(path)).subcommands ?? []).flatMap((group) => group.commands)
  const sections: Array<string> = []
  for (const { alias, name } of commands) {
    const below = [...path, name]
    const also = alias === undefined ? "" : `\n\nAlso \`orbweaver ${[...path, alias].join(" ")}\`.`
    sections.push(`${section(below.join(" "), await helpOf(below))}${also}`, ...(await sectionsBelow(below)))
  }
  return sections
}

export const commandLinePage = async (): Promise<string> => {
  const sections = await sectionsBelow([])
  return page(
    {
      title: "Command line",
      order: 5,
      group: "Tables",
      alsoKnownAs: "CLI, command line, terminal, shell, flags, npx, bin"
    },
    [
      "`npx orbweaver COMMAND`. Content goes to stdout, and everything else to stderr. `--help` of a command prints what this page has; [exit codes](errors.md#exit-codes-of-the-command) say how it ended.",
      ...sections
    ]
  )
}
