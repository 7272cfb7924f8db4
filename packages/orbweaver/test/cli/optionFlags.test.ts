// Every option of a scrape can be given at a terminal, and does there what it does in a program.
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

/** Options that have flags of other names. */
const otherNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  formats: ["--format"],
  headers: ["--header", "--cookie"],
  location: ["--country", "--languages"],
  budget: ["--max-tokens", "--cursor"],
  onlyMainContent: ["--main-content"],
  redactPII: ["--redact-pii"]
}

/** A command ends with its work: it has a cache of its own, and an egress policy in place of lists of a caller. */
const withoutFlag = new Set(["minAge", "storeInCache", "lockdown", "threatProtection"])

const flagsOf = (option: string): ReadonlyArray<string> =>
  otherNames[option] ?? [`--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`]

/** The text of each flag, by its name, as the help of a command shows it: over as many lines as it takes. */
const helpOf = async (command: string): Promise<ReadonlyMap<string, string>> => {
  const { stdout } = await runToEnd([command, "--help"])
  const texts = new Map<string, string>()
  let flag: string | undefined
  for (const line of stdout.split("\n")) {
    flag = /^  (--[a-z0-9-]+)/.exec(line)?.[1] ?? (line.startsWith("    ") ? flag : undefined)
    if (flag !== undefined) texts.set(flag, `${texts.get(flag) ?? ""} ${line.trim()}`)
  }
  return texts
}

describe("the options of a scrape", () => {
  it("are all flags of scrape, but for those of the caches of servers", async () => {
    const help = await helpOf("scrape")
    const offered = Object.keys(ScrapeOptions.fields).filter((option) => !withoutFlag.has(option))
    expect(offered.flatMap(flagsOf).filter((flag) => !help.has(flag))).toEqual([])
  })

  it("are flags of batch and crawl too, where one page has no sense of its own", async () => {
    const single = new Set(["budget", "maxAge"])
    const offered = Object.keys(ScrapeOptions.fields).filter(
      (option) => !withoutFlag.has(option) && !single.has(option)
    )
    for (const command of ["batch", "crawl"]) {
      const help = await helpOf(command)
      expect([command, offered.flatMap(flagsOf).filter((flag) => !help.has(flag))]).toEqual([command, []])
    }
  })

  it("say their default, how to turn them off, and how to give several", async () => {
    const help = await helpOf("scrape")
    expect(help.get("--timeout")).toContain("Limit for the whole scrape of a page (default 60s)")
    expect(help.get("--block-ads")).toContain("--no-block-ads turns it off")
    for (const flag of ["--include-tags", "--include-parts"]) expect(help.get(flag)).toContain("separated by commas")
    // Durations are typed with their unit.
    expect([...help.values()].filter((line) => line.includes("milliseconds"))).toEqual([])
  })
})

describe("a flag", () => {
  let site: Running
  beforeAll(async () => {
    site = await start()
  })
  afterAll(() => site.close())

  const scrape = async (path: string, ...flags: ReadonlyArray<string>): Promise<string> => {
    const args = ["scrape", site.url(path).href, "--allow-local", "--no-browser", ...flags]
    const { code, stderr, stdout } = await runToEnd(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return stdout
  }

  it("that is turned off, a list, and a choice change the page as the options do", async () => {
    const whole = await scrape("/article", "--no-main-content", "--no-block-ads")
    expect(whole.length).toBeGreaterThan((await scrape("/article")).length)
    const titles = await scrape("/article", "--include-tags", "h1,h2", "--no-main-content")
    expect(titles).toMatch(/^# .*\n/)
    expect(titles.length).toBeLessThan(whole.length)
  })

  it("that asks for timings prints the page as it is, and where the time went on stderr", async () => {
    const args = ["scrape", site.url("/article").href, "--allow-local", "--no-browser"]
    const plain = await runToEnd(args)
    const timed = await runToEnd([...args, "--timings"])
    expect(timed.stdout).toBe(plain.stdout)
    expect(timed.stderr).toMatch(/^connect +[\d.]+ ms, from +[\d.]+ ms\nfirstByte +[\d.]+ ms[^]*\nformats +[\d.]+ ms/m)
    const file = await runToEnd(["parse", "-", "--timings"], { stdin: "<h1>Title</h1>" })
    expect(file.stderr).toMatch(/^parse +[\d.]+ ms/m)
    const { stderr, stdout } = await runToEnd([...args, "--timings", "--json"])
    expect(stderr).toBe("")
    expect(JSON.parse(stdout).timings).toContainEqual({
      phase: "parse",
      startMs: expect.any(Number),
      durationMs: expect.any(Number)
    })
  })
})
