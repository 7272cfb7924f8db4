/** Options of the webhook of a job. */
import { effect, type Probe, type Table } from "./Probe.ts"
import type { Delivery } from "./site.ts"
import type { World } from "./world.ts"

const delivered = async (world: World, options: object, paths = ["/page"], type = "completed") => {
  const name = world.unique("hook")
  const webhook: any = { url: world.at(`/hook/${name}`), ...options }
  await world.client.startBatchScrape(paths.map(world.at), { webhook })
  return world.delivered(name, ({ body }) => body.type === `batch_scrape.${type}`)
}

const sends =
  (options: object, has: (delivery: Delivery) => boolean): Probe =>
  async (world) => {
    const deliveries = await delivered(world, options)
    return effect(deliveries.length > 0 && deliveries.every(has))
  }

const event = (name: string): Probe =>
  async function (world) {
    const deliveries = await delivered(world, { events: [name] }, ["/page"], name)
    return effect(deliveries.length > 0 && deliveries.every(({ body }) => body.type === `batch_scrape.${name}`))
  }

export const webhooks: Table = {
  title: "Webhook of a job",
  declaration: "interface WebhookConfig",
  probes: {
    url: sends({}, ({ body }) => body.type.startsWith("batch_scrape.")),
    headers: sends({ headers: { "x-wish": "silk" } }, ({ headers }) => headers["x-wish"] === "silk"),
    metadata: sends({ metadata: { wish: "silk" } }, ({ body }) => body.metadata.wish === "silk"),
    'events: "started"': event("started"),
    'events: "page"': event("page"),
    'events: "completed"': event("completed"),
    'events: "failed"': async (world) => {
      const hook = world.unique("hook")
      await world.client.startExtract({
        urls: [world.at("/reset")],
        schema: { type: "object", properties: { title: { type: "string" } } },
        webhook: { url: world.at(`/hook/${hook}`), events: ["failed"] }
      })
      const deliveries = await world.delivered(hook, ({ body }) => body.type === "extract.failed")
      return effect(deliveries.some(({ body }) => body.type === "extract.failed"))
    }
  }
}
