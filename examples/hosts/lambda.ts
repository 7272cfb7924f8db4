/** AWS Lambda behind a function URL or API Gateway: `handler` is the function. */
import { lambdaHandler } from "@orbweaver/http/lambda"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: process.env["ALLOW_LOCAL"] === "1" } })

// Without keys, only loopback and these names are answered.
export const handler = lambdaHandler(await orb.http({ allowedHosts: [".amazonaws.com"] }))
