/** SvelteKit: `src/hooks.server.ts`, where `handle` is a `Handle` of `@sveltejs/kit`. */
import { createOrbweaver } from "orbweaver"

interface HandleInput {
  readonly event: { readonly request: Request; readonly url: URL }
  readonly resolve: (event: HandleInput["event"]) => Response | Promise<Response>
}

const orb = createOrbweaver({ egress: { allowLocal: process.env["ALLOW_LOCAL"] === "1" } })
const api = await orb.http({ prefix: "/scraping" })

export const handle = ({ event, resolve }: HandleInput) =>
  api.handles(event.url) ? api.fetch(event.request) : resolve(event)
