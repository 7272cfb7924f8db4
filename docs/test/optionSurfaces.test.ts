// An option is added by its definition and the code that heeds it: everything that names options shows it by itself.
import { BatchOptions } from "@orbweaver/core/model/BatchOptions"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { definitionOf, defaultsOf, option, type OptionFields } from "@orbweaver/core/internal/model/optionDefinition"
import { flagOf } from "@orbweaver/core/internal/model/optionFlag"
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { optionFields as agentFields } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import { LlmsTxtOptions } from "@orbweaver/extraction/internal/llmstxt/LlmsTxtOptions"
import { optionFields as monitorFields } from "@orbweaver/extraction/monitors/Monitor"
import { ResearchOptions } from "@orbweaver/extraction/internal/research/ResearchOptions"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { commandLinePage } from "../generate/commandLine.ts"
import { withComments } from "../generate/optionComments.ts"
import { anchorOf, optionsPage, section } from "../generate/options.ts"
import { fieldsOf, optionFields } from "../../packages/http/src/console/optionFields.ts"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { addDetails } from "../../packages/http/src/openapi/openapiDetails.ts"
import { optionFlags } from "../../packages/orbweaver/src/cli/flags/optionFlags.ts"
import * as jobs from "../../packages/orbweaver/src/mcp/jobs.ts"
import { resultTools } from "../../packages/orbweaver/src/mcp/jobTools.ts"
import { methodTools } from "../../packages/orbweaver/src/mcp/methodTools.ts"
import { optionInputs } from "../../packages/orbweaver/src/mcp/optionInputs.ts"
import * as monitors from "../../packages/orbweaver/src/mcp/monitors.ts"
import * as pages from "../../packages/orbweaver/src/mcp/pages.ts"

type Json = Readonly<Record<string, any>>

interface Surfaces {
  readonly fields: OptionFields
  readonly command?: string
  readonly tool?: { readonly definition: { readonly inputSchema: unknown } }
  readonly path?: string
  /** Options that the endpoint does not take. */
  readonly notOverHttp?: ReadonlyArray<string>
  readonly form?: "scrape" | "crawl" | "map" | "search" | "extract"
  readonly inReference?: boolean
}

const toolNamed = (name: string) => [...methodTools, ...resultTools].find(({ definition }) => definition.name === name)!

const groups: Readonly<Record<string, Surfaces>> = {
  scrape: {
    fields: ScrapeOptions.fields,
    command: "scrape",
    tool: pages.scrape,
    path: "/v2/scrape",
    form: "scrape",
    inReference: true
  },
  crawl: {
    fields: CrawlOptions.fields,
    command: "crawl",
    tool: jobs.crawl,
    path: "/v2/crawl",
    form: "crawl",
    inReference: true
  },
  batch: {
    fields: BatchOptions.fields,
    command: "batch",
    path: "/v2/batch/scrape",
    // Its scrape options stand beside it, and the official clients have no priority of a batch.
    notOverHttp: ["priority", "scrapeOptions"],
    inReference: true
  },
  map: {
    fields: MapOptions.fields,
    command: "map",
    tool: toolNamed("map"),
    path: "/v2/map",
    form: "map",
    inReference: true
  },
  search: {
    fields: SearchOptions.fields,
    command: "search",
    tool: toolNamed("search"),
    path: "/v2/search",
    form: "search",
    inReference: true
  },
  extract: {
    fields: ExtractOptions.fields,
    command: "extract",
    tool: toolNamed("extract"),
    path: "/v2/extract",
    notOverHttp: ["maxConcurrency"],
    form: "extract",
    inReference: true
  },
  agent: { fields: agentFields, command: "agent", tool: toolNamed("agent"), path: "/v2/agent", inReference: true },
  monitor: { fields: monitorFields, tool: monitors.createMonitor, path: "/v2/monitor", inReference: true },
  research: { fields: ResearchOptions.fields, command: "research", path: "/v1/deep-research" },
  llmstxt: { fields: LlmsTxtOptions.fields, command: "llmstxt", path: "/v1/llmstxt" }
}

