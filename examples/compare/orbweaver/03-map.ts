import { createOrbweaver } from "orbweaver"

export const addressesOf = async (site: string, orb = createOrbweaver()) => {
  const { links } = await orb.map(site, { limit: 100 })
  return links.map(({ url }) => url)
}
