// Child of main.ts: serves the article, so that the measured process shares no core with its page.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { article } from "./article.ts"

const body = Buffer.from(article)
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length }).end(body)
})
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`))
