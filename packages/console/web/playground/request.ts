/** What is asked in the playground, and the same request in other words. */
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"

/** Options as the server describes them: what a form and a command need of each. */
export type OptionFields = ConsoleAnswer<"options">
export type OptionField = OptionFields["scrape"][number]

export type Mode = "scrape" | "parse" | "map" | "search" | "extract" | "crawl"

export interface Asked {
  readonly mode: Mode
  /** Address, query, or addresses one a line. */
  readonly target: string
  readonly formats: ReadonlyArray<unknown>
  readonly options: Readonly<Record<string, unknown>>
  readonly prompt?: string
  readonly schema?: unknown
  readonly file?: File
}

/** Addresses that stand on lines of their own. */
export const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\s*\n\s*/)
    .map((line) => line.trim())
    .filter(Boolean)

export const pathOf = ({ mode }: Asked): string => `v2/${mode}`

export const bodyOf = ({ formats, mode, options, prompt, schema, target }: Asked): Record<string, unknown> => {
  switch (mode) {
    case "scrape":
      return { url: target, formats, ...options }
    case "parse":
      return { formats, ...options }
    case "map":
      return { url: target, ...options }
    case "search":
      return { query: target, ...options }
    case "crawl": {
      const { scrapeOptions, ...rest } = options
      return { url: target, ...rest, scrapeOptions: { formats, ...(scrapeOptions as object | undefined) } }
    }
    case "extract":
      return {
        urls: linesOf(target),
        ...(prompt === undefined || prompt === "" ? {} : { prompt }),
        ...(schema === undefined ? {} : { schema }),
        ...options
      }
  }
}

const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** An option as a flag of the command line; `undefined` where it has none. */
const flagOf = ({ default: omitted, flag }: OptionField, value: unknown): ReadonlyArray<string> | undefined => {
  if (flag === undefined) return undefined
  const { form, name, unit } = flag
  switch (form) {
    case "boolean":
      // A flag that is off by default cannot be turned off.
      return value === true ? [`--${name}`] : omitted === true ? [`--no-${name}`] : []
    case "duration":
      return [`--${name} ${String(value)}${unit === "seconds" ? "s" : "ms"}`]
    case "integer":
      return [`--${name} ${String(value)}`]
    case "list": {
      const isList = Array.isArray(value) && value.every((item) => typeof item === "string")
      return isList ? [`--${name} ${shell(value.join(","))}`] : undefined
    }
    default:
      return [`--${name} ${shell(textOf(value))}`]
  }
}

type OwnFlags = Readonly<Record<string, (value: any) => ReadonlyArray<string>>>

/** Options that commands take in a form of their own. */
const visitFlags: OwnFlags = {
  headers: (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([key, text]) => `--header ${shell(`${key}: ${text}`)}`),
  location: ({ country, languages }: { country?: string; languages?: ReadonlyArray<string> }) => [
    ...(country === undefined ? [] : [`--country ${shell(country)}`]),
    ...(languages === undefined ? [] : [`--languages ${shell(languages.join(","))}`])
  ]
}

const ownFlags: Partial<Readonly<Record<Mode, OwnFlags>>> = {
  scrape: {
    ...visitFlags,
    maxAge: (milliseconds: number) => [`--max-age ${milliseconds}ms`],
    budget: ({ cursor, maxTokens }: { maxTokens: number; cursor?: string }) => [
      `--max-tokens ${maxTokens}`,
      ...(cursor === undefined ? [] : [`--cursor ${shell(cursor)}`])
    ]
  },
  crawl: visitFlags,
  map: visitFlags,
  parse: {
    parsers: (parsers: ReadonlyArray<string | { readonly maxPages?: number; readonly pageMarkers?: boolean }>) =>
      parsers.flatMap((parser) =>
        typeof parser === "string"
          ? []
          : [
              ...(parser.maxPages === undefined ? [] : [`--max-pages ${parser.maxPages}`]),
              ...(parser.pageMarkers === true ? ["--page-markers"] : [])
            ]
      )
  }
}

/** Options of the playground as flags of a command, and the names of those that it has no flag for. */
const flagsOf = (
  mode: Mode,
  options: Readonly<Record<string, unknown>>,
  fields: ReadonlyArray<OptionField>
): { readonly flags: ReadonlyArray<string>; readonly missing: ReadonlyArray<string> } => {
  const known = new Map(fields.map((field) => [field.name, field]))
  const flags: Array<string> = []
  const missing: Array<string> = []
  for (const [name, value] of Object.entries(options)) {
    const field = known.get(name)
    const found = ownFlags[mode]?.[name]?.(value) ?? (field === undefined ? undefined : flagOf(field, value))
    if (found === undefined) missing.push(name)
    else flags.push(...found)
  }
  return { flags, missing }
}

const curl = (asked: Asked, root: string): string => {
  const body = JSON.stringify(bodyOf(asked))
  const file = `file=@${asked.file?.name ?? "report.pdf"}`
  return [
    `curl -X POST ${shell(`${root}${pathOf(asked)}`)}`,
    `  -H "Authorization: Bearer $ORBWEAVER_API_KEY"`,
    ...(asked.mode === "parse"
      ? [`  -F ${shell(file)}`, `  -F ${shell(`options=${body}`)}`]
      : [`  -H "Content-Type: application/json"`, `  -d ${shell(body)}`])
  ].join(" \\\n")
}

const literal = (value: unknown): string => JSON.stringify(value, null, 2)

