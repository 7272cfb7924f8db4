// Child of main.ts: answers every request with the same 42 KB as fast as a socket takes them.
import { createServer, type AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { article } from "@orbweaver/testing/TestSite"

const body = Buffer.from(article)
const answer = (bytes: Buffer, header: string) =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n${header}content-length: ${bytes.byteLength}\r\n\r\n`
    ),
    bytes
  ])
const plain = answer(body, "")
const gzip = answer(gzipSync(body), "content-encoding: gzip\r\n")

const server = createServer({ noDelay: true }, (socket) => {
  let held = ""
  socket.on("error", () => socket.destroy())
  socket.on("data", (chunk) => {
    held += chunk.toString("latin1")
    for (let end = held.indexOf("\r\n\r\n"); end >= 0; end = held.indexOf("\r\n\r\n")) {
      socket.write(held.startsWith("GET /gzip") ? gzip : plain)
      held = held.slice(end + 4)
    }
  })
})
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
