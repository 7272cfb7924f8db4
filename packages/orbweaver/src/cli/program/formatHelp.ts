/** The help of a command as people read it: examples first, and no line longer than a terminal of 80 columns. */
import type { ArgDoc, ExampleDoc, FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"
import { styleText } from "node:util"

const columns = 80
/** Where texts begin beside names. */
const textColumn = 30

type Look = "bold" | "cyan" | "dim" | "green"
type Paint = (look: Look, text: string) => string

interface Row {
  readonly name: string
  /** What stands behind the name, such as the type of a value. */
  readonly type: string
  readonly text: string
}

/** Words in lines of a width; a longer word has a line of its own. */
const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return line === "" ? lines : [...lines, line]
}

const table = (rows: ReadonlyArray<Row>, paint: Paint, look: Look): ReadonlyArray<string> =>
  rows.flatMap(({ name, text, type }) => {
    const lines = wrapped(text, columns - textColumn)
    const width = name.length + (type === "" ? 0 : 1 + type.length)
    const left = `  ${paint(look, name)}${type === "" ? "" : ` ${paint("dim", type)}`}`
    const indent = " ".repeat(textColumn)
    // A name that reaches into the texts has a line of its own.
    if (width + 4 > textColumn) return [left, ...lines.map((line) => indent + line)]
    return lines.length === 0
      ? [left]
      : lines.map((line, at) => (at === 0 ? left + " ".repeat(textColumn - 2 - width) + line : indent + line))
  })

const flagRow = ({ aliases, description, name, type }: FlagDoc): Row => ({
  name: [`--${name}`, ...aliases].join(", "),
  type: type === "boolean" ? "" : type,
  text: Option.getOrElse(description, () => "")
})

const argumentRow = ({ description, name, required, type, variadic }: ArgDoc): Row => ({
  name: variadic ? `${name}...` : name,
  type,
  text: `${Option.getOrElse(description, () => "")}${required ? "" : " (optional)"}`
})

/** A command over several lines where it is longer than one: broken before flags, never within quotes. */
const commandLines = (command: string): ReadonlyArray<string> => {
  const width = columns - 2
  if (command.length <= width) return [command]
  const lines: Array<string> = []
  let line = ""
  for (const part of command.match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? []) {
    if (part.startsWith("-") && line !== "") {
      lines.push(`${line} \\`)
      line = `  ${part}`
    } else line = line === "" ? part : `${line} ${part}`
  }
  return [...lines, line]
}

const examplesOf = (examples: ReadonlyArray<ExampleDoc>, paint: Paint): ReadonlyArray<string> =>
  examples.flatMap(({ command, description = "" }) => [
    ...wrapped(description, columns - 4).map((line) => `  ${paint("dim", `# ${line}`)}`),
    ...commandLines(command).map((line) => `  ${paint("cyan", line)}`)
  ])

export const formatHelp = (help: HelpDoc, hasColors: boolean): string => {
  const { args = [], description, examples = [], flags, globalFlags = [], subcommands = [], usage } = help
  const paint: Paint = (look, text) => (hasColors ? styleText(look, text, { validateStream: false }) : text)
  const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
    lines.length === 0 ? [] : ["", paint("bold", title), ...lines]
  return [
    ...wrapped(description, columns),
    ...section("EXAMPLES", examplesOf(examples, paint)),
    ...section("USAGE", [`  ${paint("cyan", usage)}`]),
    ...section("ARGUMENTS", table(args.map(argumentRow), paint, "green")),
    ...subcommands.flatMap(({ commands, group }) =>
      section(
        group ?? "COMMANDS",
        table(
          commands.map(({ alias, description: text, name, shortDescription = text }) => ({
            name: alias === undefined ? name : `${name}, ${alias}`,
            type: "",
            text: shortDescription
          })),
          paint,
          "cyan"
        )
      )
    ),
    ...section("FLAGS", table(flags.map(flagRow), paint, "green")),
    ...section("GLOBAL FLAGS", table(globalFlags.map(flagRow), paint, "green"))
  ].join("\n")
}
