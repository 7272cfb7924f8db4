/**
 * css-select and re2js, loaded by the first selector or pattern that needs them: most processes never name one, and
 * css-select is 40 modules. Bundlers get `bundledSelectorEngines.ts` instead (`imports` of package.json: they have the
 * condition `module`): they carry what an `import` names, and most of them not what `require` does in an ECMAScript
 * module. Node, and tools that copy the files that Node will load, get this module.
 */
import type * as CssSelect from "css-select"
import { createRequire } from "node:module"
import type * as Re2 from "re2js"

// The code of threads is bundled from here, to CommonJS, where `require` is found.
export const cssSelect = (): typeof CssSelect =>
  typeof require === "function" ? require("css-select") : createRequire(import.meta.url)("css-select")

export const re2 = (): typeof Re2 =>
  typeof require === "function" ? require("re2js") : createRequire(import.meta.url)("re2js")
