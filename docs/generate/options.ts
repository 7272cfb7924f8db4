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
import { anchored, code, hyphenated, type JsonSchema, page, rangeOf, table } from "./text.ts"
import { type TypeSheet, typeSheet } from "./typeSheet.ts"

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
  /** Before the name of an option in its anchor: `crawl` makes `#crawl-limit`. */
  readonly name: string
  readonly title: string
  readonly about: string
  readonly fields: Readonly<Record<string, Schema.Top>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Whether endpoints differ from one option to the next. */
  readonly endpoints: boolean
}

/** The anchor of an option: `crawl-limit`. */
export const anchorOf = (group: string, option: string): string => `${group}-${hyphenated(option)}`

/** What most of the texts are. */
const commonest = (texts: ReadonlyArray<string>): string =>
  [...Map.groupBy(texts, (text) => text)].reduce((most, group) => (group[1].length > most[1].length ? group : most), [
    "",
    [""]
  ] as [string, Array<string>])[0]

const defaultOf = ({ default: value, otherwise = "" }: OptionDefinition<unknown>): string => {
  if (value === undefined) return otherwise
  const text = JSON.stringify(value)
  return text === "[]" || text === "{}" ? "none" : code(text)
}

const units = { milliseconds: "ms", seconds: "s" } as const

/** The table of a group of options. */
export const section = (
  { about, endpoints, fields, name: group, schemas, title }: Group,
  types: TypeSheet = typeSheet()
): string => {
  const usual = endpoints ? commonest(Object.keys(fields).map(takenBy)) : ""
  const rows = Object.entries(fields).map(([name, field]) => {
    const schema = schemas[name] ?? {}
    // What an agent or a monitor cannot do without is no option, and has its text alone.
    const definition = definitionOf(field) ?? { text: schema.description ?? "", otherwise: "required" }
    const { maximum, text, unit } = definition
    const range = rangeOf({ ...schema, ...(maximum === undefined ? {} : { maximum }) })
    const endpointsOfIt = endpoints ? takenBy(name) : ""
    return [
      anchored(name, anchorOf(group, name)),
      types.cell(name, schema, group),
      defaultOf(definition),
      [unit === undefined ? "" : units[unit], range].filter((part) => part !== "").join(", "),
      `${text}${endpointsOfIt === usual ? "" : `. HTTP: ${endpointsOfIt === "" ? "none" : endpointsOfIt}`}`
    ]
  })
  const over = usual === "" ? "" : ` Over HTTP, where an option does not say otherwise: ${usual}.`
  return `## ${title}\n\n${about}${over}\n\n${table(["Option", "Type", "Default", "Unit and bounds", "What it does"], rows)}`
}

/** The page has the options of a page and of a crawl by themselves. */
const described = { ScrapeOptions: "#a-page", CrawlOptions: "#a-crawl" }

const general = `Over HTTP a text has at most ${fieldBounds.maxText.toLocaleString("en")} characters, a list ${fieldBounds.maxItems.toLocaleString("en")} items and an object ${fieldBounds.maxMembers.toLocaleString("en")} members, unless the table says otherwise.`

export const optionsPage = (): string => {
  const types = typeSheet(described)
  return page(
    {
      title: "Options",
      order: 1,
      group: "Tables",
      alsoKnownAs: "list of all options, all parameters, parameter list, settings, defaults, arguments, full reference",
      isWide: true
    },
    [
      'Names are the same in the library, over HTTP and, with hyphens, on the command line. A time is a number in the unit of the table, and in the library also a text such as `"30 seconds"`. An option without a default is off, or has no limit. Each option has an address: `#crawl-limit`, `#scrape-wait-for`.',
      general,
      section(
        {
          name: "scrape",
          title: "A page",
          about: "`orb.scrape(url, options)`, `orb.parse(file, options)`, and `scrapeOptions` of the others.",
          fields: ScrapeOptions.fields,
          schemas: bodyOf("/v2/scrape"),
          endpoints: true
        },
        types
      ),
      section(
        {
          name: "crawl",
          title: "A crawl",
          about: "`orb.crawl(url, options)`.",
          fields: CrawlOptions.fields,
          schemas: bodyOf("/v2/crawl"),
          endpoints: true
        },
        types
      ),
      section(
        {
          name: "batch",
          title: "A batch",
          about: "`orb.batchScrape(urls, options)`: these, and the options of a page beside them.",
          fields: BatchOptions.fields,
          schemas: { ...bodyOf("/v2/crawl"), ...bodyOf("/v2/batch/scrape") },
          endpoints: false
        },
        types
      ),
      section(
        {
          name: "map",
          title: "A map",
          about: "`orb.map(url, options)`.",
          fields: MapOptions.fields,
          schemas: bodyOf("/v2/map"),
          endpoints: false
        },
        types
      ),
      section(
        {
          name: "search",
          title: "A search",
          about: "`orb.search(query, options)`.",
          fields: SearchOptions.fields,
          schemas: bodyOf("/v2/search"),
          endpoints: false
        },
        types
      ),
      section(
        {
          name: "extract",
          title: "An extraction",
          about: "`orb.extract({ urls, ...options })`.",
          fields: ExtractOptions.fields,
          schemas: { ...bodyOf("/v2/crawl"), ...bodyOf("/v2/extract") },
          endpoints: false
        },
        types
      ),
      section(
        {
          name: "agent",
          title: "An agent",
          about: "`orb.agent({ prompt, ...options })`.",
          fields: AgentOptions.fields,
          schemas: bodyOf("/v2/agent"),
          endpoints: false
        },
        types
      ),
      section(
        {
          name: "monitor",
          title: "A monitor",
          about: "`orb.createMonitor({ name, schedule, targets, ...options })`.",
          fields: CreateMonitor.fields,
          schemas: bodyOf("/v2/monitor"),
          endpoints: false
        },
        types
      ),
      "## Types",
      ...types.parts()
    ]
  )
}
