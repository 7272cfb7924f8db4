// Pages that send their visitors on are followed like redirects: by a scrape, by a crawl, and behind the same border.
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { CaptureError, createOrbweaver } from "orbweaver"
import { describe, expect, it } from "vitest"

interface Internet extends AsyncDisposable {
  readonly url: (path: string, host?: string) => string
  readonly requests: ReadonlyArray<{
    readonly host: string
    readonly path: string
    readonly headers: IncomingHttpHeaders
  }>
}

type Answer = (path: string, response: ServerResponse, headers: IncomingHttpHeaders, url: Internet["url"]) => void

/** One server under two names: `127.0.0.1` and `localhost`. */
const serve = async (answer: Answer): Promise<Internet> => {
  const requests: Array<Internet["requests"][number]> = []
  const url: Internet["url"] = (path, host = "127.0.0.1") =>
    `http://${host}:${(server.address() as AddressInfo).port}${path}`
  const server = createServer((request, response) => {
    const path = request.url!
    requests.push({ host: request.headers.host!.split(":")[0]!, path, headers: request.headers })
    if (/robots|sitemap/.test(path)) response.writeHead(404).end()
    else answer(path, response, request.headers, url)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

const text = "The page that visitors are sent to, with words enough to be one. ".repeat(10)
const page = (response: ServerResponse, body = "", headers: Record<string, string> = {}) =>
  void response.writeHead(200, { "content-type": "text/html", ...headers }).end(`<title>T</title>${body}<p>${text}</p>`)
const sendOn = (response: ServerResponse, target: string, headers: Record<string, string> = {}) =>
  void response
    .writeHead(200, { "content-type": "text/html", ...headers })
    .end(`<meta http-equiv="refresh" content="0; url=${target}"><p>You are sent on.</p>`)

const open = () => createOrbweaver({ egress: { allowLocal: true } })

describe("a scrape", () => {
  it("reads the page behind refreshes, with the cookies of the way, and says so", async () => {
    await using site = await serve((path, response, headers) => {
      if (path === "/") sendOn(response, "/check", { "set-cookie": "seen=1; Path=/" })
      else if (path === "/check")
        response.writeHead(200, { refresh: "1; url=/in", "content-type": "text/plain" }).end("Wait")
      else page(response, headers.cookie === "seen=1" ? "<h1>Known</h1>" : "<h1>Unknown</h1>")
    })
    await using orb = open()
    const { markdown, metadata } = await orb.scrape(site.url("/"))
    expect(markdown).toContain("Known")
    expect(metadata).toMatchObject({ sourceURL: site.url("/"), url: site.url("/in"), statusCode: 200 })
    expect(metadata.outcome?.attempts).toHaveLength(1)
    expect(metadata.outcome?.attempts[0]?.detail).toBe(
      `the refresh of ${site.url("/")}, ${site.url("/check")} was followed`
    )
    // Asked again, the address is answered with the page that it led to.
    expect((await orb.scrape(site.url("/"))).metadata).toMatchObject({ url: site.url("/in"), cacheState: "hit" })
    expect(site.requests).toHaveLength(3)
  })

  it("ends where refreshes lead in a circle, and after twenty", async () => {
    await using site = await serve((path, response) => {
      const at = Number(path.slice(1))
      sendOn(response, path === "/a" ? "/b" : path === "/b" ? "/a" : `/${at + 1}`)
    })
    await using orb = open()
    expect((await orb.scrape(site.url("/a"))).metadata.url).toBe(site.url("/b"))
    expect((await orb.scrape(site.url("/1"))).metadata.url).toBe(site.url("/21"))
  })

  it("keeps the caller's headers within their origin, and to the egress policy", async () => {
    await using site = await serve((path, response, _, url) => {
      if (path === "/other") sendOn(response, url("/in", "localhost"))
      else if (path === "/same") sendOn(response, "/in")
      else if (path === "/file") sendOn(response, "http://user:word@example.com/")
      else page(response)
    })
    await using orb = open()
    const headers = { authorization: "Bearer canary", "accept-language": "fr" }
    await orb.scrape(site.url("/same"), { headers })
    await orb.scrape(site.url("/other"), { headers })
    const arrived = site.requests.filter(({ path }) => path === "/in").map(({ headers }) => headers)
    expect(arrived.map(({ authorization }) => authorization)).toEqual(["Bearer canary", undefined])
    expect(arrived.map((sent) => sent["accept-language"])).toEqual(["fr", "fr"])
    const error: unknown = await orb.scrape(site.url("/file")).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(CaptureError)
    expect((error as CaptureError).reason).toMatchObject({ _tag: "Refused", policy: "credentials" })
  })
})

describe("a crawl", () => {
  it("takes a refresh for a redirect: the page is met once, and another host is left out", async () => {
    await using site = await serve((path, response, _, url) => {
      if (path === "/") page(response, `<a href="/old">Old</a><a href="/new">New</a><a href="/away">Away</a>`)
      else if (path === "/old") sendOn(response, "/new")
      else if (path === "/away") sendOn(response, url("/foreign", "localhost"))
      else page(response, `<h1>${path}</h1>`)
    })
    await using orb = open()
    const { data } = await orb.crawl(site.url("/"), { limit: 10 })
    expect(data.map(({ metadata }) => metadata.url).toSorted()).toEqual([site.url("/"), site.url("/new")])
  })

  it("goes where its start page sends it", async () => {
    await using site = await serve((path, response, _, url) => {
      if (path === "/") sendOn(response, url("/home/", "localhost"))
      else page(response, path === "/home/" ? `<a href="/home/next">Next</a>` : "")
    })
    await using orb = open()
    const { data } = await orb.crawl(site.url("/"), { limit: 10 })
    expect(data.map(({ metadata }) => metadata.url).toSorted()).toEqual([
      site.url("/home/", "localhost"),
      site.url("/home/next", "localhost")
    ])
  })
})

describe("a refresh that nobody follows", () => {
  const serveLate = () =>
    serve((path, response, _, url) => {
      if (path === "/") page(response, `<a href="/linked">Linked</a>`, { refresh: "30; url=/header" })
      else if (path === "/header")
        response.writeHead(200, { "content-type": "text/plain", refresh: "9;/plain" }).end(text)
      else if (path === "/plain") page(response, `<meta http-equiv="Refresh" content="60; URL='/meta'">`)
      else if (path === "/meta") page(response, "", { refresh: "300" })
      else if (path === "/linked") page(response, `<a href="/">Start</a>`, { refresh: "20; url=/" })
      else if (path === "/away") page(response, "", { refresh: `15; url=${url("/foreign", "localhost")}` })
      else page(response, `<h1>${path}</h1>`)
    })
  const pages = ["/", "/header", "/linked", "/meta", "/plain"]

  it("is a link for a crawl", async () => {
    await using site = await serveLate()
    await using orb = open()
    const { data } = await orb.crawl(site.url("/"), { limit: 10 })
    expect(data.map(({ metadata }) => new URL(metadata.url).pathname).toSorted()).toEqual(pages)
  })

  it("is a link for a map", async () => {
    await using site = await serveLate()
    await using orb = open()
    const { links } = await orb.map(site.url("/"))
    expect(links.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(pages)
  })

  it("is among the links of a page, once, unless the page only reloads itself or parts of it are asked for", async () => {
    await using site = await serveLate()
    await using orb = open()
    const linksOf = async (path: string, options: object = {}) =>
      (await orb.scrape(site.url(path), { formats: ["links"], ...options })).links
    expect(await linksOf("/")).toEqual([site.url("/linked"), site.url("/header")])
    expect(await linksOf("/", { includeTags: ["a"] })).toEqual([site.url("/linked")])
    expect(await linksOf("/header")).toEqual([site.url("/plain")])
    expect(await linksOf("/plain")).toEqual([site.url("/meta")])
    expect(await linksOf("/meta")).toEqual([])
    expect(await linksOf("/linked")).toEqual([site.url("/")])
    expect(await linksOf("/away")).toEqual([site.url("/foreign", "localhost")])
  })
})
