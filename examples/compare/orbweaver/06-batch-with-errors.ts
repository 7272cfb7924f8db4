import { createOrbweaver } from "orbweaver"

export const scrapeAll = async (urls: ReadonlyArray<string>, orb = createOrbweaver()) => {
  const { data, id } = await orb.batchScrape(urls)
  const { errors } = await orb.getBatchScrapeErrors(id)
  return { pages: data.map(({ markdown }) => markdown), failed: errors.map(({ url }) => url) }
}
