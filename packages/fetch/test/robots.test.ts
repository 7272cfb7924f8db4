import { createServer } from "node:http"
import { assert, it } from "@effect/vitest"
import * as Robots from "@orbweaver/core/crawl/Robots"
import { Egress } from "@orbweaver/core/network/Egress"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as Undici from "@orbweaver/fetch/Undici"
import { Context, Effect, Layer } from "effect"

const fileBytes = 60 * 1024 * 1024

/** 400 KiB before the second rule. */
const start = `User-agent: *\nDisallow: /first\n${"# wait for it\n".repeat(29_258)}Disallow: /within\n`

/** A site whose robots.txt has 60 MB: a rule at each end, and one within the first 500 KiB. */
const hugeRobots = Effect.acquireRelease(
  Effect.promise(async () => {
    let sent = 0
    let ended = (): void => undefined
    const closed = new Promise<void>((resolve) => (ended = resolve))
    const block = Buffer.from("# nothing here is for you\n".repeat(2500))
    const server = createServer((_request, response) => {
      const { socket } = response
      response.once("close", () => {
        sent = socket?.bytesWritten ?? 0
        ended()
      })
      response.writeHead(200, { "content-type": "text/plain", "content-length": fileBytes })
      response.write(start)
      const last = Buffer.from("\nDisallow: /last\n")
      let left = fileBytes - start.length - last.length
      const more = () => {
        while (left > 0) {
          const piece = block.subarray(0, left)
          left -= piece.length
          if (!response.write(piece)) return void response.once("drain", more)
        }
        response.end(last)
      }
      more()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    if (address === null || typeof address === "string") throw new Error("no port")
    return {
      server,
      url: (path: string) => new URL(path, `http://127.0.0.1:${address.port}`),
      closed,
      sent: () => sent
    }
  }),
  ({ server }) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
)

it.live("reads the rules at the start of a robots.txt of 60 MB, and leaves the rest with the site", () =>
  Effect.gen(function* () {
    const site = yield* hugeRobots
    const robots = Context.get(yield* Layer.build(robotsLayer), Robots.Robots)
    const rules = yield* robots.rules(site.url("/"))
    assert.deepStrictEqual(rules.allows(site.url("/first/page")), { allowed: false, line: "Disallow: /first" })
    assert.isFalse(rules.allows(site.url("/within/page")).allowed)
    assert.isTrue(rules.allows(site.url("/last/page")).allowed)
    assert.isTrue(rules.allows(site.url("/")).allowed)
    yield* Effect.promise(() => site.closed)
    // What the sockets of both sides hold comes on top of the 500 KiB that are read.
    assert.isBelow(site.sent(), fileBytes / 3)
  })
)

const robotsLayer = Robots.Robots.layer().pipe(
  Layer.provide(Undici.layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone])))
)
