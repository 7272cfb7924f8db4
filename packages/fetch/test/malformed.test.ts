// Answers that are no valid HTTP and that browsers read all the same, and those that stay refused, by their names.
import { gzipSync } from "node:zlib"
import { createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { isMalformedAnswer } from "@orbweaver/core/internal/model/networkCauses"
import type { CaptureError } from "@orbweaver/core/model/CaptureError"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher, type FetchRequest } from "@orbweaver/core/network/Fetcher"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { fromFetch } from "@orbweaver/fetch/fromFetch"
import * as GotScraping from "@orbweaver/fetch/got-scraping"
import * as Impit from "@orbweaver/fetch/impit"
import * as Undici from "@orbweaver/fetch/Undici"
import { Duration, Effect, Layer } from "effect"
import { repairHead } from "../src/internal/repairHead.ts"

const layer = Undici.layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

/** A server that writes what it is given, and keeps its connections open unless `answer` ends them. */
const serve = (answer: (socket: Socket, path: string) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      const paths: Array<string> = []
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => undefined)
        socket.on("data", (data) => {
          const path = data.toString("latin1").split(" ")[1]!
          paths.push(path)
          answer(socket, path)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as { port: number }
      const close = () => {
        for (const socket of sockets) socket.destroy()
        return new Promise((resolve) => server.close(resolve))
      }
      return { url: (path: string) => new URL(`http://127.0.0.1:${port}${path}`), paths, close }
    }),
    ({ close }) => Effect.promise(close)
  )

const fetch = (url: URL, options: Partial<FetchRequest> = {}) =>
  Fetcher.use((fetcher) => fetcher.fetch({ url, timeout: Duration.seconds(10), maxBytes: 1_000_000, ...options }))

const detailOf = ({ reason }: CaptureError) => (reason._tag === "ConnectionFailed" ? reason.detail : reason._tag)

const ok = (headers: string, body = "<p>read</p>") =>
  `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`

