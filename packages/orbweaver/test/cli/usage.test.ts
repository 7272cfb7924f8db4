// What the command says about itself, and about a job that runs.
import { stripVTControlCharacters } from "node:util"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import { exitOf } from "../../src/cli/output/exit.ts"
import { plainText } from "../../src/cli/output/plainText.ts"
import { progressLine } from "../../src/cli/output/progress.ts"
import { helpTexts } from "../../src/cli/program/helpTexts.ts"
import { runToEnd } from "../support/commandLine.ts"

const orbweaver = (...args: ReadonlyArray<string>) => runToEnd(args)

describe("wrong usage", () => {
  it("is two lines on stderr, and exit code 2", async () => {
    const wrong = [
      { args: ["scrape"], error: "Missing required argument: url", command: "orbweaver scrape" },
      { args: ["crawl", "x", "--nope"], error: "Unrecognized flag: --nope", command: "orbweaver crawl" },
      {
        args: ["map", "x", "--limit", "abc"],
        error: 'Invalid value for flag --limit: "abc". Expected a number',
        command: "orbweaver map"
      },
      {
        args: ["crawl", "x", "--limt", "3"],
        error: "Unrecognized flag: --limt; did you mean --limit?",
        command: "orbweaver crawl"
      },
      {
        args: ["crawl", "x", "--crawl-entire-domain"],
        error: "Unrecognized flag: --crawl-entire-domain; did you mean --entire-domain?",
        command: "orbweaver crawl"
      },
      { args: ["scrape", "x", "-V"], error: "Unrecognized flag: -V", command: "orbweaver scrape" },
      { args: ["crawl", "--resume"], error: "The flag --resume needs a value", command: "orbweaver crawl" },
      {
        args: ["crawl", "--resume", "x"],
        error: "--resume needs the store that the crawl was started with: --data DIR or --database URL",
        command: "orbweaver crawl"
      },
      { args: ["scrap"], error: 'Unknown subcommand "scrap"; did you mean scrape?', command: "orbweaver" },
      { args: ["nope"], error: 'Unknown subcommand "nope"', command: "orbweaver" },
      { args: ["usage", "--data", "x", "--nope"], error: 'Unknown subcommand "usage"', command: "orbweaver" },
      { args: ["help", "nope"], error: 'Unknown subcommand "nope"', command: "orbweaver" },
      { args: ["scrape", "ftp://x"], error: "Invalid url: URL uses unsupported protocol", command: "orbweaver scrape" },
      {
        args: ["crawl", "x", "--concurrency", "0"],
        error: 'Invalid value for flag --concurrency: "0". Expected a value between 1 and 1000',
        command: "orbweaver crawl"
      },
      {
        args: ["parse", "/nowhere.pdf"],
        error: "/nowhere.pdf: no such file or directory",
        command: "orbweaver parse"
      },
      {
        args: ["worker"],
        error: "give the store of the jobs: --data DIR or --database URL, or ORBWEAVER_DATA or ORBWEAVER_DATABASE",
        command: "orbweaver worker"
      }
    ]
    for (const { args, command, error } of wrong) {
      expect(await orbweaver(...args)).toEqual({
        code: 2,
        stdout: "",
        stderr: `orbweaver: ${error}\nTry: ${command} --help\n`
      })
    }
  })
})

describe("a message of the platform or the library", () => {
  it("names what somebody at a terminal knows", () => {
    expect(plainText("EEXIST: file already exists, mkdir '/etc/hosts'")).toBe("/etc/hosts: file already exists")
    expect(plainText("cannot write: ENOSPC: no space left on device, write 'a.jsonl'")).toBe(
      "cannot write: a.jsonl: no space left on device"
    )
    expect(plainText("listen EADDRINUSE: address already in use 127.0.0.1:80")).toBe(
      "cannot listen: address already in use 127.0.0.1:80"
    )
    expect(plainText("PermissionDenied: FileSystem.open (a.pdf)")).toBe("a.pdf: permission denied")
    const at = (reason: CaptureError.CaptureReason) =>
      exitOf(new CaptureError.CaptureError({ url: "https://site.example/", reason })).text
    expect(at(new CaptureError.Refused({ policy: "private-network", detail: "127.0.0.1" }))).toBe(
      "Loopback and private addresses are refused: 127.0.0.1. --allow-local allows them"
    )
    expect(at(new CaptureError.NeedsBrowser({ features: ["screenshot"] }))).toBe(
      "screenshot needs a browser: install Chromium, Chrome or Edge, and leave out --no-browser"
    )
    expect(
      at(new CaptureError.TlsFailed({ host: "h", skippedVerification: false, detail: "CERT_HAS_EXPIRED" }))
    ).toMatch(/ --skip-tls-verification accepts it$/)
  })
})

