// What `require` gets: the types of the same module. Node loads it so; of TypeScript the modes `node16` and `node18` do not.
// @ts-ignore
export * from "../dist/types/sinks.js"
