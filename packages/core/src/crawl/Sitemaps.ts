/**
 * The addresses that a site lists itself: sitemaps of the protocol and their
 * indexes, gzip, plain text, RSS and Atom.
 *
 * The engine finds and fetches the files and follows indexes; reading XML is
 * the port `SitemapReader`, given by `@orbweaver/html`. Entries come in small
 * batches, so a million of them never stand in memory at once.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { Fetcher } from "../network/Fetcher.ts"
import { type Lease, make as makeInFlight } from "../scrape/InFlight.ts"
import { retryDropped } from "./retryDropped.ts"
import { gunzip, isGzip } from "../support/gunzip.ts"

export interface SitemapEntry {
  readonly url: string
  /** As the site wrote it. */
  readonly lastModified?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** What one file holds. */
export interface SitemapItem extends SitemapEntry {
  /** `index` names another sitemap. */
  readonly kind: "page" | "index"
}

/** Reads one file piece by piece. */
export interface SitemapParse {
  /** The items that ended within this piece. */
  readonly push: (text: string) => ReadonlyArray<SitemapItem>
  readonly end: () => ReadonlyArray<SitemapItem>
}

/** Port: reads sitemaps, sitemap indexes, RSS and Atom. Never expands entities of a document's own. */
export class SitemapReader extends Context.Service<
  SitemapReader,
  {
    /** Starts a file whose relative addresses stand against `base`. */
    readonly open: (base: URL) => SitemapParse
  }
>()("@orbweaver/core/SitemapReader") {}

export const limits = {
  /** Files of one collection. */
  files: 500,
  /** Entries of one file (sitemaps.org). */
  entriesPerFile: 50_000,
  /** Bytes of one file, decompressed. */
  bytes: 50 * 1024 * 1024,
  /** Levels of index files. */
  levels: 5,
  batch: 500
} as const

export interface CollectOptions {
  /** Stop after this many entries. */
  readonly limit?: number | undefined
  /** For the whole collection; 120 seconds when absent. */
  readonly timeout?: Duration.Duration | undefined
}

export interface CollectedSitemaps {
  readonly files: number
  readonly entries: number
  /** Files that could not be read, with the reason. */
  readonly problems: ReadonlyArray<{ readonly url: string; readonly reason: string }>
}

export interface Service {
  /**
   * Gives every entry that the site lists to `receive`, in batches of at most
   * 500, in the order of the files. Ends when all is read, at the limit, or at
   * the timeout with what was found so far.
   */
  readonly collect: <E, R>(
    start: URL,
    listed: ReadonlyArray<string>,
    receive: (entries: ReadonlyArray<SitemapEntry>) => Effect.Effect<void, E, R>,
    options?: CollectOptions
  ) => Effect.Effect<CollectedSitemaps, E, R>
}

export class Sitemaps extends Context.Service<Sitemaps, Service>()("@orbweaver/core/Sitemaps") {
  static readonly layer: Layer.Layer<Sitemaps, never, Fetcher | SitemapReader> = Layer.effect(
    Sitemaps,
    Effect.suspend(() => make())
  )

  /** Sites list nothing. */
  static readonly layerNone: Layer.Layer<Sitemaps> = Layer.succeed(Sitemaps, {
    collect: () => Effect.succeed({ files: 0, entries: 0, problems: [] })
  })
}

/** Where a site may keep its sitemap, besides what robots.txt names. */
export const wellKnown = (start: URL): ReadonlyArray<string> => {
  const own = start.pathname.replace(/\/$/, "")
  const places = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"].map((path) => start.origin + path)
  if (/\.(?:xml|xml\.gz|txt)$/i.test(own)) return [start.href]
  return own === "" ? places : [`${start.origin}${own}/sitemap.xml`, ...places]
}

interface Waiting {
  readonly url: string
  readonly level: number
}

