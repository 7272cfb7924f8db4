/**
 * What Node's HTTP server refuses by itself, before a request comes to us: in the error envelope of the API, with the
 * limit. For a server of our own only; those of hosts answer as their hosts want.
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http"
import { maxHeaderSize, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { bodyOf, wireError, type WireError } from "../wire/ErrorBody.ts"
import { askForBodyLater } from "./nodeRequests.ts"

/** How long a request may take to arrive, in milliseconds. */
const requestTimeout = 60_000

/** Options of the server whose refusals are answered here; a missing Host would be answered by Node otherwise. */
export const serverOptions: ServerOptions = { requestTimeout, maxHeaderSize, requireHostHeader: false }

/** Node's limit for the extensions of chunks, in bytes. */
const maxChunkExtensions = 16 * 1024

const refusals: Readonly<Record<string, WireError>> = {
  HPE_HEADER_OVERFLOW: wireError(
    431,
    `The request line and headers are larger than ${maxHeaderSize} bytes`,
    "BAD_REQUEST"
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: wireError(
    413,
    `The extensions of the body's chunks are larger than ${maxChunkExtensions} bytes`,
    "BAD_REQUEST"
  ),
  ERR_HTTP_REQUEST_TIMEOUT: wireError(408, `The request did not arrive within ${requestTimeout} ms`, "BAD_REQUEST")
}

const malformed = (code: string) =>
  wireError(400, `The request is not valid HTTP/1.1${code.startsWith("HPE_") ? ` (${code})` : ""}`, "BAD_REQUEST")
const withoutHost = wireError(400, "The request has no Host header", "BAD_REQUEST")
const unexpectable = wireError(417, "Of the Expect header only 100-continue is supported", "BAD_REQUEST")

/** Answers for Node. `handler` gets every request that is one. */
export const answerRefusals = (
  server: Server,
  handler: (request: IncomingMessage, response: ServerResponse) => void
): void => {
  /** The answer that a connection is at. */
  const running = new WeakMap<Duplex, ServerResponse>()
  server.on("request", (request, response) => {
    running.set(request.socket, response)
    if (request.headers.host === undefined && request.httpVersion === "1.1") refuse(response, withoutHost)
    else handler(request, response)
  })
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    askForBodyLater(request, response)
    server.emit("request", request, response)
  })
  server.on("checkExpectation", (_, response) => refuse(response, unexpectable))
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    const { code = "" } = error
    const response = running.get(socket)
    // Bytes in the middle of another answer would be taken for a part of it.
    const isAnswering = response?.headersSent === true && !response.writableFinished
    if (!socket.writable || isAnswering || code === "ECONNRESET") return void socket.destroy()
    socket.end(rawAnswer(refusals[code] ?? malformed(code)), () => socket.destroy())
  })
}

/** Answers a request for an upgrade without one. Node has taken its own listeners off the socket by then. */
export const refuseUpgrade = (socket: Duplex, error: WireError): void => {
  socket.on("error", () => socket.destroy())
  socket.end(rawAnswer(error), () => socket.destroy())
}

/** Answers without the application. */
export const refuse = (response: ServerResponse, error: WireError): void => {
  const body = JSON.stringify(bodyOf(error))
  response.writeHead(error.status, { ...error.headers, ...headersOf(body), connection: "close" }).end(body)
}

const headersOf = (body: string) => ({
  "content-type": "application/json; charset=utf-8",
  "content-length": Buffer.byteLength(body)
})

const rawAnswer = (error: WireError): string => {
  const body = JSON.stringify(bodyOf(error))
  const headers = Object.entries({ ...headersOf(body), connection: "close" })
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ""}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`
}
