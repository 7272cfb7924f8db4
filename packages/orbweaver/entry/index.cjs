// What `require` gets: the same module.
"use strict"
require("./checkNode.cjs")
module.exports = require("../dist/index.js")
