/** Everything of `@orbweaver/http`, one namespace per concept. */
export * as Client from "./client/client.ts"
export * as ErrorBody from "./wire/ErrorBody.ts"
export * as OpenApi from "./openapi/openapi.ts"
export * as Server from "./server/Server.ts"
export * as V1 from "./v1/Api.ts"
export * as V2 from "./v2/Api.ts"
