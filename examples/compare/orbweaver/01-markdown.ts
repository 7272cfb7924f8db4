import { createOrbweaver } from "orbweaver"

export const markdownOf = async (url: string, orb = createOrbweaver()) => (await orb.scrape(url)).markdown
