export { shared as default } from "../../scripts/vitest.ts"
