// Scrapes a page and prints its Markdown: the one beside this file, served on
// this machine, or any address given as an argument.
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver } from "orbweaver"

const page = await readFile(new URL("page.html", import.meta.url))
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page)
})
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
const { port } = server.address() as AddressInfo

const url = process.argv[2] ?? `http://127.0.0.1:${port}/journal/tidal-clock`

// Loopback addresses are refused unless a program asks for them.
await using orb = createOrbweaver({ egress: { allowLocal: true } })
const { markdown, metadata } = await orb.scrape(url)

console.error(`${metadata.statusCode} ${metadata.url}: ${metadata.title ?? "(no title)"}\n`)
console.log(markdown)
server.close()
