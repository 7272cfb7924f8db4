/**
 * What the schemas of the endpoints do not carry by themselves and readers of the OpenAPI document want: the defaults of
 * each version, a description for each option, the built-in formats by name, and an example for each body.
 */
import { defaults as batchDefaults } from "@orbweaver/core/model/BatchOptions"
import { defaults as crawlDefaults } from "@orbweaver/core/model/CrawlOptions"
import { ownErasureDefaults as erasureDefaults } from "@orbweaver/core/model/ErasureTarget"
import { builtInNames, definitionOfFormat } from "@orbweaver/core/model/formats/builtInFormats"
import type { FormatDefinition, OptionsOfFormat } from "@orbweaver/core/internal/model/formats/formatDefinition"
import { definitionOf } from "@orbweaver/core/internal/model/optionDefinition"
import * as Schema from "effect/Schema"
import { defaults as mapDefaults } from "@orbweaver/core/model/MapOptions"
import { defaults as scrapeDefaults } from "@orbweaver/core/model/ScrapeOptions"
import { defaults as searchDefaults } from "@orbweaver/core/model/SearchOptions"
import { defaults as agentDefaults } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { defaults as extractDefaults } from "@orbweaver/extraction/extract/ExtractOptions"
import { defaults as llmsTxtDefaults } from "@orbweaver/extraction/internal/llmstxt/LlmsTxtOptions"
import { defaults as monitorDefaults } from "@orbweaver/extraction/monitors/Monitor"
import { defaults as researchDefaults } from "@orbweaver/extraction/internal/research/ResearchOptions"
import { fieldTexts } from "./fieldTexts.ts"
import { fieldBounds } from "../wire/inputBounds.ts"
import { v1Defaults } from "../v1/wire.ts"
import { v2Defaults } from "../v2/wire.ts"

/** A part of the document. */
type Part = Record<string, any>

type Defaults = Readonly<Record<string, unknown>>
type Version = "v1" | "v2"

const scrapeDefaultsOf: Readonly<Record<Version, Defaults>> = {
  v1: { ...scrapeDefaults, formats: ["markdown"], ...v1Defaults },
  v2: { ...scrapeDefaults, formats: ["markdown"], ...v2Defaults }
}

/** Defaults of the fields of a body besides those of a scrape; the key is the path without its version. */
const bodyDefaults: Readonly<Record<string, (version: Version) => Defaults>> = {
  "/scrape": (version) => ({
    ...scrapeDefaultsOf[version],
    zeroDataRetention: false,
    ...(version === "v1" ? { timeout: 30_000 } : {})
  }),
  "/batch/scrape": (version) => ({
    ...batchDefaults,
    ...scrapeDefaultsOf[version],
    zeroDataRetention: false,
    ignoreInvalidURLs: version === "v2"
  }),
  "/parse": (version) => scrapeDefaultsOf[version],
  "/crawl": (version) => ({
    ...crawlDefaults,
    zeroDataRetention: false,
    ...(version === "v1"
      ? { allowBackwardLinks: false, allowBackwardCrawling: false, ignoreSitemap: false, maxDepth: 10 }
      : {})
  }),
  "/map": (version) => ({
    ...mapDefaults,
    ...(version === "v1" ? { ignoreSitemap: false, sitemapOnly: false, maxDepth: 10 } : {})
  }),
  "/search": (version) => ({
    ...searchDefaults,
    ignoreInvalidURLs: false,
    ...(version === "v1" ? { limit: 5 } : {})
  }),
  "/extract": (version) => ({
    ...extractDefaults,
    ...(version === "v1" ? { ignoreInvalidURLs: false, timeout: 60_000 } : {})
  }),
  "/agent": () => agentDefaults,
  "/monitor": () => monitorDefaults,
  "/team/erase": () => erasureDefaults,
  "/llmstxt": () => llmsTxtDefaults,
  "/deep-research": () => researchDefaults
}

const page = "https://example.com/"

/** What a caller may send, by the path without its version. */
const examples: Readonly<Record<string, (version: Version) => unknown>> = {
  "/scrape": () => ({ url: page, formats: ["markdown", "links"] }),
  "/batch/scrape": () => ({ urls: [page, "https://example.org/"], formats: ["markdown"] }),
  "/crawl": (version) =>
    version === "v1"
      ? { url: page, limit: 100, maxDepth: 3, scrapeOptions: { formats: ["markdown"] } }
      : { url: page, limit: 100, maxDiscoveryDepth: 2, scrapeOptions: { formats: ["markdown"] } },
  "/crawl/params-preview": () => ({ url: page, prompt: "only the blog, at most 50 pages" }),
  "/map": () => ({ url: page, search: "pricing" }),
  "/search": () => ({ query: "spiders in libraries", limit: 5 }),
  "/extract": () => ({
    urls: [page],
    schema: { type: "object", properties: { title: { type: "string" }, price: { type: "number" } } }
  }),
  "/team/erase": () => ({ host: "example.com", dryRun: true }),
  "/llmstxt": () => ({ url: page, maxUrls: 10 }),
  "/deep-research": () => ({ query: "How do spiders weave?", maxDepth: 3 })
}

