/**
 * A server of this machine that answers as the search engines do, in the shapes
 * of their public documentation, and remembers what it was asked.
 */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Context, Effect, Layer } from "effect"

export interface Asked {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: any
}

export class Engines extends Context.Service<Engines, { readonly url: string; readonly asked: Array<Asked> }>()(
  "test/Engines"
) {
  static readonly layer = Layer.effect(
    Engines,
    Effect.acquireRelease(
      Effect.promise(async () => {
        const asked: Array<Asked> = []
        const server = createServer(async (request, response) => {
          let text = ""
          for await (const chunk of request) text += String(chunk)
          const url = new URL(request.url!, "http://localhost")
          const body = text === "" ? undefined : JSON.parse(text)
          asked.push({
            path: url.pathname,
            query: Object.fromEntries(url.searchParams),
            headers: request.headers,
            body
          })
          answer(response, url, String(url.searchParams.get("q") ?? body?.q ?? body?.query))
        })
        await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
        return { server, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
      }),
      ({ server }) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    )
  )
}

const urls = ["https://one.example/", "https://two.example/b", "https://one.example/", "https://three.example/"]

const answer = (response: ServerResponse, url: URL, query: string) => {
  if (query === "hang") return
  const status = /^status (\d+)/.exec(query)?.[1]
  if (status !== undefined) return response.writeHead(Number(status)).end("{}")
  if (query === "dated" && url.pathname === "/search") return response.writeHead(200).end(JSON.stringify(dated()))
  if (query === "garbage") return response.writeHead(200).end("<html>maintenance</html>")
  if (query === "changed") {
    return url.pathname.startsWith("/html")
      ? response
          .writeHead(200)
          .end('<div id="links" class="results"><article><a href="https://x.test/">X</a></article></div>')
      : response.writeHead(200).end('{"version":9,"items":[{"uri":"https://x.test/"}],"search_metadata":{}}')
  }
  const found = query === "nothing" ? [] : urls
  const [, first = ""] = url.pathname.split("/")
  const engine = first === "search" && url.searchParams.size === 0 ? "tavily" : first
  const made = shapes[engine]?.(found, url)
  response.writeHead(200, { "content-type": engine === "html" ? "text/html" : "application/json" })
  response.end(typeof made === "string" ? made : JSON.stringify(made))
}

/** Results of SearXNG by their age, one without a date and one whose date has no zone, as its engines give them. */
const dated = () => {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const dates = {
    undated: null,
    minutes: at(0.2),
    hours: at(2.5).slice(0, 19),
    days: at(50),
    weeks: at(24 * 20),
    years: at(24 * 800)
  }
  const results = Object.entries(dates).map(([title, publishedDate]) => ({
    url: `https://${title}.example/`,
    title,
    publishedDate
  }))
  return { query: "", results }
}

const google = (found: ReadonlyArray<string>) =>
  found.map((link, index) => ({
    link,
    title: `Title ${index}`,
    snippet: "About it",
    position: index + 1,
    date: "2 hours ago",
    imageUrl: `https://img.example/${index}.png`,
    imageWidth: 640,
    imageHeight: 480
  }))

const shapes: Readonly<Record<string, (found: ReadonlyArray<string>, url: URL) => unknown>> = {
  // Serper: a path each source, one list under its name.
  serper: (found, url) => {
    const path = url.pathname.split("/")[2]!
    return { searchParameters: {}, [path === "search" ? "organic" : path]: google(found) }
  },
  // SearXNG.
  search: (found) => ({
    query: "",
    number_of_results: 0,
    results: found.map((each, index) => ({
      url: each,
      title: `Title ${index}`,
      content: "About it",
      publishedDate: null,
      img_src: `https://img.example/${index}.png`,
      engine: "x",
      score: 1
    })),
    answers: [],
    suggestions: []
  }),
  // Brave.
  res: (found, url) => {
    const results = found.map((each, index) => ({
      url: each,
      title: `Title ${index}`,
      description: "About it",
      age: "2 hours ago",
      thumbnail: { src: `https://img.example/t${index}.png` },
      properties: { url: `https://img.example/${index}.png`, width: 640, height: 480 }
    }))
    // Without results a search of the web has no `web`.
    if (url.pathname.includes("/web/") && found.length === 0) return { type: "search", query: { original: "" } }
    return url.pathname.includes("/web/") ? { type: "search", web: { results } } : { type: "x", results }
  },
  // SearchAPI and Tavily share a path that differs by method and depth.
  api: (found, url) =>
    found.length === 0
      ? { search_metadata: {}, error: "Google didn't return any results." }
      : url.searchParams.get("engine") === "google_images"
        ? {
            images: found.map((each, index) => ({
              position: index,
              title: `Title ${index}`,
              source: { name: "x", link: each },
              original: { link: `https://img.example/${index}.png`, width: 640, height: 480 }
            }))
          }
        : { search_metadata: {}, organic_results: google(found) },
  // Tavily answers at /search too, to a POST.
  tavily: (found) => ({
    query: "",
    results: found.map((each, index) => ({ url: each, title: `Title ${index}`, content: "About it", score: 0.9 })),
    response_time: 1
  }),
  html: (found) =>
    found.length === 0
      ? `<div class="no-results">No results.</div>`
      : `<div id="links" class="results">${found
          .map(
            (each, index) =>
              `<div class="result results_links"><h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(each)}&amp;rut=1">Title <b>${index}</b></a></h2><a class="result__snippet" href="#">About <b>it</b></a></div>`
          )
          .join("")}</div>`
}
