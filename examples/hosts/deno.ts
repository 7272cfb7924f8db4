/** Deno: `deno run -A deno.ts`. The address is the first line that it writes. */
import { createOrbweaver } from "orbweaver"

declare const Deno: {
  readonly serve: (
    options: {
      readonly port: number
      readonly hostname: string
      readonly onListen: (address: { readonly port: number }) => void
    },
    handler: (request: Request) => Response | Promise<Response>
  ) => unknown
}

const orb = createOrbweaver({ egress: { allowLocal: process.env["ALLOW_LOCAL"] === "1" } })
const api = await orb.http({ prefix: "/scraping" })
const own = () => new Response("A page of your own")

Deno.serve(
  {
    port: Number(process.env["PORT"] ?? 3002),
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`)
  },
  (request) => (api.handles(request.url) ? api.fetch(request) : own())
)
