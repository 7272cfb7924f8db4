/**
 * Puts adapters and engines together: the only place that knows the whole.
 *
 * What an application leaves out is given by the adapters that need nothing
 * installed: undici, our HTML formats and document parsers, memory.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Capture } from "@orbweaver/core/scrape/Capture"
import { Egress } from "@orbweaver/core/network/Egress"
import { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import { type Format, Formats, lazily } from "@orbweaver/core/scrape/Format"
import { branding } from "@orbweaver/core/scrape/formats/Branding"
import type { Models } from "@orbweaver/extraction/formats/Question"
import { rawHtml } from "@orbweaver/core/scrape/formats/RawHtml"
import { screenshot } from "@orbweaver/core/scrape/formats/Screenshot"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { CacheSharing, type PageCache } from "@orbweaver/core/scrape/PageCache"
import { PageReader } from "@orbweaver/core/reading/PageReader"
import type { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import { CleanContent } from "@orbweaver/core/scrape/CleanContent"
import { PersonalNames } from "@orbweaver/core/scrape/PersonalNames"
import * as Pipeline from "@orbweaver/core/scrape/Pipeline"
import { limits, ModelPageTokens } from "@orbweaver/core/network/ModelClient"
import { CurrentTokenizer } from "@orbweaver/core/network/Tokenizer"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { TemporaryFolder } from "@orbweaver/core/network/TemporaryFolder"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Documents from "@orbweaver/documents"
import * as Undici from "@orbweaver/fetch/Undici"
import { htmlFormats } from "@orbweaver/html/internal/formats"
import * as InFlight from "@orbweaver/core/scrape/InFlight"
import * as ConversionPool from "@orbweaver/html/pool/ConversionPool"
import * as OffThread from "@orbweaver/html/internal/pool/pageReader"
import * as TemporaryPages from "@orbweaver/storage/internal/temporary/pages"
import { languageModel } from "./models.ts"
import { layer as profiles } from "./profiles.ts"
import { checkAdapters } from "./checkAdapters.ts"
import { layer as requestRules } from "./requestRules.ts"
import { type SharedAdapters, withShared } from "./sharedAdapters.ts"
import type { SiteServices } from "./Site.ts"
import type { Adapters } from "./Adapters.ts"

export type { Embeddings } from "./embeddings.ts"
export type { Model } from "./models.ts"
export type { SiteServices } from "./Site.ts"

/** What one scrape needs, and what works on whole sites builds on. */
export type Services =
  | Scraper
  | BrowserSessions
  | Egress
  | Fetcher
  | Ledger
  | LocalIndex
  | Formats
  | BlobStore
  | PageCache
  | ProfileStore
  | Snapshots

/** Scrapes alone: what a process that crawls nothing loads. Throws `InvalidInput` for invalid options. */
export const scraping = (given: Adapters = {}): Layer.Layer<Services, StoreError> => {
  checkAdapters(given)
  return pages(withShared(given))
}

/** Scrapes, of adapters that were checked. */
export const pages = (adapters: SharedAdapters): Layer.Layer<Services, StoreError> =>
  Layer.merge(Scraper.layer, BrowserSessions.layer(adapters.sessions)).pipe(
    Layer.provide(InFlight.layer(adapters.inFlight)),
    Layer.provide(Layer.provide(Capture.layer, Layer.succeed(CacheSharing, adapters.cacheSharing ?? "account"))),
    Layer.provide(Pipeline.layer(...(adapters.steps ?? []))),
    Layer.provide(markdownReaders(adapters)),
    Layer.provideMerge(formats(adapters)),
    Layer.provide(reading(adapters)),
    Layer.provideMerge(fetching(adapters)),
    Layer.provide([rendering(adapters), parsing(adapters)]),
    Layer.provideMerge(adapters.blobs ?? BlobStore.layerNone),
    Layer.provideMerge(profiles(adapters.profiles)),
    Layer.provideMerge(stores(adapters)),
    Layer.provideMerge(Egress.layer(adapters.egress)),
    Layer.provideMerge(requestRules(adapters)),
    Layer.provideMerge(tokenLimits(adapters))
  )

/** Who reads the Markdown for `redactPII` and `onlyCleanContent`: the model, where there is one. */
const markdownReaders = ({ model: given }: SharedAdapters): Layer.Layer<never> => {
  if (given === undefined) return Layer.empty
  const model = languageModel(given)
  const names = Effect.promise(() => import("@orbweaver/extraction/formats/PersonalNames"))
  const cleaning = Effect.promise(() => import("@orbweaver/extraction/formats/CleanContent"))
  return Layer.merge(
    Layer.succeed(PersonalNames, (text, entities) =>
      Effect.flatMap(names, ({ personalNames }) => personalNames(model)(text, entities))
    ),
    Layer.succeed(CleanContent, (markdown) =>
      Effect.flatMap(cleaning, ({ cleanContent }) => cleanContent(model)(markdown))
    )
  )
}

