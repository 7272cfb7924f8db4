/**
 * Reads a request's JSON: within a size, within a time, in valid UTF-8, with no more values than its operation takes and
 * not nested beyond what a recursive reader can follow.
 *
 * A host framework may have read the body before us (`express.json()`); what it
 * made of it stands in for the bytes then.
 */
import { joinBytes } from "@orbweaver/core/internal/support/joinBytes"
import * as ByteSize from "effect/ByteSize"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { type BodyScan, defaultBounds, malformed, scanForm, scanJson, scanValue } from "./bodyScan.ts"
import { wireError, type WireError } from "./ErrorBody.ts"

export interface BodyLimits {
  /** Largest body, in bytes. */
  readonly maxBytes: number
  /** Longest time from the head of the request to the end of its body. */
  readonly deadline: Duration.Input
}

export const defaultLimits: BodyLimits = { maxBytes: 10 * 1024 * 1024, deadline: Duration.seconds(30) }

/** Where a mount leaves the body that its host has read already. */
export const hostBody = Symbol.for("@orbweaver/http/hostBody")

/** Where Node's message of a client that waits to be asked for its body keeps how it is asked. */
export const askForBody = Symbol.for("@orbweaver/http/askForBody")

export const tooLarge = wireError(413, "Payload too large")
const unsupported = wireError(415, "Unsupported Media Type", "BAD_REQUEST")
const bodyConsumed = wireError(
  400,
  "The host application consumed the request body without storing it on the request",
  "BAD_REQUEST"
)
const tooSlow = wireError(408, "The request body did not arrive in time")

/** The parsed body; an absent one reads as `{}`, as forms of the body that decode to nothing do. */
export const readJson = (
  request: HttpServerRequest,
  limits: BodyLimits,
  bounds = defaultBounds
): Effect.Effect<unknown, WireError> => {
  const type = mediaType(request.headers["content-type"])
  if (type === undefined) return Effect.fail(unsupported)
  const scan = type === "json" ? scanJson(bounds) : scanForm()
  const given = bodyOfHost(request)
  if (given === undefined) {
    return Effect.flatMap(readBytes(request, limits, scan), (bytes) => decode(bytes, type))
  }
  if (typeof given === "string") return parseText(given, type, scan)
  const error = scanValue(given, bounds)
  return error === undefined ? Effect.succeed(given) : Effect.fail(error)
}

/** The raw body; `scan` may refuse it while it arrives. */
export const readBytes = (
  request: HttpServerRequest,
  limits: BodyLimits,
  scan?: BodyScan
): Effect.Effect<Uint8Array, WireError> => {
  if (Number(request.headers["content-length"] ?? 0) > limits.maxBytes) return Effect.fail(tooLarge)
  // RFC 9110 §8.4: what is encoded in a way that we do not read is of an unsupported type.
  if (!/^(?:identity)?$/i.test(request.headers["content-encoding"] ?? "")) return Effect.fail(unsupported)
  const source = hostRequest(request)
  const given = leftByHost(source)
  if (given instanceof Uint8Array) return scanned(given, scan)
  if (isNodeMessage(source) && source.readableEnded) return Effect.fail(bodyConsumed)
  const bytes = isNodeMessage(source)
    ? readMessage(source, limits.maxBytes, scan)
    : Effect.flatMap(readWeb(request, limits.maxBytes), (bytes) => scanned(bytes, scan))
  return Effect.timeoutOrElse(bytes, { duration: limits.deadline, orElse: () => Effect.fail(tooSlow) })
}

/** Bytes that are counted, decoded or parsed before others come to their turn. */
const atOnce = 1024 * 1024

const scanned = Effect.fnUntraced(function* (bytes: Uint8Array, scan: BodyScan | undefined) {
  for (let from = 0; from < bytes.byteLength; from += atOnce) {
    if (from > 0) yield* Effect.yieldNow
    const error = scan?.write(bytes.subarray(from, from + atOnce))
    if (error !== undefined) return yield* error
  }
  return bytes
})

