// The command line as people and scripts use it, against the test site.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine, startProcess } from "../support/commandProcess.ts"

let site: Running
let directory: string

beforeAll(async () => {
  site = await start({ tls: true })
  directory = await mkdtemp(join(tmpdir(), "orbweaver-cli-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const orbweaver = (...args: ReadonlyArray<string>) => runToEnd(args)

const scrape = (path: string, ...flags: ReadonlyArray<string>) =>
  orbweaver("scrape", site.url(path).href, "--allow-local", ...flags)

describe("orbweaver scrape", () => {
  it("prints Markdown on stdout and nothing else anywhere", async () => {
    const { code, stderr, stdout } = await startProcess(["scrape", site.url("/article").href, "--allow-local"]).result
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^# /m)
    expect(stdout.endsWith("\n")).toBe(true)
  })

  it("prints links and images one a line", async () => {
    const [links, images] = await Promise.all([
      scrape("/site/5/", "--format", "links", "--no-main-content"),
      scrape("/article", "-f", "images", "--no-main-content")
    ])
    expect(
      links.stdout
        .trim()
        .split("\n")
        .every((line) => line.startsWith("http"))
    ).toBe(true)
    expect(links.stdout.trim().split("\n").length).toBeGreaterThan(2)
    expect(images.code).toBe(0)
  })

  it("prints several formats as an object, and the whole document with --json", async () => {
    const [several, whole] = await Promise.all([
      scrape("/page", "--format", "markdown,rawHtml", "-f", "html"),
      scrape("/page", "--json")
    ])
    expect(Object.keys(JSON.parse(several.stdout) as object).sort()).toEqual(["html", "markdown", "rawHtml"])
    expect(JSON.parse(whole.stdout)).toMatchObject({ markdown: expect.any(String), metadata: { statusCode: 200 } })
  })

  it("writes to a file with --output", async () => {
    const file = join(directory, "page.md")
    const { code, stdout } = await scrape("/page", "--output", file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" })
    expect((await readFile(file, "utf8")).length).toBeGreaterThan(5)
  })

  it("keeps and drops what the tags say", async () => {
    const [kept, dropped] = await Promise.all([
      scrape("/article", "--include-tags", "h1", "--no-main-content"),
      scrape("/article", "--exclude-tags", "h1,h2", "--no-main-content")
    ])
    expect(kept.stdout.trim().split("\n")).toHaveLength(1)
    expect(kept.stdout).toMatch(/^# /)
    expect(dropped.stdout).not.toMatch(/^##? /m)
    expect(dropped.stdout.length).toBeGreaterThan(100)
  })

  it("sends the headers of --header", async () => {
    const { stdout } = await scrape("/echo", "--header", "x-colour: red", "-H", "accept-language:de", "-f", "rawHtml")
    expect(JSON.parse(stdout)).toMatchObject({ headers: { "x-colour": "red", "accept-language": "de" } })
  })

  it("refuses addresses of this machine without --allow-local and names the flag", async () => {
    const { code, stderr, stdout } = await orbweaver("scrape", site.url("/page").href)
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    expect(stderr).toContain("--allow-local")
    expect(stderr).toMatch(/\nSee: https:\S+\/troubleshooting#loopback-and-private-addresses-are-refused\n$/)
  })

  for (const [what, expected, args] of [
    ["an unknown flag", 2, ["scrape", "--colour", "red", "http://example.com"]],
    ["a missing address", 2, ["scrape"]],
    ["an unknown command", 2, ["scrap", "http://example.com"]],
    ["an address that is none", 2, ["scrape", "ftp://example.com"]],
    ["an unknown format", 2, ["scrape", "http://example.com", "-f", "markdwon"]],
    ["a header without a colon", 2, ["scrape", "http://example.com", "-H", "oops"]],
    ["a host that does not exist", 4, ["scrape", "http://nowhere.invalid"]],
    ["an open server for the network", 2, ["serve", "--host", "0.0.0.0", "--port", "0"]],
    ["a port that is none", 2, ["serve", "--port", "70000"]]
  ] as const) {
    it(`ends with ${expected} and says why on stderr for ${what}`, async () => {
      const { code, stderr } = await orbweaver(...args)
      expect(code).toBe(expected)
      expect(stderr).not.toBe("")
      expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
    })
  }

  it("ends with 5 when the timeout passes, with 4 for a bad certificate", async () => {
    const [slow, certificate] = await Promise.all([
      scrape("/hang", "--timeout", "300ms"),
      orbweaver("scrape", site.tls("self-signed", "/page").href, "--allow-local")
    ])
    expect(slow.code).toBe(5)
    expect(slow.stderr).toContain("300 ms")
    expect(certificate.code).toBe(4)
    expect(certificate.stderr).toContain("--skip-tls-verification")
  })

  it("prints an error page and ends with 6", async () => {
    const { code, stderr, stdout } = await scrape("/missing")
    expect(code).toBe(6)
    expect(stdout).not.toBe("")
    expect(stderr).toContain("404 Not Found")
  })

  it("ends its process with its exit code", async () => {
    expect(await startProcess(["scrape", "--colour", "red", "http://example.com"]).result).toMatchObject({
      code: 2,
      stdout: ""
    })
  })

  it("explains itself", async () => {
    const { code, stdout } = await orbweaver("scrape", "--help")
    expect(code).toBe(0)
    for (const flag of [
      "--format",
      "--output",
      "--include-tags",
      "--main-content",
      "--timeout",
      "--header",
      "--json",
      "--allow-local"
    ]) {
      expect(stdout).toContain(flag)
    }
  })
})

describe("orbweaver serve", () => {
  const serve = (...flags: ReadonlyArray<string>) => serveWith({}, "--port", "0", ...flags)

  const serveWith = async (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) => {
    const command = startCommand(["serve", ...flags], { env })
    return { stop: command.interrupt, base: baseOf(await nextLine(command.stdout)) }
  }

  const baseOf = (line: string) => /https?:\S+/.exec(line)![0]

  const post = (base: string, headers: Record<string, string> = {}) =>
    fetch(`${base}/v1/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ url: site.url("/page").href })
    })

  it("prints one line with its address, answers, and stops on SIGTERM", async () => {
    const command = startProcess(["serve", "--port", "0", "--allow-local"])
    const base = baseOf(await nextLine(command.stdout))
    const response = await post(base)
    expect(await response.json()).toMatchObject({ success: true })
    expect(await (await fetch(`${base}/openapi.json`)).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/)
    })
    const { code, stdout } = await command.interrupt()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^.+\n$/)
    await expect(fetch(base)).rejects.toThrow("fetch failed")
  })

  it("knows teams from a file, counts requests, and says its public address", async () => {
    const file = join(directory, "teams.json")
    await writeFile(file, JSON.stringify({ teams: [{ id: "acme", credits: 1, keys: [{ key: "fc-team-key" }] }] }))
    const { base, stop } = await serve(
      "--allow-local",
      "--teams",
      file,
      "--metrics",
      "--public-url",
      "https://api.test"
    )
    const key = { authorization: "Bearer fc-team-key" }
    expect((await post(base)).status).toBe(401)
    expect((await post(base, key)).status).toBe(200)
    expect((await post(base, key)).status).toBe(402)
    const started = await fetch(`${base}/v2/batch/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json", ...key },
      body: '{"urls":[]}'
    })
    expect(await started.json()).toMatchObject({ url: expect.stringMatching(/^https:\/\/api\.test\/v2\/batch/) })
    expect(await (await fetch(`${base}/metrics`)).text()).toContain('status="402"')
    await stop()
  })

  it("asks for the key it was given, and refuses this machine's addresses unless allowed", async () => {
    const { base, stop } = await serve("--api-key", "fc-one", "--api-key", "fc-two")
    expect((await post(base)).status).toBe(401)
    expect((await post(base, { authorization: "Bearer fc-three" })).status).toBe(401)
    const refused = await post(base, { authorization: "Bearer fc-two" })
    expect([400, 403]).toContain(refused.status)
    await stop()
  })

  it("takes port, host and key from the environment that self-hosters have", async () => {
    const { base, stop } = await serveWith({ PORT: "0", HOST: "localhost", TEST_API_KEY: "fc-env" }, "--allow-local")
    expect(base).toContain("localhost")
    expect((await post(base)).status).toBe(401)
    expect((await post(base, { authorization: "Bearer fc-env" })).status).toBe(200)
    await stop()
  })
})

it("says in one line why a store cannot be opened, whichever command needs it", async () => {
  await mkdir(join(directory, "taken/orbweaver.sqlite"), { recursive: true })
  for (const command of [["jobs"], ["crawl", site.url("/").href, "--allow-local"]]) {
    expect(await orbweaver(...command, "--data", join(directory, "taken"))).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^orbweaver: SqliteDatabase\.open failed: .*\n$/)
    })
  }
})
