/** Receives the webhooks of one crawl on loopback, and remembers in which order they came. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

export interface Hooks {
  readonly url: string
  /** Pages that webhooks reported, in the order of the first report of each. */
  readonly pages: ReadonlySet<string>
  /** Type of the last webhook that is not of a page. */
  readonly last: () => string | undefined
  /** Whether the first was that of the start, and no page was reported for the first time after the end. */
  readonly isInOrder: () => boolean
  readonly stop: () => Promise<void>
}

interface Body {
  readonly type: string
  readonly data?: ReadonlyArray<{ readonly metadata?: { readonly sourceURL?: string } }>
}

export const listen = async (): Promise<Hooks> => {
  const pages = new Set<string>()
  let first: string | undefined
  let last: string | undefined
  let inOrder = true
  const take = ({ data = [], type }: Body): void => {
    first ??= type
    if (type === "crawl.page") {
      for (const { metadata } of data) {
        const url = metadata?.sourceURL
        if (url === undefined || pages.has(url)) continue
        // A repeated webhook of a page may come after the last one, a new one may not.
        if (last !== undefined && last !== "crawl.started") inOrder = false
        pages.add(url)
      }
    } else if (type !== "crawl.started" || last === undefined) last = type
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = ""
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece))
    request.on("end", () => {
      take(JSON.parse(text) as Body)
      // Long enough for a sender to be killed while it waits.
      setTimeout(() => response.end("ok"), 5)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`,
    pages,
    last: () => last,
    isInOrder: () => inOrder && first === "crawl.started",
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
