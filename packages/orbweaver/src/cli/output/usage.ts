/** What is wrong with the words of a command, in a sentence without line breaks. */
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { flagOf, hyphenated } from "@orbweaver/core/internal/model/optionFlag"
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import type { CliError } from "effect/cli/CliError"
import { plainText } from "./plainText.ts"

export const usageText = (error: CliError): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      // Letters are all alike: nothing is meant by those that there are.
      return `Unrecognized flag: ${error.option}${error.option.startsWith("--") ? meant(renamed(error.option) ?? error.suggestions) : ""}`
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

/** The flag of an option that has another name than the option. */
const renamed = (given: string): ReadonlyArray<string> | undefined => {
  for (const { fields } of [ScrapeOptions, CrawlOptions, MapOptions, SearchOptions]) {
    for (const [option, field] of Object.entries(fields)) {
      const flag = flagOf(option, field)
      if (flag !== undefined && given === `--${hyphenated(option)}` && flag.name !== hyphenated(option)) {
        return [`--${flag.name}`]
      }
    }
  }
  return undefined
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
