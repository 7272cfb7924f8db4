// What `import` gets.
import "./checkNode.cjs"
export * from "../dist/index.js"
