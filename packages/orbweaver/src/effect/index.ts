/**
 * For programs written with Effect: `layer` and `scraping` give the services, `toFormat` and its like what definitions
 * are made into, and the rest is that of `orbweaver`. Everything runs
 * on the Effect of the application.
 */
export * from "../index.ts"
export { toFormat } from "../pipeline/defineFormat.ts"
export { toParser } from "../pipeline/defineParser.ts"
export { toStep } from "../pipeline/defineStep.ts"
export { scraping, type Services, type SiteServices } from "../assembly/Services.ts"
export { writeStream } from "../sinks/stream.ts"
export { layer } from "./layer.ts"
