import { createOrbweaver } from "orbweaver"

export const linksOfArticle = async (url: string, orb = createOrbweaver()) => {
  const { links, markdown } = await orb.scrape(url, { formats: ["markdown", "links"], includeTags: ["article"] })
  return { markdown, links }
}
