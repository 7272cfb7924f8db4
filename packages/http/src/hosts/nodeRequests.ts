/**
 * Answers requests of Node's HTTP servers with an application of effect. The adapter that effect publishes for this is in
 * a package whose peer dependencies install a Redis client with every program.
 */
import * as Context from "effect/Context"
import * as Cookies from "effect/http/Cookies"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import * as HttpEffect from "effect/http/HttpEffect"
import { ClientAbort, HttpServerError, ResponseError } from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { askForBody } from "../wire/readBody.ts"
import { once } from "node:events"
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import { Readable } from "node:stream"

/** A request listener; its requests run in `scope`, which interrupts them when it closes. */
export const nodeHandler = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  scope: Scope.Scope
): Effect.Effect<
  (message: IncomingMessage, response: ServerResponse) => void,
  never,
  Exclude<R, HttpServerRequest.HttpServerRequest | Scope.Scope>
> => {
  const handled = HttpEffect.toHandled(app, writeResponse)
  return Effect.contextWith((context: Context.Context<never>) =>
    Effect.succeed((message: IncomingMessage, response: ServerResponse) => {
      // Before Node's own listener, which reads the rest of a body however long it is.
      response.prependListener("finish", () => discardRest(message, response))
      const running = Effect.runForkWith(
        Context.add(context, HttpServerRequest.HttpServerRequest, requestOf(new NodeRequest(message, response)))
      )(handled as Effect.Effect<void>)
      const fiber = Fiber.runIn(running, scope)
      response.on("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe(undefined, ClientAbort.annotation)
      })
    })
  )
}

const requestOf = (source: NodeRequest) =>
  HttpServerRequest.fromWeb(source as unknown as Request).modify({
    headers: Headers.fromInput(source.fields),
    remoteAddress: Option.fromNullishOr(source.message.socket.remoteAddress)
  })

/** As much of a `Request` as effect reads, without the cost of one. */
class NodeRequest {
  readonly fields: IncomingMessage["headers"]
  readonly url: string
  readonly message: IncomingMessage
  readonly response: ServerResponse
  constructor(message: IncomingMessage, response: ServerResponse) {
    this.message = message
    this.response = response
    const { headers, url = "/" } = message
    // The Host of a request line with an address has precedence (RFC 9112 §3.2.2).
    const target = /^https?:\/\//i.test(url) ? URL.parse(url) : null
    this.fields = target === null ? headers : { ...headers, host: target.host }
    const scheme = "encrypted" in message.socket ? "https" : "http"
    this.url = url.startsWith("/") && headers.host !== undefined ? `${scheme}://${headers.host}${url}` : url
  }
  get headers() {
    return { get: (name: string) => this.fields[name] ?? null }
  }
  get method(): string {
    return this.message.method ?? "GET"
  }
  get body(): ReadableStream<Uint8Array> {
    const message: IncomingMessage & AwaitedBody = this.message
    message[askForBody]?.()
    return Readable.toWeb(this.message) as ReadableStream<Uint8Array>
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.body).arrayBuffer()
  }
}

const writeResponse = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<void, HttpServerError> => {
  const { message, response: out } = request.source as NodeRequest
  if (out.writableEnded || out.destroyed) return Effect.void
  const { body } = response
  const hasNoBody = request.method === "HEAD" || HttpServerResponse.omitsBody(response)
  const failed = (cause: unknown) =>
    new HttpServerError({ reason: new ResponseError({ request, response, description: "Cannot be written", cause }) })
  return Effect.try({
    try: () => {
      // The rest of the body is not read, so no other request can follow it.
      if (leavesRest(message, response.status)) out.setHeader("connection", "close")
      return out.writeHead(response.status, response.statusText, headersOf(response))
    },
    catch: failed
  }).pipe(
    Effect.andThen(
      Effect.suspend(() => {
        if (hasNoBody || body._tag === "Empty") return Effect.sync(() => void out.end())
        if (body._tag === "Uint8Array") return Effect.sync(() => void out.end(body.text ?? body.body))
        return writeStream(bytesOf(response), out, failed)
      })
    )
  )
}

const bytesOf = (response: HttpServerResponse.HttpServerResponse): Stream.Stream<Uint8Array, unknown> => {
  if (response.body._tag === "Stream") return response.body.stream
  const { body } = HttpServerResponse.toWeb(response)
  return body === null ? Stream.empty : Stream.fromReadableStream({ evaluate: () => body, onError: (error) => error })
}

/** At the pace of the connection. What breaks off in the middle closes it, so that it cannot be taken for the whole. */
const writeStream = (
  bytes: Stream.Stream<Uint8Array, unknown>,
  out: ServerResponse,
  failed: (cause: unknown) => HttpServerError
): Effect.Effect<void, HttpServerError> =>
  Stream.runForEach(bytes, (chunk) =>
    out.write(chunk)
      ? Effect.void
      : Effect.tryPromise({ try: (signal) => once(out, "drain", { signal }), catch: failed })
  ).pipe(
    Effect.interruptible,
    Effect.onExit((exit) => Effect.sync(() => void (exit._tag === "Success" ? out.end() : out.destroy()))),
    Effect.mapError(failed)
  )

const headersOf = (response: HttpServerResponse.HttpServerResponse): OutgoingHttpHeaders => {
  if (Cookies.isEmpty(response.cookies)) return response.headers
  return { ...response.headers, "set-cookie": Cookies.toSetCookieHeaders(response.cookies) }
}

/**
 * Most bytes of a body that are read after the answer, so that a client that is still sending it sees the answer: as many
 * as a body may have.
 */
const maxDiscarded = 10 * 1024 * 1024
/** Time for the client to read the answer before its connection is closed, in milliseconds. */
const closingTime = 500

/** Time in which the client may go on sending a body to a connection that closes, in milliseconds. */
const lingeringTime = 5000

/** Whether more of the body is to come than is read after this answer, or may be. */
const leavesRest = (message: IncomingMessage, status: number): boolean => {
  if (message.complete || message.destroyed) return false
  const length = message.headers["content-length"]
  return status === 413 || isAwaited(message) || length === undefined || Number(length) > maxDiscarded
}

const discardRest = (message: IncomingMessage, response: ServerResponse): void => {
  if (message.complete || message.destroyed) return
  const { socket } = message
  const destroyIn = (milliseconds: number): void => {
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    socket.once("close", () => clearTimeout(timer))
  }
  if (response.getHeader("connection") === "close") {
    // Node would close the connection under a client that is still sending, which then may not read its answer.
    socket.destroySoon = () => {
      socket.end()
      destroyIn(lingeringTime)
    }
    message.once("end", () => socket.destroy())
  }
  let size = 0
  message.on("data", (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size <= maxDiscarded) return
    message.pause()
    socket.end()
    destroyIn(closingTime)
  })
  message.resume()
}

/** Where a request waits to be asked for its body (`Expect: 100-continue`), how it is asked. */
interface AwaitedBody {
  [askForBody]?: (() => void) | undefined
}

const isAwaited = (message: IncomingMessage & AwaitedBody): boolean => message[askForBody] !== undefined

/** Leaves it to the reader of the body to ask for it: what is refused by its head is not asked for. */
export const askForBodyLater = (message: IncomingMessage & AwaitedBody, response: ServerResponse): void => {
  message[askForBody] = () => {
    message[askForBody] = undefined
    response.writeContinue()
  }
}
