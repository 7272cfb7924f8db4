import { z } from "zod"
import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

const schema = z.object({ name: z.string(), price: z.number() })

export const productOf = async (url: string) => {
  const { json } = await firecrawl.scrape(url, { formats: [{ type: "json", schema }] })
  return schema.parse(json)
}
