import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const scrapeAll = async (urls: ReadonlyArray<string>) => {
  const { data, id } = await firecrawl.batchScrape([...urls], { options: { formats: ["markdown"] } })
  const { errors } = await firecrawl.getBatchScrapeErrors(id!)
  return { pages: data.map(({ markdown }) => markdown), failed: errors.map(({ url }) => url) }
}
