/**
 * Documents as JSON. Escaping a long text takes longer than all the rest of an
 * answer from the cache, and the same page is asked for again and again: its
 * texts are escaped once.
 *
 * A large document is escaped and sent piece by piece, at the pace of the
 * connection: as one text it would hold the event loop for tenths of a second,
 * and take its size in memory three times.
 */
import type { Metadata } from "@orbweaver/core/model/Document"
import { isLonger, jsonPieces } from "@orbweaver/core/internal/support/jsonPieces"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { jsonText, jsonType } from "./jsonText.ts"

/** The JSON of a document: its text, or what makes it piece by piece. */
export type DocumentText = string | (() => Iterable<string>)

/** Of a page, of a file that has no address, or as a version words it. */
type AnyDocument = object & { readonly metadata?: Partial<Metadata> }

export type WriteDocument = (document: AnyDocument) => DocumentText

/** Characters of a document that is written in one go: a few milliseconds. */
const maxWhole = 524_288
/** Shorter texts are escaped faster than they are looked up. */
const minCachedLength = 2048
/** Characters kept, given and escaped together. */
const maxKept = 16 * 1024 * 1024

export const makeWriter = (): WriteDocument => {
  const entries = new LruMap<string, string>({
    maxWeight: maxKept,
    weigh: (escaped, text) => escaped.length + text.length
  })

  const escaped = (text: string): string => {
    const known = entries.get(text)
    if (known !== undefined) return known
    const made = JSON.stringify(text)
    entries.set(text, made)
    return made
  }

  return (document) => {
    if (isLonger(document, maxWhole)) return () => jsonPieces(document)
    if (document.metadata?.cacheState !== "hit") return JSON.stringify(document)
    let text = ""
    for (const [name, value] of Object.entries<unknown>({ ...document })) {
      if (value === undefined) continue
      const written =
        typeof value === "string" && value.length >= minCachedLength ? escaped(value) : JSON.stringify(value)
      text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${written}`
    }
    return `${text}}`
  }
}

/** The text as a whole, where it has no more characters than this. */
export const wholeText = (text: DocumentText, maxLength: number): Effect.Effect<string | undefined> => {
  if (typeof text === "string") return Effect.succeed(text.length > maxLength ? undefined : text)
  return inTurns(function* () {
    const pieces: Array<string> = []
    let length = 0
    for (const piece of text()) {
      length += piece.length
      if (length > maxLength) return undefined
      pieces.push(piece)
      yield
    }
    return pieces.join("")
  })
}

/** A 200 with a document between two parts of its JSON. */
export const documentAnswer = (
  before: string,
  text: DocumentText,
  after: string
): HttpServerResponse.HttpServerResponse => {
  if (typeof text === "string") return jsonText(`${before}${text}${after}`)
  return HttpServerResponse.stream(
    encoded(function* () {
      yield before
      yield* text()
      yield after
    }),
    { contentType: jsonType }
  )
}

/** Each piece in a turn of the event loop by itself. */
const encoded = (pieces: () => Iterable<string>): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    const encoder = new TextEncoder()
    return Stream.unfold(pieces()[Symbol.iterator](), (rest) =>
      Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => {
          const next = rest.next()
          return next.done === true ? undefined : ([encoder.encode(next.value), rest] as const)
        })
      )
    )
  })
