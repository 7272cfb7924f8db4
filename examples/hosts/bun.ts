/** Bun: `bun bun.ts`. The address is the first line that it writes. */
import { createOrbweaver } from "orbweaver"

declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly fetch: (request: Request) => Response | Promise<Response>
  }) => { readonly url: URL }
}

const orb = createOrbweaver({ egress: { allowLocal: process.env["ALLOW_LOCAL"] === "1" } })
const api = await orb.http({ prefix: "/scraping" })
const own = () => new Response("A page of your own")

const server = Bun.serve({
  port: Number(process.env["PORT"] ?? 3002),
  hostname: "127.0.0.1",
  fetch: (request) => (api.handles(request.url) ? api.fetch(request) : own())
})
console.log(server.url.origin)
