/**
 * What the definition of a scrape option has beyond that of other options: whether captured pages are shared between two
 * values of it, what the program works with, and what v1 of the API makes of it. Cache keys and the mapping of v1 are
 * derived from this.
 */
import type * as Schema from "effect/Schema"
import {
  definitionOf,
  type HasDefault,
  type Option,
  option,
  type OptionDefinition,
  type Unit,
  type UnitOf
} from "./optionDefinition.ts"

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

export interface ScrapeOptionDefinition<
  Value,
  Resolved = Value,
  V1 extends V1Form = V1Form
> extends OptionDefinition<Value> {
  /** Turns the value, or the default, into what the program works with. Unchanged when absent. */
  readonly resolve?: (value: Value) => Resolved
  /** Sharing by the page cache, which keeps the bytes of the response. Sees the resolved value. */
  readonly cache: Sharing<Resolved>
  /** Sharing of one capture by requests at the same moment, which share the page as it was read as well. */
  readonly singleFlight: Sharing<Resolved>
  readonly v1: V1
  /** Present where the option means something for a file that is parsed. */
  readonly files?: true
}

/** A field of the scrape options with its definition. */
export interface ScrapeOption<
  S extends Schema.Top,
  Resolved,
  HasDefault extends boolean,
  OfUnit extends Unit | undefined,
  V1 extends V1Form
> extends Option<S, HasDefault, OfUnit> {
  readonly "~resolved": Resolved
  readonly "~v1": V1
}

/** `Traits` is what the types need to know of the definition besides the resolved value: its default and its unit. */
export const scrapeOption = <
  S extends Schema.Top,
  V1 extends V1Form,
  const Traits extends Pick<OptionDefinition<S["Type"]>, "default" | "unit">,
  Resolved = S["Type"]
>(
  schema: S,
  definition: ScrapeOptionDefinition<S["Type"], Resolved, V1> & Traits
): ScrapeOption<S, Resolved, HasDefault<Traits>, UnitOf<Traits>, V1> =>
  option(schema, definition) as {} as ScrapeOption<S, Resolved, HasDefault<Traits>, UnitOf<Traits>, V1>

/** The definition of a scrape option; `undefined` when the field has none. */
export const scrapeDefinitionOf = (field: Schema.Top): ScrapeOptionDefinition<any, any> | undefined => {
  const definition = definitionOf(field)
  return definition !== undefined && "cache" in definition
    ? (definition as ScrapeOptionDefinition<any, any>)
    : undefined
}

export type ScrapeOptionFields = Readonly<Record<string, ScrapeOption<any, any, boolean, Unit | undefined, V1Form>>>

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

/** Names of the options that v1 has in this form. */
export type NamesInV1<Fields extends ScrapeOptionFields, V1 extends V1Form> = {
  [Name in keyof Fields]: Fields[Name]["~v1"] extends V1 ? Name : never
}[keyof Fields]
