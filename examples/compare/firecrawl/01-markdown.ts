import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const markdownOf = async (url: string) => (await firecrawl.scrape(url, { formats: ["markdown"] })).markdown
