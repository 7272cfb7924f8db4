/** The API as the page asks it. The key lives in this object alone: it is gone with the page, and in no address. */

export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: unknown

  constructor(status: number, body: { readonly error?: unknown; readonly code?: unknown; readonly details?: unknown }) {
    super(typeof body.error === "string" ? body.error : `The server answered ${status}`)
    this.status = status
    this.code = typeof body.code === "string" ? body.code : undefined
    this.details = body.details
  }
}

export interface SessionInfo {
  readonly team: string
  readonly key?: string
  readonly scopes: ReadonlyArray<"read" | "write" | "admin">
  readonly parts: ReadonlyArray<string>
}

export interface Ask {
  readonly method?: "GET" | "POST" | "DELETE"
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

  constructor(key?: string) {
    this.#key = key
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
    })
    if (!response.ok) {
      const text = await response.text()
      throw new ApiError(response.status, readObject(text))
    }
    return response
  }

  async json<A>(path: string, ask?: Ask): Promise<A> {
    return (await this.response(path, ask)).json() as Promise<A>
  }

  async timed<A>(path: string, ask?: Ask): Promise<Timed<A>> {
    const from = performance.now()
    const value = await this.json<A>(path, ask)
    return { value, tookMs: performance.now() - from }
  }

  console<A>(path: string, ask?: Ask): Promise<A> {
    return this.json<A>(`console/api/${path}`, ask)
  }

  /** Watches a job as the clients do; the key goes as the subprotocol. */
  watch(kind: string, id: string): WebSocket {
    const url = new URL(`v2/${kind === "batch" ? "batch/scrape" : "crawl"}/${encodeURIComponent(id)}`, root)
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:"
    return this.#key === undefined ? new WebSocket(url) : new WebSocket(url, [this.#key])
  }
}

const readObject = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : {}
  } catch {
    return {}
  }
}
