/** The methods of an instance, from the comments of its interfaces. */
import { type Method, methodsOf } from "./comments.ts"
import { anchored, hyphenated, page, table } from "./text.ts"

const sources = [
  ["packages/orbweaver/src/index.ts", "Orbweaver"],
  ["packages/orbweaver/src/jobs/methods.ts", "JobMethods"],
  ["packages/orbweaver/src/jobs/extracting.ts", "ExtractMethods"],
  ["packages/orbweaver/src/jobs/agents.ts", "AgentMethods"],
  ["packages/orbweaver/src/jobs/researching.ts", "ResearchMethods"],
  ["packages/orbweaver/src/jobs/monitoring.ts", "MonitorMethods"]
] as const

interface Group {
  readonly title: string
  readonly guide: string
  readonly names: RegExp
}

/** The first group whose pattern has the name. */
const groups: ReadonlyArray<Group> = [
  { title: "Pages", guide: "[Scrape a page](../guide/scraping.md)", names: /^(?:scrape|parse|readWarc)$/ },
  { title: "Extraction", guide: "[Extract structured data](../guide/extracting.md)", names: /Extract|extract/ },
  { title: "llms.txt", guide: "[Generate an llms.txt](../guide/llms-txt.md)", names: /LLMsText/ },
  { title: "Search and research", guide: "[Search the web](../guide/searching.md)", names: /^search$|Research/ },
  { title: "Agents", guide: "[Let an agent find the answer](../guide/agent.md)", names: /[aA]gent/ },
  { title: "Monitors", guide: "[Monitors](../guide/monitors.md)", names: /Monitor/ },
  { title: "Crawls and maps", guide: "[Crawl a whole site](../guide/crawling.md)", names: /[cC]rawl|^map$/ },
  { title: "Batches", guide: "[Scrape a list of addresses](../guide/batch.md)", names: /[bB]atch/ },
  {
    title: "Jobs of every kind",
    guide: "[Resume a crawl](../guide/resume.md)",
    names: /^(?:followJob|watcher|removeJob|erase|runWorker|schedule)$/
  },
  { title: "The instance", guide: "[The library](../guide/library.md)", names: /./ }
]

export const methodsPage = (): string => {
  const all = sources.flatMap(([file, name]) => methodsOf(file, name))
  const byGroup = Map.groupBy(all, ({ name }) => groups.find(({ names }) => names.test(name))!)
  const row = ({ comment, name, parameters }: Method) => [
    anchored(`${name}(${parameters.join(", ")})`, hyphenated(name)),
    comment
  ]
  return page(
    {
      title: "Methods",
      order: 0,
      group: "Tables",
      alsoKnownAs:
        "methods of orb, methods of the library, API of createOrbweaver, all methods, functions, instance, startCrawl, getCrawlStatus, batchScrape, listMonitors, pauseMonitor, deleteMonitor, runMonitor, followJob, watcher, runWorker"
    },
    [
      "Methods of `createOrbweaver()`. Those that give a promise reject with [typed errors](errors.md), and take a `signal` among their options. [Options](options.md) have a table of their own. Names are those of the Firecrawl clients where these have the method too.",
      ...groups.flatMap((group) => {
        const methods = byGroup.get(group) ?? []
        return [`## ${group.title}`, `Guide: ${group.guide}.`, table(["Method", "What it does"], methods.map(row))]
      })
    ]
  )
}
