/** What is wrong with the words of a command, in a sentence without line breaks. */
import type { CliError } from "effect/cli/CliError"
import { plainText } from "./plainText.ts"

export const usageText = (error: CliError): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      // Letters are all alike: nothing is meant by those that there are.
      return `Unrecognized flag: ${error.option}${error.option.startsWith("--") ? meant(error.suggestions) : ""}`
    case "UnknownSubcommand":
      return `Unknown subcommand "${error.subcommand}"${meant(error.suggestions)}`
    case "InvalidValue":
      return error.value === "" && error.kind === "flag"
        ? `The flag --${error.option} needs a value`
        : oneLine(error.message)
    default:
      return oneLine(error.message)
  }
}

const meant = (suggestions: ReadonlyArray<string>): string => {
  const known = suggestions.filter((name) => !/^-[^-]/.test(name))
  return known.length === 0 ? "" : `; did you mean ${known.join(" or ")}?`
}

const oneLine = (text: string): string =>
  plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .replace("a string representing a finite number", "a number")
    .trim()
