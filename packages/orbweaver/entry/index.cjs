// What `require` gets: the same module.
"use strict"
// oxlint-disable-next-line import/no-unassigned-import -- It throws where Node is too old, before anything else is loaded.
require("./checkNode.cjs")
try {
  module.exports = require("../dist/standalone/index.js")
} catch (error) {
  // Jest gives each module its own `jest`, and runs modules of ECMAScript only with a flag of Node.
  if (typeof jest !== "object" || !/ES Module|import statement outside|unexpected token/i.test(String(error)))
    throw error
  throw new Error(
    [
      "orbweaver is an ECMAScript module, which Jest loads only with a flag of Node.js:",
      "  NODE_OPTIONS=--experimental-vm-modules npx jest",
      'With Jest before 30 or Node.js before 24.9, also import it in a test that is a module itself ("type": "module" in',
      "package.json, or a name that ends in .mjs and matches testMatch) instead of calling require."
    ].join("\n"),
    { cause: error }
  )
}
