export { inProcess as default } from "../../scripts/vitest.ts"
