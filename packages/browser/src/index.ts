/** Pages as a browser renders them. */
export * as AdFilters from "./AdFilters.ts"
export * as Playwright from "./Playwright.ts"
export { playwright } from "./Playwright.ts"