describe("help", () => {
  it("lists what a command uses, and nothing else", async () => {
    const { code, stderr, stdout } = await orbweaver("jobs", "--help")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("--data directory")
    for (const flag of ["--model", "--browser", "--proxy", "--wizard", "--completions", "--log-level"])
      expect(stdout).not.toContain(flag)
    const crawl = (await orbweaver("help", "crawl")).stdout
    for (const flag of ["--delay", "--concurrency", "--allow-subdomains", "--model"]) expect(crawl).toContain(flag)
    expect((await orbweaver("help")).stdout).toContain("--completions")
  })

  it("shows examples first, in lines of at most 80 columns", async () => {
    const lines = Object.values(await helpTexts()).flatMap((text) => stripVTControlCharacters(text).split("\n"))
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const crawl = (await orbweaver("crawl", "--help")).stdout
    expect(crawl).toMatch(/^Turn a whole site into documents\n\nEXAMPLES\n/)
    // What a flag says is said, however many lines it takes.
    expect(crawl.replace(/\s+/g, " ")).toContain("a page must match one when there are any")
  })

  it("has colours at a terminal that shows them alone", async () => {
    const texts = await helpTexts()
    expect(texts["crawl"]).not.toBe(stripVTControlCharacters(texts["crawl"]!))
    const { stdout } = await orbweaver("crawl", "--help")
    expect(stdout).toBe(stripVTControlCharacters(stdout))
  })

  it("is kept by the build as the commands say it", async () => {
    const texts = await helpTexts()
    for (const words of [[], ["scrape"], ["monitor", "add"], ["mcp"]])
      expect(`${stripVTControlCharacters(texts[words.join(" ")]!)}\n`).toBe(
        (await orbweaver(...words, "--help")).stdout
      )
  })

  it("is there by the names that people try first", async () => {
    expect((await orbweaver("help", "scrape")).stdout).toBe((await orbweaver("scrape", "--help")).stdout)
    expect((await orbweaver("-V")).stdout).toMatch(/^orbweaver v\d+\.\d+\.\d+\n$/)
  })
})

describe("progress", () => {
  it("is counts, answers with an error, rate, time left, failures by cause and the last address, within the width of the terminal", () => {
    const report = {
      status: "scraping",
      total: 40,
      completed: 12,
      statusCounts: { "2xx": 9, "3xx": 0, "4xx": 2, "5xx": 1 },
      failed: 1,
      skipped: 0,
      active: 3,
      queued: 24,
      pagesPerSecond: 4.24,
      url: "https://example.com/a/page"
    } as const
    expect(progressLine(report, 200, new Map([["timeout", 1]]))).toBe(
      "12/40 pages (2 of status 4xx, 1 of status 5xx)  4.2 pages/s  about 7 s left  24 queued  3 active  1 failed (timeout 1)  https://example.com/a/page"
    )
    expect(progressLine(report, 40).length).toBeLessThan(40)
  })

  let site: Running
  beforeAll(async () => {
    site = await start()
  })
  afterAll(() => site.close())

  it("in a pipe is plain lines: each failure, and how the job ended", async () => {
    const urls = [site.url("/page").href, site.url("/garbage").href]
    const { code, stderr, stdout } = await orbweaver(
      "batch",
      ...urls,
      "--allow-local",
      "--no-browser",
      "--concurrency",
      "1"
    )
    expect({ code, lines: stdout.trim().split("\n").length }).toEqual({ code: 0, lines: 1 })
    expect(stderr).toMatch(/^failed {2}http:\/\/127\.0\.0\.1:\d+\/garbage: /m)
    expect(stderr).toContain("1 page, 1 failed")
    // oxlint-disable-next-line no-control-regex -- That is what a terminal would get.
    expect(stderr).not.toMatch(/[\r\u001b]/)
  })
})
