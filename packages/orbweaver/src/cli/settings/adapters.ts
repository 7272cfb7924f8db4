/** From flags that several commands share to the adapters they mean. */
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Flag from "effect/cli/Flag"
import type { Options as BlobOptions } from "@orbweaver/core/scrape/BlobStore"
import type { Egress } from "@orbweaver/core/network/Egress"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { Renderer } from "@orbweaver/core/network/Renderer"
import type { Adapters } from "../../assembly/Adapters.ts"
import { layer, scraping } from "../../assembly/Services.ts"
import { mapExit, settingsOf, type TaggedFailure, usage } from "../output/exit.ts"
import { allowLocal, isolated, type InputOf, optionalText } from "../flags/flags.ts"
import * as models from "./models.ts"
import * as proxies from "./proxies.ts"
import * as recognizer from "./recognizer.ts"
import * as stores from "../stores/stores.ts"

export { storeFlags } from "../stores/stores.ts"

/** Flags of commands that contact sites and read none of their pages with a model. */
export const siteFlags = {
  allowLocal,
  browser: Flag.Boolean("browser").pipe(
    Flag.withDescription("Use a browser if a page needs one and one is installed; --no-browser turns it off"),
    Flag.withDefault(true)
  ),
  browserUrl: optionalText(
    "browser-url",
    "Address of a browser that runs on this machine, as ws:// or http:// of its DevTools protocol; without it, one is started"
  ),
  ...proxies.proxyFlags
}

/** Flags of every command that reads pages. */
export const pageFlags = { ...siteFlags, isolated, ...models.modelFlags }

type SiteInput = InputOf<typeof siteFlags>

export interface IsolatedInput {
  readonly isolated: boolean
}

type PageInput = InputOf<typeof pageFlags>

/** What commands that have all of these flags give. */
export type JobInput = PageInput & stores.StoreInput

/** Flags that a command does not have: it contacts nothing, or asks no model. */
const noSites: SiteInput = { allowLocal: false, browser: false, browserUrl: Option.none(), proxy: [] }
const noModels: models.ModelInput = {
  model: Option.none(),
  modelUrl: Option.none(),
  embeddingModel: Option.none(),
  rulesOnly: true
}

const pages = Effect.fnUntraced(function* (input: PageInput) {
  const egress = { allowLocal: input.allowLocal, block: yield* blockedHosts }
  const adapters: Adapters = {
    egress,
    isolated: input.isolated,
    ...(input.browser ? { renderer: yield* rendererOf(input.browserUrl) } : {}),
    ...(yield* proxies.read(input)),
    ...(yield* models.read(input, egress)),
    ...(yield* recognizer.read),
    ...(yield* temporaryFolder),
    ...(yield* browserSessions),
    ...(yield* activity),
    ...(yield* profiles)
  }
  return adapters
})

/** From the environment, since it is one list for all commands of a machine. */
const blockedHosts = Effect.map(
  settingsOf(Config.option(Config.NonEmptyString("ORBWEAVER_BLOCKED_HOSTS"))),
  Option.match({
    onNone: (): ReadonlyArray<string> => [],
    onSome: (hosts) => hosts.split(",").map((host) => host.trim())
  })
)

/** From the environment, since it is one for all commands of a machine. */
const temporaryFolder = Effect.map(
  settingsOf(Config.option(Config.NonEmptyString("ORBWEAVER_TEMPORARY_FOLDER"))),
  (folder): Adapters => (Option.isSome(folder) ? { temporaryFolder: folder.value } : {})
)

const Count = Schema.FiniteFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0))

const count = (name: string) => settingsOf(Config.option(Config.schema(Count, name)))

/** From the environment, as the memory of a machine bounds them. */
const browserSessions = Effect.map(
  Effect.all({
    maxSessions: count("ORBWEAVER_BROWSER_SESSIONS"),
    maxSessionsPerAccount: count("ORBWEAVER_BROWSER_SESSIONS_PER_ACCOUNT")
  }),
  (given): Adapters => ({ sessions: Record.getSomes(given) })
)

