/** What is typed into the playground, and how it stands in an address without its secrets. */
import { basicModes, modeNames } from "./modes.ts"
import type { Mode } from "./request.ts"
import type { Typed } from "./typed.ts"

export interface AttributeRow {
  readonly selector: string
  readonly attribute: string
}

/** What formats need besides their name. */
export interface FormatDetails {
  /** JSON text. */
  readonly schema: string
  readonly prompt: string
  readonly question: string
  readonly query: string
  readonly highlights: string
  readonly attributes: ReadonlyArray<AttributeRow>
  readonly fullPage: boolean
}

export interface Draft {
  readonly mode: Mode
  readonly target: string
  readonly formats: ReadonlyArray<string>
  readonly details: FormatDetails
  /** Of an extraction. */
  readonly prompt: string
  /** Options of pages, and of the work itself, as they are typed. */
  readonly page: Typed
  readonly own: Typed
}

export const firstDraft: Draft = {
  mode: "scrape",
  target: "",
  formats: ["markdown", "links"],
  details: {
    schema: JSON.stringify({ type: "object", properties: { title: { type: "string" } }, required: ["title"] }, null, 2),
    prompt: "",
    question: "",
    query: "",
    highlights: "",
    attributes: [{ selector: "a", attribute: "href" }],
    fullPage: true
  },
  prompt: "",
  page: {},
  own: {}
}

/** Options whose values may hold secrets: what is sent to a site, and what is typed into its pages. */
const secretOptions = new Set(["headers", "actions"])

const withoutCredentials = (target: string): string => target.replaceAll(/(https?:\/\/)[^\s/?#@]*@/gi, "$1")

const withoutSecrets = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => !secretOptions.has(name) && text !== ""))

/** The draft as the query of an address; what equals the first draft is left out. */
export const toQuery = (draft: Draft): string => {
  const details = Object.entries(draft.details).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(firstDraft.details[name as keyof FormatDetails])
  )
  const page = withoutSecrets(draft.page)
  const own = withoutSecrets(draft.own)
  const rest = {
    ...(details.length === 0 ? {} : { details: Object.fromEntries(details) }),
    ...(Object.keys(page).length === 0 ? {} : { page }),
    ...(Object.keys(own).length === 0 ? {} : { own }),
    ...(draft.prompt === "" ? {} : { prompt: draft.prompt })
  }
  return new URLSearchParams({
    mode: draft.mode,
    ...(draft.mode === "parse" ? {} : { target: withoutCredentials(draft.target) }),
    formats: draft.formats.join(","),
    ...(Object.keys(rest).length === 0 ? {} : { rest: JSON.stringify(rest) })
  }).toString()
}

const readRest = (text: string | null): Partial<Draft> => {
  try {
    const value: unknown = JSON.parse(text ?? "{}")
    return typeof value === "object" && value !== null ? value : {}
  } catch {
    return {}
  }
}

const typedOf = (value: unknown): Typed =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string")
      )
    : {}

const isMode = (name: string | null): name is Mode => modeNames.some((mode) => mode === name)

/** The draft of an address; `undefined` where it names none. Whatever it says, only known members are taken. */
export const fromQuery = (query: URLSearchParams): Draft | undefined => {
  const mode = query.get("mode")
  if (!isMode(mode)) return undefined
  const { details, own, page, prompt } = readRest(query.get("rest"))
  const formats = query.get("formats")
  const known = Object.entries(details ?? {}).filter(
    ([name, value]) =>
      Object.hasOwn(firstDraft.details, name) && typeof value === typeof firstDraft.details[name as keyof FormatDetails]
  )
  return {
    mode,
    target: query.get("target") ?? "",
    formats: formats === null ? firstDraft.formats : formats.split(",").filter(Boolean),
    details: { ...firstDraft.details, ...Object.fromEntries(known) },
    prompt: typeof prompt === "string" ? prompt : "",
    page: typedOf(page),
    own: typedOf(own)
  }
}

/** Whether this server can do it. */
export const isOffered = (mode: Mode, parts: ReadonlyArray<string>): boolean =>
  basicModes.has(mode) || parts.includes(mode)
