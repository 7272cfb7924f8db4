// Loaded before anything else, so that an older Node says what it lacks. Other runtimes say a version of Node too.
"use strict"
const [major, minor] = process.versions.node.split(".").map(Number)
const isOther = process.versions.bun !== undefined || process.versions.deno !== undefined
if (!isOther && (major < 22 || (major === 22 && minor < 19))) {
  throw new Error(`orbweaver needs Node.js 22.19 or later, and this is ${process.version}`)
}
