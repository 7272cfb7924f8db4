import { assert, it } from "@effect/vitest"
import * as TestSite from "@orbweaver/testing/TestSite"

it("scrapes through the exported functions of the route file", async () => {
  process.env["ALLOW_LOCAL"] = "1"
  const { scrape } = await import("../main.ts")
  const site = await TestSite.start()
  try {
    const { data } = (await scrape(site.url("/page").href)) as { data: { markdown: string } }
    assert.include(data.markdown, "Hello.")
  } finally {
    await site.close()
  }
})