/** Options that have an input of their own in the console. */
const ownForms = new Set(["formats", "scrapeOptions", "webhook"])

it("every option has a definition and is on every surface that its definition allows", async () => {
  const missing: Array<string> = []
  const help = await commandLinePage()
  const reference = optionsPage()
  const forms = optionFields()
  const spec = document() as unknown as Json
  for (const [group, { command, fields, form, inReference, notOverHttp = [], path, tool }] of Object.entries(groups)) {
    const section = help.split(`## orbweaver ${command}\n`)[1]?.split("\n## ")[0] ?? ""
    const bodies = path === undefined ? {} : (spec["paths"][path].post.requestBody.content as Json)
    const body = (Object.values(bodies)[0] as Json | undefined)?.["schema"].properties as Json | undefined
    const inputs = (tool?.definition.inputSchema as Json | undefined)?.["properties"] as Json | undefined
    for (const [name, field] of Object.entries(fields)) {
      const miss = (surface: string) => missing.push(`${group}.${name}: ${surface}`)
      const definition = definitionOf(field)
      if (definition === undefined) {
        miss("definition")
        continue
      }
      const flag = flagOf(name, field)
      if (command !== undefined && flag !== undefined && !section.includes(`\`--${flag.name}\``))
        miss(`flag --${flag.name}`)
      if (inputs !== undefined && definition.tool !== false && inputs[name]?.description === undefined) miss("tool")
      if (body !== undefined && !notOverHttp.includes(name) && body[name]?.description === undefined) miss("OpenAPI")
      const isSent = form !== undefined && !notOverHttp.includes(name)
      // A form shows what has an effect, and nothing else.
      if (
        isSent &&
        !ownForms.has(name) &&
        forms[form].some((known) => known.name === name) === (definition.isIgnored === true)
      ) {
        miss("form of the console")
      }
      if (inReference === true && !reference.includes(`| [\`${name}\`](#${anchorOf(group, name)}) |`)) miss("reference")
    }
  }
  expect(missing).toEqual([])
})

it("an option that is added to a definition is on all of them", () => {
  const fields = {
    ...CrawlOptions.fields,
    patience: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 })), {
      text: "How long a slow site is given",
      default: 30,
      unit: "seconds"
    })
  }
  expect(defaultsOf(fields).patience).toBe(30)
  expect(Object.keys(optionFlags(fields))).toContain("patience")
  expect(flagOf("patience", fields.patience)).toEqual({ name: "patience", form: "duration", unit: "seconds" })

  const tool = Schema.toJsonSchemaDocument(Schema.Struct({ ...optionInputs(fields) })).schema as Json
  expect(tool["properties"].patience.description).toBe("How long a slow site is given, in seconds (default 30)")

  const schema = structuredClone(Schema.toJsonSchemaDocument(Schema.Struct(fields)).schema)
  const operation: Json = { requestBody: { content: { "application/json": { schema } } } }
  addDetails("/v2/crawl", operation)
  const documented = operation["requestBody"].content["application/json"].schema.properties.patience
  expect(documented.description).toBe("How long a slow site is given, in seconds")

  expect(fieldsOf(fields).find(({ name }) => name === "patience")).toMatchObject({
    text: "How long a slow site is given",
    form: "integer",
    default: 30,
    minimum: 1,
    maximum: 90,
    unit: "seconds",
    flag: { name: "patience" }
  })

  const schemas = { patience: documented }
  const table = section({ name: "crawl", title: "A crawl", about: "", fields, schemas, endpoints: false })
  expect(table).toContain(
    "| [`patience`](#crawl-patience) | `integer` | `30` | s, at least 1, at most 90 | How long a slow site is given |"
  )

  const source = "const fields = {\n  patience: option(Schema.Int, {})\n}\n"
  expect(withComments(source, fields)).toContain(
    "/** How long a slow site is given, in seconds. Default: 30 seconds. */"
  )
})
