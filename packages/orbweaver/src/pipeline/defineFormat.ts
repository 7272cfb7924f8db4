/** A format of the application, as a plain function. */
import { Document as DocumentFields } from "@orbweaver/core/model/Document"
import { FormatError } from "@orbweaver/core/model/FormatError"
import type { Format } from "@orbweaver/core/scrape/Format"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import * as Effect from "effect/Effect"
import type { Document } from "../options/documents.ts"
import { builtInNames } from "../options/formats.ts"
import { asDocument } from "../options/prepare.ts"
import { define, type Defined } from "./definition.ts"
import { type Awaitable, call, type PageView, viewOf } from "./PageView.ts"

export interface FormatRun {
  readonly page: PageView
  /** Fields of the document so far: at least those of the formats in `uses`. */
  readonly fields: Partial<Omit<Document, "metadata">> & {
    readonly metadata?: Partial<Document["metadata"]> | undefined
  }
  /** What stands beside `type` where the format was asked for as an object. */
  readonly options: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

export interface FormatDefinition<Name extends string, Value> {
  /** What `formats` asks for, and the field of the document that it fills. */
  readonly name: Name
  /** Formats whose fields it reads, such as `markdown`; each is made once. Default: none. */
  readonly uses?: ReadonlyArray<string> | undefined
  /** Whether it makes the same of the same page each time, so that it may be kept with a cached page. Default: `false`. */
  readonly repeatable?: boolean | undefined
  /** Whether it needs a browser to have rendered the page. Default: `false`. */
  readonly needsBrowser?: boolean | undefined
  /** Gives the field as JSON; `undefined` leaves it out. What it throws is named in `warning` and `metadata.formatErrors`. */
  readonly run: (input: FormatRun) => Awaitable<Value>
}

/** A format of the application. */
export interface DefinedFormat<Name extends string = string, Value = unknown>
  extends FormatDefinition<Name, Value>, Defined<"format"> {}

/**
 * Defines a format. Throws `InvalidInput` where a member is missing or not known, and for the name of a built-in format.
 * For `createOrbweaver({ formats: [wordCount] })`:
 *
 * ```ts
 * const wordCount = defineFormat({
 *   name: "wordCount",
 *   uses: ["markdown"],
 *   run: ({ fields }) => fields.markdown?.split(/\s+/).length ?? 0
 * })
 * ```
 */
export const defineFormat = <const Name extends string, Value>(
  definition: FormatDefinition<Name, Value>
): DefinedFormat<Name, Value> => {
  const defined = define("format", schemas, definition, ["name", "run"])
  const { name } = definition
  if (reserved.has(name)) throw invalid("format", ["name"], `Expected a name of its own: ${name} is one of ours`)
  return defined
}

/** The format as the engine runs it. */
export const toFormat = ({
  name,
  needsBrowser = false,
  repeatable = false,
  run,
  uses = []
}: DefinedFormat): Format => ({
  name,
  needs: needsBrowser ? ["browser"] : [],
  uses,
  fresh: !repeatable,
  run: ({ fields, page, spec }) =>
    Effect.map(
      call(
        (signal) => {
          const { type: _, ...options } = spec
          return run({ page: viewOf(page), fields: asDocument(fields), options, signal })
        },
        (detail, cause) => new FormatError({ format: name, detail, cause })
      ),
      (value) => (value === undefined ? {} : { [name]: value })
    )
})

const schemas: Given.OptionSchemas<FormatDefinition<string, unknown>> = {
  name: Given.text,
  uses: Given.texts,
  repeatable: Given.boolean,
  needsBrowser: Given.boolean,
  run: Given.callback
}

/** What a document has already. */
const reserved: ReadonlySet<string> = new Set([...builtInNames, ...Object.keys(DocumentFields.fields)])

/** The fields that formats of the application add to a document. */
export type FieldsOfFormats<F extends ReadonlyArray<Format | DefinedFormat>> = {
  readonly [
    D in F[number] as D extends DefinedFormat<infer Name> ? (string extends Name ? never : Name) : never
  ]: D extends DefinedFormat<string, infer Value> ? Exclude<Value, undefined> : never
}

/** All formats of the application that an instance knows. Editors show their names and fields, and not how they came about. */
export type FormatsOfInstance<F extends ReadonlyArray<Format | DefinedFormat>> = F extends readonly []
  ? {}
  : { readonly [Name in keyof FieldsOfFormats<F>]: FieldsOfFormats<F>[Name] }
