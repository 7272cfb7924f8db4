// Pages of jobs read on worker threads: the same documents as on one thread.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { type Adapters, createOrbweaver, type FormatName } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const page = (body: string) => `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`
const text = "<p>Words enough to be a page that says something of its own. ".repeat(20)

const links = ["latin", "empty", "gone", "plain", "shell"].map((name) => `<a href="/t/${name}">${name}</a>`).join(" ")

/** By the last part of the path: status, type and body. */
const pages: Readonly<Record<string, readonly [status: number, type: string, body: string | Buffer]>> = {
  "": [200, "text/html; charset=utf-8", page(`<h1>Start</h1>${text}${links}`)],
  latin: [200, "text/html; charset=utf-8", Buffer.from(page(`<h1>Caf\u00e9</h1>${text}`), "latin1")],
  empty: [200, "text/html", ""],
  gone: [404, "text/html", page(`<h1>Gone</h1>${text}`)],
  plain: [200, "text/plain", "# as it is"],
  shell: [200, "text/html", page('<div id="root"></div><script src="/app.js"></script>')]
}

let site: Running

beforeAll(async () => {
  site = await start({
    routes: {
      "/t/": ({ response }, rest) => {
        const [status, type, body] = pages[rest] ?? [404, "text/plain", ""]
        response.writeHead(status, { "content-type": type }).end(body)
      }
    }
  })
})

afterAll(() => site.close())

const crawl = async (adapters: Adapters, formats: ReadonlyArray<FormatName>) => {
  await using orb = createOrbweaver({ egress: { allowLocal: true }, ...adapters })
  const { counts, data } = await orb.crawl(site.url("/t/").href, {
    sitemap: "skip",
    scrapeOptions: { formats: [...formats], maxAge: 0, excludeTags: ["nav"] }
  })
  const documents = data.map(({ metadata: { outcome, scrapeId: _scrapeId, ...metadata }, ...fields }) => ({
    ...fields,
    metadata: { ...metadata, outcome: { ...outcome, attempts: [] } }
  }))
  return { counts, documents: documents.toSorted((a, b) => a.metadata.url.localeCompare(b.metadata.url)) }
}

describe("a crawl whose pages are read on threads", () => {
  it("gives what it gives without them: encodings, refusals, shells and files included", async () => {
    const formats: ReadonlyArray<FormatName> = ["markdown", "links", "html", "rawHtml"]
    const here = await crawl({}, formats)
    expect(here.documents.length).toBe(6)
    expect(await crawl({ worker: { threads: 2 } }, formats)).toEqual(here)
  })
})