const readWeb = (request: HttpServerRequest, maxBytes: number): Effect.Effect<Uint8Array, WireError> =>
  request.arrayBuffer.pipe(
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.provideService(MaxBodySize, ByteSize.bytes(maxBytes)),
    Effect.mapError(({ reason }: HttpServerError) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge : malformed
    )
  )

/** What the host gave: Node's message (`nodeRequests.ts`), or a web `Request`. */
export const hostRequest = ({ source }: HttpServerRequest): object =>
  (source as { readonly message?: object }).message ?? source

/** The part of Node's `IncomingMessage` that is read here, so that this file runs without Node. */
interface NodeMessage {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown
  on(event: "end" | "aborted", listener: () => void): unknown
  off(event: string, listener: (chunk: Uint8Array) => void): unknown
  pause(): unknown
  readonly readableEnded: boolean
  readonly [askForBody]?: (() => void) | undefined
}

const isNodeMessage = (source: object): source is NodeMessage => "readableEnded" in source && "pause" in source

/** By its events: a third of the cost of a stream, for bodies that are mostly one chunk. */
const readMessage = (
  source: NodeMessage,
  maxBytes: number,
  scan: BodyScan | undefined
): Effect.Effect<Uint8Array, WireError> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    const onData = (chunk: Uint8Array) => {
      size += chunk.byteLength
      if (size > maxBytes) return done(Effect.fail(tooLarge))
      const error = scan?.write(chunk)
      if (error === undefined) chunks.push(chunk)
      else done(Effect.fail(error))
    }
    const onEnd = () => done(Effect.succeed(joinBytes(chunks, size)))
    const onAborted = () => done(Effect.fail(malformed))
    const stop = () => {
      source.off("data", onData)
      source.off("end", onEnd)
      source.off("aborted", onAborted)
      source.pause()
    }
    const done = (result: Effect.Effect<Uint8Array, WireError>) => {
      stop()
      resume(result)
    }
    source[askForBody]?.()
    source.on("data", onData)
    source.on("end", onEnd)
    source.on("aborted", onAborted)
    return Effect.sync(stop)
  })

type Kind = "json" | "form"

const mediaType = (header: string | undefined): Kind | undefined => {
  if (header === undefined) return "json"
  const type = header.split(";", 1)[0]!.trim().toLowerCase()
  if (type === "" || type === "application/json" || type === "text/json" || type.endsWith("+json")) return "json"
  return type === "application/x-www-form-urlencoded" ? "form" : undefined
}

const bodyOfHost = (request: HttpServerRequest): unknown => {
  const body = leftByHost(hostRequest(request))
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body
}

const leftByHost = (source: object): unknown => {
  const holder = source as { readonly [hostBody]?: unknown; readonly body?: unknown; readonly readableEnded?: boolean }
  if (holder[hostBody] !== undefined) return holder[hostBody]
  // `body` of a web Request is its stream; only Node's message has `readableEnded`.
  return holder.readableEnded === true ? holder.body : undefined
}

const decode = (bytes: Uint8Array, kind: Kind): Effect.Effect<unknown, WireError> => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return Effect.fail(malformed)
  }
  return bytes.byteLength > atOnce ? Effect.andThen(Effect.yieldNow, parse(text, kind)) : parse(text, kind)
}

/** Of a text whose bytes were counted. */
const parse = (text: string, kind: Kind): Effect.Effect<unknown, WireError> =>
  Effect.suspend(() => {
    if (text.trim() === "") return Effect.succeed({})
    if (kind === "form") return Effect.succeed(Object.fromEntries(new URLSearchParams(text)))
    try {
      const value: unknown = JSON.parse(text)
      // Only objects and lists are bodies (docs/reference/v2.md §1.1).
      return typeof value === "object" && value !== null ? Effect.succeed(value) : Effect.fail(malformed)
    } catch {
      return Effect.fail(malformed)
    }
  })

/** JSON or a form that came as text: a body that its host left as it was, or a part of a form. */
export const parseText = (text: string, kind: Kind, scan: BodyScan): Effect.Effect<unknown, WireError> =>
  Effect.andThen(scanned(new TextEncoder().encode(text), scan), parse(text, kind))
