/** Options of an extraction. */
import { effect, type Probe, type Table, unseen } from "./Probe.ts"
import { notHere } from "./threats.ts"
import type { Ended, World } from "./world.ts"

const schema = { type: "object", properties: { title: { type: "string" } } }

const extracted = async (world: World, options: object): Promise<Ended> => {
  const { id = "" } = await world.client.startExtract({ urls: [world.at("/article")], schema, ...options })
  return world.ended("extract", id)
}

const extracting =
  (options: object, has: (job: Ended) => boolean): Probe =>
  async (world) => {
    const job = await extracted(world, options)
    return effect(has(job), job)
  }

const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) =>
    unseen(why, await extracted(world, options))

const isAsked = ({ server }: World, words: string): boolean =>
  server.model.asked.some((body) => JSON.stringify(body).includes(words))

export const extract: Table = {
  title: "`extract`",
  declaration: "function prepareExtractPayload",
  probes: {
    urls: extracting({}, ({ data }) => data.title === "A spider in the library"),
    prompt: async (world) => {
      const words = world.unique("The name of the silken page ")
      const job = await extracted(world, { prompt: words, schema: undefined })
      return effect(isAsked(world, words), job)
    },
    schema: extracting({}, ({ data }) => Object.keys(data).join() === "title"),
    systemPrompt: async (world) => {
      const words = world.unique("Speak as the silken spider ")
      const job = await extracted(world, { prompt: "What does the spider eat?", systemPrompt: words })
      return effect(isAsked(world, words), job)
    },
    allowExternalLinks: taken({ allowExternalLinks: true }, "the pages of these runs lead to no other site"),
    enableWebSearch: async (world) => {
      const before = world.server.searches.length
      const job = await extracted(world, { urls: undefined, enableWebSearch: true, prompt: world.unique("silken ") })
      return effect(world.server.searches.length > before, job)
    },
    showSources: extracting({ showSources: true }, ({ sources }) => JSON.stringify(sources ?? {}).includes("/article")),
    scrapeOptions: async (world) => {
      const page = world.at(`/article?${world.unique("extract")}`)
      await extracted(world, { urls: [page], scrapeOptions: { headers: { "x-wish": "silk" } } })
      const visits = world.site.requests("/article").filter(({ path }) => page.endsWith(path))
      return effect(visits.some(({ headers }) => headers["x-wish"] === "silk"))
    },
    ignoreInvalidURLs: async (world) => {
      const urls = [world.at("/article"), "http://[nowhere"]
      const { data } = await extracted(world, { urls, ignoreInvalidURLs: true })
      const isRefused = await extracted(world, { urls, ignoreInvalidURLs: false }).then(
        () => false,
        () => true
      )
      return effect(data.title === "A spider in the library" && isRefused)
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" }),
    agent: taken({ agent: { model: "FIRE-1" } }),
    webhook: async (world) => {
      const name = world.unique("extract")
      await extracted(world, { webhook: world.at(`/hook/${name}`) })
      const deliveries = await world.delivered(name, ({ body }) => body.type === "extract.completed")
      return effect(deliveries.some(({ body }) => body.type === "extract.completed"))
    },
    threatProtection: async (world) => {
      const refused = await extracted(world, { ...notHere(world), ignoreInvalidURLs: false }).catch(String)
      return effect(typeof refused === "string" && refused.includes("threatProtection refuses"))
    }
  }
}
