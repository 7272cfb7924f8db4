/** A price, as the formats `product` and `menu` give it. */
import * as Schema from "effect/Schema"

const Fields = Schema.Struct({
  amount: Schema.Finite,
  /** ISO 4217. */
  currency: Schema.optionalKey(Schema.String),
  /** As the page shows it. */
  formatted: Schema.optionalKey(Schema.String)
})

export interface Money extends Schema.Schema.Type<typeof Fields> {}
export const Money: Schema.Codec<Money> = Fields

/** Whether something can be had. */
export const Availability = Schema.Struct({ inStock: Schema.Boolean, text: Schema.optionalKey(Schema.String) })

export const Pictures = Schema.Array(Schema.Struct({ url: Schema.String }))
