/** Where the probes run: the client, a mounted instance with a browser, a model and a search engine, and a site. */
import { Firecrawl } from "@mendable/firecrawl-js"
import type { SearchQuery } from "@orbweaver/core/search/SearchProvider"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { setTimeout as later } from "node:timers/promises"
import { startMailServer } from "../support/mailServer.ts"
import { type Answer, startServer } from "../support/requirementsServer.ts"
import { type Delivery, routes, type SiteLog } from "./site.ts"

/** A job at its end, as its status says it. */
export interface Ended {
  readonly status: string
  readonly data: any
  readonly warning?: string
  readonly [key: string]: any
}

export interface World {
  readonly client: Firecrawl
  readonly server: Awaited<ReturnType<typeof startServer>>
  /** A request of its own, for what the client drops from an answer. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly site: Running
  readonly log: SiteLog
  /** Address of a page of the site. */
  readonly at: (path: string) => string
  /** A word that no other probe has. */
  readonly unique: (prefix: string) => string
  /** A document by the client; from the site, unless the options say otherwise. */
  readonly scrape: (path: string, options?: object) => Promise<any>
  /** The job's status at its end. */
  readonly ended: (kind: "crawl" | "batch/scrape" | "extract" | "agent", id: string) => Promise<Ended>
  /** The deliveries at `/hook/NAME`, once there is one that fits. */
  readonly delivered: (name: string, fits: (delivery: Delivery) => boolean) => Promise<ReadonlyArray<Delivery>>
  /** The mail with these words, once it has come. */
  readonly mailed: (words: string) => Promise<string | undefined>
  /** What the search engine was asked, by a word of the query. */
  readonly searched: (word: string) => SearchQuery | undefined
  readonly close: () => Promise<void>
}

/** Asks again until the answer fits, for 30 seconds at most; then the last answer. */
export const until = async <A>(ask: () => A | Promise<A>, fits: (answer: A) => boolean): Promise<A> => {
  const end = performance.now() + 30_000
  for (;;) {
    const answer = await ask()
    if (fits(answer) || performance.now() > end) return answer
    await later(25)
  }
}

export const openWorld = async (): Promise<World> => {
  const log: SiteLog = { deliveries: new Map(), lanes: new Map() }
  const site = await start({ tls: true, routes: routes(log) })
  const mail = await startMailServer()
  const server = await startServer({ withModel: true, mail: mail.settings })
  server.model.turns = [{ says: '{"title":"A spider in the library"}' }]
  server.model.byRequest = modelTurn((path) => site.url(path).href)
  const client = new Firecrawl({ apiKey: "fc-client", apiUrl: server.base, maxRetries: 1, backoffFactor: 0 })
  const at = (path: string) => site.url(path).href
  const call: World["call"] = (method, path, body) => server.call(method, path, body, "client")
  let count = 0
  return {
    client,
    server,
    call,
    site,
    log,
    at,
    unique: (prefix) => `${prefix}${++count}`,
    scrape: (path, options = {}) => client.scrape(at(path), { maxAge: 0, ...options }),
    ended: async (kind, id) =>
      (
        await until(
          () => call("GET", `/v2/${kind}/${id}`),
          ({ body }) => body.status !== "scraping" && body.status !== "processing"
        )
      ).body,
    delivered: (name, fits) =>
      until(
        () => log.deliveries.get(name) ?? [],
        (deliveries) => deliveries.some(fits)
      ),
    searched: (word) => server.searches.find(({ text }) => text.includes(word)),
    mailed: (words) =>
      until(
        () => mail.mails.find((text) => text.includes(words)),
        (text) => text !== undefined
      ),
    close: async () => {
      await server.close()
      await mail.close()
      await site.close()
    }
  }
}

const searchStep = (query: string): string =>
  JSON.stringify({ tool: "search", query, urls: [], answer: "", reason: "asked" })

const judgment = JSON.stringify({ meaningful: true, confidence: "high", reason: "It was seen again", changes: [] })

/**
 * An agent that is asked to find spiders reads the page that it is given, or `twice` another too, and then answers. A
 * session that is asked to press a button says that it did.
 */
const modelTurn = (at: (path: string) => string) => {
  let searches = 0
  return (body: unknown) => {
    const asked = JSON.stringify(body)
    if (asked.includes("Press the silken button")) {
      return { says: JSON.stringify({ script: "", done: true, answer: "Pressed" }) }
    }
    if (asked.includes("Somebody watches a page")) return { says: judgment }
    if (asked.includes("Search for ever")) return { says: searchStep(`silk ${++searches}`) }
    if (!asked.includes("Find spiders")) return undefined
    const unread = [
      ["A spider in the library", "/article"] as const,
      ...(asked.includes("Find spiders twice") ? [["Hello.", "/page"] as const] : [])
    ].find(([text]) => !asked.includes(text))
    const step = { query: "", answer: "In the library", reason: "asked" }
    return { says: JSON.stringify({ ...step, tool: unread ? "read" : "answer", urls: unread ? [at(unread[1])] : [] }) }
  }
}
