/** What the format `branding` gives. */
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey
const text = optional(Schema.String)

const Component = Schema.Struct({ background: text, textColor: text, borderColor: text, borderRadius: text })

const Fields = Schema.Struct({
  colorScheme: optional(Schema.Literals(["light", "dark"])),
  /** Address or `data:` URI. */
  logo: text,
  colors: optional(
    Schema.Struct({
      primary: text,
      secondary: text,
      accent: text,
      background: text,
      textPrimary: text,
      textSecondary: text,
      link: text,
      success: text,
      warning: text,
      error: text
    })
  ),
  fonts: optional(Schema.Array(Schema.Struct({ family: Schema.String }))),
  typography: optional(
    Schema.Struct({
      fontFamilies: optional(Schema.Struct({ primary: text, heading: text, code: text })),
      fontSizes: optional(Schema.Struct({ h1: text, h2: text, h3: text, body: text })),
      fontWeights: optional(
        Schema.Struct({
          light: optional(Schema.Finite),
          regular: optional(Schema.Finite),
          medium: optional(Schema.Finite),
          bold: optional(Schema.Finite)
        })
      ),
      lineHeights: optional(Schema.Struct({ heading: text, body: text }))
    })
  ),
  spacing: optional(Schema.Struct({ baseUnit: Schema.Finite, borderRadius: Schema.String })),
  components: optional(
    Schema.Struct({
      buttonPrimary: optional(Component),
      buttonSecondary: optional(Component),
      input: optional(Component)
    })
  ),
  images: optional(Schema.Struct({ logo: text, favicon: text, ogImage: text }))
})

/** What a page looks like. Colours are `#RRGGBB`, sizes CSS lengths. */
export interface Branding extends Schema.Schema.Type<typeof Fields> {}
export const Branding: Schema.Codec<Branding> = Fields
