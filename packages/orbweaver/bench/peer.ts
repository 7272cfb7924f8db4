// Child of main.ts: the same service put together by hand from what people use
// today: node:http, undici, linkedom, Readability and turndown.
import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import TurndownService from "turndown"
import { request } from "undici"

const turndown = new TurndownService()

const server = createServer(async (incoming, response) => {
  let body = ""
  for await (const chunk of incoming) body += String(chunk)
  const { url } = JSON.parse(body) as { url: string }
  const html = await (await request(url)).body.text()
  const { document } = parseHTML(html)
  const content = new Readability(document as never).parse()
  const data = {
    markdown: turndown.turndown(content?.content ?? ""),
    metadata: { title: content?.title, statusCode: 200 }
  }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }))
})
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
