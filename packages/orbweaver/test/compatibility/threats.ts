/** Options of `threatProtection`. The site of these runs is `localhost`, or an address of loopback. */
import { effect, type Probe, refusal, type Table, unseen } from "./Probe.ts"
import type { World } from "./world.ts"

/** The page by a name and not by an address. */
const named = (world: World): string => {
  const url = new URL(world.at("/article"))
  url.hostname = "localhost"
  return url.href
}

/** Status and code of a scrape with these lists. */
const asked = async (world: World, threatProtection: object, url = named(world)) => {
  const { body, status } = await world.call("POST", "/v2/scrape", { url, maxAge: 0, threatProtection })
  return { status, code: body.code, warning: body.data?.warning as string | undefined, error: body.error as string }
}

const isBlocked = ({ code, status }: { readonly status: number; readonly code: unknown }): boolean =>
  status === 403 && code === "unsafe_domain_blocked"

const blocking =
  (threatProtection: object): Probe =>
  async (world) =>
    effect(isBlocked(await asked(world, threatProtection)))

const refusing =
  (threatProtection: object): Probe =>
  async (world) => {
    const { error, status } = await asked(world, threatProtection)
    return status === 400 ? refusal(error) : effect(false)
  }

const blacklist = ["localhost"]

export const threats: Table = {
  title: "`threatProtection`",
  declaration: "interface ThreatProtectionOptions",
  probes: {
    'mode: "off"': async (world) => effect((await asked(world, { mode: "off", blacklist })).status === 200),
    'mode: "manual-only"': blocking({ mode: "manual-only", blacklist }),
    'mode: "normal"': refusing({ mode: "normal", blacklist }),
    'mode: "zscaler"': refusing({ mode: "zscaler", blacklist }),
    riskScoreThreshold: async (world) => {
      const { warning = "" } = await asked(world, { mode: "normal", failurePolicy: "open", riskScoreThreshold: 50 })
      return unseen("no service is asked", { warning })
    },
    blacklist: blocking({ blacklist }),
    whitelist: async (world) =>
      effect((await asked(world, { blockedTlds: ["localhost"], whitelist: ["localhost"] })).status === 200),
    blockedTlds: blocking({ blockedTlds: ["localhost"] }),
    'failurePolicy: "open"': async (world) => {
      const { status, warning } = await asked(world, { mode: "normal", failurePolicy: "open" })
      const still = await asked(world, { mode: "normal", failurePolicy: "open", blacklist })
      return effect(status === 200 && warning?.includes("no service was asked") === true && isBlocked(still))
    },
    'failurePolicy: "closed"': async (world) =>
      effect((await asked(world, { mode: "normal", failurePolicy: "closed" })).status === 400)
  }
}

/** Lists that leave out where the site of these runs is. */
export const notHere = (world: World) => ({ threatProtection: { blacklist: [new URL(world.at("/")).hostname] } })
