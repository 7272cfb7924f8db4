// What was meant for one host stays there, a recrawl notices a change, and promises that are not kept are refused.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { createOrbweaver } from "orbweaver"

const servers = []
const listen = async (answer) => {
  const requests = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  servers.push(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  return { requests, url: `http://127.0.0.1:${server.address().port}` }
}
const text = "Words of a page that is long enough to be read without a browser. ".repeat(10)
const foreign = await listen((_, response) => response.end(`<title>Foreign</title><p>${text}</p>`))
let version = 1
const own = await listen(({ url }, response) => {
  if (url === "/robots.txt" || url.startsWith("/sitemap")) return response.writeHead(404).end()
  // The date is that of the answer, as many servers write it.
  response.writeHead(200, { "content-type": "text/html", "last-modified": new Date().toUTCString() })
  response.end(`<title>Own</title><p>Version ${version}. ${text}</p><a href="${foreign.url}/linked">elsewhere</a>`)
})

const orb = createOrbweaver({ egress: { allowLocal: true } })
const options = { limit: 5, allowExternalLinks: true, scrapeOptions: { headers: { authorization: "Bearer canary" } } }
const crawl = async (more) => {
  const pages = new Map()
  const job = orb.crawl(own.url, { ...options, ...more })
  for await (const page of job.pages()) pages.set(page.metadata.title, page)
  return { id: await job.id(), pages }
}

const { id, pages } = await crawl({})
assert.ok(own.requests.some(({ headers }) => headers.authorization === "Bearer canary"))
assert.ok(foreign.requests.length > 0)
assert.deepEqual(
  foreign.requests.filter(({ headers }) => headers.authorization !== undefined),
  []
)
assert.match(pages.get("Foreign").warning, /^Headers not sent to .*authorization.*headerOrigins\.$/)
assert.equal(pages.get("Own").warning, undefined)

version = 2
const again = await crawl({ previousCrawl: id })
assert.match(again.pages.get("Own").markdown, /Version 2/)
assert.equal(again.pages.get("Own").metadata.unchanged, undefined)

await assert.rejects(orb.scrape(own.url, { headers: { host: "other.example" } }), /host/)
const api = await orb.http()
const refused = await api.fetch(
  new Request("http://127.0.0.1/v2/scrape", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: own.url, profile: { name: "mine" } })
  })
)
assert.equal(refused.status, 400)
assert.match((await refused.json()).error, /profile/)

await orb.close()
for (const server of servers) server.close()
