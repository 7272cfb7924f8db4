/** The one way out to the network. */
export * as EgressAgent from "./EgressAgent.ts"
export * as EgressProxy from "./EgressProxy.ts"
export { EgressUnavailable } from "./internal/EgressUnavailable.ts"
export * as HttpClient from "./HttpClient.ts"
export * as Lookup from "./Lookup.ts"
export * as Webhooks from "./Webhooks.ts"
