/**
 * Flags of scrape options, derived from the definition of each option: a new
 * option is a flag of `scrape`, `crawl` and `batch` without a change here.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SchemaAST from "effect/SchemaAST"
import * as Flag from "effect/cli/Flag"
import { definition, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { isDurationOption } from "../options/durations.ts"
import { duration, list, readJson } from "./flags.ts"

type OptionName = keyof ScrapeOptions

const fields = ScrapeOptions.fields
const names = Object.keys(fields) as ReadonlyArray<OptionName>

/** Options that the command line has in another form. */
const otherForms: ReadonlySet<OptionName> = new Set<OptionName>([
  // --format and the flags of single formats
  "formats",
  // --header and --cookie
  "headers",
  // --country and --languages
  "location",
  // --max-tokens and --cursor
  "budget",
  // --proxy is the address of a proxy
  "proxy",
  // A command has a cache of its own: `scrape --max-age`.
  "maxAge",
  "minAge",
  "storeInCache",
  "lockdown"
])

/** Options that change what is kept of a page; files have them too. */
export const contentOptions = ["onlyMainContent", "includeTags", "excludeTags", "includeParts"] as const

/** Options of the commands that visit pages, those of the content included. */
export const visitOptions = names.filter((name) => !otherForms.has(name))

/** `skipTlsVerification` as `skip-tls-verification`. */
const flagNameOf = (name: OptionName): string =>
  name === "onlyMainContent" ? "main-content" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Form =
  | { readonly as: "boolean" | "duration" | "integer" | "list" | "json" }
  | { readonly as: "choice"; readonly choices: ReadonlyArray<string> }

/** Whether a value is one of several words. */
const isChoice = (ast: SchemaAST.AST | undefined): boolean =>
  ast?._tag === "Union" && ast.types.every((type) => type._tag === "Literal" && typeof type.literal === "string")

/** How a flag holds values of the option: objects and lists of them are JSON. */
const formOf = (name: OptionName): Form => {
  const shape: SchemaAST.AST = fields[name].schema.ast
  if (isDurationOption(name)) return { as: "duration" }
  if (shape._tag === "Boolean") return { as: "boolean" }
  if (shape._tag === "Number") return { as: "integer" }
  if (shape._tag === "Arrays" && (shape.rest[0]?._tag === "String" || isChoice(shape.rest[0]))) return { as: "list" }
  const choices =
    shape._tag !== "Union" ? [] : shape.types.map((type) => (type._tag === "Literal" ? type.literal : null))
  return choices.length > 0 && choices.every((choice) => typeof choice === "string")
    ? { as: "choice", choices }
    : { as: "json" }
}

/** The option's text with its default. */
export const describe = (name: OptionName): string => {
  const { default: omitted, text } = definition(name)
  if (formOf(name).as === "duration") return withoutUnit(text, omitted)
  if (omitted === true) return `${text}; --no-${flagNameOf(name)} turns it off`
  if (formOf(name).as === "list") return `${text}, separated by commas`
  return typeof omitted === "number" || typeof omitted === "string" ? `${text} (default ${omitted})` : text
}

/** The API counts milliseconds, a flag says its unit. */
const withoutUnit = (text: string, omitted: unknown): string => {
  const plain = text.replace(", in milliseconds", "")
  return typeof omitted === "number" ? `${plain} (default ${omitted === 0 ? 0 : `${omitted / 1000}s`})` : plain
}

/** The flag of an option: `None` where it is not given. */
const optionFlag = (name: OptionName): Flag.Flag<Option.Option<unknown>> => {
  const flag = flagNameOf(name)
  const form = formOf(name)
  const described = <A>(of: Flag.Flag<A>): Flag.Flag<A> => Flag.withDescription(of, describe(name))
  switch (form.as) {
    case "boolean": {
      const isOn = Flag.Boolean(flag).pipe(described, Flag.optional)
      return definition(name).default === true ? isOn : Flag.withoutNegation(isOn)
    }
    case "duration":
      return duration(flag).pipe(Flag.map(Duration.toMillis), described, Flag.optional)
    case "integer":
      return Flag.Int(flag).pipe(described, Flag.optional)
    case "choice":
      return Flag.Literals(flag, form.choices).pipe(described, Flag.optional)
    case "list":
      return list(flag).pipe(
        described,
        Flag.map((values) => (values.length === 0 ? Option.none() : Option.some(values)))
      )
    case "json":
      return Flag.String(flag).pipe(described, Flag.optional)
  }
}

export const optionFlags = (
  of: ReadonlyArray<OptionName>
): Readonly<Record<string, Flag.Flag<Option.Option<unknown>>>> =>
  Object.fromEntries(of.map((name) => [name, optionFlag(name)]))

export type OptionInput = Readonly<Record<string, Option.Option<unknown>>>

/** The options that were given, for their schema to check. */
export const optionsOf = Effect.fnUntraced(function* (input: OptionInput) {
  const options: Record<string, unknown> = {}
  for (const name of names) {
    const value = input[name]
    if (value === undefined || Option.isNone(value)) continue
    options[name] =
      typeof value.value === "string" && formOf(name).as === "json"
        ? yield* readJson(flagNameOf(name), value.value)
        : value.value
  }
  return options
})
