import { createOrbweaver } from "orbweaver"

export const changeOf = async (url: string, orb = createOrbweaver()) => {
  const formats = ["markdown", { type: "changeTracking", modes: ["git-diff"] }] as const
  const { changeTracking } = await orb.scrape(url, { formats, maxAge: 0 })
  return { status: changeTracking?.changeStatus, diff: changeTracking?.diff?.text }
}
