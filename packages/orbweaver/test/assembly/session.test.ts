// A session is who a series of scrapes is, for the hosts it is meant for.
import * as Session from "@orbweaver/core/network/Session"
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

it("a session carries cookies and headers from scrape to scrape, to its own hosts only", async () => {
  const site = await start()
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  const session = Session.make({ id: "visitor", hosts: ["127.0.0.1"], headers: { "x-colour": "red" } })
  const echo = async (options: object) =>
    JSON.parse((await orb.scrape(site.url("/echo"), { formats: ["rawHtml"], maxAge: 0, ...options })).rawHtml!) as {
      readonly headers: Readonly<Record<string, string>>
    }

  await orb.scrape(site.url("/cookies/set?flavour=oat"), { session })
  expect((await echo({ session })).headers).toMatchObject({ cookie: "flavour=oat", "x-colour": "red" })
  expect((await echo({})).headers).not.toHaveProperty("cookie")

  const elsewhere = Session.make({ id: "other", hosts: ["example.com"], headers: { "x-colour": "red" } })
  expect((await echo({ session: elsewhere })).headers).not.toHaveProperty("x-colour")
  await site.close()
})
