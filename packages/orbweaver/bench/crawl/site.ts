/**
 * The generated site of the crawl benchmarks, in a process of its own: pages of
 * about 40 KB with 40 links each, which reach every page from every page.
 * Arguments: number of pages, milliseconds before an answer, and of how many pages one has 10,000 links. Prints its address.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const pages = Number(process.argv[2] ?? 5000)
const latency = Number(process.argv[3] ?? 0)
const hubEvery = Number(process.argv[4] ?? Infinity)

const sentence =
  "Every page of this site says the same few words in another order, because what is measured is the crawling and not the reading. "

/** Links to forty pages: the next ones, and some far away. A hub links many pages that the crawl has no room for. */
const linksOf = (page: number): ReadonlyArray<number> =>
  page % hubEvery === hubEvery - 1
    ? Array.from({ length: 10_000 }, (_, index) => page * 10_000 + index)
    : Array.from({ length: 40 }, (_, index) => (index < 20 ? page + index + 1 : page * 7 + index * 131) % pages)

const body = (page: number): string => {
  const navigation = linksOf(page)
    .map((to) => `<li><a class="nav-link" href="/page/${to}">Page ${to} of the site</a></li>`)
    .join("\n")
  const paragraphs = Array.from(
    { length: 60 },
    (_, index) =>
      `<h2 id="s${index}">Section ${index} of page ${page}</h2>\n<p class="text">${sentence.repeat(4)}<em>${page}/${index}</em> and <strong>more</strong>.</p>`
  ).join("\n")
  return `<!doctype html><html lang="en"><head><title>Page ${page}</title><meta name="description" content="Page ${page}"></head>
<body><header><nav><ul>${navigation}</ul></nav></header><main><article><h1>Page ${page}</h1>${paragraphs}</article></main><footer>The end</footer></body></html>`
}

const made = new Map<number, Buffer>()
const pageOf = (page: number): Buffer => {
  let bytes = made.get(page)
  if (bytes === undefined) made.set(page, (bytes = Buffer.from(body(page))))
  return bytes
}
for (let page = 0; page < Math.min(pages, 5000); page++) pageOf(page)

const server = createServer((request, response) => {
  const match = /^\/(?:page\/(\d+))?$/.exec(request.url ?? "")
  const send = () => {
    if (match === null) {
      response.statusCode = 404
      response.end()
      return
    }
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(pageOf(Number(match[1] ?? 0)))
  }
  if (latency > 0) setTimeout(send, latency)
  else send()
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
