/** How a page of the test site answers. */
import type { IncomingMessage, ServerResponse } from "node:http"

export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The address asked for. */
  readonly url: URL
  /** The same site on another origin. */
  readonly other: (path: string) => URL
  /** How often this address was asked for before. */
  readonly visits: number
}

/** Keyed by path; a key that ends in `/` answers for everything under it, and `rest` is what follows. */
export type Routes = Readonly<Record<string, (visit: Visit, rest: string) => void>>

export const send = (
  response: ServerResponse,
  body: string | Uint8Array,
  type = "text/html; charset=utf-8",
  headers: Record<string, string | ReadonlyArray<string>> = {},
  status = 200
): void => {
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body
  response.writeHead(status, {
    "content-type": type,
    "content-length": bytes.byteLength,
    ...(headers as Record<string, string>)
  })
  response.end(bytes)
}

/** A whole HTML page around `body`. */
export const html = (title: string, body: string, head = ""): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>\n<body>\n${body}\n</body></html>\n`

/** Runs `step` every so many milliseconds until it says false or the response is closed. */
export const every = (response: ServerResponse, ms: number, step: () => boolean): void => {
  const timer = setInterval(() => {
    if (!step()) clearInterval(timer)
  }, ms)
  timer.unref()
  response.once("close", () => clearInterval(timer))
}

/** Writes `chunk` again and again, as fast as it is taken, `times` times at most. */
export const pour = (
  target: NodeJS.WritableStream,
  response: ServerResponse,
  chunk: Uint8Array,
  times = Infinity
): void => {
  let left = times
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left--
      if (!target.write(chunk)) return
    }
    if (left <= 0) target.end()
  }
  target.on("drain", more)
  more()
}

/** A number of the query, or what it is when absent. */
export const numberOf = (url: URL, name: string, otherwise: number): number => {
  const value = Number(url.searchParams.get(name) ?? otherwise)
  return Number.isFinite(value) ? value : otherwise
}
