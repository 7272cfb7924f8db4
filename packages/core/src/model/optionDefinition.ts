/**
 * What is written down once of each scrape option, as an annotation on its
 * schema: its default, whether captured pages are shared between two values of
 * it, its text for people, and what v1 of the API makes of it. Cache keys,
 * command-line flags and the mapping of v1 are derived from this.
 */
import * as Schema from "effect/Schema"

/**
 * Whether two requests that differ in an option may share a captured page:
 *
 * - `ignored`: yes, the page is the same whatever the option says;
 * - `variant`: only requests with equal values share;
 * - `neverShared`: only requests that leave the option at its default share.
 *
 * A rule decides by the value: `neverShared` decides which values are not shared at all, `variant` which part of the
 * others must be equal (none when absent).
 */
export type Sharing<Value> =
  | "ignored"
  | "variant"
  | "neverShared"
  | {
      readonly neverShared?: (value: Value) => boolean
      readonly variant?: (value: Value) => unknown
    }

/** `same`: v1 has the option under the same name; `converted`: in its own form (`v1/wire.ts` of http); `none`: not at all. */
export type V1Form = "same" | "converted" | "none"

export interface OptionDefinition<Value, Resolved = Value, V1 extends V1Form = V1Form> {
  /** What an omitted option means; absent for an option without a default. */
  readonly default?: Value
  /** Turns the value, or the default, into what the program works with. Unchanged when absent. */
  readonly resolve?: (value: Value) => Resolved
  /** Sharing by the page cache, which keeps the bytes of the response. Sees the resolved value. */
  readonly cache: Sharing<Resolved>
  /** Sharing of one capture by requests at the same moment, which share the page as it was read as well. */
  readonly singleFlight: Sharing<Resolved>
  /** One sentence for the command line and the reference, without a full stop and without the default. */
  readonly text: string
  readonly v1: V1
}

/** A field of the scrape options with its definition. */
export interface ScrapeOption<
  S extends Schema.Top,
  Resolved,
  HasDefault extends boolean,
  V1 extends V1Form
> extends Schema.optionalKey<S> {
  readonly "~resolved": Resolved
  readonly "~hasDefault": HasDefault
  readonly "~v1": V1
}

const annotation = "orbweaver/scrapeOption"

/** An option with a default. */
export const option = <S extends Schema.Top, V1 extends V1Form, Resolved = S["Type"]>(
  schema: S,
  definition: OptionDefinition<S["Type"], Resolved, V1> & { readonly default: S["Type"] }
): ScrapeOption<S, Resolved, true, V1> => annotated(schema, definition) as ScrapeOption<S, Resolved, true, V1>

/** An option that may be absent once the defaults are filled in. */
export const optionWithoutDefault = <S extends Schema.Top, V1 extends V1Form, Resolved = S["Type"]>(
  schema: S,
  definition: Omit<OptionDefinition<S["Type"], Resolved, V1>, "default">
): ScrapeOption<S, Resolved, false, V1> => annotated(schema, definition) as ScrapeOption<S, Resolved, false, V1>

const annotated = (schema: Schema.Top, definition: { readonly text: string }) =>
  Schema.optionalKey(schema.annotate({ description: definition.text, [annotation]: definition }))

/** The definition of a field; `undefined` when it has none. */
export const definitionOf = (field: Schema.Top): OptionDefinition<any, any> | undefined =>
  Schema.resolveAnnotations(field)?.[annotation] as OptionDefinition<any, any> | undefined

export type ScrapeOptionFields = Readonly<Record<string, ScrapeOption<any, any, boolean, V1Form>>>

type WithDefault<Fields extends ScrapeOptionFields> = {
  [Name in keyof Fields]: Fields[Name]["~hasDefault"] extends true ? Name : never
}[keyof Fields]

/** The options with every default filled in. */
export type ResolvedOptions<Fields extends ScrapeOptionFields> = {
  readonly [Name in keyof Fields as Name extends WithDefault<Fields> ? Name : never]: Fields[Name]["~resolved"]
} & {
  readonly [Name in keyof Fields as Name extends WithDefault<Fields> ? never : Name]?:
    | Fields[Name]["~resolved"]
    | undefined
}

/** The defaults by name. */
export type DefaultsOf<Fields extends ScrapeOptionFields> = {
  readonly [Name in WithDefault<Fields>]: NonNullable<Fields[Name]["Type"]>
}

/** Names of the options that v1 has in this form. */
export type NamesInV1<Fields extends ScrapeOptionFields, V1 extends V1Form> = {
  [Name in keyof Fields]: Fields[Name]["~v1"] extends V1 ? Name : never
}[keyof Fields]