/** Target and options of a call, as the clients take them: the target stands before the object. */
const split = (asked: Asked): { readonly target: string; readonly rest: Record<string, unknown> } => {
  const { query: _query, url: _url, urls, ...rest } = bodyOf(asked) as Record<string, unknown> & { urls?: unknown }
  return { target: literal(urls ?? asked.target), rest }
}

const library = (asked: Asked): string => {
  const { rest, target } = split(asked)
  const head = `import { createOrbweaver } from "orbweaver"\n\nawait using orbweaver = await createOrbweaver()\n`
  switch (asked.mode) {
    case "crawl":
      return `${head}for await (const page of orbweaver.crawl(${target}, ${literal(rest)}).pages()) console.log(page)\n`
    case "extract":
      return `${head}console.log(await orbweaver.extract(${literal(bodyOf(asked))}))\n`
    case "parse":
      return `import { readFile } from "node:fs/promises"\n${head}const filename = ${literal(asked.file?.name ?? "report.pdf")}\nconsole.log(await orbweaver.parse({ data: await readFile(filename), filename }, ${literal(rest)}))\n`
    default:
      return `${head}console.log(await orbweaver.${asked.mode}(${target}, ${literal(rest)}))\n`
  }
}

const firecrawl = (asked: Asked, root: string): string => {
  const { rest, target } = split(asked)
  const head = `import Firecrawl from "@mendable/firecrawl-js"\n\nconst client = new Firecrawl({ apiKey: process.env.ORBWEAVER_API_KEY ?? "none", apiUrl: ${literal(root.replace(/\/$/, ""))} })\n`
  if (asked.mode === "parse") {
    return `import { readFile } from "node:fs/promises"\n${head}const name = ${literal(asked.file?.name ?? "report.pdf")}\nconsole.log(await client.parse({ data: await readFile(name), filename: name }, ${literal(rest)}))\n`
  }
  if (asked.mode === "extract") return `${head}console.log(await client.extract(${literal(bodyOf(asked))}))\n`
  return `${head}console.log(await client.${asked.mode}(${target}, ${literal(rest)}))\n`
}

const python = (value: unknown): string => {
  if (value === null || value === undefined) return "None"
  if (value === true) return "True"
  if (value === false) return "False"
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`
  if (typeof value === "object") {
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${python(member)}`)
      .join(", ")}}`
  }
  return JSON.stringify(value)
}

const snake = (name: string): string => name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)

const firecrawlPy = (asked: Asked, root: string): string => {
  const { rest } = split(asked)
  const head = `import os\nfrom firecrawl import Firecrawl\n\nclient = Firecrawl(api_key=os.environ.get("ORBWEAVER_API_KEY", "none"), api_url=${python(root.replace(/\/$/, ""))})\n`
  const named = Object.entries(rest).map(([name, value]) => `${snake(name)}=${python(value)}`)
  const target =
    asked.mode === "extract"
      ? python(linesOf(asked.target))
      : python(asked.mode === "parse" ? (asked.file?.name ?? "report.pdf") : asked.target)
  return `${head}print(client.${asked.mode}(${[target, ...named].join(", ")}))\n`
}

const isJson = (format: unknown): format is { readonly type: "json"; readonly schema?: unknown } =>
  (format as { readonly type?: unknown }).type === "json"

const noFields: ReadonlyArray<OptionField> = []

const commandLine = (asked: Asked, fields: OptionFields | undefined): string => {
  const { formats, mode, prompt } = asked
  const { scrapeOptions = {}, ...options } = asked.options
  const targets =
    mode === "extract"
      ? linesOf(asked.target).map(shell)
      : [shell(mode === "parse" ? (asked.file?.name ?? "report.pdf") : asked.target)]
  const names = formats.map((format) =>
    typeof format === "string" ? format : (format as { readonly type: string }).type
  )
  const json = formats.find(isJson)
  const schema = asked.schema ?? json?.schema
  const hasFormats = mode === "scrape" || mode === "parse" || mode === "crawl"
  const own = flagsOf(mode, options, fields?.[mode] ?? noFields)
  // A search prints what it found without reading it.
  const ofPages = mode === "crawl" ? (fields?.scrape ?? noFields) : noFields
  const pages = flagsOf(mode, scrapeOptions as Record<string, unknown>, ofPages)
  const missing = [...own.missing, ...pages.missing]
  return [
    ...(missing.length === 0 ? [] : [`# The command has no flag for ${missing.join(", ")}\n`]),
    [
      `npx orbweaver ${mode} ${targets.join(" ")}`,
      ...(hasFormats ? [`--format ${names.join(",")}`] : []),
      ...(prompt === undefined || prompt === "" ? [] : [`--prompt ${shell(prompt)}`]),
      ...(schema === undefined ? [] : [`--schema ${shell(JSON.stringify(schema))}`]),
      ...own.flags,
      ...pages.flags
    ].join(" \\\n  ")
  ].join("")
}

export interface Wording {
  readonly id: string
  readonly label: string
  readonly text: string
}

/** The request in each of the ways it can be sent. The key is never among them. `fields` name the flags of options. */
export const wordingsOf = (asked: Asked, root: string, fields?: OptionFields): ReadonlyArray<Wording> => [
  { id: "curl", label: "curl", text: curl(asked, root) },
  { id: "library", label: "TypeScript", text: library(asked) },
  { id: "firecrawl", label: "firecrawl-js", text: firecrawl(asked, root) },
  { id: "python", label: "Python", text: firecrawlPy(asked, root) },
  { id: "cli", label: "Command line", text: commandLine(asked, fields) }
]
