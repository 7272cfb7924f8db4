/**
 * What the log of calls keeps of a request: no headers, cookies, proxies, passwords, tokens or typed texts, and nothing of a
 * call that asks for zero data retention.
 */
import type { CallEntry } from "@orbweaver/core/accounts/CallLog"
import { defined } from "@orbweaver/core/internal/support/defined"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import type { Version } from "../wire/issues.ts"

/** Operations that are logged, by the names that `/v2/team/activity` has for them. */
const endpoints: Readonly<Record<string, string>> = {
  scrape: "scrape",
  parse: "parse",
  startBatchScrape: "batch_scrape",
  startCrawl: "crawl",
  map: "map",
  search: "search",
  startExtract: "extract",
  startAgent: "agent",
  openBrowser: "browser",
  openInteract: "interact",
  startLlmsTxt: "llmstxt",
  startDeepResearch: "deep_research"
}

/** The name of an operation in the log; `undefined` for one that is not logged. */
export const endpointOf = (operation: string): string | undefined =>
  Object.hasOwn(endpoints, operation) ? endpoints[operation] : undefined

/** What is known of a request while it is answered. */
export interface CallFacts {
  accountId?: string
  key?: string | undefined
  body?: unknown
  credits?: number | undefined
  resultId?: string | undefined
  /** The call asks for zero data retention. */
  forgotten?: boolean
}

interface Answered {
  readonly id: string
  readonly at: number
  readonly ms: number
  readonly endpoint: string
  readonly version: Version
  readonly status: number
}

/** `undefined` for a call that is not kept, or whose caller is unknown. */
export const callEntry = (answered: Answered, facts: CallFacts): CallEntry | undefined => {
  const { accountId, body, credits, forgotten, key, resultId } = facts
  if (accountId === undefined || forgotten === true || asksToForget(body)) return undefined
  const clean = withoutSecrets(body)
  const request = body === undefined ? undefined : JSON.stringify(clean)
  return {
    ...answered,
    accountId,
    ...targetOf(clean),
    ...defined({
      credits,
      key,
      resultId,
      request: request !== undefined && request.length <= maxRequest ? request : undefined
    })
  }
}

/** UTF-16 units of a request, and of what it was about. */
const maxRequest = 16_384
const maxTarget = 2_000
/** Levels and members of a request that are looked at. */
const maxDepth = 12
const maxMembers = 1_000

const asksToForget = (body: unknown): boolean => isObject(body) && body["zeroDataRetention"] === true

const targetOf = (body: unknown): Pick<CallEntry, "site" | "target"> => {
  if (!isObject(body)) return { site: "", target: "" }
  const { prompt, query, topic, url, urls } = body
  const first = typeof url === "string" ? url : Array.isArray(urls) && typeof urls[0] === "string" ? urls[0] : undefined
  const words = [query, prompt, topic].find((value) => typeof value === "string")
  const target = first ?? (typeof words === "string" ? words : "")
  const parsed = first === undefined ? null : (URL.parse(first) ?? URL.parse(`https://${first}`))
  return { site: parsed?.hostname ?? "", target: target.slice(0, maxTarget) }
}

/** Members that hold secrets, whatever they are. */
const secretName =
  /^(?:headers|cookies?|proxy|proxies|authorization|auth|storageState|session|sessionId)$|token|secret|passw|passphrase|api[-_]?key|credential|bearer|signature/i
/** Parameters of an address that hold secrets. */
const secretParameter =
  /token|secret|passw|passphrase|key$|credential|signature|^(?:sig|auth|code|session|sessionid|sid|jwt|pwd|pass|hmac)$/i
/** Words of `proxy` that name an engine. */
const engines: ReadonlySet<unknown> = new Set(["basic", "stealth", "enhanced", "auto"])

/** The body without secrets: its other members can be sent again as they are. */
const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return withoutSecretsInAddresses(value)
  if (typeof value !== "object" || value === null) return value
  if (depth === maxDepth) return null
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((item) => withoutSecrets(item, depth + 1))
  const members = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(members)
      .slice(0, maxMembers)
      .filter(([name, member]) => !isSecret(name, member, members))
      .map(([name, member]) => [name, withoutSecrets(member, depth + 1)])
  )
}

/** What an action types or runs may be a password. */
const isSecret = (name: string, member: unknown, { type }: Readonly<Record<string, unknown>>): boolean => {
  if (name === "proxy" && engines.has(member)) return false
  if (name === "maxTokens") return false
  return (
    secretName.test(name) ||
    (name === "text" && type === "write") ||
    (name === "script" && type === "executeJavascript")
  )
}

const address = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>]{1,4000}/gi

const withoutSecretsInAddresses = (text: string): string =>
  text.includes("://") ? text.replace(address, cleanAddress) : text

const cleanAddress = (written: string): string => {
  const url = URL.parse(written)
  if (url === null) return written.replace(/\/\/[^/@\s]*@/, "//")
  const secrets = [...new Set(url.searchParams.keys())].filter((name) => secretParameter.test(name))
  const inFragment = /(?:^#|&)[^=&]*(?:token|secret|key|code)[^=&]*=/i.test(url.hash)
  if (url.username === "" && url.password === "" && secrets.length === 0 && !inFragment) return written
  url.username = ""
  url.password = ""
  for (const name of secrets) url.searchParams.delete(name)
  if (inFragment) url.hash = ""
  return url.href
}