/** How tokens are counted, and how many of a page a model gets. */
const tokenLimits = ({ modelPageTokens = limits.pageTokens, tokens }: SharedAdapters) =>
  Layer.merge(Layer.succeed(CurrentTokenizer, tokens), Layer.succeed(ModelPageTokens, modelPageTokens))

/** The fetcher, over the proxies when there are any. */
const fetching = ({ fetcher = Undici.layer(), proxies = ProxyPool.layerNone }: SharedAdapters) =>
  Layer.provide(fetcher, proxies)

const parsing = ({ isolated, parsers, recognizer }: SharedAdapters) =>
  Documents.layer({ parsers, isolated, recognizer })

/** The renderer, over the same proxies; sessions have their own. */
const rendering = ({ proxies = ProxyPool.layerNone, renderer = Renderer.layerNone, temporaryFolder }: SharedAdapters) =>
  Layer.orDie(renderer).pipe(Layer.provide(proxies), Layer.provide(Layer.succeed(TemporaryFolder, temporaryFolder)))

/**
 * One store on its own replaces that of `stores`, and is built over these: a cache in a bucket sweeps in turns with other
 * processes of the same stores.
 */
const stores = (
  adapters: SharedAdapters
): Layer.Layer<PageCache | ProfileStore | Snapshots | Ledger | LocalIndex, StoreError, Egress> => {
  const all = adapters.stores ?? TemporaryPages.layer()
  return Layer.mergeAll(
    adapters.cache ?? Layer.empty,
    adapters.snapshots ?? Layer.empty,
    adapters.ledger ?? Layer.empty,
    adapters.index ?? Layer.empty
  ).pipe(Layer.provideMerge(all))
}

/**
 * Everything, for programs written with Effect: scrapes, and crawls, batches, maps and searches. Throws `InvalidInput` for
 * invalid options.
 */
export const layer = (given: Adapters = {}): Layer.Layer<Services | SiteServices, StoreError> => {
  checkAdapters(given)
  const adapters = withShared(given)
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./Site.ts")),
      (site) => site.layer(adapters)
    )
  ).pipe(Layer.provideMerge(pages(adapters)))
}

/** Threads that convert, and that read the pages of jobs where the worker asks for some. */
const reading = ({
  inFlight,
  isolated,
  pool: given,
  worker
}: Adapters): Layer.Layer<ConversionPool.ConversionPool | PageReader> => {
  const threads = worker === false ? 0 : (worker?.threads ?? 0)
  // Whoever was admitted finds a place in line.
  const pool = { ...given, isolated, waiting: given?.waiting ?? InFlight.maxAtOnce(inFlight) }
  if (threads === 0) return Layer.merge(PageReader.layerNone, ConversionPool.ConversionPool.layer(pool))
  return Layer.provideMerge(OffThread.layer, ConversionPool.ConversionPool.layer({ ...pool, threads }))
}

const formats = ({
  embeddings,
  formats = [],
  model
}: SharedAdapters): Layer.Layer<Formats, never, Snapshots | ConversionPool.ConversionPool> =>
  Layer.unwrap(
    Effect.map(Effect.all([ConversionPool.ConversionPool, Snapshots]), ([pool, snapshots]) =>
      Formats.layer(
        rawHtml,
        ...htmlFormats({ pool }),
        screenshot,
        branding,
        ...understanding(model === undefined ? undefined : languageModel(model), embeddings, snapshots),
        ...formats
      )
    )
  )

/** Formats that understand, each loaded by the first scrape that asks for it. */
const understanding = (
  model: Models["model"],
  embeddings: Adapters["embeddings"],
  snapshots: Snapshots["Service"]
): ReadonlyArray<Format> => {
  const json = () => import("@orbweaver/extraction/formats/Json")
  const summary = () => import("@orbweaver/extraction/formats/Summary")
  const questions = () => import("@orbweaver/extraction/formats/Question")
  const models = async (): Promise<Models> =>
    embeddings === undefined
      ? { model }
      : { model, embeddings: (await import("./embeddings.ts")).embeddingModel(embeddings) }
  const tracking = () => import("@orbweaver/extraction/formats/ChangeTracking")
  return [
    lazily("json", async () => (await json()).json(model)),
    lazily("changeTracking", async () =>
      (await tracking()).changeTracking(snapshots, {
        usesModel: model !== undefined,
        readFields: (input, wanted) =>
          Effect.flatMap(Effect.promise(json), ({ readFields }) => readFields(model)(input, wanted))
      })
    ),
    lazily("reading", async () => (await import("@orbweaver/extraction/internal/extract/Reading")).reading),
    lazily("chunks", async () => (await import("@orbweaver/core/scrape/formats/Chunks")).chunks),
    lazily("product", async () => (await import("@orbweaver/extraction/formats/Product")).product),
    lazily("menu", async () => (await import("@orbweaver/extraction/formats/Menu")).menu),
    lazily("summary", async () => (await summary()).summary(model)),
    lazily("question", async () => (await questions()).question(await models())),
    lazily("query", async () => (await questions()).query(await models())),
    lazily("highlights", async () => (await questions()).highlights(await models()))
  ]
}
