// Four origins listen: the one whose address the caller gives, one named in `headerOrigins`, another port of the host, and
// another host. Canaries in the headers show where they go.
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { playwright } from "@orbweaver/browser"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { Effect, Layer } from "effect"
import { type Adapters, createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

const headers = {
  authorization: "Bearer canary",
  cookie: "session=canary",
  "x-api-key": "canary",
  referer: "https://intern.example/canary",
  "accept-language": "fr"
}

interface Origin {
  readonly url: string
  readonly requests: ReadonlyArray<{ readonly path: string; readonly headers: IncomingHttpHeaders }>
}

/** The origins, and an instance of whose searches each origin answers one. */
class Internet implements AsyncDisposable {
  readonly #servers: Array<Server> = []
  readonly origins: Array<Origin> = []
  orb = createOrbweaver({ egress: { allowLocal: true } })

  static async open(renderer?: Adapters["renderer"]): Promise<Internet> {
    const made = new Internet()
    for (const host of ["127.0.0.1", "127.0.0.1", "127.0.0.1", "localhost"]) await made.#listen(host)
    const found = made.origins.map(({ url }) => ({ title: url, url: `${url}/found` }))
    const search = Layer.succeed(SearchProvider, {
      name: "test",
      sources: ["web"],
      search: () => Effect.succeed(found)
    })
    made.orb = createOrbweaver({ egress: { allowLocal: true }, search, renderer })
    return made
  }

  get given() {
    return this.origins[0]!
  }
  get named() {
    return this.origins[1]!
  }
  get otherPort() {
    return this.origins[2]!
  }
  get otherHost() {
    return this.origins[3]!
  }

  get scrapeOptions() {
    return { headers, headerOrigins: [this.named.url], maxAge: 0 }
  }

  /** What the two origins that the caller named nowhere have seen. */
  get foreign() {
    return [this.otherPort, this.otherHost].map((origin) => ({
      wasAsked: origin.requests.length > 0,
      canaries: canaries(origin)
    }))
  }

  async #listen(host: string): Promise<void> {
    const requests: Array<Origin["requests"][number]> = []
    const server = createServer((request, response) => {
      requests.push({ path: request.url!, headers: request.headers })
      this.#answer(new URL(request.url!, `http://${request.headers.host}`), response)
    })
    this.#servers.push(server)
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    this.origins.push({ requests, url: `http://${host}:${(server.address() as AddressInfo).port}` })
  }

  #answer({ origin, pathname, searchParams }: URL, response: ServerResponse): void {
    const location = searchParams.get("url") ?? ""
    const isGiven = origin === this.given.url
    const every = (make: (url: string) => string) => this.origins.map(({ url }) => make(url)).join("")
    if (pathname === "/to") response.writeHead(302, { location }).end()
    else if (pathname === "/cookie-to") response.writeHead(302, { location, "set-cookie": "stored=1" }).end()
    else if (pathname === "/sitemap.xml" && isGiven) {
      const entries = every((url) => `<url><loc>${url}/listed</loc></url>`)
      response
        .writeHead(200, { "content-type": "application/xml" })
        .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`)
    } else if (/^\/(?:robots\.txt|sitemap.*)$/.test(pathname)) response.writeHead(404).end()
    else {
      const links =
        pathname !== "/"
          ? ""
          : every(
              (url) =>
                `<a href="${url}/linked">${url}</a><img src="${url}/picture"><iframe src="${url}/frame"></iframe>`
            )
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<title>${pathname}</title><p>${`Words of the page ${pathname} of ${origin}. `.repeat(20)}</p>${links}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orb[Symbol.asyncDispose]()
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    }
  }
}

/** Paths that were asked for with a canary. */
const canaries = ({ requests }: Origin): ReadonlyArray<string> =>
  requests.filter(({ headers }) => /canary/.test(JSON.stringify(headers))).map(({ path }) => path)

const collected = async <A>(pages: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const page of pages) all.push(page)
  return all
}

const paths = ({ requests }: Origin) => requests.map(({ path }) => path)

const noLeak = [
  { wasAsked: true, canaries: [] },
  { wasAsked: true, canaries: [] }
]

const warningFor = ({ url }: Origin) =>
  `Headers not sent to ${url}, because they were given for another origin: authorization, cookie, x-api-key, referer. To send them, add ${url} to headerOrigins.`

it("a crawl sends the caller's headers to the origin of its address and to those he names", async () => {
  await using internet = await Internet.open()
  const { given, named, orb, otherHost, otherPort } = internet
  const crawl = orb.crawl(`${given.url}/`, {
    allowExternalLinks: true,
    limit: 20,
    scrapeOptions: internet.scrapeOptions
  })
  const warnings = new Map<string, string | undefined>()
  for await (const { metadata, warning } of crawl.pages()) warnings.set(metadata.url, warning)

  expect(canaries(given)).toEqual(expect.arrayContaining(["/", "/linked", "/listed"]))
  expect(canaries(named)).toEqual(expect.arrayContaining(["/linked", "/listed"]))
  expect(paths(otherHost)).toEqual(expect.arrayContaining(["/linked", "/listed"]))
  expect(internet.foreign).toEqual(noLeak)
  expect(otherHost.requests.find(({ path }) => path === "/linked")!.headers["accept-language"]).toBe("fr")
  expect(warnings.get(`${given.url}/linked`)).toBeUndefined()
  expect(warnings.get(`${named.url}/linked`)).toBeUndefined()
  expect(warnings.get(`${otherPort.url}/linked`)).toBe(warningFor(otherPort))
  expect(warnings.get(`${otherHost.url}/linked`)).toBe(warningFor(otherHost))
})

it("a crawl whose start redirects does not take the new origin for the caller's", async () => {
  await using internet = await Internet.open()
  const { given, orb, otherHost } = internet
  const pages = await collected(
    orb
      .crawl(`${given.url}/to?url=${otherHost.url}/`, { limit: 5, sitemap: "skip", scrapeOptions: { headers } })
      .pages()
  )

  expect(pages.length).toBeGreaterThan(1)
  expect(paths(otherHost)).toEqual(expect.arrayContaining(["/", "/linked"]))
  expect(canaries(otherHost)).toEqual([])
})

it("a batch sends the headers to each given address, and to none that it redirects to", async () => {
  await using internet = await Internet.open()
  const { given, named, orb, otherHost, otherPort } = internet
  const urls = [
    `${given.url}/page`,
    `${otherPort.url}/page`,
    `${given.url}/to?url=${otherHost.url}/redirected`,
    `${given.url}/to?url=${named.url}/redirected`
  ]
  const pages = await collected(orb.batchScrape(urls, internet.scrapeOptions).pages())

  expect(canaries(given)).toContain("/page")
  expect(canaries(otherPort)).toEqual(["/page"])
  expect(canaries(named)).toEqual(["/redirected"])
  expect(paths(otherHost)).toContain("/redirected")
  expect(canaries(otherHost)).toEqual([])
  const redirected = pages.find(({ metadata }) => metadata.url === `${otherHost.url}/redirected`)
  expect(redirected!.warning).toBe(warningFor(otherHost))
})

it("an extraction sends them to the origins of its addresses, wherever its pages are found", async () => {
  await using internet = await Internet.open()
  const { given, orb, otherHost, otherPort } = internet
  await orb.extract({
    urls: [`${given.url}/*`],
    schema: { type: "object", properties: { title: { type: "string" } } },
    allowExternalLinks: true,
    enableWebSearch: true,
    prompt: "The title of the page",
    scrapeOptions: internet.scrapeOptions
  })

  expect(canaries(given)).not.toEqual([])
  expect(paths(otherHost)).not.toEqual([])
  expect(canaries(otherPort)).toEqual([])
  expect(canaries(otherHost)).toEqual([])
})

it("a search sends them to named origins alone, as its addresses come from the search engine", async () => {
  await using internet = await Internet.open()
  const { given, named, orb } = internet
  const { sources } = await orb.search("anything", {
    scrapeOptions: { ...internet.scrapeOptions, formats: ["markdown"] }
  })

  expect(canaries(named)).toEqual(["/found"])
  expect(canaries(given)).toEqual([])
  expect(internet.foreign).toEqual(noLeak)
  const found = sources.web!.find(({ url }) => url === `${given.url}/found`)
  expect(found!.document!.warning).toBe(warningFor(given))
})

it("a monitor keeps them to the origin of its target", async () => {
  await using internet = await Internet.open()
  const { given, named, orb } = internet
  const monitor = await orb.createMonitor({
    name: "Canary",
    schedule: { cron: "0 0 1 1 *", timezone: "UTC" },
    targets: [
      {
        type: "crawl",
        url: `${given.url}/`,
        crawlOptions: { allowExternalLinks: true, limit: 20 },
        scrapeOptions: internet.scrapeOptions
      }
    ]
  })
  await orb.runMonitor(monitor.id, { wait: true })

  expect(canaries(given)).toContain("/linked")
  expect(canaries(named)).toContain("/linked")
  expect(internet.foreign).toEqual(noLeak)
})

it("a browser sends them to no picture, frame or redirect of another origin", async () => {
  await using internet = await Internet.open(playwright())
  const { given, named, orb, otherHost, otherPort } = internet
  const options = { ...internet.scrapeOptions, formats: ["markdown" as const, "screenshot" as const] }
  await orb.scrape(`${given.url}/`, options)
  expect(canaries(given)).toContain("/")
  expect(canaries(named)).toEqual(expect.arrayContaining(["/picture", "/frame"]))
  expect(paths(otherHost)).toEqual(expect.arrayContaining(["/picture", "/frame"]))
  expect(internet.foreign).toEqual(noLeak)

  const redirected = await orb.scrape(`${given.url}/cookie-to?url=${otherHost.url}/redirected`, options)
  expect(redirected.warning).toBe(warningFor(otherHost))
  await orb.scrape(`${given.url}/cookie-to?url=${otherPort.url}/redirected`, options)
  expect(paths(otherPort)).toContain("/redirected")
  expect(internet.foreign).toEqual(noLeak)

  await orb.scrape(`${given.url}/to?url=${named.url}/redirected`, options)
  expect(canaries(named)).toContain("/redirected")
})

it("an origin with a path, or of another scheme, is refused by its place in the options", async () => {
  await using internet = await Internet.open()
  const { given, orb } = internet
  for (const origin of ["https://example.com/api", "ftp://example.com", "example.com", "*"]) {
    await expect(
      orb.scrape(`${given.url}/page`, { headers, headerOrigins: ["https://a.example", origin] })
    ).rejects.toThrow(/headerOrigins.*1.*Expected an origin/)
  }
  expect(given.requests).toEqual([])
})
