/** Documents as the promise methods give them: the fields follow from the formats that were asked for. */
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import type * as Schema from "effect/Schema"
import type { CustomFormats, FormatInput, JsonFormat } from "./formats.ts"
import type { SchemaOutput, StandardSchema } from "./schemas.ts"

/** A page in any formats: every field may be absent. */
export interface Document
  extends Omit<PlainDocument, "json" | "changeTracking" | "branding" | "product" | "menu">, Partial<CustomFormats> {
  /** The data of the schema or prompt; absent where the page has none of it, and `warning` then says so. */
  readonly json?: unknown
  /** How the page differs from the last scrape with the same options; absent where it was not shown. */
  readonly changeTracking?: ChangeTracking | undefined
  /** Colours, fonts and components of the page; absent for files, which are not rendered. */
  readonly branding?: Branding | undefined
  /** The product that the page sells; absent where it sells none, and `warning` then says so. */
  readonly product?: Product | undefined
  /** The menu of a restaurant; `isMenu` is `false` where the page shows none. */
  readonly menu?: Menu | undefined
}

/** What changed since the page was last scraped; absent where the page was not shown. */
export interface ChangeTracking {
  /** ISO 8601; `null` when the page was never scraped before. */
  readonly previousScrapeAt: string | null
  readonly changeStatus: "new" | "same" | "changed" | "removed"
  /** `hidden` where no page of the last crawl of the site leads to it. */
  readonly visibility: "visible" | "hidden"
  /** The lines that changed; with the mode `git-diff`. */
  readonly diff?: { readonly text: string; readonly json: unknown } | undefined
  /** The fields that changed; with the mode `json`. */
  readonly json?: Readonly<Record<string, unknown>> | undefined
}

/** What a page looks like. Colours are `#RRGGBB`, sizes CSS lengths. */
export interface Branding {
  readonly colorScheme?: "light" | "dark" | undefined
  /** Address or `data:` URI. */
  readonly logo?: string | undefined
  readonly colors?: Readonly<
    Partial<
      Record<
        | "primary"
        | "secondary"
        | "accent"
        | "background"
        | "textPrimary"
        | "textSecondary"
        | "link"
        | "success"
        | "warning"
        | "error",
        string
      >
    >
  >
  readonly fonts?: ReadonlyArray<{ readonly family: string }> | undefined
  readonly typography?:
    | {
        readonly fontFamilies?: Readonly<Partial<Record<"primary" | "heading" | "code", string>>> | undefined
        readonly fontSizes?: Readonly<Partial<Record<"h1" | "h2" | "h3" | "body", string>>> | undefined
        readonly fontWeights?: Readonly<Partial<Record<"light" | "regular" | "medium" | "bold", number>>> | undefined
        readonly lineHeights?: Readonly<Partial<Record<"heading" | "body", string>>> | undefined
      }
    | undefined
  readonly spacing?: { readonly baseUnit: number; readonly borderRadius: string } | undefined
  readonly components?: Readonly<Partial<Record<"buttonPrimary" | "buttonSecondary" | "input", BrandingComponent>>>
  readonly images?: Readonly<Partial<Record<"logo" | "favicon" | "ogImage", string>>> | undefined
}

export interface BrandingComponent {
  readonly background?: string | undefined
  readonly textColor?: string | undefined
  readonly borderColor?: string | undefined
  readonly borderRadius?: string | undefined
}

export interface Money {
  readonly amount: number
  /** ISO 4217. */
  readonly currency?: string | undefined
  /** As the page shows it. */
  readonly formatted?: string | undefined
}

/** The product that a page sells; absent, with a warning, where it sells none. */
export interface Product {
  readonly title: string
  readonly url: string
  readonly brand?: string | undefined
  readonly category?: string | undefined
  readonly description?: string | undefined
  readonly variants: ReadonlyArray<ProductVariant>
}

export interface ProductVariant {
  readonly sku?: string | undefined
  readonly title?: string | undefined
  readonly values?: Readonly<Partial<Record<"color" | "size" | "material", string>>> | undefined
  readonly price?: Money | undefined
  readonly sale?: { readonly originalPrice: Money } | undefined
  /** Absent where the page does not say. */
  readonly availability?: { readonly inStock: boolean; readonly text?: string | undefined } | undefined
  readonly images?: ReadonlyArray<{ readonly url: string }> | undefined
}

/** The menu of a restaurant. */
export interface Menu {
  /** Whether the page shows one; everything else is empty otherwise. */
  readonly isMenu: boolean
  /** 1 from structured data, 0.7 as read off the page. */
  readonly confidence?: number | undefined
  readonly merchant?: { readonly name: string; readonly type?: string | undefined } | undefined
  /** ISO 4217; where all prices are in one. */
  readonly currency?: string | undefined
  readonly sections: ReadonlyArray<MenuSection>
  readonly sourceUrl?: string | undefined
}

export interface MenuSection {
  readonly name: string
  readonly description?: string | undefined
  readonly items: ReadonlyArray<MenuItem>
}

export interface MenuItem {
  readonly name: string
  readonly description?: string | undefined
  readonly price?: Money | undefined
  readonly calories?: number | undefined
  readonly dietary?: ReadonlyArray<string> | undefined
  readonly images?: ReadonlyArray<{ readonly url: string }> | undefined
  readonly url?: string | undefined
}

/** Fields that a document has whatever was asked for. */
type Common = Pick<Document, "metadata" | "warning" | "actions" | "pages" | "blocks">

/** Mapped over the keys of an object type, so that the texts of its fields stay. */
type Present<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }
type PresentField<K extends keyof Document> = Present<Pick<Document, K>>

/** What each format fills. What a page may lack stays optional, and `warning` then says why. */
type FieldsOf<F, C> = F extends { readonly type: "json" }
  ? {
      /** The data of the schema or prompt. What a JSON Schema or a prompt asks for may be absent, and `warning` says so. */
      readonly json: F extends JsonFormat<infer S> ? FoundData<S> : unknown
    }
  : NameOf<F> extends
        | "markdown"
        | "html"
        | "rawHtml"
        | "links"
        | "images"
        | "menu"
        | "chunks"
        | "attributes"
        | "mainContentReport"
        | "summary"
        | "highlights"
    ? PresentField<NameOf<F> & keyof Document>
    : NameOf<F> extends "question" | "query"
      ? PresentField<"answer">
      : NameOf<F> extends keyof C
        ? { readonly [K in keyof C as K extends NameOf<F> ? K : never]: C[K] }
        : Pick<Document, NameOf<F> & keyof Document>

type NameOf<F> = F extends { readonly type: infer T } ? T : F

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never

/** A schema of a library has refused the data of a page that lacks them; a JSON Schema refuses none. */
type FoundData<S> = S extends StandardSchema | Schema.Top ? SchemaOutput<S> : SchemaOutput<S> | undefined

/** A page in any formats, those of the application `C` among them. */
export type DocumentWith<C = CustomFormats> = [keyof C] extends [keyof CustomFormats] ? Document : Document & Partial<C>

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
  C = CustomFormats
> = { readonly [K in keyof FieldsOfAll<F, Budget, C>]: FieldsOfAll<F, Budget, C>[K] }

type JsonOptional<T> = T extends { readonly json: unknown } ? Omit<T, "json"> & Partial<Pick<T, "json">> : T

/** The document of a job or search: data that does not fit its schema is left out there, and `warning` says why. */
export type JobDocumentOf<F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"], C = CustomFormats> = {
  readonly [K in keyof JsonOptional<FieldsOfAll<F, undefined, C>>]: JsonOptional<FieldsOfAll<F, undefined, C>>[K]
}
