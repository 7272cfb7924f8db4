import * as Session from "@orbweaver/core/network/Session"
import { createOrbweaver } from "orbweaver"

export const crawlAccount = async (url: string, cookie: string, orb = createOrbweaver()) => {
  const session = Session.make({ id: "me", hosts: [new URL(url).hostname], headers: { cookie } })
  const { data } = await orb.crawl(url, { session, limit: 20 })
  return data.map(({ markdown }) => markdown)
}
