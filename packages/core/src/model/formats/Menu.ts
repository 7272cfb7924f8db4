/** What the format `menu` gives. */
import * as Schema from "effect/Schema"
import { Availability, Money, Pictures } from "./Money.ts"

const optional = Schema.optionalKey
const text = optional(Schema.String)

const ItemFields = Schema.Struct({
  /** Unique within the menu. */
  id: Schema.String,
  name: Schema.String,
  description: text,
  price: optional(Money),
  calories: optional(Schema.Finite),
  availability: optional(Availability),
  /** Diets that it suits, as schema.org names them: `Vegan`. */
  dietary: optional(Schema.Array(Schema.String)),
  images: optional(Pictures),
  /** Always empty here. */
  optionGroups: optional(Schema.Array(Schema.Json)),
  /** Always empty here. */
  identifiers: optional(Schema.Record(Schema.String, Schema.Json)),
  url: text,
  sourceUrl: text
})

export interface MenuItem extends Schema.Schema.Type<typeof ItemFields> {}
export const MenuItem: Schema.Codec<MenuItem> = ItemFields

const SectionFields = Schema.Struct({
  /** Unique within the menu. */
  id: Schema.String,
  name: Schema.String,
  description: text,
  items: Schema.Array(MenuItem)
})

export interface MenuSection extends Schema.Schema.Type<typeof SectionFields> {}
export const MenuSection: Schema.Codec<MenuSection> = SectionFields

const Fields = Schema.Struct({
  /** Whether the page shows one; everything else is empty otherwise. */
  isMenu: Schema.Boolean,
  /** 1 from structured data, 0.7 as read off the page. */
  confidence: optional(Schema.Finite),
  merchant: optional(Schema.Struct({ name: Schema.String, type: text })),
  /** ISO 4217; where all prices are in one. */
  currency: text,
  sections: Schema.Array(MenuSection),
  sourceUrl: text
})

/** The menu of a restaurant. */
export interface Menu extends Schema.Schema.Type<typeof Fields> {}
export const Menu: Schema.Codec<Menu> = Fields
