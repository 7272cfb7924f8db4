// Lines of JSON and rows of CSV: valid whenever a process ends, and none twice.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { sqlite } from "@orbweaver/storage/sqlite"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver } from "orbweaver"
import { csv, jsonLines, writePages } from "orbweaver/sinks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAtomicFile } from "../../src/sinks/atomicFile.ts"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let folder: string
beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-records-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const at = (name: string) => join(folder, name)
const page = (url: string, markdown = "Text", metadata: object = {}) => ({
  markdown,
  metadata: { url, sourceURL: url, statusCode: 200, title: "A page", ...metadata }
})

/** The rows of a CSV file by the letter of RFC 4180; throws for what is none. */
const rowsOf = (text: string): Array<Array<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const from = cell.lastIndex
    const found = cell.exec(text)
    if (found === null) throw new Error(`no CSV at ${from}: ${text.slice(from, from + 40)}`)
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "")
    if (found[3] === ",") continue
    rows.push(row)
    row = []
  }
  return rows
}

describe("a job that does not end leaves in its file what it has", () => {
  async function* broken() {
    yield page("https://example.com/1")
    yield page("https://example.com/2", "a\nb")
    throw new Error("lost")
  }

  it("as lines, where the source fails", async () => {
    await expect(writePages(broken(), jsonLines(at("left.jsonl")))).rejects.toThrow("lost")
    const lines = (await readFile(at("left.jsonl"), "utf8")).trimEnd().split("\n")
    expect(lines.map((line) => (JSON.parse(line) as ReturnType<typeof page>).metadata.url)).toEqual([
      "https://example.com/1",
      "https://example.com/2"
    ])
  })

  it("as rows, which are whole", async () => {
    await expect(writePages(broken(), csv(at("left.csv"), { columns: ["url", "markdown"] }))).rejects.toThrow("lost")
    expect(rowsOf(await readFile(at("left.csv"), "utf8"))).toEqual([
      ["url", "markdown"],
      ["https://example.com/1", "Text"],
      ["https://example.com/2", "a\nb"]
    ])
  })

  it("where its signal is aborted", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const controller = new AbortController()
    const sink = jsonLines(at("aborted.jsonl"))
    const crawl = orb.crawl(site.url("/").href, { limit: 50, signal: controller.signal })
    const writing = crawl.to({
      ...sink,
      write: async (document) => {
        await sink.write(document)
        controller.abort(new Error("enough"))
      }
    })
    await expect(writing).rejects.toThrow("enough")
    const text = await readFile(at("aborted.jsonl"), "utf8")
    expect(text.endsWith("\n")).toBe(true)
    const lines = text.trimEnd().split("\n")
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object).includes("metadata"))).not.toContain(false)
  })

  it("without the half of a piece that could not be written whole", async () => {
    const file = await createAtomicFile(at("full.jsonl"), { keepPartial: true })
    await file.append('{"whole":1}\n')
    await appendFile(at("full.jsonl.partial"), '{"ha')
    await file.keep()
    expect(await readFile(at("full.jsonl.partial"), "utf8")).toBe('{"whole":1}\n')
  })

  it("and no file where there was no page", async () => {
    // oxlint-disable-next-line require-yield -- It fails before its first page.
    async function* nothing(): AsyncGenerator<ReturnType<typeof page>> {
      throw new Error("lost")
    }
    await expect(writePages(nothing(), jsonLines(at("none.jsonl")))).rejects.toThrow("lost")
    await expect(readFile(at("none.jsonl"))).rejects.toThrow("ENOENT")
  })
})

describe("CSV", () => {
  it("has a row of names and a row for each page, whatever stands in it", async () => {
    const nasty = 'a "quote", a comma\r\nand a line\n\nmore'
    const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "a=1"]
    await writePages(
      [
        page("https://example.com/", nasty, { title: ["one", "two"], description: undefined }),
        ...formulas.map((text, n) => page(`https://example.com/${n}`, text))
      ],
      csv(at("deep/pages.csv"))
    )
    const [names, first, ...rest] = rowsOf(await readFile(at("deep/pages.csv"), "utf8"))
    expect(names).toEqual(["url", "title", "description", "language", "statusCode", "markdown"])
    expect(first).toEqual(["https://example.com/", '["one","two"]', "", "", "200", nasty])
    expect(rest.map((row) => row[5])).toEqual(formulas.map((text) => (text === "a=1" ? text : `'${text}`)))
  })

  it("has the columns that are asked for, and texts as they are where that is asked for", async () => {
    const document = { ...page("https://example.com/", "=1"), links: ["https://a.example/"], constructor: undefined }
    await writePages(
      [document],
      csv(at("own.csv"), { columns: ["links", "markdown", "toString"], escapeFormulas: false })
    )
    expect(rowsOf(await readFile(at("own.csv"), "utf8"))[1]).toEqual(['["https://a.example/"]', "=1", ""])
    for (const columns of [[], [""], "url", Array.from({ length: 101 }, () => "url")])
      expect(() => csv(at("x.csv"), { columns } as never)).toThrow("columns: Expected 1 to 100 names of fields")
    await expect(writePages([document], csv(at("own.csv"), { append: true }))).rejects.toThrow("has other columns")
  })
})

