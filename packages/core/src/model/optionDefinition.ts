/**
 * What is written down once of each option, as an annotation on its schema: its text, its default, its unit, and where it
 * is offered. Types, defaults, flags of the command line, inputs of the MCP tools, the OpenAPI document, the forms of the
 * console, the reference and the comments that editors show are derived from it.
 */
import * as Schema from "effect/Schema"

/** What a plain number of a duration counts. */
export type Unit = "milliseconds" | "seconds"

/** How the command line takes an option, where that does not follow from its name and schema. */
export interface FlagDefinition {
  /** Without hyphens before it. Default: the name of the option in hyphens. */
  readonly name?: string
  /** `list` takes texts with commas between them, of an option that takes objects as well. */
  readonly form?: "list"
}

export interface OptionDefinition<Value> {
  /** One sentence for people, without a full stop, the default or the unit. */
  readonly text: string
  /** What an omitted option means; absent for an option without a default. */
  readonly default?: Value
  /** What an omitted option means, in words, where there is no value for it. */
  readonly otherwise?: string
  /** Present for durations. */
  readonly unit?: Unit
  /** The largest number that has an effect, where a larger one is accepted. */
  readonly maximum?: number
  /** `false` for an option that no command takes, or takes in another form. */
  readonly flag?: FlagDefinition | false
  /** Accepted for callers that send it, and without any effect: no form offers it. */
  readonly isIgnored?: true
  /** `false` keeps an option from language models, which call the tools of the MCP server. */
  readonly tool?: false
  /** Present where a prompt in words may set the option: the largest number, or the one value, that it may ask for. */
  readonly prompt?: { readonly maximum?: number; readonly only?: Value }
}

/** A field with its definition. */
export interface Option<
  S extends Schema.Top,
  HasDefault extends boolean,
  OfUnit extends Unit | undefined
> extends Schema.optionalKey<S> {
  readonly "~hasDefault": HasDefault
  readonly "~unit": OfUnit
}

export type HasDefault<Definition> = Definition extends { readonly default: unknown } ? true : false
export type UnitOf<Definition> = Definition extends { readonly unit: infer OfUnit extends Unit } ? OfUnit : undefined

const annotation = "orbweaver/option"

/** A field for a value that may be left out. */
export const option = <S extends Schema.Top, const Definition extends OptionDefinition<S["Type"]>>(
  schema: S,
  definition: Definition
): Option<S, HasDefault<Definition>, UnitOf<Definition>> =>
  Schema.optionalKey(schema.annotate({ description: describe(definition), [annotation]: definition })) as Option<
    S,
    HasDefault<Definition>,
    UnitOf<Definition>
  >

export type AnyOption = Option<any, boolean, Unit | undefined>
export type OptionFields = Readonly<Record<string, AnyOption>>

/** The definition of a field; `undefined` when it has none. */
export const definitionOf = (field: Schema.Top): OptionDefinition<any> | undefined =>
  Schema.resolveAnnotations(field)?.[annotation] as OptionDefinition<any> | undefined

/** The option with another schema, for a wire whose values differ. */
export const withSchema = <S extends Schema.Top, D extends boolean, U extends Unit | undefined>(
  field: Option<any, D, U>,
  schema: S
): Option<S, D, U> => option(schema, definitionOf(field)!) as Option<S, D, U>

/** The option with parts of its definition replaced, where it means something else in another request. */
export const withDefinition = <
  S extends Schema.Top,
  D extends boolean,
  U extends Unit | undefined,
  const Changes extends Partial<OptionDefinition<S["Type"]>>
>(
  field: Option<S, D, U>,
  changes: Changes
): Option<S, D extends true ? true : HasDefault<Changes>, U> =>
  option(field.schema, { ...definitionOf(field)!, ...changes }) as {} as Option<
    S,
    D extends true ? true : HasDefault<Changes>,
    U
  >

/** The text with its unit. */
export const textWithUnit = ({ text, unit }: Pick<OptionDefinition<unknown>, "text" | "unit">): string =>
  unit === undefined ? text : text.replace(/(?=;)|$/, `, in ${unit}`)

/** The text for readers of a schema, such as an OpenAPI document, who see the default elsewhere. */
export const describe = (definition: OptionDefinition<unknown>): string =>
  definition.otherwise === undefined
    ? textWithUnit(definition)
    : `${textWithUnit(definition)} (default ${definition.otherwise})`

type WithDefault<Fields extends OptionFields> = {
  [Name in keyof Fields]: Fields[Name]["~hasDefault"] extends true ? Name : never
}[keyof Fields]

/** The defaults by name. */
export type DefaultsOf<Fields extends OptionFields> = {
  readonly [Name in WithDefault<Fields>]: NonNullable<Fields[Name]["Type"]>
}

/** What omitted options mean. Durations are plain numbers, as on the wire. */
export const defaultsOf = <Fields extends OptionFields>(fields: Fields): DefaultsOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value: unknown = definitionOf(field)?.default
      return value === undefined ? [] : [[name, value]]
    })
  ) as DefaultsOf<Fields>
