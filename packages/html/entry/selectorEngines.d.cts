import type * as CssSelect from "css-select" with { "resolution-mode": "import" }
import type * as Re2 from "re2js" with { "resolution-mode": "import" }
export const cssSelect: () => typeof CssSelect
export const re2: () => typeof Re2