const kinds = [
  [
    "lines",
    (file: string) => jsonLines(file, { append: true }),
    (text: string) =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line).metadata.url)
  ],
  [
    "rows",
    (file: string) => csv(file, { append: true }),
    (text: string) =>
      rowsOf(text)
        .slice(1)
        .map(([url]) => url)
  ]
] as const

describe.each(kinds)("%s that are added", (_name, sink, read) => {
  const pages = ["a", "b", "c"].map((name) => page(`https://example.com/${name}`, `"${name}",\n\n{"metadata":{}}`))
  const urls = pages.map(({ metadata }) => metadata.url)

  it("are there as they come, and once however often their job is resumed", async () => {
    const file = at(`once.${_name}`)
    async function* interrupted() {
      yield pages[0]!
      yield pages[1]!
      expect(read(await readFile(file, "utf8"))).toEqual(urls.slice(0, 2))
      throw new Error("stopped")
    }
    await expect(writePages(interrupted(), sink(file))).rejects.toThrow("stopped")
    expect(read(await readFile(file, "utf8"))).toEqual(urls.slice(0, 2))
    for (const _ of [1, 2]) await writePages([...pages, pages[0]!], sink(file))
    expect(read(await readFile(file, "utf8"))).toEqual(urls)
    // The page has changed: it is a record of its own.
    await writePages([page(urls[0]!, "New")], sink(file))
    expect(read(await readFile(file, "utf8"))).toEqual([...urls, urls[0]])
  })

  it("follow whole records, wherever a write before them was cut", async () => {
    const file = at(`cut.${_name}`)
    await writePages(pages.slice(0, 2), sink(file))
    const whole = await readFile(file)
    for (let length = 0; length <= whole.length; length++) {
      await writeFile(file, whole.subarray(0, length))
      await writePages(pages, sink(file))
      expect(read(await readFile(file, "utf8"))).toEqual(urls)
    }
  })
})

it("a process that is killed leaves whole lines, and its job goes on into the same file", async () => {
  const file = at("killed.jsonl")
  const store = at("killed.sqlite")
  const program = `
    import { createOrbweaver } from "orbweaver"
    import { jsonLines } from "orbweaver/sinks"
    import { sqlite } from "@orbweaver/storage/sqlite"
    const orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(${JSON.stringify(store)}) })
    const run = orb.crawl(${JSON.stringify(site.url("/site/300/").href)}, { sitemap: "skip", limit: 300 })
    console.log(await run.id())
    await run.to(jsonLines(${JSON.stringify(file)}, { append: true }))`
  const child = spawn(process.execPath, ["--conditions=@orbweaver/source", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "exit")
  let id = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (id += text))
  await expect
    .poll(
      () =>
        readFile(file, "utf8").then(
          (text) => text.split("\n").length,
          () => 0
        ),
      { timeout: 30_000 }
    )
    .toBeGreaterThan(20)
  child.kill("SIGKILL")
  await ended
  const urlsOf = (text: string) =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line).metadata.url as string)
  const before = urlsOf(await readFile(file, "utf8"))
  expect(before.length).toBeGreaterThan(0)
  await using orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(store) })
  const { completed } = await orb.followJob(id.trim()).to(jsonLines(file, { append: true }))
  const after = urlsOf(await readFile(file, "utf8"))
  expect(after.slice(0, before.length)).toEqual(before)
  expect(new Set(after).size).toBe(after.length)
  expect(after).toHaveLength(completed)
})

describe("orbweaver crawl", () => {
  const crawl = (...args: ReadonlyArray<string>) =>
    runToEnd(["crawl", site.url("/site/3/").href, "--sitemap", "skip", "--allow-local", "--no-browser", ...args])

  it("writes CSV, and adds to a file with --append", async () => {
    expect((await crawl("-o", at("cli.csv"))).code).toBe(0)
    const rows = rowsOf(await readFile(at("cli.csv"), "utf8"))
    expect(rows.length).toBeGreaterThan(3)
    expect((await crawl("-o", at("cli.csv"))).code).toBe(0)
    expect(rowsOf(await readFile(at("cli.csv"), "utf8"))).toHaveLength(rows.length)
    await writeFile(at("cli.jsonl"), '{"mine":1}\n{"half')
    expect((await crawl("-o", at("cli.jsonl"), "--append")).code).toBe(0)
    const [mine, ...lines] = (await readFile(at("cli.jsonl"), "utf8")).trimEnd().split("\n")
    expect(mine).toBe('{"mine":1}')
    expect(lines.map((line) => JSON.parse(line).metadata.statusCode)).toEqual(rows.slice(1).map(() => 200))
  })

  it("refuses flags of another kind of output", async () => {
    for (const [args, text] of [
      [["-o", at("x"), "--append"], "--append needs -o FILE.jsonl or -o FILE.csv"],
      [["--append"], "--append needs -o FILE.jsonl or -o FILE.csv"],
      [["--pictures"], "--pictures needs -o DIRECTORY"],
      [["-o", at("x.csv"), "--pictures"], "--pictures needs -o DIRECTORY"]
    ] as const) {
      expect(await crawl(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(text) })
    }
  })

  it("saves pictures with --pictures", async () => {
    expect((await crawl("-o", at("pictures"), "--pictures")).code).toBe(0)
    expect(JSON.parse(await readFile(at("pictures/index.json"), "utf8")).pages.length).toBeGreaterThan(2)
  })
})
