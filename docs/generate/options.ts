/** Options of every call: type, default, unit, and which endpoints take them. */
import { BatchOptions } from "@orbweaver/core/model/BatchOptions"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { definitionOf, type OptionDefinition } from "@orbweaver/core/internal/model/optionDefinition"
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { AgentOptions } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import { CreateMonitor } from "@orbweaver/extraction/monitors/Monitor"
import type * as Schema from "effect/Schema"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { fieldBounds } from "../../packages/http/src/wire/inputBounds.ts"
import { code, type JsonSchema, page, rangeOf, table, typeOf } from "./text.ts"

const spec = document() as unknown as {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
        }
      }
    >
  >
}

const bodyOf = (path: string): Readonly<Record<string, JsonSchema>> => {
  const content = spec.paths[path]?.post?.requestBody?.content
  return (content === undefined ? undefined : Object.values(content)[0]?.schema.properties) ?? {}
}

/** Endpoints whose body has an option, at its top or under `scrapeOptions`, each with the versions that take it. */
const takenBy = (name: string): string => {
  const found = new Map<string, Array<string>>()
  for (const path of Object.keys(spec.paths)) {
    const body = bodyOf(path)
    if (!(name in body || name in (body["scrapeOptions"]?.properties ?? {}))) continue
    const [, version, endpoint] = /^\/(v\d)\/(.+)$/.exec(path) ?? []
    // Endpoints of the console have no version, and are its own.
    if (version === undefined || endpoint === undefined) continue
    found.set(endpoint, [...(found.get(endpoint) ?? []), version])
  }
  const groups = Map.groupBy(found, ([, versions]) => versions.toSorted().join(", "))
  return [...groups]
    .map(([versions, endpoints]) => `${versions}: ${endpoints.map(([endpoint]) => code(endpoint)).join(" ")}`)
    .join("; ")
}

interface Group {
  readonly title: string
  readonly about: string
  readonly fields: Readonly<Record<string, Schema.Top>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Whether endpoints differ from one option to the next. */
  readonly endpoints: boolean
}

const defaultOf = ({ default: value, otherwise = "" }: OptionDefinition<unknown>): string => {
  if (value === undefined) return otherwise
  const text = JSON.stringify(value)
  return text === "[]" || text === "{}" ? "none" : code(text)
}

const units = { milliseconds: "ms", seconds: "s" } as const

/** The table of a group of options. */
export const section = ({ about, endpoints, fields, schemas, title }: Group): string => {
  const rows = Object.entries(fields).map(([name, field]) => {
    const schema = schemas[name] ?? {}
    // What an agent or a monitor cannot do without is no option, and has its text alone.
    const definition = definitionOf(field) ?? { text: schema.description ?? "", otherwise: "required" }
    const { maximum, text, unit } = definition
    const range = rangeOf({ ...schema, ...(maximum === undefined ? {} : { maximum }) })
    return [
      code(name),
      code(typeOf(schema)),
      defaultOf(definition),
      unit === undefined ? "" : units[unit],
      `${text}${range === "" ? "" : `; ${range}`}`,
      ...(endpoints ? [takenBy(name)] : [])
    ]
  })
  const head = ["Option", "Type", "Default", "Unit", "What it does", ...(endpoints ? ["Taken by"] : [])]
  return `## ${title}\n\n${about}\n\n${table(head, rows)}`
}

const general = `Over HTTP a text has at most ${fieldBounds.maxText.toLocaleString("en")} characters, a list ${fieldBounds.maxItems.toLocaleString("en")} items and an object ${fieldBounds.maxMembers.toLocaleString("en")} members, unless the table says otherwise.`

export const optionsPage = (): string =>
  page({ title: "Options", order: 1, group: "Tables" }, [
    'Names are the same in the library, over HTTP and, with hyphens, on the command line. In the library a time is milliseconds or a text such as `"30 seconds"`. Over HTTP it is milliseconds. An option without a default is off, or has no limit.',
    general,
    section({
      title: "A page",
      about: "`orb.scrape(url, options)`, `orb.parse(file, options)`, and `scrapeOptions` of the others.",
      fields: ScrapeOptions.fields,
      schemas: bodyOf("/v2/scrape"),
      endpoints: true
    }),
    section({
      title: "A crawl",
      about: "`orb.crawl(url, options)`. In the library `delay` is a time like the others; over HTTP it is seconds.",
      fields: CrawlOptions.fields,
      schemas: bodyOf("/v2/crawl"),
      endpoints: true
    }),
    section({
      title: "A batch",
      about: "`orb.batchScrape(urls, options)`: these, and the options of a page beside them.",
      fields: BatchOptions.fields,
      schemas: { ...bodyOf("/v2/crawl"), ...bodyOf("/v2/batch/scrape") },
      endpoints: false
    }),
    section({
      title: "A map",
      about: "`orb.map(url, options)`.",
      fields: MapOptions.fields,
      schemas: bodyOf("/v2/map"),
      endpoints: false
    }),
    section({
      title: "A search",
      about: "`orb.search(query, options)`.",
      fields: SearchOptions.fields,
      schemas: bodyOf("/v2/search"),
      endpoints: false
    }),
    section({
      title: "An extraction",
      about: "`orb.extract({ urls, ...options })`.",
      fields: ExtractOptions.fields,
      schemas: { ...bodyOf("/v2/crawl"), ...bodyOf("/v2/extract") },
      endpoints: false
    }),
    section({
      title: "An agent",
      about: "`orb.agent({ prompt, ...options })`. In the library `timeLimit` is a time like the others.",
      fields: AgentOptions.fields,
      schemas: bodyOf("/v2/agent"),
      endpoints: false
    }),
    section({
      title: "A monitor",
      about: "`orb.createMonitor({ name, schedule, targets, ...options })`.",
      fields: CreateMonitor.fields,
      schemas: bodyOf("/v2/monitor"),
      endpoints: false
    })
  ])
