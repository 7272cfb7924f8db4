/** Pages whose transport misbehaves: redirects, slowness, wrong lengths, bombs. */
import * as zlib from "node:zlib"
import { every, html, numberOf, pour, type Routes, send } from "./Route.ts"

const mebibyte = new Uint8Array(1024 * 1024)
const filler = Buffer.alloc(64 * 1024, "endless text ")

export const redirects: Routes = {
  "/redirect/": ({ response }, rest) => {
    const left = Number(rest)
    response.writeHead(302, { location: left > 1 ? `/redirect/${left - 1}` : "/page" }).end()
  },
  "/redirect-loop": ({ response }) => void response.writeHead(302, { location: "/redirect-loop-back" }).end(),
  "/redirect-loop-back": ({ response }) => void response.writeHead(301, { location: "/redirect-loop" }).end(),
  "/redirect-to": ({ response, url }) =>
    void response
      .writeHead(numberOf(url, "status", 302), { location: url.searchParams.get("to") ?? "/page" })
      .end("moved"),
  "/redirect-other": ({ other, response, url }) =>
    void response.writeHead(302, { location: other(url.searchParams.get("to") ?? "/echo").href }).end(),
  "/redirect-none": ({ response }) => send(response, html("Moved", "<p>Nobody says where.</p>"), undefined, {}, 302),
  "/redirect-bad": ({ response }) => void response.writeHead(302, { location: "http://[not-an-address/" }).end(),
  "/redirect-utf8": ({ response }) => {
    response.socket?.end(
      Buffer.from("HTTP/1.1 302 Found\r\nlocation: /echo?q=caf\u00e9\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    )
  },
  "/redirect-slow-body": ({ response }) => {
    response.writeHead(302, { location: "/page" })
    every(response, 100, () => response.write("."))
  },
  "/redirect-cookie": ({ request, response }) => {
    if (request.headers.cookie?.includes("visited=yes") === true) send(response, html("Welcome back", "<p>Cookie.</p>"))
    else response.writeHead(302, { location: "/redirect-cookie", "set-cookie": "visited=yes; Path=/; HttpOnly" }).end()
  }
}

export const timing: Routes = {
  "/slow-headers": ({ response, url }) => {
    const timer = setTimeout(() => send(response, html("Late", "<p>At last.</p>")), numberOf(url, "ms", 30_000))
    timer.unref()
    response.once("close", () => clearTimeout(timer))
  },
  "/slow-body": ({ response, url }) => {
    response.writeHead(200, { "content-type": "text/html" }).flushHeaders()
    every(response, numberOf(url, "ms", 1000), () => response.write("x"))
  },
  "/hang": () => undefined,
  "/endless": ({ response }) => {
    response.writeHead(200, { "content-type": "text/html" })
    pour(response, response, filler)
  },
  "/endless-chunks": ({ response }) => {
    response.writeHead(200, { "content-type": "text/html" })
    every(response, 1, () => response.write("<p>again"))
  },
  "/huge": ({ response, url }) => {
    const size = numberOf(url, "bytes", 2 * 1024 ** 3)
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size })
    pour(response, response, filler, Math.floor(size / filler.byteLength))
  }
}

export const broken: Routes = {
  "/cut": ({ response }) => {
    response.writeHead(200, { "content-type": "text/html", "content-length": 1000 }).write("<p>half")
    setTimeout(() => response.destroy(), 10).unref()
  },
  "/cut-chunked": ({ response }) => {
    response.writeHead(200, { "content-type": "text/html" }).write("<p>half")
    setTimeout(() => response.destroy(), 10).unref()
  },
  "/short-length": ({ response }) => {
    response.socket?.end(
      "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\n<p>ab and more than was declared"
    )
  },
  "/no-length": ({ response }) => {
    response.socket?.end("HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\n<p>until the end")
  },
  "/bad-length": ({ response }) => {
    response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: ten\r\n\r\n0123456789")
  },
  "/two-lengths": ({ response }) => {
    response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 50\r\n\r\n01234")
  },
  "/bad-chunk": ({ response }) => {
    response.socket?.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nnot a size\r\n0\r\n\r\n")
  },
  "/reset": ({ response }) => void response.socket?.resetAndDestroy(),
  "/close": ({ response }) => void response.socket?.destroy(),
  "/garbage": ({ response }) => void response.socket?.end("220 mail.example ESMTP ready\r\n"),
  "/header-bomb": ({ response }) => {
    const { socket } = response
    socket?.write("HTTP/1.1 200 OK\r\n")
    const line = Buffer.from(`x-bomb: ${"b".repeat(1000)}\r\n`.repeat(64))
    if (socket !== null) pour(socket, response, line)
  },
  "/header-bomb-long": ({ response }) => {
    const { socket } = response
    socket?.write("HTTP/1.1 200 OK\r\nx-bomb: ")
    if (socket !== null) pour(socket, response, filler)
  },
  "/many-headers": ({ response, url }) => {
    for (let i = 0; i < numberOf(url, "count", 200); i++) response.setHeader(`x-header-${i}`, "value")
    send(response, html("Many headers", "<p>Fine.</p>"))
  }
}

const encoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  "deflate-raw": (bytes) => zlib.deflateRawSync(bytes),
  zstd: (bytes) => zlib.zstdCompressSync(bytes)
}

/** The text of `/encoded/…`, long enough that half of its encoding says something. */
export const encodedPage = html(
  "Encoded",
  Array.from(
    { length: 400 },
    (_, i) => `<p>Paragraph ${i} of a page that arrives encoded, ${(i * 7919) % 1000}.</p>`
  ).join("\n")
)

/** `encodedPage` in the codings of a path such as `gzip,br`, applied in that order. */
const encoded = (codings: string): Uint8Array =>
  codings.split(",").reduce<Uint8Array>((bytes, coding) => encoders[coding]?.(bytes) ?? bytes, Buffer.from(encodedPage))

const headerOf = (codings: string): string => codings.replaceAll("deflate-raw", "deflate").replaceAll(",", ", ")

const sendEncoded = (codings: string, change: (bytes: Uint8Array) => Uint8Array): Parameters<typeof send>[1] =>
  change(encoded(codings))

const type = "text/html; charset=utf-8"

export const codings: Routes = {
  "/encoded/": ({ response }, rest) =>
    send(
      response,
      sendEncoded(rest, (bytes) => bytes),
      type,
      { "content-encoding": headerOf(rest) }
    ),
  "/encoded-cut/": ({ response }, rest) =>
    send(
      response,
      sendEncoded(rest, (bytes) => bytes.subarray(0, bytes.byteLength >> 1)),
      type,
      {
        "content-encoding": headerOf(rest)
      }
    ),
  "/encoded-tail/": ({ response }, rest) =>
    send(
      response,
      sendEncoded(rest, (bytes) => Buffer.concat([bytes, Buffer.from("trailing garbage")])),
      type,
      {
        "content-encoding": headerOf(rest)
      }
    ),
  "/encoded-damaged/": ({ response }, rest) =>
    send(
      response,
      sendEncoded(rest, (bytes) => {
        const middle = bytes.byteLength >> 1
        return Buffer.from(bytes).fill(0xff, middle, middle + 64)
      }),
      type,
      { "content-encoding": headerOf(rest) }
    ),
  "/encoded-lie/": ({ response }, rest) => send(response, encodedPage, type, { "content-encoding": headerOf(rest) }),
  "/encoded-empty/": ({ response }, rest) => send(response, "", type, { "content-encoding": headerOf(rest) }),
  "/encoded-unknown": ({ response }) => send(response, encodedPage, type, { "content-encoding": "x-unheard-of" }),
  "/bomb/": ({ response, url }, rest) => {
    const codings = rest.split(",")
    const bomb = bombOf(codings[0]!)
    response.writeHead(200, { "content-type": "text/html", "content-encoding": headerOf(rest) })
    response.once("close", () => bomb.destroy())
    if (codings.length === 1) bomb.pipe(response)
    else {
      const outer = zlib.createGzip()
      response.once("close", () => outer.destroy())
      bomb.pipe(outer).pipe(response)
    }
    // So little is left of a bomb within a bomb that nothing would be sent before its end.
    pour(bomb, response, mebibyte, numberOf(url, "mb", codings.length === 1 ? 10_240 : 64))
  }
}

const bombOf = (coding: string) => {
  if (coding === "br") return zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })
  if (coding === "zstd") return zlib.createZstdCompress()
  return coding === "deflate" ? zlib.createDeflate({ level: 1 }) : zlib.createGzip({ level: 1 })
}
