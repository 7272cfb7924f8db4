// A watcher whose signal has aborted before it begins watches nothing.
import { start } from "@orbweaver/testing/TestSite"
import { assert, it } from "vitest"
import { createOrbweaver } from "../../src/index.ts"

it("a watcher whose signal has aborted reports nothing and ends at once, by events and as an iterator", async (context) => {
  const site = await start()
  context.onTestFinished(() => site.close())
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  const { id } = await orb.startCrawl(site.url("/hang").href, { limit: 1, sitemap: "skip" })
  const seen: Array<unknown> = []
  const watcher = orb.watcher(id, { signal: AbortSignal.abort() })
  for (const name of ["event", "done", "error"] as const) watcher.on(name, (payload) => seen.push(payload))
  // The crawl goes on for as long as its page does not answer: these would not end by themselves.
  await watcher.done()
  for await (const event of watcher) seen.push(event)
  assert.deepStrictEqual(seen, [])
  await orb.cancelCrawl(id)
})
