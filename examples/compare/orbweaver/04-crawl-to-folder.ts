import { createOrbweaver } from "orbweaver"
import { markdownFolder } from "orbweaver/sinks"

export const save = async (site: string, folder: string, orb = createOrbweaver()) =>
  (await orb.crawl(site, { limit: 50 }).to(markdownFolder(folder))).counts.completed
