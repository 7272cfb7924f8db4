/** Documents as the promise methods give them: the fields follow from the formats that were asked for. */
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import type * as Schema from "effect/Schema"
import type { BuiltInName, FieldOf, NameForEveryPage } from "@orbweaver/core/model/formats/builtInFormats"
import type { FormatInput, JsonFormat } from "./formats.ts"
import type { SchemaOutput, StandardSchema } from "./schemas.ts"

/** A page in any formats: every field may be absent. */
export interface Document extends Omit<PlainDocument, "json"> {
  /** The data of the schema or prompt; absent where the page has none of it, and `warning` then says so. */
  readonly json?: unknown
}

/** Fields that a document has whatever was asked for. */
type Common = Pick<Document, "metadata" | "warning" | "actions" | "pages" | "blocks" | "timings">

/** Mapped over the keys of an object type, so that the texts of its fields stay. */
type Present<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }
type PresentField<K extends keyof Document> = Present<Pick<Document, K>>

/** What each format fills. What a page may lack stays optional, and `warning` then says why. */
type FieldsOf<F, C> = F extends { readonly type: "json" }
  ? {
      /** The data of the schema or prompt. What a JSON Schema or a prompt asks for may be absent, and `warning` says so. */
      readonly json: F extends JsonFormat<infer S> ? FoundData<S> : unknown
    }
  : NameOf<F> extends NameForEveryPage
    ? PresentField<FieldOf<NameOf<F>>>
    : NameOf<F> extends BuiltInName
      ? Pick<Document, FieldOf<NameOf<F>>>
      : { readonly [K in keyof C as K extends NameOf<F> ? K : never]: C[K] }

type NameOf<F> = F extends { readonly type: infer T } ? T : F

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never

/** A schema of a library has refused the data of a page that lacks them; a JSON Schema refuses none. */
type FoundData<S> = S extends StandardSchema | Schema.Top ? SchemaOutput<S> : SchemaOutput<S> | undefined

/** A page in any formats, those of the application `C` among them. */
export type DocumentWith<C = {}> = [keyof C] extends [never] ? Document : Document & Partial<C>

type FieldsOfAll<F extends ReadonlyArray<unknown>, Budget, C> =
  FormatInput<C> extends F[number]
    ? DocumentWith<C>
    : Common &
        (Budget extends undefined
          ? Intersection<FieldsOf<F[number], C>>
          : Partial<Intersection<FieldsOf<F[number], C>>>)

/**
 * The document for formats that are known when it is compiled; `Document` for others. A budget may leave any field out.
 * `C` are the formats of the application, with their fields.
 */
export type DocumentOf<
  F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"],
  Budget extends ScrapeOptions["budget"] | undefined = undefined,
  C = {}
> = { readonly [K in keyof FieldsOfAll<F, Budget, C>]: FieldsOfAll<F, Budget, C>[K] }

type JsonOptional<T> = T extends { readonly json: unknown } ? Omit<T, "json"> & Partial<Pick<T, "json">> : T

/** The document of a job or search: data that does not fit its schema is left out there, and `warning` says why. */
export type JobDocumentOf<F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"], C = {}> = {
  readonly [K in keyof JsonOptional<FieldsOfAll<F, undefined, C>>]: JsonOptional<FieldsOfAll<F, undefined, C>>[K]
}
