export { shared as default } from "./vitest.ts"