/** A format by its name, with its options, or one that this server has beside the built-in ones. */
const formatItems = (): Part => ({
  anyOf: [
    { type: "string", enum: builtInNames, description: "A built-in format without options" },
    ...builtInNames.map((name) => formatItem(name, definitionOfFormat(name))),
    { type: "string", description: "A format of this server's own, by its name" },
    {
      type: "object",
      title: "A format of this server's own",
      properties: { type: { type: "string", not: { enum: builtInNames } } },
      required: ["type"]
    }
  ]
})

/** A format with its options. */
export const formatItem = (name: string, { options = {}, text }: FormatDefinition): Part => {
  const { properties = {}, required = [] }: Part = Schema.toJsonSchemaDocument(Schema.Struct(options)).schema
  return {
    type: "object",
    title: `The format ${name}`,
    description: text,
    properties: { type: { type: "string", const: name }, ...withDefaults(options, properties) },
    required: ["type", ...required]
  }
}

/** Properties with the defaults of their definitions. */
const withDefaults = (fields: OptionsOfFormat, properties: Part): Part =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const value: unknown = definitionOf(fields[name]!)?.default
      return [name, value === undefined ? property : { ...property, default: value }]
    })
  )

/** Adds to the bodies of one operation; `path` with its version. */
export const addDetails = (path: string, operation: Part): void => {
  const [, version, rest] = /^\/(v1|v2)(\/.*)$/.exec(path) ?? []
  if (version === undefined || rest === undefined) return
  const by = version as Version
  if (rest.startsWith("/team/token-usage")) {
    operation["description"] =
      "Tokens are for extraction only: a model that extracts data takes them. A scrape, a crawl or a summary takes none."
  }
  for (const parameter of operation["parameters"] ?? []) describe(parameter, parameter["name"])
  for (const media of Object.values((operation["requestBody"]?.["content"] ?? {}) as Part)) {
    const body: Part = media["schema"]
    for (const root of objectsOf(body)) {
      const options = root["properties"]?.["options"]
      addTo(root, by, bodyDefaults[rest]?.(by) ?? {})
      if (rest === "/parse" && options !== undefined) {
        for (const inner of objectsOf(options["contentSchema"] ?? options)) addTo(inner, by, scrapeDefaultsOf[by])
      }
    }
    addBounds(body)
    const example = examples[rest]?.(by)
    if (example !== undefined) media["example"] = example
  }
  for (const { content } of Object.values((operation["responses"] ?? {}) as Part)) {
    for (const media of Object.values((content ?? {}) as Part)) describeAll(media["schema"])
  }
}

/** An object's schema, or those that it is put together of. */
const objectsOf = (schema: Part): ReadonlyArray<Part> => [
  schema,
  ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => (schema[keyword] ?? []).flatMap(objectsOf))
]

const addTo = (object: Part, version: Version, defaults: Defaults): void => {
  for (const [name, property] of Object.entries((object["properties"] ?? {}) as Record<string, Part>)) {
    if (name in defaults && property["default"] === undefined) property["default"] = defaults[name]
    describe(property, name)
    if (name === "formats" && version === "v2" && property["items"] !== undefined) property["items"] = formatItems()
    if (name === "scrapeOptions") {
      for (const inner of objectsOf(property)) addTo(inner, version, scrapeDefaultsOf[version])
    } else describeAll(property)
  }
}

/** Texts, lists and maps of a body have bounds also where their schema has none of its own (`inputBounds.ts`). */
const addBounds = (part: unknown): void => {
  if (Array.isArray(part)) return part.forEach(addBounds)
  if (typeof part !== "object" || part === null) return
  const schema: Part = part
  const isText = ["enum", "const", "format", "contentMediaType"].every((keyword) => schema[keyword] === undefined)
  if (schema["type"] === "string" && isText) schema["maxLength"] ??= fieldBounds.maxText
  if (schema["type"] === "array") schema["maxItems"] ??= fieldBounds.maxItems
  if (schema["type"] === "object" && typeof schema["additionalProperties"] === "object") {
    schema["maxProperties"] ??= fieldBounds.maxMembers
  }
  for (const [key, inner] of Object.entries(schema)) {
    if (key !== "default" && key !== "enum" && key !== "example") addBounds(inner)
  }
}

const describe = (part: Part, name: string): void => {
  const text = fieldTexts[name]
  if (part["description"] === undefined && text !== undefined) part["description"] = text
}

/** Describes the properties of everything inside. */
const describeAll = (part: unknown): void => {
  if (Array.isArray(part)) return part.forEach(describeAll)
  if (typeof part !== "object" || part === null) return
  const properties: unknown = (part as Part)["properties"]
  if (typeof properties === "object" && properties !== null) {
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property === "object" && property !== null) describe(property as Part, name)
    }
  }
  for (const [key, inner] of Object.entries(part)) if (key !== "default" && key !== "enum") describeAll(inner)
}
