/** Options of a search. The search engine of these runs finds the addresses that a query names. */
import { notHere } from "./threats.ts"
import type { SearchQuery } from "@orbweaver/core/search/SearchProvider"
import { Duration } from "effect"
import { effect, type Probe, type Table, unseen } from "./Probe.ts"
import type { World } from "./world.ts"

interface Searched {
  readonly answer: any
  /** What the engine was asked. */
  readonly asked: SearchQuery | undefined
}

const searched = async (world: World, options: object, paths = ["/article"]): Promise<Searched> => {
  const word = world.unique("silk")
  const answer = await world.client.search([word, ...paths.map(world.at)].join(" "), options)
  return { answer, asked: world.searched(word) }
}

const searching =
  (options: object, has: (searched: Searched) => boolean, paths?: Array<string>): Probe =>
  async (world) => {
    const found = await searched(world, options, paths)
    return effect(has(found), found.answer)
  }

/** The engine has the value as it was sent. */
const passed = (name: "tbs" | "country" | "location", value: string): Probe =>
  searching({ [name]: value }, ({ asked }) => asked?.[name] === value)

const period = (tbs: string): [string, Probe] => [`tbs: "${tbs}"`, passed("tbs", tbs)]

const asking = (options: object, words: string): Probe =>
  searching(options, ({ asked }) => asked?.text.includes(words) === true)

const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) =>
    unseen(why, (await searched(world, options)).answer)

const unjudged = "taken; this run does not look at what it does"
const detail = "a detail of `domainTools`, which are not offered"
const markdown = { scrapeOptions: { formats: ["markdown"] } }

export const search: Table = {
  title: "`SearchRequest`",
  declaration: "interface SearchRequest",
  probes: {
    query: searching({}, ({ answer, asked }) => asked !== undefined && answer.web[0].url.endsWith("/article")),
    domainTools: taken({ domainTools: true }),
    'toolDetail: "compact"': taken({ toolDetail: "compact" }, detail),
    'toolDetail: "summary"': taken({ toolDetail: "summary" }, detail),
    'toolDetail: "full"': taken({ toolDetail: "full" }, detail),
    'sources: "web"': searching({ sources: ["web"] }, ({ answer, asked }) => {
      return asked?.source === "web" && answer.web.length === 1
    }),
    'sources: "news"': searching({ sources: ["news"] }, ({ answer, asked }) => {
      return asked?.source === "news" && answer.news[0].date !== undefined && answer.web === undefined
    }),
    'sources: "images"': searching({ sources: ["images"] }, ({ answer, asked }) => {
      return asked?.source === "images" && answer.images[0].imageUrl.endsWith(".png")
    }),
    'sources: "alexandria"': async (world) => {
      const { answer } = await searched(world, { sources: ["web", "alexandria"] })
      const warning: string = answer.warning ?? ""
      return unseen("not offered", { warning: warning.includes("alexandria") ? `sources: ${warning}` : "" })
    },
    'categories: "github"': asking({ categories: ["github"] }, "site:github.com"),
    'categories: "research"': asking({ categories: ["research"] }, "site:arxiv.org"),
    'categories: "pdf"': asking({ categories: ["pdf"] }, "filetype:pdf"),
    'categories: "developer"': asking({ categories: ["developer"] }, "site:developer.mozilla.org"),
    includeDomains: asking({ includeDomains: ["example.com"] }, "site:example.com"),
    excludeDomains: asking({ excludeDomains: ["example.com"] }, "-site:example.com"),
    limit: searching({ limit: 1 }, ({ answer }) => answer.web.length === 1, ["/article", "/page"]),
    ...Object.fromEntries(
      ["qdr:h", "qdr:d", "qdr:w", "qdr:m", "qdr:y", "cdr:1,cd_min:1/1/2026,cd_max:2/1/2026", "sbd:1"].map(period)
    ),
    location: passed("location", "Berlin"),
    country: passed("country", "de"),
    ignoreInvalidURLs: taken({ ignoreInvalidURLs: true }, "the search engine of these runs gives no invalid addresses"),
    timeout: searching({ timeout: 4321 }, ({ asked }) => {
      return asked !== undefined && Duration.toMillis(asked.timeout) <= 4321
    }),
    "highlights: true": searching({ ...markdown, highlights: true }, ({ answer }) => {
      return answer.web[0].description !== "About web"
    }),
    "highlights: false": searching({ ...markdown, highlights: false }, ({ answer }) => {
      return answer.web[0].description === "About web"
    }),
    scrapeOptions: searching(markdown, ({ answer }) => answer.web[0].markdown.includes("A spider")),
    'enterprise: "default"': taken({ enterprise: ["default"] }, "asks for nothing"),
    'enterprise: "anon"': taken({ enterprise: ["anon"] }, unjudged),
    'enterprise: "zdr"': taken({ enterprise: ["zdr"] }, unjudged),
    threatProtection: async (world) => {
      const { answer } = await searched(world, notHere(world))
      return effect((answer.web ?? []).length === 0, answer)
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" })
  }
}
