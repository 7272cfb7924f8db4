// The flags of crawl options have the names and texts of their definitions.
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { flagOf } from "@orbweaver/core/internal/model/optionFlag"
import { describe as group, expect, it } from "vitest"
import { describe } from "../../src/cli/flags/optionFlags.ts"

group("the flags of crawl options", () => {
  it("have the names that the definitions give them, or their own in hyphens", () => {
    const { crawlEntireDomain, delay, maxDiscoveryDepth, regexOnFullURL } = CrawlOptions.fields
    expect(flagOf("maxDiscoveryDepth", maxDiscoveryDepth)).toEqual({ name: "depth", form: "integer" })
    expect(flagOf("crawlEntireDomain", crawlEntireDomain)).toEqual({ name: "entire-domain", form: "boolean" })
    expect(flagOf("regexOnFullURL", regexOnFullURL)?.name).toBe("regex-on-full-url")
    expect(describe(flagOf("delay", delay)!, delay)).toContain("(default as robots.txt asks, or none)")
  })
})
