// Files that a crawl meets and does not read: counted by their types in the job's warning, everywhere a job is read.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver, type LogEntry } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const pictures = Array.from({ length: 5 }, (_, n) => `/pictures/${n}.png`)
const others = ["/download/setup.exe", "/download/all.zip", "/Clip.MP4"]
const page = (links: ReadonlyArray<string>) =>
  `<title>T</title><p>${"Words of a page. ".repeat(20)}</p>${links.map((path) => `<a href="${path}">${path}</a>`).join(" ")}`

const site = createServer((request, response) => {
  const path = request.url!
  if (/robots|sitemap/.test(path)) return void response.writeHead(404).end()
  const type = /\.(?:png|exe|zip|MP4)$/.test(path) ? "application/octet-stream" : "text/html"
  response.writeHead(200, { "content-type": type })
  response.end(
    path === "/" ? page([...pictures, ...others, "/wiki/Node.js"]) : page(path === "/plain/" ? ["/plain/more"] : [])
  )
})
const at = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
beforeAll(() => new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening)))
afterAll(() => {
  site.close()
  site.closeAllConnections()
})

const expected =
  /^8 files were left out \(5 png, 1 (?:exe|zip|mp4), 1 (?:exe|zip|mp4), 1 (?:exe|zip|mp4)\).*`images`.*`parsers`/

describe("files that a crawl leaves out", () => {
  it("are counted by their types in its result, its status, its written result and its log; pages named so are read", async () => {
    const log: Array<LogEntry> = []
    await using orb = createOrbweaver({ egress: { allowLocal: true }, logger: (entry) => log.push(entry) })
    const crawl = orb.crawl(at("/"), { limit: 20 })
    const { data, warning } = await crawl
    expect(data.map(({ metadata }) => metadata.url).toSorted()).toEqual([at("/"), at("/wiki/Node.js")])
    expect(warning).toMatch(expected)
    expect((await crawl.status()).warning).toBe(warning)
    expect((await orb.getCrawlStatus(await crawl.id())).warning).toBe(warning)
    expect((await orb.crawl(at("/"), { limit: 20 }).to(() => undefined)).warning).toBe(warning)
    expect(log.map(({ message }) => message).join("\n")).toContain("8 files were left out (5 png")
  })

  it("are no warning where there was none, and one is one", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    expect((await orb.crawl(at("/plain/"), { limit: 5 })).warning).toBeUndefined()
    expect((await orb.crawl(at("/"), { limit: 20, includePaths: ["^/$", "exe$"] })).warning).toMatch(
      /^1 file was left out \(1 exe\)/
    )
  })
})
