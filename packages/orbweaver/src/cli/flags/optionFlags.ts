/**
 * Flags of options, derived from the definition of each option: a new option is a flag of the commands that take it without
 * a change here.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { type AnyOption, definitionOf, type OptionFields } from "@orbweaver/core/internal/model/optionDefinition"
import { flagOf, type OptionFlag } from "@orbweaver/core/internal/model/optionFlag"
import { duration, list, readJson } from "./flags.ts"

type OptionName<Fields> = keyof Fields & string

/** Names of the options that are flags, without those that a command takes in a form of its own. */
export const flagNames = <Fields extends OptionFields>(
  fields: Fields,
  except: ReadonlyArray<OptionName<Fields>> = []
): ReadonlyArray<OptionName<Fields>> =>
  Object.keys(fields).filter((name) => flagOf(name, fields[name]!) !== undefined && !except.includes(name))

/** The text of a flag, with its form and its default. */
export const describe = (flag: OptionFlag, field: AnyOption): string => {
  const { default: omitted, otherwise, text } = definitionOf(field)!
  const form = formTexts[flag.form]
  const plain = form === undefined ? text : text.replace(/(?=;)|$/, `, ${form}`)
  if (omitted === true) return `${plain}; --no-${flag.name} turns it off`
  const value = flag.unit === undefined ? omitted : durationText(omitted, flag.unit)
  if (typeof value === "number" || typeof value === "string") return `${plain} (default ${value})`
  return otherwise === undefined || otherwise === "none" ? plain : `${plain} (default ${otherwise})`
}

const formTexts: Partial<Readonly<Record<OptionFlag["form"], string>>> = {
  list: "separated by commas",
  json: "as JSON or the path of a file with it"
}

/** The API counts milliseconds or seconds, a flag says its unit. */
const durationText = (count: unknown, unit: NonNullable<OptionFlag["unit"]>): unknown =>
  typeof count !== "number" || count === 0 ? count : `${unit === "seconds" ? count : count / 1000}s`

/** `None` where it is not given. */
const optionFlag = (flag: OptionFlag, field: AnyOption): Flag.Flag<Option.Option<unknown>> => {
  const described = <A>(of: Flag.Flag<A>): Flag.Flag<A> => Flag.withDescription(of, describe(flag, field))
  switch (flag.form) {
    case "boolean": {
      const isOn = Flag.Boolean(flag.name).pipe(described, Flag.optional)
      return definitionOf(field)?.default === true ? isOn : Flag.withoutNegation(isOn)
    }
    case "duration": {
      const toNumber = flag.unit === "seconds" ? Duration.toSeconds : Duration.toMillis
      return duration(flag.name).pipe(Flag.map(toNumber), described, Flag.optional)
    }
    case "integer":
      return Flag.Int(flag.name).pipe(described, Flag.optional)
    case "choice":
      return Flag.Literals(flag.name, flag.choices ?? []).pipe(described, Flag.optional)
    case "list":
      return list(flag.name).pipe(
        described,
        Flag.map((values) => (values.length === 0 ? Option.none() : Option.some(values)))
      )
    case "text":
    case "json":
      return Flag.String(flag.name).pipe(described, Flag.optional)
  }
}

/** The flags of these options, by the names of the options. */
export const optionFlags = <Fields extends OptionFields>(
  fields: Fields,
  names: ReadonlyArray<OptionName<Fields>> = flagNames(fields)
): Readonly<Record<string, Flag.Flag<Option.Option<unknown>>>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field: AnyOption = fields[name]!
      const flag = flagOf(name, field)
      return flag === undefined ? [] : [[name, optionFlag(flag, field)]]
    })
  )

export type OptionInput = Readonly<Record<string, Option.Option<unknown>>>

/** The options that were given, for their schema to check. */
export const optionsOf = Effect.fnUntraced(function* (fields: OptionFields, input: OptionInput) {
  const options: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(input)) {
    const field = fields[name]
    const flag = field === undefined ? undefined : flagOf(name, field)
    if (flag === undefined || Option.isNone(given)) continue
    options[name] =
      flag.form === "json" && typeof given.value === "string" ? yield* readJson(flag.name, given.value) : given.value
  }
  return options
})
