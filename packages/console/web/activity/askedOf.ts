/** A call that was made, as the playground asks it: to be run again, and to be worded for other clients. */
import { type Draft, type FormatDetails, firstDraft } from "../playground/Draft.ts"
import { modeNames } from "../playground/modes.ts"
import type { Asked, Mode } from "../playground/request.ts"
import type { Typed } from "../playground/typed.ts"

type Body = Readonly<Record<string, unknown>>

const bodyOf = (value: unknown): Body =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** A file is not kept with its call. */
const modeOf = (endpoint: string): Mode | undefined => modeNames.find((mode) => mode === endpoint && mode !== "parse")

/** `undefined` for calls that the playground does not make. */
export const askedOf = (endpoint: string, request: unknown): Asked | undefined => {
  const mode = modeOf(endpoint)
  const body = bodyOf(request)
  switch (mode) {
    case "scrape": {
      const { formats = ["markdown"], url, ...options } = body
      return { mode, target: textOf(url), formats: listOf(formats), options }
    }
    case "crawl": {
      const { scrapeOptions, url, ...own } = body
      const { formats = ["markdown"], ...page } = bodyOf(scrapeOptions)
      const nested = Object.keys(page).length === 0 ? {} : { scrapeOptions: page }
      return { mode, target: textOf(url), formats: listOf(formats), options: { ...own, ...nested } }
    }
    case "map": {
      const { url, ...options } = body
      return { mode, target: textOf(url), formats: [], options }
    }
    case "search": {
      const { query, ...options } = body
      return { mode, target: textOf(query), formats: [], options }
    }
    case "extract": {
      const { prompt, schema, urls, ...options } = body
      return {
        mode,
        target: listOf(urls).map(textOf).join("\n"),
        formats: [],
        options,
        prompt: textOf(prompt),
        ...(schema === undefined ? {} : { schema })
      }
    }
    default:
      return undefined
  }
}

/** Values as they would be typed. */
const typedOf = (options: Body): Typed =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === "string"
        ? value
        : Array.isArray(value) && value.every((item) => typeof item === "string")
          ? value.join(", ")
          : JSON.stringify(value)
    ])
  )

const nameOf = (format: unknown): string => (typeof format === "string" ? format : textOf(bodyOf(format)["type"]))

const rowsOf = (selectors: unknown): FormatDetails["attributes"] =>
  listOf(selectors).map((row) => {
    const { attribute, selector } = bodyOf(row)
    return { selector: textOf(selector), attribute: textOf(attribute) }
  })

/** What formats were given besides their names. */
const detailsOf = (formats: ReadonlyArray<unknown>, schema: unknown): FormatDetails => {
  const found = new Map(formats.map((format) => [nameOf(format), bodyOf(format)]))
  const { details } = firstDraft
  const member = (format: string, name: string) => textOf(found.get(format)?.[name])
  const wanted = schema ?? found.get("json")?.["schema"]
  const attributes = found.get("attributes")
  return {
    schema: wanted === undefined ? details.schema : JSON.stringify(wanted, null, 2),
    prompt: member("json", "prompt"),
    question: member("question", "question"),
    query: member("query", "prompt"),
    highlights: member("highlights", "query"),
    attributes: attributes === undefined ? details.attributes : rowsOf(attributes["selectors"]),
    fullPage: found.get("screenshot")?.["fullPage"] !== false
  }
}

export const draftOf = ({ formats, mode, options, prompt = "", schema, target }: Asked): Draft => {
  const { scrapeOptions, ...own } = options
  const isNested = mode === "crawl" || mode === "search"
  return {
    mode,
    target,
    formats: formats.map(nameOf),
    details: detailsOf(formats, schema),
    prompt,
    page: typedOf(mode === "scrape" ? options : isNested ? bodyOf(scrapeOptions) : {}),
    own: typedOf(mode === "scrape" ? {} : own)
  }
}
