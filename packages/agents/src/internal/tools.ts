/** The tools, once for every framework: their descriptions for the model, and what they do. */
import type { Orbweaver } from "orbweaver"

/** Bounds of what a model gets for one call, and what it may ask for. */
export interface ToolOptions {
  /** Most tokens of text that one call gives, shared by its pages. Default: 8000. */
  readonly maxTokens?: number | undefined
  /** Most pages that one crawl may visit. Default: 10. */
  readonly maxPages?: number | undefined
  /** Most results that one search may give. Default: 10. */
  readonly maxResults?: number | undefined
}

/** What the tools need of an instance. */
export type ToolHost = Pick<Orbweaver, "scrape" | "search" | "crawl" | "extract">

export interface PageResult {
  readonly url: string
  readonly title?: string | undefined
  readonly markdown: string
  /** There is more: the same call with this `cursor` goes on. */
  readonly cursor?: string | undefined
}

interface Inputs {
  readonly scrape: { readonly url: string; readonly cursor?: string }
  readonly search: { readonly query: string; readonly limit?: number }
  readonly crawl: { readonly url: string; readonly limit?: number; readonly includePaths?: ReadonlyArray<string> }
  readonly extract: {
    readonly urls: ReadonlyArray<string>
    readonly prompt: string
    readonly schema?: Readonly<Record<string, unknown>>
  }
}

export interface Outputs {
  readonly scrape: PageResult
  readonly search: ReadonlyArray<{
    readonly title: string
    readonly url: string
    readonly description?: string | undefined
  }>
  readonly crawl: { readonly pages: ReadonlyArray<PageResult>; readonly failed: number }
  readonly extract: { readonly data?: unknown; readonly error?: string | undefined }
}

export type ToolName = keyof Inputs

export interface ToolDefinition<N extends ToolName = ToolName> {
  readonly name: N
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly run: (input: Inputs[N], signal: AbortSignal | undefined) => Promise<Outputs[N]>
}

export type ToolInput<N extends ToolName> = Inputs[N]

/** The part of JSON Schema 2020-12 that the tools use. */
interface JsonSchema {
  type: "object"
  properties: Record<string, Property>
  required: Array<string>
  additionalProperties: false
}
type Property =
  | { type: "string" | "object"; description: string }
  | { type: "integer"; minimum: number; maximum: number; description: string }
  | { type: "array"; items: { type: "string" }; minItems?: number; maxItems?: number; description: string }

const object = (properties: Record<string, Property>, ...required: Array<string>): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

const text = (description: string): Property => ({ type: "string", description })
const count = (maximum: number, description: string): Property => ({
  type: "integer",
  minimum: 1,
  maximum,
  description
})

/** Fewest tokens of a page that is worth giving. */
const minPageTokens = 200
/** Most pages of one extraction. */
const maxUrls = 20

/** Failures reject with the errors of the instance, which the frameworks tell their models. */
export const toolDefinitions = (
  orb: ToolHost,
  { maxPages = 10, maxResults = 10, maxTokens = 8000 }: ToolOptions = {}
): { readonly [N in ToolName]: ToolDefinition<N> } => ({
  scrape: {
    name: "scrape",
    description:
      "Read one web page or document (PDF, Word, spreadsheet) and get its main content as Markdown. A long page ends with a cursor: call again with it to read on.",
    inputSchema: object(
      {
        url: text("Address of the page, such as https://example.com/page"),
        cursor: text("From an earlier call, to read on")
      },
      "url"
    ),
    run: async ({ cursor, url }, signal) =>
      pageOf(
        await orb.scrape(url, {
          formats: ["markdown"],
          budget: { maxTokens, ...(cursor === undefined ? {} : { cursor }) },
          signal
        })
      )
  },
  search: {
    name: "search",
    description: "Search the web. Gives titles, addresses and descriptions; read the pages that matter with scrape.",
    inputSchema: object({ query: text("What to search for"), limit: count(maxResults, "Most results") }, "query"),
    run: async ({ limit = 5, query }, signal) => {
      const { sources } = await orb.search(query, { limit: Math.min(limit, maxResults), signal })
      return Object.values(sources)
        .flat()
        .map(({ description, title, url }) => ({ title, url, description }))
    }
  },
  crawl: {
    name: "crawl",
    description: "Read several pages of one site, beginning at an address and following its links.",
    inputSchema: object(
      {
        url: text("Where to begin"),
        limit: count(maxPages, "Most pages"),
        includePaths: {
          type: "array",
          items: { type: "string" },
          description: "Regular expressions of paths to visit, such as docs/.*"
        }
      },
      "url"
    ),
    run: async ({ includePaths, limit = maxPages, url }, signal) => {
      const most = Math.max(1, Math.min(limit, maxPages))
      const budget = { maxTokens: Math.max(minPageTokens, Math.floor(maxTokens / most)) }
      const run = orb.crawl(url, {
        limit: most,
        ...(includePaths === undefined ? {} : { includePaths }),
        scrapeOptions: { formats: ["markdown"], budget },
        signal
      })
      const { counts, data } = await run
      // Of the others the job has no more than their addresses.
      const pages = data.filter(({ metadata: { code } }) => code === undefined)
      return { pages: pages.map(pageOf), failed: counts.failed + data.length - pages.length }
    }
  },
  extract: {
    name: "extract",
    description: "Read facts from pages as JSON: what is asked for in words, or the fields of a JSON Schema.",
    inputSchema: object(
      {
        urls: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          maxItems: maxUrls,
          description: "Pages to read"
        },
        prompt: text("What to extract"),
        schema: { type: "object", description: "JSON Schema of the answer" }
      },
      "urls",
      "prompt"
    ),
    run: async ({ prompt, schema, urls }, signal) => {
      const { data, error } = await orb.extract({
        urls: urls.slice(0, maxUrls),
        prompt,
        ...(schema === undefined ? {} : { schema }),
        signal
      })
      return { ...(data === undefined ? {} : { data }), ...(error === undefined ? {} : { error }) }
    }
  }
})

interface ReadPage {
  readonly markdown?: string | undefined
  readonly metadata: {
    readonly url: string
    readonly title?: string | undefined
    readonly budget?: { readonly cursor?: string | undefined } | undefined
  }
}

const pageOf = ({ markdown = "", metadata: { budget, title, url } }: ReadPage): PageResult => ({
  url,
  markdown,
  ...(title === undefined ? {} : { title }),
  ...(budget?.cursor === undefined ? {} : { cursor: budget.cursor })
})
