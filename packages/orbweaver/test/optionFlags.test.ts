// The flags of scrape options come from the options themselves.
import { definition, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { describe as group, expect, it } from "vitest"
import { describe, visitOptions } from "../src/cli/optionFlags.ts"
import { visitFlags } from "../src/cli/visit.ts"

group("the flags of scrape options", () => {
  it("are one for each option but those that commands have in a form of their own", () => {
    const ownForms = "formats headers location budget proxy maxAge minAge storeInCache lockdown".split(" ")
    const names = Object.keys(ScrapeOptions.fields)
    expect([...visitOptions, ...ownForms].toSorted()).toEqual(names.toSorted())
    expect(Object.keys(visitFlags.visit)).toEqual(visitOptions)
  })

  it("take durations with their unit, so no text or default is in milliseconds", () => {
    expect(describe("timeout")).toBe("Limit for the whole scrape of a page (default 60s)")
    for (const name of visitOptions) expect(describe(name)).not.toContain("milliseconds")
  })

  it("say the text and the default of the option", () => {
    expect(describe("blockAds")).toContain("--no-block-ads turns it off")
    expect(describe("includeTags")).toContain("separated by commas")
    expect(describe("includeParts")).toContain("separated by commas")
    expect(describe("mobile")).toBe(definition("mobile").text)
  })
})