const make = Effect.fnUntraced(function* () {
  const fetcher = yield* Fetcher
  const reader = yield* SitemapReader
  // Files of many jobs at once count like bodies of scrapes: those that find no room wait.
  const inFlight = makeInFlight()

  const collect: Service["collect"] = Effect.fn("Sitemaps.collect")(function* (start, listed, receive, options = {}) {
    const limit = options.limit ?? Infinity
    const seen = new Set<string>()
    const waiting: Array<Waiting> = []
    const problems: Array<{ url: string; reason: string }> = []
    let files = 0
    let entries = 0

    const add = (address: string, level: number) => {
      const url = URL.parse(address, start.href)
      if (url === null || !/^https?:$/.test(url.protocol)) return
      url.hash = ""
      if (seen.has(url.href) || seen.size >= limits.files || level > limits.levels) return
      seen.add(url.href)
      waiting.push({ url: url.href, level })
    }

    const readFile = Effect.fnUntraced(function* (file: Waiting) {
      const read = yield* inFlight
        .admit(new URL(file.url), fileTimeout, (lease) => Effect.result(readAdmitted(file, lease)))
        .pipe(
          Effect.catch((refused) => {
            problems.push({ url: file.url, reason: refused.message })
            return Effect.succeed(Result.void)
          })
        )
      yield* Effect.fromResult(read)
    })

    const readAdmitted = Effect.fnUntraced(function* ({ level, url }: Waiting, lease: Lease) {
      const fetching = Effect.suspend(() => {
        // What another attempt has read is gone.
        lease.restart()
        return fetcher.fetch({ url: new URL(url), timeout: fileTimeout, maxBytes: limits.bytes, admit: lease.grow })
      })
      const response = yield* retryDropped(fetching).pipe(
        Effect.catch((error) => {
          problems.push({ url, reason: error.message })
          return Effect.succeed(undefined)
        })
      )
      if (response === undefined) return
      if (response.status < 200 || response.status >= 300) {
        // The well-known places are guesses: their absence is no problem.
        if (response.status !== 404) problems.push({ url, reason: `answered ${response.status}` })
        return
      }
      files++
      const found = yield* readPieces(response.body, response.url, url, (items) =>
        Effect.gen(function* () {
          const pages: Array<SitemapEntry> = []
          for (const { kind, ...entry } of items) {
            if (kind === "index" || /\.xml(?:\.gz)?$/i.test(entry.url.split(/[?#]/, 1)[0] ?? ""))
              add(entry.url, level + 1)
            else if (entries + pages.length < limit) pages.push(entry)
          }
          if (pages.length > 0) {
            entries += pages.length
            yield* receive(pages)
          }
          return entries < limit
        })
      )
      if (found !== undefined) problems.push({ url, reason: found })
    })

    /** Reads the body piece by piece, letting others run between pieces; a packed one is unpacked as far as it is read. */
    const readPieces = <E, R>(
      body: Uint8Array,
      base: URL,
      name: string,
      handle: (items: ReadonlyArray<SitemapItem>) => Effect.Effect<boolean, E, R>
    ): Effect.Effect<string | undefined, E, R> =>
      Effect.acquireUseRelease(
        Effect.sync(() => (isGzip(body) ? packedPieces(body) : plainPieces(body))),
        ({ next }) => parsePieces(next, base, name, handle),
        ({ close }) => close
      )

    const parsePieces = <E, R>(
      next: Pieces["next"],
      base: URL,
      name: string,
      handle: (items: ReadonlyArray<SitemapItem>) => Effect.Effect<boolean, E, R>
    ): Effect.Effect<string | undefined, E, R> =>
      Effect.gen(function* () {
        let piece = yield* next
        const start = piece ?? new Uint8Array()
        const parse = isHtml(start) ? undefined : isText(start, name) ? lines() : reader.open(base)
        if (parse === undefined) return "is a web page"
        const decoder = new TextDecoder()
        let count = 0
        const emit = Effect.fnUntraced(function* (items: ReadonlyArray<SitemapItem>) {
          for (let from = 0; from < items.length; from += limits.batch) {
            const batch = items.slice(from, Math.min(from + limits.batch, from + limits.entriesPerFile - count))
            count += batch.length
            if (batch.length > 0 && !(yield* handle(batch))) return false
          }
          return count < limits.entriesPerFile
        })
        for (; piece !== undefined; piece = yield* next) {
          const text = decoder.decode(piece, { stream: true })
          if (!(yield* emit(parse.push(text)))) {
            return count >= limits.entriesPerFile ? `has more than ${limits.entriesPerFile} entries` : undefined
          }
          yield* Effect.yieldNow
        }
        yield* emit([...parse.push(decoder.decode()), ...parse.end()])
        return undefined
      })

    for (const address of listed) add(address, 0)
    for (const address of wellKnown(start)) add(address, 0)
    const all = Effect.gen(function* () {
      for (;;) {
        const next = waiting.shift()
        if (next === undefined || entries >= limit) return
        yield* readFile(next)
      }
    })
    yield* Effect.timeoutOption(all, options.timeout ?? Duration.seconds(120))
    return { files, entries, problems }
  })

  return Sitemaps.of({ collect })
})

const pieceBytes = 64 * 1024
/** For one file. */
const fileTimeout = Duration.seconds(30)

/** A file in pieces; `next` gives nothing after the last one. */
interface Pieces {
  readonly next: Effect.Effect<Uint8Array | undefined>
  readonly close: Effect.Effect<void>
}

const plainPieces = (body: Uint8Array): Pieces => {
  let from = 0
  return {
    next: Effect.sync(() => (from < body.length ? body.subarray(from, (from += pieceBytes)) : undefined)),
    close: Effect.void
  }
}

const packedPieces = (body: Uint8Array): Pieces => {
  const pieces = gunzip(body, limits.bytes, pieceBytes)
  return {
    next: Effect.promise(async () => {
      const next = await pieces.next()
      return next.done === true ? undefined : next.value
    }),
    close: Effect.promise(() => pieces.return())
  }
}

const head = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, 1024)).trimStart().toLowerCase()

const isHtml = (body: Uint8Array): boolean =>
  /^(?:<!--[^]*?-->\s*)?(?:<!doctype html|<html|<head|<body)/.test(head(body))

/** A list of addresses, one a line. */
const isText = (body: Uint8Array, name: string): boolean =>
  /^\uFEFF?https?:\/\//.test(head(body)) || (/\.txt(?:\?|$)/.test(name) && !head(body).startsWith("<"))

const lines = (): SitemapParse => {
  let rest = ""
  const read = (text: string): Array<SitemapItem> =>
    /^https?:\/\/\S+$/i.test(text.trim()) ? [{ kind: "page", url: text.trim() }] : []
  return {
    push: (text) => {
      const parts = (rest + text).replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)
      rest = (parts.pop() ?? "").slice(0, 8192)
      return parts.flatMap(read)
    },
    end: () => read(rest)
  }
}