/** The list of calls that a server keeps. */
const activity = Effect.map(
  Effect.all({ rows: count("ORBWEAVER_ACTIVITY_ROWS"), days: count("ORBWEAVER_ACTIVITY_DAYS") }),
  (given): Adapters => ({ activity: Record.getSomes(given) })
)

/** Browser profiles are encrypted with the keys of the store. */
const profiles = Effect.gen(function* () {
  const days = Option.getOrUndefined(yield* count("ORBWEAVER_PROFILE_DAYS"))
  const limits = yield* Effect.all({
    maxBytes: count("ORBWEAVER_PROFILE_BYTES"),
    maxPerAccount: count("ORBWEAVER_PROFILES_PER_ACCOUNT")
  })
  const encryptionKeys = yield* stores.readKeys
  const adapters: Adapters = {
    profiles: {
      ...Record.getSomes(limits),
      ...(days === undefined ? {} : { maxAge: Duration.days(days) }),
      ...(encryptionKeys.length === 0 ? {} : { encryptionKeys })
    }
  }
  return adapters
})

/** `@orbweaver/browser` when it is installed and finds a browser; otherwise none. */
const installedBrowser: Layer.Layer<Renderer, never, Egress | ProxyPool> = Layer.unwrap(
  Effect.tryPromise(() => import("@orbweaver/browser")).pipe(
    Effect.map(({ playwright }) => Layer.catchCause(playwright(), () => Renderer.layerNone)),
    Effect.orElseSucceed(() => Renderer.layerNone)
  )
)

/** The browser at the address that was typed or set, whose refusal the command reports; else an installed one. */
const rendererOf = Effect.fnUntraced(function* (typed: Option.Option<string>) {
  const setting = yield* settingsOf(Config.option(Config.NonEmptyString("ORBWEAVER_BROWSER_URL")))
  const browserUrl = Option.getOrUndefined(Option.orElse(typed, () => setting))
  if (browserUrl === undefined) return installedBrowser
  const { Playwright, playwright } = yield* Effect.tryPromise(() => import("@orbweaver/browser")).pipe(
    Effect.catch(() => usage("--browser-url needs the package @orbweaver/browser"))
  )
  yield* Playwright.checkBrowserUrl(browserUrl).pipe(Effect.catch(({ message }) => usage(`--browser-url: ${message}`)))
  return playwright({ browserUrl })
})

/** A command that ends with its work needs no index that would end with it. */
const withoutIndex: Adapters = { index: LocalIndex.layerNone }

/** Services of a command that scrapes single pages. */
export const pageLayer = (input: PageInput, rest: Adapters = {}) =>
  Layer.unwrap(Effect.map(pages(input), (found) => scraping({ ...found, ...withoutIndex, ...rest })))

/** Services of a command that reads files: nothing is contacted but a model that it was given. */
export const fileLayer = (input: IsolatedInput & models.ModelInput) =>
  Layer.unwrap(
    Effect.map(Effect.all([models.read(input, {}), recognizer.read]), ([found, recognizing]) =>
      scraping({ ...found, ...recognizing, isolated: input.isolated, ...withoutIndex })
    )
  )

/** Without a store: what is scraped can be found for as long as a server lives. */
export const inMemoryIndex: Adapters = { index: undefined }

/** Services of a command that works on jobs; `blobsAt` is where its server gives pictures. */
export const jobLayer = (
  given: Partial<PageInput> & stores.StoreInput,
  rest: Adapters = {},
  blobsAt?: BlobOptions["baseUrl"]
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const input = { ...noSites, isolated: false, ...noModels, ...given }
      const kept = yield* stores.read(input, blobsAt)
      const index = kept.stores === undefined ? withoutIndex : {}
      return layer({ ...(yield* pages(input)), ...index, ...rest, ...kept })
    })
  )

/** Asks the services of a command's store; nothing is worked on meanwhile, unless the services do so. */
export const askStore = <A, E extends TaggedFailure, R>(
  input: Partial<PageInput> & stores.StoreInput,
  work: Effect.Effect<A, E, R>,
  services = jobLayer(input, { worker: false })
) => Effect.provide(mapExit(work), services)
