import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const addressesOf = async (site: string) => {
  const { links } = await firecrawl.map(site, { limit: 100 })
  return links.map(({ url }) => url)
}
