/**
 * css-select and re2js, loaded by the first selector or pattern that needs them: most processes never name one, and
 * css-select is 40 modules. A module of CommonJS, because all that reads a program knows its `require`: Node.js, bundlers,
 * which carry what it names, and tools that copy the files of a program.
 */
"use strict"
exports.cssSelect = () => require("css-select")
exports.re2 = () => require("re2js")
