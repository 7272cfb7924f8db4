/** What `createOrbweaver` and its services take: every option has its schema here, and the compiler finds a forgotten one. */
import type { Limits as CallLimits } from "@orbweaver/core/accounts/CallLog"
import type * as BrowserSessions from "@orbweaver/core/scrape/BrowserSessions"
import type * as InFlight from "@orbweaver/core/scrape/InFlight"
import type * as Worker from "@orbweaver/core/crawl/Worker"
import type { EgressPolicy } from "@orbweaver/core/network/Egress"
import type { Isolation } from "@orbweaver/core/internal/support/isolatedThread"
import type { MailSettings } from "@orbweaver/egress/internal/Mail"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import type { Adapters, OrbweaverOptions } from "./Adapters.ts"
import { profilesSchema } from "./profiles.ts"
import { hostTable } from "./requestRules.ts"
import { storesSchema } from "./stores.ts"

const egress = Given.options<EgressPolicy>({
  allowLocal: Given.boolean,
  block: Given.texts,
  allow: Given.texts,
  allowNetworks: Given.texts,
  ports: Schema.Array(Given.wholeNumber(0))
})

const worker = Given.options<Worker.Options>({
  concurrency: Given.wholeNumber(1),
  threads: Given.wholeNumber(0),
  lease: Given.duration,
  heartbeat: Given.duration,
  drain: Given.duration,
  maxPageTime: Given.duration,
  poll: Given.duration,
  accountOf: Given.callback
})

const sessions = Given.options<BrowserSessions.Options>({
  maxSessions: Given.wholeNumber(0),
  maxSessionsPerAccount: Given.wholeNumber(0)
})

const isolated = Schema.Union([Given.boolean, Given.options<Isolation>({ memory: Given.number(1) })])

const pool = Given.options<NonNullable<Adapters["pool"]>>({
  threshold: Given.number(0),
  threads: Given.wholeNumber(0),
  waiting: Given.wholeNumber(0),
  timeout: Given.duration,
  memory: Given.number(1)
})

const inFlight = Given.options<InFlight.InFlightOptions>({
  maxBytes: Given.number(0),
  maxWaiting: Given.wholeNumber(0),
  maxWait: Given.duration
})

const has = (given: unknown, ...names: ReadonlyArray<string>): boolean =>
  typeof given === "object" && given !== null && names.every((name) => name in given)

const isProxy = (given: unknown): boolean =>
  /^(?:https?|socks5):$/.test(URL.parse(given instanceof URL ? given.href : String(given))?.protocol ?? "")

const listOf = (expected: string, ...names: ReadonlyArray<string>) =>
  Schema.Array(Given.value(expected, (given) => has(given, ...names)))

/** A model of the AI SDK says the version of its interface; one of Effect is known by its mark. */
const modelOf = (expected: string, mark: string) =>
  Given.value(expected, (given) => has(given, "specificationVersion") || has(given, mark))

const adapters: Given.OptionSchemas<Adapters> = {
  egress,
  fetcher: Given.layerOf("a fetcher, such as `Undici.layer()`"),
  proxies: Given.value(
    "a list of proxies (`http`, `https` or `socks5` addresses), or `ProxyPool.layer({ proxies })`",
    (given) => Layer.isLayer(given) || (Array.isArray(given) && given.every(isProxy))
  ),
  onRequest: Given.callback,
  onResponse: Given.callback,
  retry: Given.callback,
  hookTimeout: Given.duration,
  hosts: hostTable,
  renderer: Given.layerOf("a renderer, such as `playwright()`"),
  temporaryFolder: Given.text,
  sessions,
  profiles: profilesSchema,
  activity: Given.options<Partial<CallLimits>>({ rows: Given.number(0), days: Given.number(0) }),
  formats: listOf("a format that `defineFormat` made", "name", "run"),
  steps: listOf("a step that `defineStep` made", "name"),
  recognizer: Given.layerOf("a recognizer, such as `tesseract()` of `@orbweaver/ocr`"),
  parsers: listOf("a parser that `defineParser` made", "name", "mediaTypes", "parse"),
  model: modelOf('a model of the AI SDK or of Effect, such as `openai("gpt-5-mini")`', "~effect/ai/LanguageModel"),
  embeddings: modelOf(
    'an embedding model of the AI SDK or of Effect, such as `openai.embedding("text-embedding-3-small")`',
    "~effect/ai/EmbeddingModel"
  ),
  modelPageTokens: Given.wholeNumber(256),
  tokens: Given.callback,
  stores: storesSchema,
  cache: Given.layerOf("a page cache, such as `PageCache.layerMemory()`"),
  cacheSharing: Given.oneOf("account", "shared"),
  blobs: Given.layerOf(
    "a store of pictures and files, such as `s3({ bucket, … })` or `BlobStore.layerMemory({ baseUrl })`"
  ),
  documents: Given.layerOf("a store of documents, such as `s3Documents({ bucket, … })`"),
  snapshots: Given.layerOf("`Snapshots.layerMemory()`, or none to take that of `stores`"),
  ledger: Given.layerOf("`Ledger.layerMemory`, or none to take that of `stores`"),
  index: Given.layerOf("`LocalIndex.layerMemory()`, or none to take that of `stores`"),
  pool,
  isolated,
  inFlight,
  search: Given.layerOf("a search engine, such as `Brave.layer({ apiKey })`"),
  scoreLink: Given.callback,
  worker: Schema.Union([Given.value("`false`, or an object of options", (given) => given === false), worker]),
  webhookSecret: Given.secret,
  mail: Given.options<MailSettings>({ url: Given.secret, from: Given.text, recipients: Given.texts })
}

const logger = Given.value(
  "a function, an object with the methods `info`, `warn` and `error`, or a logger of Effect",
  (given) => typeof given === "function" || Logger.isLogger(given) || has(given, "info", "warn", "error")
)

const instance: Given.OptionSchemas<OrbweaverOptions> = { ...adapters, logger }

/** Throws `InvalidInput`. */
export const checkAdapters = (given: unknown): void => Given.checkOptions("adapters", adapters, given)

/** Throws `InvalidInput`. */
export const checkInstance = (given: unknown): void => Given.checkOptions("options of createOrbweaver", instance, given)
