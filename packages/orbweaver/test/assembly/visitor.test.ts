// Who visits does not depend on whether the page was fetched or rendered.
import { playwright } from "@orbweaver/browser"
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type ScrapeInput } from "orbweaver"
import { expect, it } from "vitest"

it("fetched or rendered, a visitor names the same device and the same languages", async () => {
  const site = await start()
  await using orb = createOrbweaver({ egress: { allowLocal: true }, renderer: playwright() })
  const seenBy = async (options: Omit<ScrapeInput, "formats">) => {
    const { rawHtml } = await orb.scrape(site.url("/echo"), { timeout: 45_000, ...options, formats: ["rawHtml"] })
    const json = /\{[\s\S]*\}/.exec(rawHtml!)![0].replaceAll("&amp;", "&")
    const { headers } = JSON.parse(json) as { headers: Readonly<Record<string, string>> }
    return { agent: headers["user-agent"]!.replace(/Chrome\/\d+/, "Chrome/*"), languages: headers["accept-language"] }
  }
  for (const [options, expected] of [
    [{ mobile: true }, "en-US,en;q=0.9"],
    [{ mobile: true, location: { country: "de" } }, "de-DE,de;q=0.9"],
    [{ mobile: true, location: {} }, "en-US,en;q=0.9"],
    [{ mobile: true, location: { country: "BR", languages: ["fr-CA", "de"] } }, "fr-CA,fr;q=0.9,de;q=0.8"]
  ] as const) {
    const fetched = await seenBy(options)
    expect(fetched.languages).toBe(expected)
    expect(fetched.agent).toMatch(/Android.* Mobile /)
    expect(await seenBy({ ...options, waitFor: 1 })).toEqual(fetched)
  }
  const japanese = await seenBy({ location: { country: "JP" } })
  expect(japanese.languages).toBe("ja-JP,ja;q=0.9")
  await site.close()
})
