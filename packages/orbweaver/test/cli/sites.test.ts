// The commands on whole sites.
import { endlessSite } from "@orbweaver/testing/internal/EndlessSite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"
import { nextLine, startProcess } from "../support/commandProcess.ts"

let site: Running
let directory: string

beforeAll(async () => {
  site = await start({ routes: endlessSite })
  directory = await mkdtemp(join(tmpdir(), "orbweaver-cli-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

/** Commands that contact no page, and so have no browser. */
const offline = new Set<string | undefined>(["jobs", "status", "backup", "cancel", "explain", "remove", "search"])

const orbweaver = (...args: ReadonlyArray<string>) => runToEnd(offline.has(args[0]) ? args : [...args, "--no-browser"])

const lines = (text: string) => text.split("\n").filter((line) => line !== "")

describe("orbweaver crawl", () => {
  it("writes a document a line and says on stderr how it went", async () => {
    const file = join(directory, "site.jsonl")
    const { code, stderr, stdout } = await orbweaver(
      "crawl",
      site.url("/site/9/").href,
      "--sitemap",
      "skip",
      "--limit",
      "6",
      "-o",
      file,
      "--allow-local"
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" })
    expect(stderr).toContain("completed: 6 pages")
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^result: .*site\.jsonl, a line for each of 6 pages$/)
    const documents = lines(await readFile(file, "utf8")).map(
      (line) => JSON.parse(line) as { metadata: { url: string } }
    )
    expect(new Set(documents.map(({ metadata }) => metadata.url)).size).toBe(6)
  })

  it("writes a Markdown file a page into a directory", async () => {
    const output = join(directory, "pages")
    const { code } = await orbweaver(
      "crawl",
      site.url("/site/4/").href,
      "--sitemap",
      "skip",
      "-o",
      output,
      "--allow-local"
    )
    expect(code).toBe(0)
    const filesOf = async () =>
      (await readdir(output, { recursive: true })).filter((name) => /\.(?:md|json)$/.test(name)).toSorted()
    const files = await filesOf()
    expect(files).toEqual(
      expect.arrayContaining([join("site", "4", "index.md"), join("site", "4", "p", "1.md"), "index.json"])
    )
    const index = files.splice(files.indexOf("index.json"), 1)
    expect(index).toEqual(["index.json"])
    const first = await readFile(join(output, files[0]!), "utf8")
    expect(first).toMatch(/^---\nurl: "http:\/\/127\.0\.0\.1:\d+\/site\/4\/[^"]*"\ntitle: "[^"]+"\n[\s\S]*\n---\n\n/)
    // Names do not depend on the order in which pages came.
    expect((await orbweaver("crawl", site.url("/site/4/").href, "-o", output, "--allow-local")).code).toBe(0)
    expect((await filesOf()).filter((name) => files.includes(name))).toEqual(files)
  })

  it("that reaches nothing exits 1 with the reason, and leaves the file of an earlier run as it was", async () => {
    const file = join(directory, "kept.jsonl")
    await writeFile(file, "earlier\n")
    const { code, stderr } = await orbweaver("crawl", "http://nowhere.invalid/", "--sitemap", "skip", "-o", file)
    expect(code).toBe(1)
    expect(stderr).toMatch(/no page was reached\. http:\/\/nowhere\.invalid\/: DNS resolution failed/)
    expect(await readFile(file, "utf8")).toBe("earlier\n")
    expect(await orbweaver("batch", "http://nowhere.invalid/")).toMatchObject({ code: 1, stdout: "" })
  })

  it("is paused by Ctrl-C, says how to go on, and goes on with nothing lost or twice", async ({ expect }) => {
    const data = join(directory, "data")
    const file = join(directory, "resumed.jsonl")
    const args = [
      "crawl",
      site.url("/site/300/").href,
      "--sitemap",
      "skip",
      "-o",
      file,
      "--data",
      data,
      "--allow-local",
      "--no-browser"
    ]
    await writeFile(file, "earlier\n")
    const paused = startProcess(args, { signal: "SIGINT" })
    await nextLine(paused.stderr)
    const visited = () => site.requests().filter(({ path }) => path.startsWith("/site/300/")).length
    await expect.poll(visited).toBeGreaterThan(20)
    // A page that was visited is not written yet.
    await expect.poll(() => readFile(`${file}.partial`, "utf8").catch(() => "")).toContain("\n")
    const { stderr: printed } = await paused.interrupt()
    const id = /--resume (\S+)/.exec(printed)?.[1]
    expect(id).toBeDefined()
    expect(await readFile(file, "utf8")).toBe("earlier\n")
    expect(printed).toContain(`the pages so far are in ${file}.partial`)
    const soFar = lines(await readFile(`${file}.partial`, "utf8"))
    expect(soFar.length).toBeGreaterThan(0)
    for (const line of soFar) expect(JSON.parse(line)).toHaveProperty("metadata.url")

    const halfDone = await orbweaver("status", "--data", data)
    expect(halfDone.stdout).toMatch(/^crawl {2}\w+ {2}1 job {2}\d+ pages? waiting {2}\d+ running$/m)

    const copy = join(directory, "copy")
    expect((await orbweaver("backup", copy, "--data", data)).stderr).toContain(`--data ${copy}`)
    expect((await orbweaver("backup", copy, "--data", data)).stderr).toContain("is not empty")

    const { code, stderr } = await orbweaver("crawl", "--resume", id!, "-o", file, "--data", data, "--allow-local")
    expect(code).toBe(0)
    expect(stderr).toContain("completed: ")
    const urls = lines(await readFile(file, "utf8")).map(
      (line) => (JSON.parse(line) as { metadata: { url: string } }).metadata.url
    )
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.length).toBeGreaterThanOrEqual(300)
    expect(await readdir(directory)).not.toContain("resumed.jsonl.partial")
    const listed = await orbweaver("jobs", "--data", data)
    expect(listed.stdout).toContain(id)
    expect(listed.stdout).toContain("completed")
    expect((await orbweaver("status", "--data", data)).stdout).toBe("No job runs.\n")
    const load = JSON.parse((await orbweaver("status", "--json", "--data", data)).stdout) as object
    expect(load).toEqual({ open: [], latePages: 0, longestWaitMs: 0, slowHosts: [], workers: [] })
    const cancelled = await orbweaver("cancel", id!, "--data", data)
    expect(cancelled.stderr).toContain("had already ended")

    const again = join(directory, "again.jsonl")
    const restored = await orbweaver("crawl", "--resume", id!, "-o", again, "--data", copy, "--allow-local")
    expect(restored.code).toBe(0)
    const found = lines(await readFile(again, "utf8")).map(
      (line) => (JSON.parse(line) as { metadata: { url: string } }).metadata.url
    )
    expect(found.toSorted()).toEqual(urls.toSorted())
  })

  it("tells of endless series; explain says what became of an address, and remove leaves nothing", async () => {
    const store = ["--data", join(directory, "endless")]
    const kept = [...store, "--allow-local"]
    const output = ["-o", join(directory, "endless.jsonl")]
    const start = site.url("/endless/").href
    const crawled = await orbweaver("crawl", start, "--sitemap", "skip", "--limit", "60", ...output, ...kept)
    expect(crawled.code).toBe(0)
    expect(crawled.stderr).toMatch(/endless series \(softNotFound\): \d+, such as http/)
    const id = /job (\S+)/.exec(crawled.stderr)![1]!
    const missing = /endless series \(softNotFound\): \d+, such as (\S+)/.exec(crawled.stderr)![1]!
    const explained = await orbweaver("explain", id, missing, ...store)
    expect(explained.stdout).toMatch(/state +completed/)
    expect(explained.stdout).toContain("found on")
    expect(explained.stdout).toContain("softNotFound")
    const again = await orbweaver("crawl", start, "--previous", id, "--limit", "5", ...output, ...kept)
    expect(again.stderr).toContain("completed: 5 pages")
    expect((await orbweaver("remove", id, "--cache", ...store)).stderr).toContain("removed")
    const gone = await orbweaver("explain", id, missing, ...store)
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining("Job not found") })
  })

  it("tells of pages that answered with an error, in its last line, in jobs and in explain", async () => {
    const store = ["--data", join(directory, "errors")]
    const url = site.url("/missing").href
    const { code, stderr } = await orbweaver("crawl", url, "--sitemap", "skip", "--allow-local", ...store)
    expect(code).toBe(0)
    expect(stderr).toContain("completed: 1 page (1 of status 4xx), 0 failed")
    const id = /job (\S+)/.exec(stderr)![1]!
    expect((await orbweaver("jobs", ...store)).stdout).toContain("completed  1 done (1 of status 4xx)")
    const { stdout } = await orbweaver("explain", id, url, ...store)
    expect(stdout).toMatch(/^state +completed with status 404, /m)
    expect(stdout).toMatch(/^crawl +1 page \(1 of status 4xx\)$/m)
  })

  it("warns of the addresses outside of its start's path, with the flag that takes them", async () => {
    const args = [site.url("/site/6/p/1").href, "--sitemap", "skip", "--allow-local"]
    const { stderr } = await orbweaver("crawl", ...args)
    expect(stderr).toContain("warning: 5 addresses outside of /site/6/p/1 were left out. Use --entire-domain")
    expect((await orbweaver("crawl", ...args, "--entire-domain")).stderr).not.toContain("left out")
  })

  it("ends quietly when nobody reads on", async () => {
    const crawl = startProcess(["crawl", site.url("/site/300/").href, "--allow-local", "--no-browser"])
    await once(crawl.stdout, "data")
    crawl.stdout.destroy()
    const { code, stderr } = await crawl.result
    expect(code).toBe(0)
    expect(stderr).not.toContain("orbweaver:")
  })

  it("needs an address, and a store for what is kept", async () => {
    expect((await orbweaver("crawl")).code).toBe(2)
    const { code, stderr } = await orbweaver("jobs")
    expect(code).toBe(2)
    expect(stderr).toContain("--data")
  })

  it("takes the store of the environment, as servers do, where no flag names one", async () => {
    const data = join(directory, "named")
    const crawled = await orbweaver("crawl", site.url("/site/").href, "--allow-local", "--limit", "1", "--data", data)
    expect(crawled.code).toBe(0)
    const listed = await runToEnd(["jobs"], { env: { ORBWEAVER_DATA: data } })
    expect(listed.stdout).toContain("completed")
  })

  it.for(["status", "jobs"])("has %s look into a store that is there, and make none", async (command, { expect }) => {
    const data = join(tmpdir(), `orbweaver-none-${process.pid}-${command}`)
    const { code, stderr } = await orbweaver(command, "--data", data)
    expect(code).toBe(2)
    expect(stderr).toContain(`there is no store in ${data}`)
    await expect(readdir(data)).rejects.toThrow("ENOENT")
  })
})

it("map of a site that may not be visited says so, and fails", async () => {
  const { code, stderr, stdout } = await orbweaver("map", site.url("/site/20/").href)
  expect(code).not.toBe(0)
  expect(stderr).toContain("--allow-local")
  expect(stdout).toBe("")
})

it("orbweaver map warns why it lists nothing", async () => {
  const url = site.url("/missing").href
  const { code, stderr, stdout } = await orbweaver("map", url, "--allow-local")
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" })
  expect(stderr).toContain(`warning: ${url} answered with status 404.`)
  // What reads JSON reads an empty list.
  expect(JSON.parse((await orbweaver("map", url, "--allow-local", "--json")).stdout)).toEqual([])
})

it("orbweaver map lists addresses one a line", async () => {
  const { code, stdout } = await orbweaver("map", site.url("/site/20/").href, "--limit", "10", "--allow-local")
  expect(code).toBe(0)
  expect(lines(stdout).every((line) => line.startsWith("http"))).toBe(true)
  expect(lines(stdout).length).toBeGreaterThan(3)
})

it("orbweaver batch prints a document a line and what failed on stderr", async () => {
  const { code, stderr, stdout } = await orbweaver(
    "batch",
    site.url("/page").href,
    site.url("/reset").href,
    "nope:x",
    "--allow-local"
  )
  expect(code).toBe(0)
  expect(
    lines(stdout).map((line) => (JSON.parse(line) as { metadata: { statusCode: number } }).metadata.statusCode)
  ).toEqual([200])
  expect(stderr).toContain("/reset")
  expect(stderr).toContain("invalid address, left out: nope:x")
})

it("orbweaver search finds what was scraped before, without an engine, and says where nothing is kept", async () => {
  const directory = await mkdtemp(join(tmpdir(), "orbweaver-search-"))
  const data = ["--data", directory]
  expect((await orbweaver("crawl", site.url("/article").href, "--allow-local", "--limit", "1", ...data)).code).toBe(0)
  const { stdout } = await orbweaver("search", "spider", "--source", "local", "--json", ...data)
  expect(JSON.parse(stdout)).toMatchObject({ local: [{ url: site.url("/article").href }] })
  const none = await orbweaver("search", "spider", "--source", "local")
  expect(none.code).toBe(1)
  expect(none.stderr).toContain("--data")
  await rm(directory, { recursive: true })
})
