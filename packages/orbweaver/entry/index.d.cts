// What `require` gets: the types of the same module.
export * from "../dist/index.js"
