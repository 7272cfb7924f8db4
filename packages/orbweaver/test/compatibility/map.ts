/** Options of a map. */
import { effect, type Probe, type Table, unseen } from "./Probe.ts"
import { notHere } from "./threats.ts"
import type { World } from "./world.ts"

const paths = async ({ at, client }: World, options: object, path = "/"): Promise<ReadonlyArray<string>> => {
  const { links } = await client.map(at(path), { sitemap: "skip", ...options })
  return links.map(({ url }) => url.replace(new URL(at("/")).origin, ""))
}

const compared =
  (
    on: object,
    off: object,
    has: (withIt: ReadonlyArray<string>, without: ReadonlyArray<string>) => boolean,
    path?: string
  ): Probe =>
  async (world) =>
    effect(has(await paths(world, on, path), await paths(world, off, path)))

const mapping =
  (options: object, has: (found: ReadonlyArray<string>) => boolean, path?: string): Probe =>
  async (world) =>
    effect(has(await paths(world, options, path)))

/** The client drops the warning of a map, so that the answer is asked for without it too. */
const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) => {
    await paths(world, options)
    const { body } = await world.call("POST", "/v2/map", { url: world.at("/"), ...options })
    return unseen(why, body)
  }

const listed = "/site/100/p/1"

export const map: Table = {
  title: "`MapOptions`",
  declaration: "interface MapOptions",
  probes: {
    search: mapping({ search: "spider library article" }, ([first]) => first === "/article"),
    'sitemap: "only"': mapping({ sitemap: "only" }, (found) => found.includes(listed) && !found.includes("/site/100/")),
    'sitemap: "include"': mapping(
      { sitemap: "include" },
      (found) => found.includes(listed) && found.includes("/site/100/")
    ),
    'sitemap: "skip"': async ({ client, site }) => {
      // No other probe maps this origin.
      const start = site.other("/kit/")
      await client.map(start.href, { sitemap: "skip" })
      const visits = site.requests().filter(({ headers }) => headers.host === start.host)
      return effect(visits.length > 0 && !visits.some(({ path }) => path.startsWith("/sitemap")))
    },
    includeSubdomains: taken({ includeSubdomains: true }, "the site of these runs has no subdomains"),
    ignoreQueryParameters: compared(
      { ignoreQueryParameters: true },
      { ignoreQueryParameters: false },
      (on, off) => !on.includes("/kit/a?ref=1") && off.includes("/kit/a?ref=1"),
      "/kit/"
    ),
    limit: mapping({ limit: 2 }, (found) => found.length === 2),
    timeout: async ({ at, client }) => {
      const code = await client.map(at("/hang"), { sitemap: "skip", timeout: 400 }).then(
        () => undefined,
        (error: { readonly code?: string }) => error.code
      )
      return effect(code === "MAP_TIMEOUT")
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" }),
    location: async (world) => {
      const path = `/kit/${world.unique("map")}`
      await paths(world, { location: { country: "DE" } }, path)
      const visit = world.site.requests(path)[0]
      return effect(visit?.headers["accept-language"]?.startsWith("de") === true)
    },
    threatProtection: async (world) => {
      const { body, status } = await world.call("POST", "/v2/map", { url: world.at("/"), ...notHere(world) })
      return effect(status === 403 && body.code === "unsafe_domain_blocked")
    },
    auditMetadata: taken({ auditMetadata: { username: "somebody" } })
  }
}
