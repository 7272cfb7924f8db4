import { createOrbweaver } from "orbweaver"
import { jsonLines } from "orbweaver/sinks"

export const stream = async (site: string, file: string, orb = createOrbweaver()) =>
  orb.crawl(site, { limit: 50, scrapeOptions: { formats: ["markdown", "links"] } }).to(jsonLines(file))
