// Files that pages download are stopped at `maxBytes` while they arrive, whatever they come from.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, describe, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { TemporaryFolder } from "@orbweaver/core/network/TemporaryFolder"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Duration, Effect, Layer } from "effect"
import type { ServerResponse } from "node:http"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { layer } from "../../src/layers/Playwright.ts"

const mebibyte = 1024 * 1024
const maxBytes = mebibyte
/** Of each file. A look at a file comes late on a busy machine, so a part of it may be written. */
const fileBytes = 4096 * mebibyte
const maxWritten = fileBytes / 2

function* zeros(bytes: number) {
  const chunk = Buffer.alloc(mebibyte)
  for (let sent = 0; sent < bytes; sent += chunk.byteLength) yield chunk
}

const headers = { "content-type": "application/octet-stream", "content-disposition": "attachment" }

const html = (response: ServerResponse, text: string) => {
  response.writeHead(200, { "content-type": "text/html" })
  response.end(text)
}

/** A file that the page makes in its own memory. */
const madeByPage = `
  const part = new Blob([new Uint8Array(${16 * mebibyte})])
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob(Array.from({ length: ${fileBytes / 16 / mebibyte} }, () => part)))
  link.download = "made.bin"
  document.body.append(link)
  link.click()`

const site = Effect.acquireRelease(
  Effect.promise(() =>
    start({
      routes: {
        "/made": ({ response }) =>
          html(
            response,
            `<p>A page</p><button>Make</button><script>
            document.querySelector("button").onclick = () => { ${madeByPage} }
          </script>`
          ),
        "/packed": ({ response }) => {
          response.writeHead(200, { ...headers, "content-encoding": "gzip" })
          // The browser stops it.
          pipeline(Readable.from(zeros(fileBytes)), createGzip({ level: 1 }), response).catch(() => undefined)
        },
        "/announced": ({ response }) => {
          response.writeHead(200, { ...headers, "content-length": fileBytes })
          pipeline(Readable.from(zeros(fileBytes)), response).catch(() => undefined)
        },
        "/endless": ({ response }) => {
          response.writeHead(200, headers)
          pipeline(Readable.from(zeros(Infinity)), response).catch(() => undefined)
        },
        "/led": ({ response }) => html(response, `<p>A page</p><script>location.href = "/packed"</script>`),
        "/framed": ({ response }) => html(response, `<p>A page</p><iframe src="/packed"></iframe>`),
        "/later": ({ response }) =>
          html(response, `<p>A page</p><button onclick="location.href = '/packed'">Load</button>`),
        "/twice": ({ response }) =>
          html(
            response,
            `<p>A page</p><script>for (const path of ["/small", "/packed"]) {
              const link = Object.assign(document.createElement("a"), { href: path, download: "" })
              document.body.append(link)
              link.click()
            }</script>`
          ),
        "/small": ({ response }) => {
          response.writeHead(200, headers)
          response.end("a small file")
        }
      }
    })
  ),
  (site) => Effect.promise(() => site.close())
)

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "downloads-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** The largest file of each name that is seen in a folder. */
const watchFiles = (folder: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let largest = 0
      const look = () => {
        for (const profile of readdirSync(folder).filter((name) => name.startsWith("orbweaver-profile-"))) {
          for (const file of readdirSync(join(folder, profile), { withFileTypes: true })) {
            if (!file.isFile()) continue
            const found = statSync(join(folder, profile, file.name), { throwIfNoEntry: false })
            largest = Math.max(largest, found?.size ?? 0)
          }
        }
      }
      return { timer: setInterval(look, 10), largest: () => largest }
    }),
    ({ timer }) => Effect.sync(() => clearInterval(timer))
  )

/** A renderer whose browser keeps its files in a folder that is watched. */
const watched = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const context = yield* Layer.build(
    Layer.fresh(layer()).pipe(
      Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone, Layer.succeed(TemporaryFolder, folder)])
    )
  )
  const { largest } = yield* watchFiles(folder)
  return {
    largest,
    render: yield* Effect.provide(
      Renderer.use(({ render }) => Effect.succeed(render)),
      context
    )
  }
})

describe("a file that a page downloads", { concurrent: false }, () => {
  it.live.each([
    ["that is packed", "/packed"],
    ["that says its size", "/announced"],
    ["without an end", "/endless"],
    ["that a script leads to", "/led"]
  ] as const)("%s is stopped while it arrives, once it is larger than maxBytes", ([, path]) =>
    Effect.gen(function* () {
      const { url } = yield* site
      const { largest, render } = yield* watched
      const { reason } = yield* Effect.flip(render(request(url(path), { maxBytes, timeout: Duration.minutes(2) })))
      assert.deepInclude(reason, { _tag: "TooLarge", limitBytes: maxBytes })
      assert.isBelow(largest(), maxWritten)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["and loads", "/later"],
    ["and makes itself", "/made"]
  ] as const)("because of an action %s is stopped, and the page is there", ([, path]) =>
    Effect.gen(function* () {
      const { url } = yield* site
      const { largest, render } = yield* watched
      const page = yield* render(
        request(url(path), {
          maxBytes,
          timeout: Duration.minutes(2),
          actions: [
            { type: "click", selector: "button" },
            { type: "wait", milliseconds: 3000 }
          ]
        })
      )
      assert.include(textOf(page), "A page")
      assert.isBelow(largest(), maxWritten)
    }).pipe(Effect.scoped)
  )

  it.live("in a frame is stopped, and the page is there", () =>
    Effect.gen(function* () {
      const { url } = yield* site
      const { largest, render } = yield* watched
      assert.include(
        textOf(yield* render(request(url("/framed"), { maxBytes, timeout: Duration.minutes(2) }))),
        "A page"
      )
      assert.isBelow(largest(), maxWritten)
    }).pipe(Effect.scoped)
  )

  it.live("beside another one is stopped at once, and the first is read", () =>
    Effect.gen(function* () {
      const { url } = yield* site
      const { largest, render } = yield* watched
      const file = yield* render(request(url("/twice"), { maxBytes, timeout: Duration.minutes(2) }))
      assert.strictEqual(textOf(file), "a small file")
      assert.isBelow(largest(), maxWritten)
    }).pipe(Effect.scoped)
  )
})
