// What `require` gets: the same module.
"use strict"
// oxlint-disable-next-line import/no-unassigned-import -- It throws where Node is too old, before anything else is loaded.
require("./checkNode.cjs")
module.exports = require("../dist/index.js")
