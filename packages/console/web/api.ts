/** The API as the page asks it. The key lives in this object alone: it is gone with the page, and in no address. */
import type { ConsoleAnswer, ConsoleEndpoint } from "@orbweaver/http/internal/console/Api"
import { ApiError, parseRetryAfter, Unreachable } from "./connection/failure.ts"

export type SessionInfo = ConsoleAnswer<"session">

export interface Ask {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE"
  readonly body?: unknown
  readonly form?: FormData
  readonly signal?: AbortSignal
}

export interface Timed<A> {
  readonly value: A
  readonly tookMs: number
}

/** Root of the API: the page stands at `<root>console/`. */
export const root = new URL("..", document.baseURI)

export class Api {
  readonly #key: string | undefined
  readonly #onUnauthorized: ((error: ApiError) => void) | undefined

  /** `onUnauthorized` hears of every answer that the key, or none, is not enough for. */
  constructor(key?: string, onUnauthorized?: (error: ApiError) => void) {
    this.#key = key
    this.#onUnauthorized = onUnauthorized
  }

  /** `path` is below the root, such as `v2/scrape` or `console/api/jobs`. */
  async response(path: string, { body, form, method = "GET", signal }: Ask = {}): Promise<Response> {
    const response = await fetch(new URL(path, root), {
      method,
      credentials: "omit",
      headers: {
        ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
      ...(signal === undefined ? {} : { signal })
    }).catch(toUnreachable)
    if (!response.ok) {
      const text = await response.text().catch(toUnreachable)
      const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now())
      const error = new ApiError(response.status, readObject(text), retryAfterMs)
      if (error.status === 401) this.#onUnauthorized?.(error)
      throw error
    }
    return response
  }

  async json<A>(path: string, ask?: Ask): Promise<A> {
    const response = await this.response(path, ask)
    return response.json().catch(toUnreachable) as Promise<A>
  }

  async timed<A>(path: string, ask?: Ask): Promise<Timed<A>> {
    const from = performance.now()
    const value = await this.json<A>(path, ask)
    return { value, tookMs: performance.now() - from }
  }

  /** `Name` is the endpoint that the path is one of. */
  console<Name extends ConsoleEndpoint>(path: string, ask?: Ask): Promise<ConsoleAnswer<Name>> {
    return this.json(`console/api/${path}`, ask)
  }

  /** Watches a job as the clients do; the key goes as the subprotocol. `undefined` where that cannot be. */
  watch({ answersWithPages, id }: { readonly id: string; readonly answersWithPages: boolean }): WebSocket | undefined {
    if (!answersWithPages) return undefined
    const url = new URL(`v2/crawl/${encodeURIComponent(id)}`, root)
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:"
    try {
      return this.#key === undefined ? new WebSocket(url) : new WebSocket(url, [this.#key])
    } catch {
      // Not every key is a word that a subprotocol may be.
      return undefined
    }
  }
}

/** Browsers say "Failed to fetch" of everything that keeps an answer away. Who aborted a request knows that. */
const toUnreachable = (cause: unknown): never => {
  throw cause instanceof DOMException && cause.name === "AbortError" ? cause : new Unreachable(cause)
}

const readObject = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : {}
  } catch {
    return {}
  }
}
