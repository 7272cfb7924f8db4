/**
 * For programs written with Effect: `layer` and `scraping` give the services, and the rest is that of `orbweaver`. Everything runs
 * on the Effect of the application.
 */
export * from "../index.ts"
export { layer, scraping, type Services, type SiteServices } from "../assembly/Services.ts"
