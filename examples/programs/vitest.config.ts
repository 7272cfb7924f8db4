export { ofPrograms as default } from "../../scripts/vitest.ts"
