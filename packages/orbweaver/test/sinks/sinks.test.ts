// Where the pages of a job go.
import { type Running, start } from "@orbweaver/testing/TestSite"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { createOrbweaver, NothingReached } from "orbweaver"
import { jsonLines, markdownFolder, sqliteTable, writePages } from "orbweaver/sinks"
import { writeStream } from "orbweaver/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let folder: string

beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-sinks-"))
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const adapters = { egress: { allowLocal: true } }
const options = { sitemap: "skip", limit: 5 } as const
const at = (name: string) => join(folder, name)
const page = (url: string, markdown?: string) => ({
  ...(markdown === undefined ? {} : { markdown }),
  metadata: { url, sourceURL: url, statusCode: 200, title: "A page" }
})

describe("a crawl is written", () => {
  it("as JSON Lines, whole at its end", async () => {
    await using orb = createOrbweaver(adapters)
    const file = at("deep/site.jsonl")
    const { completed, status } = await orb.crawl(site.url("/site/20/"), options).to(jsonLines(file))
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n")
    expect({ status, lines: lines.length }).toEqual({ status: "completed", lines: completed })
    expect(lines.map((line) => (JSON.parse(line) as { markdown: string }).markdown)).not.toContain(undefined)
  })

  it("refuses what are no documents, by a message that says where documents come from", async () => {
    await using orb = createOrbweaver(adapters)
    const { id } = await orb.startCrawl(site.url("/site/3/"), options)
    // As in a program without types.
    const events: AsyncIterable<any> = orb.watcher(id)
    await expect(writePages(events, () => undefined)).rejects.toMatchObject({
      _tag: "InvalidInput",
      message: expect.stringContaining("`followJob(id).pages()`")
    })
  })

  it("through a link to the file behind it, and into a pipe", async () => {
    await using orb = createOrbweaver(adapters)
    await writeFile(at("behind.jsonl"), "")
    await symlink(at("behind.jsonl"), at("link.jsonl"))
    await orb.crawl(site.url("/site/3/"), options).to(jsonLines(at("link.jsonl")))
    expect((await lstat(at("link.jsonl"))).isSymbolicLink()).toBe(true)
    const written = await readFile(at("behind.jsonl"), "utf8")

    execFileSync("mkfifo", [at("pipe")])
    const reader = spawn("cat", [at("pipe")], { stdio: ["ignore", "pipe", "ignore"] })
    let read = ""
    reader.stdout.setEncoding("utf8").on("data", (text: string) => (read += text))
    const ended = once(reader, "close")
    await orb.crawl(site.url("/site/3/"), options).to(jsonLines(at("pipe")))
    await ended
    expect(read.split("\n")).toHaveLength(written.split("\n").length)
    expect((await lstat(at("pipe"))).isFIFO()).toBe(true)
  })

  it("as a folder of Markdown under front matter, with the same names each time", async () => {
    await using orb = createOrbweaver(adapters)
    const names = async () =>
      (await readdir(at("pages"), { recursive: true })).filter((name) => name.endsWith(".md")).toSorted()
    await orb.crawl(site.url("/site/3/"), { sitemap: "skip" }).to(markdownFolder(at("pages")))
    const first = await names()
    await orb.crawl(site.url("/site/3/"), { sitemap: "skip" }).to(markdownFolder(at("pages")))
    expect(await names()).toEqual(first)
    expect(await readFile(join(at("pages"), first[0]!), "utf8")).toMatch(/^---\nurl: "http:/)
  })

  it("as rows of SQLite, one a page however often it is written", async () => {
    await using orb = createOrbweaver(adapters)
    const urls = [site.url("/page"), site.url("/article")]
    for (const _ of [1, 2]) await orb.batchScrape(urls).to(sqliteTable(at("pages.sqlite")))
    const database = new DatabaseSync(at("pages.sqlite"), { readOnly: true })
    const rows = database.prepare("SELECT url, markdown, document FROM pages").all()
    database.close()
    expect(rows.map(({ url }) => String(url)).toSorted()).toEqual(urls.map(String).toSorted())
    expect(JSON.parse(rows[0]!["document"] as string)).toMatchObject({ markdown: rows[0]!["markdown"] })
  })

  it("by any function, one page at a time", async () => {
    await using orb = createOrbweaver(adapters)
    let active = 0
    const seen: Array<string> = []
    await orb.crawl(site.url("/site/20/"), options).to(async ({ markdown, metadata }) => {
      expect(++active).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      active -= 1
      if (markdown !== "") seen.push(metadata.url)
    })
    expect(seen).toHaveLength(5)
  })
})

describe("what goes wrong", () => {
  it("in the sink cancels the job, aborts the sink and is thrown", async () => {
    await using orb = createOrbweaver(adapters)
    const reason = new Error("disk full")
    const aborted: Array<unknown> = []
    const run = orb.crawl(site.url("/site/3000/"), { sitemap: "skip" })
    const writing = run.to({ write: () => Promise.reject(reason), abort: (why) => aborted.push(why) })
    await expect(writing).rejects.toBe(reason)
    expect(aborted).toEqual([reason])
    expect((await run.status()).status).toBe("cancelled")
  })

  it("before the first page leaves the file of an earlier run as it was", async () => {
    await using orb = createOrbweaver(adapters)
    await writeFile(at("earlier.jsonl"), "earlier\n")
    const run = orb.crawl("http://nowhere.invalid/", { sitemap: "skip", ignoreRobotsTxt: true })
    await expect(run.to(jsonLines(at("earlier.jsonl")))).rejects.toBeInstanceOf(NothingReached)
    expect(await readFile(at("earlier.jsonl"), "utf8")).toBe("earlier\n")
  })

  it("halfway leaves the file of an earlier run, and what it has beside it", async () => {
    await writeFile(at("half.jsonl"), "earlier\n")
    async function* failing() {
      yield page("https://example.com/")
      throw new Error("lost")
    }
    await expect(writePages(failing(), jsonLines(at("half.jsonl")))).rejects.toThrow("lost")
    expect(await readFile(at("half.jsonl"), "utf8")).toBe("earlier\n")
    expect(JSON.parse(await readFile(at("half.jsonl.partial"), "utf8"))).toEqual(page("https://example.com/"))
    expect((await readdir(folder)).filter((name) => name.includes("half.jsonl"))).toEqual([
      "half.jsonl",
      "half.jsonl.partial"
    ])
  })
})

it("lines are added to a file where that is asked for", async () => {
  const file = at("added.jsonl")
  await writePages([page("https://example.com/a")], jsonLines(file, { append: true }))
  await writePages([page("https://example.com/b")], jsonLines(file, { append: true }))
  expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(2)
})

it("a folder gets files that Windows takes, for every page one of its own", async () => {
  const hosts = [
    "con.com nul.txt prn.example aux.net aux com1.example lpt9.de com0.de CON.com:8080".split(" "),
    ["com¹.example", "conference.com", "_con.com", "con.com.", "con%20.com", "co.nul"]
  ].flat()
  const paths = [
    "",
    "/",
    "/a.",
    "/a%20",
    "/a%20.",
    "/con.txt",
    "/COM¹",
    "/a:b?c*d",
    "/%3C%3E%22%7C%5C",
    `/${"é".repeat(200)}`
  ]
  const urls = hosts.flatMap((host) => paths.flatMap((path) => URL.parse(`https://${host}${path}`)?.href ?? []))
  const distinct = [...new Set(urls)]
  const pages = at("windows")
  await writePages(
    distinct.flatMap((url) => [page(url, "text"), page(url)]),
    markdownFolder(pages)
  )
  const paths_ = (await readdir(pages, { recursive: true })).map((path) => path.replaceAll("\\", "/"))
  const files = paths_.filter((path) => /\.(?:md|json)$/.test(path) && path !== "index.json")
  expect(new Set(files.map((path) => path.toUpperCase().toLowerCase().normalize("NFC"))).size).toBe(distinct.length * 2)
  for (const name of paths_.flatMap((path) => path.split("/"))) {
    expect(Buffer.byteLength(name)).toBeLessThan(200)
    expect(name).toMatch(/^[\p{L}\p{N}@_-][\p{L}\p{N}\p{M}._~@-]*[\p{L}\p{N}\p{M}_~@-]$/u)
    expect(name.split(".", 1)[0]).not.toMatch(/^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *$/i)
  }
  // Pages of the first origin are in the folder itself.
  expect(files).toEqual(expect.arrayContaining(["index.md", "@nul.txt/index.md", "@aux/index.md", "@co.nul/index.md"]))
})

it("a stream of Effect is written too, and its failure aborts the sink", async () => {
  const file = at("stream.jsonl")
  const pages = Stream.make(page("https://example.com/a"), page("https://example.com/b"))
  expect(await Effect.runPromise(pages.pipe(writeStream(jsonLines(file))))).toBe(2)
  const failing = Stream.concat(pages, Stream.fail("lost" as const))
  expect(await Effect.runPromise(Effect.flip(failing.pipe(writeStream(jsonLines(file)))))).toBe("lost")
  expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(2)
})

it("a row waits for another process that writes", async () => {
  const file = at("busy.sqlite")
  await writePages([page("https://example.com/a")], sqliteTable(file))
  const other = new DatabaseSync(file)
  other.exec("BEGIN IMMEDIATE")
  const writing = writePages([page("https://example.com/b")], sqliteTable(file))
  await new Promise((resolve) => setTimeout(resolve, 60))
  other.exec("COMMIT")
  expect(await writing).toBe(1)
  other.close()
})
