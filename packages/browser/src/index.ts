/** Pages as a browser renders them. */
export * as Playwright from "./Playwright.ts"
export { playwright } from "./Playwright.ts"
