/**
 * The addresses that a site lists itself: sitemaps of the protocol and their
 * indexes, gzip, plain text, RSS and Atom.
 *
 * The engine finds and fetches the files and follows indexes; reading XML is
 * the port `SitemapReader`, given by `@orbweaver/html`. Entries come in small
 * batches, so a million of them never stand in memory at once.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { Fetcher } from "../network/Fetcher.ts"
import { type Lease, make as makeInFlight } from "../scrape/InFlight.ts"
import { isPassing, retryPause } from "./siteFile.ts"
import { gunzip, isGzip } from "../support/gunzip.ts"
import { decoderFor } from "../support/textEncoding.ts"

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
  /** Files that another collection has asked for. */
  readonly known?: ReadonlySet<string> | undefined
}

export interface SitemapProblem {
  readonly url: string
  /** `answered 503`. */
  readonly reason: string
}

export interface CollectedSitemaps {
  readonly files: number
  readonly entries: number
  /**
   * Files that exist, or may exist, and could not be read. A place that the site does not name is listed only after a
   * failure that passes: that it is not there is no problem.
   */
  readonly problems: ReadonlyArray<SitemapProblem>
  /** Every file that was asked for. */
  readonly addresses: ReadonlySet<string>
}

/** Problems that `problemWarning` names. */
const maxNamed = 5

/** Names the sitemaps that could not be read; undefined when all could. */
export const problemWarning = (problems: ReadonlyArray<SitemapProblem>): string | undefined => {
  if (problems.length === 0) return undefined
  const named = problems.slice(0, maxNamed).map(({ reason, url }) => `${url} (${reason})`)
  const more = problems.length > maxNamed ? [`${problems.length - maxNamed} more`] : []
  return `Addresses may be missing, because ${problems.length === 1 ? "a sitemap" : "sitemaps"} could not be read: ${[...named, ...more].join(", ")}.`
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
    collect: () => Effect.succeed({ files: 0, entries: 0, problems: [], addresses: new Set() })
  })
}

/** Where a site may keep its sitemap, besides what robots.txt names. */
export const wellKnown = (start: URL): ReadonlyArray<string> => {
  const own = start.pathname.replace(/\/$/, "")
  const places = ["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml"].map(
    (path) => start.origin + path
  )
  if (/\.(?:xml|xml\.gz|txt)$/i.test(own)) return [start.href]
  return own === "" ? places : [`${start.origin}${own}/sitemap.xml`, ...places]
}

interface Waiting {
  readonly url: string
  readonly level: number
  /** The site does not name it. */
  readonly isGuess: boolean
  /** 1 for the first. */
  readonly attempt: number
  /** Not to be asked for before, in milliseconds since the epoch. */
  readonly dueAt: number
}

const make = Effect.fnUntraced(function* () {
  const fetcher = yield* Fetcher
  const reader = yield* SitemapReader
  // Files of many jobs at once count like bodies of scrapes: those that find no room wait.
  const inFlight = makeInFlight()

  const collect: Service["collect"] = Effect.fn("Sitemaps.collect")(function* (start, listed, receive, options = {}) {
    const limit = options.limit ?? Infinity
    const timeout = options.timeout ?? Duration.seconds(120)
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(timeout)
    const seen = new Set<string>(options.known)
    const maxSeen = seen.size + limits.files
    const waiting: Array<Waiting> = []
    const problems: Array<SitemapProblem> = []
    let reading: Waiting | undefined
    let files = 0
    let entries = 0

    const add = (address: string, level: number, isGuess = false) => {
      const url = URL.parse(address, start.href)
      if (url === null || !/^https?:$/.test(url.protocol)) return
      url.hash = ""
      if (seen.has(url.href)) return
      if (seen.size >= maxSeen) {
        if (!problems.some(({ reason }) => reason === tooMany)) problems.push({ url: url.href, reason: tooMany })
        return
      }
      if (level > limits.levels) {
        problems.push({ url: url.href, reason: `stands more than ${limits.levels} levels of index files deep` })
        return
      }
      seen.add(url.href)
      waiting.push({ url: url.href, level, isGuess, attempt: 1, dueAt: 0 })
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

    const readAdmitted = Effect.fnUntraced(function* (file: Waiting, lease: Lease) {
      const { isGuess, level, url } = file
      const answer = yield* Effect.result(
        fetcher.fetch({ url: new URL(url), timeout: fileTimeout, maxBytes: limits.bytes, admit: lease.grow })
      )
      const now = yield* Clock.currentTimeMillis
      const pause = retryPause(answer, file.attempt, now)
      if (pause !== undefined && now + pause < deadline) {
        // Others are read meanwhile.
        waiting.push({ ...file, attempt: file.attempt + 1, dueAt: now + pause })
        return
      }
      if (Result.isFailure(answer)) {
        const { message, reason } = answer.failure
        if (!isGuess || isPassing(answer) || reason._tag === "TimedOut" || reason._tag === "TooLarge")
          problems.push({ url, reason: message })
        return
      }
      const response = answer.success
      if (response.status < 200 || response.status >= 300) {
        const isAbsent = response.status === 404 || response.status === 410
        if (isPassing(answer) || (!isGuess && !isAbsent)) problems.push({ url, reason: `answered ${response.status}` })
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
      if (response.endedEarly === true) problems.push({ url, reason: "the answer ended early" })
      if (found !== undefined && !(isGuess && found === isPage)) problems.push({ url, reason: found })
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
        Effect.fnUntraced(function* ({ next }: Pieces) {
          let piece = yield* next
          const start = piece ?? new Uint8Array()
          const parse = isHtml(start) ? undefined : isText(start, name) ? lines() : reader.open(base)
          if (parse === undefined) return isPage
          const decoder = decoderFor(start)
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
        }),
        ({ close }) => close
      )

    for (const address of listed) add(address, 0)
    for (const address of wellKnown(start)) add(address, 0, true)
    const all = Effect.gen(function* () {
      for (;;) {
        if (waiting.length === 0 || entries >= limit) return
        const now = yield* Clock.currentTimeMillis
        const next = waiting.findIndex(({ dueAt }) => dueAt <= now)
        if (next < 0) {
          yield* Effect.sleep(Math.min(...waiting.map(({ dueAt }) => dueAt)) - now)
          continue
        }
        reading = waiting.splice(next, 1)[0]!
        yield* readFile(reading)
        reading = undefined
      }
    })
    const finished = yield* Effect.timeoutOption(all, timeout)
    if (finished._tag === "None") {
      const unread = reading === undefined ? waiting : [reading, ...waiting]
      const reason = `was not read within ${Math.round(Duration.toSeconds(timeout))} seconds`
      problems.push(...unread.filter(({ isGuess }) => !isGuess).map(({ url }) => ({ url, reason })))
    }
    return { files, entries, problems, addresses: seen }
  })

  return Sitemaps.of({ collect })
})

const isPage = "is a web page"
const tooMany = `is one of more than ${limits.files} files`

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

const head = (body: Uint8Array): string => decoderFor(body).decode(body.subarray(0, 1024)).trimStart().toLowerCase()

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
