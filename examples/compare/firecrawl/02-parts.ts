import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const linksOfArticle = async (url: string) => {
  const { links, markdown } = await firecrawl.scrape(url, { formats: ["markdown", "links"], includeTags: ["article"] })
  return { markdown, links }
}
