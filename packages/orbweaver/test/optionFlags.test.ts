// The flags of options come from the options themselves.
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { definition, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { flagOf } from "@orbweaver/core/internal/model/optionFlag"
import { describe as group, expect, it } from "vitest"
import { describe, flagNames } from "../src/cli/optionFlags.ts"
import { visitFlags } from "../src/cli/visit.ts"

const fields = ScrapeOptions.fields
const visitOptions = flagNames(fields)
const describeOption = (name: keyof typeof fields) => describe(flagOf(name, fields[name])!, fields[name])

group("the flags of scrape options", () => {
  it("are one for each option but those that commands have in a form of their own", () => {
    const ownForms = "formats headers location budget proxy maxAge minAge storeInCache lockdown".split(" ")
    expect([...visitOptions, ...ownForms].toSorted()).toEqual(Object.keys(fields).toSorted())
    expect(Object.keys(visitFlags.visit)).toEqual(visitOptions)
  })

  it("take durations with their unit, so no text or default is in milliseconds", () => {
    expect(describeOption("timeout")).toBe("Limit for the whole scrape of a page (default 60s)")
    for (const name of visitOptions) expect(describeOption(name)).not.toContain("milliseconds")
  })

  it("say the text and the default of the option", () => {
    expect(describeOption("blockAds")).toContain("--no-block-ads turns it off")
    expect(describeOption("includeTags")).toContain("separated by commas")
    expect(describeOption("includeParts")).toContain("separated by commas")
    expect(describeOption("mobile")).toBe(definition("mobile").text)
  })
})

group("the flags of crawl options", () => {
  it("have the names that the definitions give them, or their own in hyphens", () => {
    const { crawlEntireDomain, delay, maxDiscoveryDepth, regexOnFullURL } = CrawlOptions.fields
    expect(flagOf("maxDiscoveryDepth", maxDiscoveryDepth)).toEqual({ name: "depth", form: "integer" })
    expect(flagOf("crawlEntireDomain", crawlEntireDomain)).toEqual({ name: "entire-domain", form: "boolean" })
    expect(flagOf("regexOnFullURL", regexOnFullURL)?.name).toBe("regex-on-full-url")
    expect(describe(flagOf("delay", delay)!, delay)).toContain("(default as robots.txt asks, or none)")
  })
})
