/** One request in absolute form (RFC 9112 section 3.2.2), passed on to its site, and the answer passed back. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import { abandoned, type ConnectionLease, type Dispatcher, isClosedConnection } from "../EgressAgent.ts"
import type { ClientState } from "./clientState.ts"
import { endToEnd } from "./endToEnd.ts"

/** `fail` answers the client for a site that could not. */
export const forward = (
  client: ClientState,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void
): void => {
  const hasBody = request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"]) > 0
  const isRepeatable = !hasBody && (request.method === "GET" || request.method === "HEAD")
  let exchange: Exchange | undefined
  const send = (again: boolean) => {
    if (response.destroyed) return
    const { agent } = client
    const lease = agent.lease(url.origin)
    exchange = new Exchange(client, lease, response, (error, wasReused) => {
      if (error === abandoned) send(again)
      // The site closed an idle connection as the request went out (RFC 9112 section 9.3.1).
      else if (again && wasReused && isClosedConnection(error)) send(false)
      else fail(error)
    })
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method ?? "GET",
          headers: endToEnd(request.rawHeaders),
          // Its length goes along as a header; one without is sent in chunks.
          body: hasBody ? request : null
        },
        exchange
      )
    } catch (error) {
      exchange.end(error)
    }
  }
  response.once("close", () => exchange?.end(undefined))
  send(isRepeatable)
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #client: ClientState
  readonly #lease: ConnectionLease
  readonly #response: ServerResponse
  readonly #fail: (error: unknown, wasReused: boolean) => void
  #controller: Dispatcher.DispatchController | undefined
  #ended = false

  constructor(
    client: ClientState,
    lease: ConnectionLease,
    response: ServerResponse,
    fail: (error: unknown, wasReused: boolean) => void
  ) {
    this.#client = client
    this.#lease = lease
    this.#response = response
    this.#fail = fail
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Thrown and not aborted: that would close a connection which others can use.
    if (this.#ended) throw new Error("the client has left")
    this.#lease.started()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusMessage?: string
  ): void {
    if (status < 200 || this.#ended) return
    const response = this.#response
    // The site's own date, or none.
    response.sendDate = false
    try {
      response.writeHead(status, statusMessage ?? "", endToEnd(textOf(controller.rawHeaders)))
    } catch {
      // What can be received and not be sent, such as a status below 100.
      this.end(new ConnectionFailed({ detail: "ERR_INVALID_HTTP_RESPONSE" }))
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#ended) return
    this.#client.count(chunk.byteLength)
    if (this.#response.write(chunk) || this.#ended) return
    controller.pause()
    this.#response.once("drain", () => controller.resume())
  }

  onResponseEnd(): void {
    if (this.#ended) return
    this.#ended = true
    this.#lease.over()
    this.#response.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(error)
  }

  /** Without an error: the client has left. */
  end(error: unknown): void {
    if (this.#ended) return
    this.#ended = true
    const wasReused = !this.#response.headersSent && this.#lease.reused()
    this.#lease.over()
    if (error !== undefined) this.#fail(error, wasReused)
    if (this.#controller?.aborted === false) this.#controller.abort(new Error("the client has left"))
  }
}

const textOf = (raw: unknown): Array<string> =>
  Array.isArray(raw)
    ? raw.map((part: Uint8Array | string) => (typeof part === "string" ? part : Buffer.from(part).toString("latin1")))
    : []
