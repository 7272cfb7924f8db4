/**
 * Answers of single scrapes, kept so that they can be read again by their id
 * (`GET /v2/scrape/:id`): for a day, in this process, the oldest going first
 * when there are too many.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface KeptScrape {
  readonly accountId: string
  /** The document as JSON. */
  readonly text: string
}

export interface Service {
  readonly keep: (id: string, scrape: KeptScrape) => Effect.Effect<void>
  readonly find: (id: string) => Effect.Effect<KeptScrape | undefined>
}

const keptMs = 24 * 60 * 60 * 1000
/** Text kept, in characters. */
const maxText = 32 * 1024 * 1024

export class RecentScrapes extends Context.Service<RecentScrapes, Service>()("@orbweaver/http/RecentScrapes") {
  static readonly layerMemory: Layer.Layer<RecentScrapes> = Layer.sync(RecentScrapes, () => {
    const kept = new Map<string, KeptScrape & { readonly at: number }>()
    let size = 0

    const trim = (now: number) => {
      for (const [id, { at, text }] of kept) {
        if (size <= maxText && now - at < keptMs) return
        kept.delete(id)
        size -= text.length
      }
    }

    return {
      keep: (id, scrape) =>
        Effect.map(Clock.currentTimeMillis, (at) => {
          kept.set(id, { ...scrape, at })
          size += scrape.text.length
          trim(at)
        }),
      find: (id) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const found = kept.get(id)
          return found === undefined || now - found.at >= keptMs ? undefined : found
        })
    }
  })
}
