/** What the format `product` gives. */
import * as Schema from "effect/Schema"
import { Availability, Money, Pictures } from "./Money.ts"

const optional = Schema.optionalKey
const text = optional(Schema.String)

const VariantFields = Schema.Struct({
  sku: text,
  title: text,
  values: optional(Schema.Struct({ color: text, size: text, material: text })),
  price: optional(Money),
  sale: optional(Schema.Struct({ originalPrice: Money })),
  /** Absent where the page does not say. */
  availability: optional(Availability),
  images: optional(Pictures)
})

export interface ProductVariant extends Schema.Schema.Type<typeof VariantFields> {}
export const ProductVariant: Schema.Codec<ProductVariant> = VariantFields

const Fields = Schema.Struct({
  title: Schema.String,
  url: Schema.String,
  brand: text,
  category: text,
  description: text,
  variants: Schema.Array(ProductVariant)
})

/** The product that a page sells; absent, with a warning, where it sells none. */
export interface Product extends Schema.Schema.Type<typeof Fields> {}
export const Product: Schema.Codec<Product> = Fields
