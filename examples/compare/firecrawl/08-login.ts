import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const crawlAccount = async (url: string, cookie: string) => {
  const scrapeOptions = { formats: ["markdown" as const], headers: { cookie } }
  const { data } = await firecrawl.crawl(url, { limit: 20, scrapeOptions })
  return data.map(({ markdown }) => markdown)
}
