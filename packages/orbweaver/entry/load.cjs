// Loads a copy of the library at once, since `createOrbweaver` gives its instance at once. `require` of CommonJS is what
// every bundler follows.
"use strict"
/** The library with an Effect of its own. */
exports.packed = () => require("../dist/standalone/library.js")
/** Its modules, over the Effect of the application. */
exports.overEffect = () => require("../dist/index.js")