describe("an answer that is no valid HTTP is read", () => {
  const cases: ReadonlyArray<readonly [string, string, RegExp | undefined]> = [
    ["with a space in the name of a header", ok("X Served By: a\r\n"), /whose name is none/],
    ["with a header without a name", ok(": nothing\r\n"), /without a name/],
    ["with a line that is no header", ok("powered by nothing\r\n"), /without a colon/],
    ["with a name beyond ASCII", ok("X-\xc4: 1\r\n"), /whose name is none/],
    ["with brackets in a name", ok("X(a): 1\r\n"), /whose name is none/],
    ["with a space before the colon", ok("X-A : 1\r\n"), undefined],
    ["with its length twice", ok("Content-Length: 11\r\n"), /repeated length/],
    ["with its length as a list", "HTTP/1.1 200 OK\r\nContent-Length: 11, 11\r\n\r\n<p>read</p>", /repeated length/],
    ["after 100 Continue", `HTTP/1.1 100 Continue\r\n\r\n${ok("")}`, /interim answer/],
    [
      "after two interim answers",
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok("X B: 1\r\n")}`,
      /interim/
    ],
    ["with lines that end without a carriage return", ok("").replaceAll("\r\n", "\n"), undefined],
    ["with a header over two lines", ok("X-A: a\r\n b\r\n"), undefined],
    ["with a control character in a value", ok("X-A: a\x01b\r\n"), undefined]
  ]
  for (const [how, answer, fault] of cases) {
    it.live(`${how}, whole and in single bytes`, () =>
      Effect.gen(function* () {
        const site = yield* serve((socket, path) => {
          if (path === "/whole") socket.write(Buffer.from(answer, "latin1"))
          else for (const byte of Buffer.from(answer, "latin1")) socket.write(Buffer.of(byte))
        })
        for (const path of ["/whole", "/bytes"]) {
          const { body, endedEarly, status, warnings = [] } = yield* fetch(site.url(path))
          assert.strictEqual(status, 200)
          assert.strictEqual(Buffer.from(body).toString(), "<p>read</p>")
          assert.isUndefined(endedEarly)
          if (fault === undefined) assert.isEmpty(warnings)
          else assert.match(warnings.join(), fault)
        }
      }).pipe(Effect.provide(layer))
    )
  }

  it.live("with redirects, cookies, codings, many bytes, and an end before its length", () =>
    Effect.gen(function* () {
      const bad = "X Bad: 1\r\n"
      const many = Buffer.alloc(500_000, "many words ")
      const packed = gzipSync("<p>packed</p>")
      const site = yield* serve((socket, path) => {
        if (path === "/away")
          socket.write(`HTTP/1.1 302 Found\r\n${bad}location: /many\r\nset-cookie: a=1\r\ncontent-length: 0\r\n\r\n`)
        else if (path === "/many") {
          socket.write(`HTTP/1.1 200 OK\r\n${bad}content-length: ${many.length}\r\n\r\n`)
          socket.write(many)
        } else if (path === "/packed") {
          socket.write(`HTTP/1.1 200 OK\r\n${bad}content-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`)
          socket.write(packed)
        } else if (path === "/chunks") {
          socket.write(
            `HTTP/1.1 200 OK\r\n${bad}transfer-encoding: chunked\r\n\r\n5\r\n<p>in\r\n8\r\n two</p>\r\n0\r\n\r\n`
          )
        } else socket.end(`HTTP/1.1 200 OK\r\n${bad}content-length: 1000\r\n\r\n<p>half`)
      })
      const { body, url } = yield* fetch(site.url("/away"))
      assert.strictEqual(url.pathname, "/many")
      assert.isTrue(many.equals(Buffer.from(body)))
      assert.strictEqual(Buffer.from((yield* fetch(site.url("/packed"))).body).toString(), "<p>packed</p>")
      const chunks = yield* fetch(site.url("/chunks"))
      assert.strictEqual(Buffer.from(chunks.body).toString(), "<p>in two</p>")
      const half = yield* fetch(site.url("/half"))
      assert.strictEqual(Buffer.from(half.body).toString(), "<p>half")
      assert.isTrue(half.endedEarly)
      const cut = yield* fetch(site.url("/many"), { maxBytes: 1000, cutAtLimit: true })
      assert.deepStrictEqual([cut.body.byteLength, cut.cut], [1000, true])
    }).pipe(Effect.provide(layer))
  )
})

describe("an answer is refused", () => {
  const refused: ReadonlyArray<readonly [string, string, RegExp]> = [
    [
      "that has two lengths",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
      /two different lengths/
    ],
    ["that has two lengths in a list", "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok", /two different lengths/],
    [
      "that has both kinds of length",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      /two kinds of length/
    ],
    [
      "whose length is no number",
      "HTTP/1.1 200 OK\r\nX Bad: 1\r\nContent-Length: -2\r\n\r\nok",
      /length that is no number/
    ],
    ["that holds a null character", "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 2\r\n\r\nok", /null character/],
    ["that is none", "220 mail.example ESMTP\r\n", /HTTP|HPE_/]
  ]
  for (const [what, answer, detail] of refused) {
    it.live(what, () =>
      Effect.gen(function* () {
        const site = yield* serve((socket) => socket.end(answer))
        assert.match(detailOf(yield* Effect.flip(fetch(site.url("/")))), detail)
        assert.isAtMost(site.paths.length, 2)
      }).pipe(Effect.provide(layer))
    )
  }

  it.live("whose headers never end, within the time and the bytes that there are", () =>
    Effect.gen(function* () {
      const site = yield* serve((socket, path) => {
        socket.write("HTTP/1.1 200 OK\r\nX Bad: 1\r\n")
        if (path === "/endless")
          for (let line = 0; line < 2000; line++) socket.write(`x-${line}: ${"v".repeat(100)}\r\n`)
      })
      assert.match(detailOf(yield* Effect.flip(fetch(site.url("/endless")))), /OVERFLOW|HPE_/)
      const late = yield* Effect.flip(fetch(site.url("/silent"), { timeout: Duration.millis(300) }))
      assert.strictEqual(late.reason._tag, "TimedOut")
    }).pipe(Effect.provide(layer))
  )
})

describe("an engine that reads valid HTTP only names itself and the one that reads the rest", () => {
  const engines = {
    "got-scraping": GotScraping.layer(),
    impit: Impit.layer(),
    fetch: fromFetch()
  }
  const answers = {
    "a space in a name": ok("X Served By: a\r\n"),
    "a line that is no header": ok("powered by nothing\r\n"),
    "a repeated length": ok("Content-Length: 11\r\n"),
    "an interim answer": `HTTP/1.1 100 Continue\r\n\r\n${ok("")}`
  }
  for (const [name, engine] of Object.entries(engines)) {
    const through = engine.pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
    it.live(name, () =>
      Effect.gen(function* () {
        for (const [fault, answer] of Object.entries(answers)) {
          const site = yield* serve((socket) => socket.end(answer))
          const detail = detailOf(yield* Effect.flip(fetch(site.url("/"))))
          assert.match(detail, /^the site's answer is not valid HTTP \(.+use the default fetcher$/, fault)
          assert.include(detail, `and ${name} reads no other`)
          assert.isTrue(isMalformedAnswer(detail), "a browser is not asked for the page")
        }
      }).pipe(Effect.provide(through))
    )

    it.live(`${name}, but not where the connection is the fault`, () =>
      Effect.gen(function* () {
        const site = yield* serve((socket) => socket.destroy())
        assert.notInclude(detailOf(yield* Effect.flip(fetch(site.url("/")))), "valid HTTP")
        const fine = yield* serve((socket) => socket.end(ok("")))
        assert.strictEqual((yield* fetch(fine.url("/"))).status, 200)
      }).pipe(Effect.provide(through))
    )
  }
})

it("a head of many lines is repaired in one pass", () => {
  const { faults, head } = repairHead(`HTTP/1.1 200 OK\r\n${"a b: c\r\n d\r\n".repeat(5000)}ok: 1\r\n\r\n`)
  assert.strictEqual(head, "HTTP/1.1 200 OK\r\nok: 1\r\n\r\n")
  assert.lengthOf([...faults], 1)
})
