/** Options of browser sessions and of interacting with a scraped page. */
import { effect, type Probe, refusal, type Table, unseen } from "./Probe.ts"
import { until, type World } from "./world.ts"

const opened = async ({ client }: World, options: object = {}): Promise<any> => client.browser({ ttl: 60, ...options })

const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) =>
    unseen(why, await opened(world, options))

/** Whether a session ends near the time that the option says. */
const endsIn = async (world: World, options: object, seconds: number): Promise<boolean> => {
  const { expiresAt } = await opened(world, options)
  return Math.abs(new Date(expiresAt).getTime() - Date.now() - seconds * 1000) < 10_000
}

const isGone = async ({ client }: World, id: string): Promise<boolean> => {
  const { sessions = [] } = await until(
    () => client.listBrowsers(),
    ({ sessions: all = [] }) => all.every((session) => session.id !== id)
  )
  return sessions.every((session) => session.id !== id)
}

const executed = async (world: World, options: object): Promise<any> => {
  const { id } = await opened(world)
  return world.client.browserExecute(id, { code: "6 * 7", ...options })
}

const interacted = async ({ client, scrape }: World, options: object): Promise<any> => {
  const { metadata } = await scrape("/page")
  // Opens the page: the client waits 5 seconds longer than `timeout`, and a busy machine needs these to open it.
  await client.interact(metadata.scrapeId, { code: "1", language: "node" })
  return client.interact(metadata.scrapeId, options)
}

type Use = (world: World, options: object) => Promise<any>

const using =
  (use: Use, options: object, has: (answer: any) => boolean): Probe =>
  async (world) => {
    const answer = await use(world, options)
    return has(answer) ? effect(true, answer) : answer.error === undefined ? effect(false) : refusal(answer.error)
  }

const runs = (use: Use) => ({
  code: using(use, { code: "6 * 7", language: "node" }, ({ result }) => result === "42"),
  'language: "python"': using(use, { code: "print(6 * 7)", language: "python" }, ({ stdout }) => stdout === "42\n"),
  'language: "node"': using(use, { code: "6 * 7", language: "node" }, ({ result }) => result === "42"),
  'language: "bash"': using(
    use,
    { code: "agent-browser get title", language: "bash" },
    ({ exitCode }) => exitCode === 0
  ),
  timeout: using(
    use,
    { code: "await new Promise(() => {})", language: "node", timeout: 12 },
    ({ killed }) => killed === true
  )
})

export const browserTables: ReadonlyArray<Table> = [
  {
    title: "`browser`",
    declaration: "function browser",
    probes: {
      ttl: async (world) => effect(await endsIn(world, { ttl: 120 }, 120)),
      activityTtl: async (world) => {
        const { id } = await opened(world, { activityTtl: 0.2 })
        return effect(await isGone(world, id))
      },
      streamWebView: taken({ streamWebView: true }, "every session has a view where the operator sets `remoteControl`"),
      profile: taken({ profile: { name: "mine" } }, "taken; this run does not look at what it does"),
      integration: taken({ integration: "somebody" }),
      origin: taken({ origin: "somebody" })
    }
  },
  { title: "`browserExecute`", declaration: "function browserExecute", probes: runs(executed) },
  {
    title: "`listBrowsers`",
    declaration: "function listBrowsers",
    probes: {
      'status: "active"': async (world) => {
        const { id } = await opened(world)
        const { sessions = [] } = await world.client.listBrowsers({ status: "active" })
        return effect(sessions.some((session) => session.id === id))
      },
      'status: "destroyed"': async (world) => {
        const { id } = await opened(world)
        await world.client.deleteBrowser(id)
        const { sessions = [] } = await world.client.listBrowsers({ status: "destroyed" })
        const isListed = sessions.some((session) => session.id === id)
        return isListed ? effect(true) : unseen("taken; sessions that have ended are not listed")
      }
    }
  },
  {
    title: "`interact`",
    declaration: "interface ScrapeExecuteRequest",
    probes: {
      ...runs(interacted),
      prompt: async (world) => {
        const words = world.unique("Press the silken button ")
        const answer = await interacted(world, { prompt: words })
        const isAsked = JSON.stringify(world.server.model.asked).includes(words)
        return effect(isAsked && answer.output === "Pressed", answer)
      },
      origin: async (world) =>
        unseen(
          "names what calls; no answer depends on it",
          await interacted(world, { code: "1", language: "node", origin: "somebody" })
        )
    }
  }
]
