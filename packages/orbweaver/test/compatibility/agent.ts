/** Options of an agent. The model of these runs reads the page that it is given, and then answers. */
import { effect, type Probe, type Table, unseen } from "./Probe.ts"
import { notHere } from "./threats.ts"
import type { Ended, World } from "./world.ts"

const ran = async (world: World, options: object): Promise<Ended> => {
  const { id } = await world.client.startAgent({ prompt: "Find spiders", ...options })
  return world.ended("agent", id)
}

const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) =>
    unseen(why, await ran(world, options))

const event =
  (name: string): Probe =>
  async (world) => {
    const hook = world.unique("agent")
    const webhook: any = { url: world.at(`/hook/${hook}`), events: [name] }
    const urls = [world.at(name === "cancelled" ? "/hang" : "/article")]
    const { id } = await world.client.startAgent({ prompt: "Find spiders", urls, webhook })
    if (name === "cancelled") await world.client.cancelAgent(id)
    const deliveries = await world.delivered(hook, ({ body }) => body.type === `agent.${name}`)
    return effect(deliveries.length > 0 && deliveries.every(({ body }) => body.type === `agent.${name}`))
  }

/** An agent that never has enough ends one step before its last, which is the answer. */
const goesAsFar =
  (effort: "low" | "medium" | "high", steps: number): Probe =>
  async (world) => {
    const job = await ran(world, { prompt: world.unique("Search for ever "), effort })
    return effect(job["steps"].length === steps - 1 && job["effort"] === effort)
  }

const twice = { prompt: "Find spiders twice" }
export const agent: Table = {
  title: "`agent`",
  declaration: "function prepareAgentPayload",
  probes: {
    urls: async (world) => {
      const page = world.at(`/article?${world.unique("agent")}`)
      await ran(world, { urls: [page] })
      return effect(JSON.stringify(world.server.model.asked).includes(page))
    },
    prompt: async (world) => {
      const words = world.unique("Find spiders of silk ")
      await ran(world, { prompt: words })
      return effect(JSON.stringify(world.server.model.asked).includes(words))
    },
    schema: async (world) => {
      const name = world.unique("silkenField")
      const wanted = { type: "object", properties: { [name]: { type: "string" } } }
      const job = await ran(world, { schema: wanted })
      return effect(JSON.stringify(world.server.model.asked).includes(name), job)
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" }),
    maxCredits: async (world) => {
      const [few, more] = [await ran(world, { ...twice, maxCredits: 1 }), await ran(world, twice)]
      return effect(few.creditsUsed <= 1 && more.creditsUsed > 1, few)
    },
    strictConstrainToURLs: async (world) => {
      // The model asks for /article, which lies outside of the address that it is given.
      const reads = async (strictConstrainToURLs: boolean) => {
        const { sources } = await ran(world, { urls: [world.at("/kit/")], strictConstrainToURLs })
        return JSON.stringify(sources ?? []).includes("/article")
      }
      return effect(!(await reads(true)) && (await reads(false)))
    },
    'model: "spark-1-pro"': taken({ model: "spark-1-pro" }),
    'model: "spark-1-mini"': taken({ model: "spark-1-mini" }),
    'model: "spark-2"': taken({ model: "spark-2" }),
    'effort: "low"': goesAsFar("low", 8),
    'effort: "medium"': goesAsFar("medium", 20),
    'effort: "high"': goesAsFar("high", 50),
    webhook: async (world) => {
      const name = world.unique("agent")
      await ran(world, { webhook: world.at(`/hook/${name}`) })
      const deliveries = await world.delivered(name, ({ body }) => body.type === "agent.completed")
      return effect(deliveries.some(({ body }) => body.type === "agent.completed"))
    },
    threatProtection: async (world) => {
      const page = world.at(`/article?${world.unique("threat")}`)
      await ran(world, { urls: [page], ...notHere(world) })
      return effect(!world.site.requests("/article").some(({ path }) => page.endsWith(path)))
    },
    auditMetadata: taken({ auditMetadata: { username: "somebody" } }),
    threadId: async (world) => {
      const first = await world.client.startAgent({ prompt: "Find spiders", urls: [world.at("/article")] })
      await world.ended("agent", first.id)
      const second = await world.client.startAgent({ prompt: "Find spiders", threadId: first.threadId! })
      await world.ended("agent", second.id)
      return effect(second.threadTurn === 2 && JSON.stringify(world.server.model.asked).includes("You: In the library"))
    },
    'mode: "extract"': async (world) => {
      const { data } = await ran(world, { mode: "extract", urls: [world.at("/article")] })
      return effect(JSON.stringify(data).includes("In the library"))
    },
    'mode: "chat"': async (world) => {
      const { data, message } = await ran(world, { mode: "chat", urls: [world.at("/article")] })
      return effect(data === undefined && message === "In the library")
    },
    exchange: taken({ exchange: { enabled: true } })
  }
}

export const agentEvents: Table = {
  title: "Webhook of an agent",
  declaration: "interface AgentWebhookConfig",
  elsewhere: ["url", "headers", "metadata"],
  probes: {
    'events: "started"': event("started"),
    'events: "action"': event("action"),
    'events: "completed"': event("completed"),
    'events: "failed"': async (world) => {
      const hook = world.unique("agent")
      await ran(world, { prompt: "Fail", webhook: { url: world.at(`/hook/${hook}`), events: ["failed"] } })
      const deliveries = await world.delivered(hook, ({ body }) => body.type === "agent.failed")
      return effect(deliveries.some(({ body }) => body.type === "agent.failed"))
    },
    'events: "cancelled"': event("cancelled")
  }
}
