/** Formats as the promise methods take them: those of ours from their definitions, and those of the application. */
import {
  type BuiltInName,
  builtInNames as builtIn,
  type FormatOptions,
  internalFormatNames
} from "@orbweaver/core/model/formats/builtInFormats"
import type { SchemaInput } from "./schemas.ts"

/** Names that formats of ours have, and those that other work asks for. */
export const builtInNames: ReadonlyArray<string> = [...builtIn, ...internalFormatNames]

/** The data of a page by a schema, a prompt or both. */
export interface JsonFormat<S extends SchemaInput = SchemaInput> extends Omit<FormatOfName<"json">, "schema"> {
  /** zod 4, Effect Schema, anything with Standard JSON Schema, or a JSON Schema. The value is checked against it. */
  readonly schema?: S | undefined
}

/** Options of a format as callers write them: `undefined` counts as absent, and a `schema` may be that of a library. */
type OptionsInput<Options> = {
  readonly [Name in keyof Options]: Name extends "schema"
    ? SchemaInput | undefined
    : {} extends Pick<Options, Name>
      ? Options[Name] | undefined
      : Options[Name]
}

/** A format with its options, as an object. */
type FormatOfName<Name extends BuiltInName> = { readonly type: Name } & OptionsInput<FormatOptions<Name>>

/** Formats of ours as objects, by name. */
type FormatsByName = {
  readonly [Name in BuiltInName]: Name extends "json" ? JsonFormat : FormatOfName<Name>
}

/** Formats of ours that need no options. */
type NameAlone = { [Name in BuiltInName]: {} extends FormatOptions<Name> ? Name : never }[BuiltInName]

export type FormatName<C = {}> = NameAlone | (keyof C & string)

/** A format of the application, with options of its own. */
export interface CustomFormat<Name extends string> {
  readonly type: Name
  readonly [option: string]: unknown
}

/** A format by name, or with its options. Of an object the compiler knows the options by `type`. */
export type FormatInput<C = {}> =
  | FormatName<C>
  | FormatsByName[BuiltInName]
  | ([keyof C & string] extends [never] ? never : CustomFormat<keyof C & string>)

/**
 * The formats of a call, whose names and schemas are inferred as `F`. An inferred type has every option that was written,
 * so that a misspelt one would pass: what is given is checked against the options of its name instead.
 */
export type CheckedFormats<F, C = {}> = { readonly [Index in keyof F]: CheckedFormat<F[Index], C> }

type CheckedFormat<Format, C> = Format extends { readonly type: infer Name extends BuiltInName }
  ? FormatsByName[Name]
  : Format extends string
    ? FormatName<C>
    : // Formats of the application; and from here `F` is inferred.
      Format
