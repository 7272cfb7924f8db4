/** Nuxt, Nitro and h3: `server/middleware/scraping.ts`. With h3 1, the request is `toWebRequest(event)`. */
import { defineEventHandler } from "h3"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: process.env["ALLOW_LOCAL"] === "1" } })
const api = await orb.http({ prefix: "/scraping" })

export default defineEventHandler((event) => (api.handles(event.url) ? api.fetch(event.req) : undefined))
