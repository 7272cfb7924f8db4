import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const changeOf = async (url: string) => {
  const formats = ["markdown" as const, { type: "changeTracking" as const, modes: ["git-diff" as const] }]
  const { changeTracking } = await firecrawl.scrape(url, { formats, maxAge: 0 })
  const { changeStatus, diff } = (changeTracking ?? {}) as { changeStatus?: string; diff?: { text?: string } }
  return { status: changeStatus, diff: diff?.text }
}
