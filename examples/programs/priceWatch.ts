/** Looks at prices every morning and tells a webhook: `node priceWatch.ts https://example.com/mug http://127.0.0.1:8080`. */
import { createOrbweaver, type Orbweaver } from "orbweaver"

/** The webhook gets each page with its `changeTracking`; what is new, changed or gone is also returned. */
export const checkPrices = async (orb: Orbweaver, urls: ReadonlyArray<string>, webhook: string) => {
  const { data } = await orb.batchScrape(urls, {
    formats: ["markdown", { type: "changeTracking", modes: ["git-diff"] }],
    maxAge: 0, // not from the cache
    webhook: { url: webhook, events: ["page"] }
  })
  return data
    .filter(({ changeTracking }) => changeTracking?.changeStatus !== "same")
    .map(({ changeTracking, metadata }) => ({
      url: metadata.url,
      status: changeTracking?.changeStatus,
      diff: changeTracking?.diff?.text
    }))
}

if (import.meta.main) {
  const [url = "https://example.com", webhook = "http://127.0.0.1:8080"] = process.argv.slice(2)
  // What was seen before is kept in a file, so that a restart does not forget it.
  await using orb = createOrbweaver({ stores: "prices.sqlite" })
  const watch = orb.schedule("0 8 * * *", () => checkPrices(orb, [url], webhook), { name: "prices" })
  await watch.stopped
}
