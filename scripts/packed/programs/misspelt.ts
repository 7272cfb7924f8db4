// What an application with types gets wrong: the compiler finds each at its place.
import { createOrbweaver, defineFormat } from "orbweaver"

const url = "https://example.com"
const schema = { type: "object" }
const orb = createOrbweaver()
const own = createOrbweaver({ formats: [defineFormat({ name: "wordCount", run: () => 1 })] })

export const misspelt = () => [
  // @ts-expect-error schema
  orb.scrape(url, { formats: [{ type: "json", shema: schema }] }),
  // @ts-expect-error fullPage
  orb.scrape(url, { formats: [{ type: "screenshot", fullpage: true }] }),
  // @ts-expect-error fullPage
  own.scrape(url, { formats: ["wordCount", { type: "screenshot", fullpage: true }] }),
  // @ts-expect-error width
  orb.scrape(url, { formats: [{ type: "screenshot", viewport: { with: 800, height: 600 } }] }),
  // @ts-expect-error Links have no options.
  orb.scrape(url, { formats: [{ type: "links", maxTokens: 100 }] }),
  // @ts-expect-error markdown
  orb.scrape(url, { formats: ["markdwon"] }),
  // @ts-expect-error summary
  orb.scrape(url, { formats: [{ type: "sumary" }] }),
  // @ts-expect-error wordCount
  own.scrape(url, { formats: ["wordcount"] }),
  // @ts-expect-error wordCount is no format of this instance.
  orb.scrape(url, { formats: [{ type: "wordCount" }] }),
  // @ts-expect-error onlyMainContent
  orb.scrape(url, { onlyMain: true }),
  // @ts-expect-error maxTokens
  orb.scrape(url, { budget: { maxToken: 1000 } }),
  // @ts-expect-error all
  orb.scrape(url, { actions: [{ type: "click", selector: "a", every: true }] }),
  // @ts-expect-error prompt
  orb.crawl(url, { scrapeOptions: { formats: [{ type: "json", promt: "The title" }] } }),
  // @ts-expect-error limit
  orb.crawl(url, { limits: 10 }),
  // @ts-expect-error events
  orb.crawl(url, { webhook: { url, event: ["page"] } }),
  // @ts-expect-error maxTokens
  orb.batchScrape([url], { formats: [{ type: "chunks", maxToken: 100 }] }),
  // @ts-expect-error search
  orb.map(url, { serch: "prices" }),
  // @ts-expect-error sources
  orb.search("prices", { source: ["web"] }),
  // @ts-expect-error query
  orb.search("prices", { scrapeOptions: { formats: [{ type: "highlights", qery: "prices" }] } }),
  // @ts-expect-error schema
  orb.extract({ urls: [url], shema: schema }),
  // @ts-expect-error logger
  createOrbweaver({ loger: console }),
  // @ts-expect-error allowLocal
  createOrbweaver({ egress: { alowLocal: true } })
]
