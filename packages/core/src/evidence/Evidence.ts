/**
 * What a page says in a form that can be matched to a schema: values under
 * names, each with the place it stands at.
 *
 * Adapters read it from the tree of a page (`facts` of `@orbweaver/html`);
 * `match` looks the properties of a schema up in it.
 */
import type { Selected } from "./SelectorPlan.ts"

/** The kind of source, from machine-readable data down to plain text. */
export type Source =
  | "json-ld"
  | "microdata"
  | "rdfa"
  /** What a shop system puts beside the page for its own scripts. */
  | "page-data"
  | "meta"
  | "table"
  | "definition-list"
  | "label"
  | "class"
  | "element"
  | "heading"
  | "list"
  | "title"
  | "selector"
  /** An answer that is JSON itself; the place is a JSON pointer. */
  | "json"

/** Where a value stands; a type, because only types are known to be JSON. */
export type Place = {
  readonly source: Source
  readonly where: string
}

export interface Fact {
  /** As the page writes it: `priceCurrency`, `Lieferzeit`, `og:title`. */
  readonly label: string
  readonly value: string | number | boolean | Entity
  readonly source: Source
  /** Short path in the manner of CSS: `table#spec tr:nth-of-type(2)`. */
  readonly where: string
}

/** A thing with properties: an item of structured data, a row of a table, a card of a list. */
export interface Entity {
  /** Last words of its types: `Product`. */
  readonly types: ReadonlyArray<string>
  readonly facts: ReadonlyArray<Fact>
  readonly source: Source
  readonly where: string
}

/** What stands below one heading or caption. */
export interface Group {
  /** The heading; `""` when there is none. */
  readonly label: string
  /** Things of one kind: rows of a table, cards. */
  readonly rows: ReadonlyArray<Entity>
  /** Items of a list. */
  readonly items: ReadonlyArray<{ readonly text: string; readonly where: string }>
  /** Values under names. */
  readonly facts: ReadonlyArray<Fact>
  readonly source: Source
  readonly where: string
}

export interface Evidence {
  /** What relative addresses of the page are relative to. */
  readonly base?: string | undefined
  /** Of the page, as it says it: `de-CH`. */
  readonly language?: string | undefined
  readonly entities: ReadonlyArray<Entity>
  /** Facts about the page as a whole. */
  readonly facts: ReadonlyArray<Fact>
  readonly groups: ReadonlyArray<Group>
  /** The answer itself, where it is JSON in place of a page. */
  readonly data?: unknown
  /** What could not be read, in sentences for people. */
  readonly warnings?: ReadonlyArray<string> | undefined
  /** What stands at the places that schemas name, under the name of the format whose schema it is. */
  readonly selected?: Readonly<Record<string, Selected>> | undefined
}

/** The value as a text; `""` for a thing. */
export const textOfFact = ({ value }: Fact): string => (typeof value === "object" ? "" : String(value))

export const noEvidence: Evidence = { entities: [], facts: [], groups: [] }
