// What `import` gets.
// oxlint-disable-next-line import/no-unassigned-import -- It throws where Node is too old, before anything else is loaded.
import "./checkNode.cjs"
export * from "../dist/standalone/index.js"
