/** Pages as a browser renders them. */
export * as AdFilters from "./intercept/AdFilters.ts"
export * as Playwright from "./layers/Playwright.ts"
export { playwright } from "./layers/Playwright.ts"
