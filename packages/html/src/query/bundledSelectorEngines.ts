/** css-select and re2js for bundles of programs, where one file more costs nothing: see `selectorEngines.ts`. */
import * as CssSelect from "css-select"
import * as Re2 from "re2js"

export const cssSelect = (): typeof CssSelect => CssSelect

export const re2 = (): typeof Re2 => Re2
