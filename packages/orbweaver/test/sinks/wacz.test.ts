// Crawls as WACZ files, read back by an independent unzip and an independent reader of archives.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createHash } from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { crc32, gunzipSync } from "node:zlib"
import { unzipSync } from "fflate"
import { createOrbweaver } from "orbweaver"
import { archivedResponse, wacz } from "orbweaver/sinks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { getSurt, WARCParser } from "warcio"
import { sortKey } from "../../src/warc/cdxj.ts"
import { createLineSpool } from "../../src/warc/lineSpool.ts"
import { createZip } from "../../src/warc/zip.ts"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let folder: string

beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-wacz-"))
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const at = (name: string) => join(folder, name)

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()
const linesOf = (bytes: Uint8Array | undefined) => textOf(bytes).trimEnd().split("\n")
const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`

interface DataPackage {
  readonly wacz_version: string
  readonly mainPageUrl: string
  readonly resources: ReadonlyArray<{ readonly path: string; readonly hash: string; readonly bytes: number }>
}

interface IndexFields {
  readonly url: string
  readonly offset: string
  readonly length: string
  readonly digest: string
  readonly status: string
  readonly mime: string
  readonly filename: string
}

const collect = async <A>(items: AsyncIterable<A>) => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

/** Checks all of a WACZ file, and gives the addresses of its pages. */
const check = async (file: string) => {
  const entries = unzipSync(await readFile(file))
  expect(Object.keys(entries).toSorted()).toEqual([
    "archive/data.warc.gz",
    "datapackage-digest.json",
    "datapackage.json",
    "indexes/index.cdxj",
    "pages/pages.jsonl"
  ])
  const described = JSON.parse(textOf(entries["datapackage.json"])) as DataPackage
  expect(described.wacz_version).toBe("1.1.1")
  expect(JSON.parse(textOf(entries["datapackage-digest.json"]))).toEqual({
    path: "datapackage.json",
    hash: sha256(entries["datapackage.json"]!)
  })
  expect(described.resources.map(({ path }) => path)).toEqual([
    "archive/data.warc.gz",
    "indexes/index.cdxj",
    "pages/pages.jsonl"
  ])
  for (const { bytes, hash, path } of described.resources) {
    expect({ path, bytes, hash }).toEqual({ path, bytes: entries[path]!.length, hash: sha256(entries[path]!) })
  }

  const archive = entries["archive/data.warc.gz"]!
  const index = linesOf(entries["indexes/index.cdxj"])
  expect(index).toEqual(index.toSorted())
  for (const line of index) {
    const [, key, time, json] = /^(\S+) (\d{14}) (\{.*\})$/.exec(line)!
    const { digest, filename, length, mime, offset, status, url } = JSON.parse(json!) as IndexFields
    expect(filename).toBe("data.warc.gz")
    expect(key).toBe(getSurt(url))
    const member = archive.subarray(Number(offset), Number(offset) + Number(length))
    const [record, ...others] = await collect(new WARCParser(Readable.from([gunzipSync(member)])))
    expect(others).toEqual([])
    expect(record).toMatchObject({ warcType: "response", warcTargetURI: url, warcPayloadDigest: digest })
    expect(record!.warcDate!.replaceAll(/\D/g, "").slice(0, 14)).toBe(time)
    expect(record!.httpHeaders!.statusCode).toBe(Number(status))
    expect(record!.httpHeaders!.headers.get("content-type")).toContain(mime)
  }

  const [header, ...pages] = linesOf(entries["pages/pages.jsonl"]).map(
    (line) => JSON.parse(line) as { readonly url: string; readonly ts: string; readonly id: string }
  )
  expect(header).toMatchObject({ format: "json-pages-1.0", id: "pages" })
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  expect(pages[0]!.url).toBe(described.mainPageUrl)
  expect(pages).toHaveLength(index.length)
  return pages.map(({ url }) => url)
}

describe("a crawl becomes a WACZ file", () => {
  it("whose hashes hold, whose index points at records, and which lists its pages", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, formats: [archivedResponse] })
    const file = at("site.wacz")
    const { completed } = await orb
      .crawl(site.url("/site/12/"), { sitemap: "skip", scrapeOptions: { formats: ["markdown", "archivedResponse"] } })
      .to(wacz(file))
    expect(completed).toBeGreaterThan(2)
    const urls = await check(file)
    expect(urls).toHaveLength(completed)
    expect(urls).toContain(site.url("/site/12/").href)
  })

  it("by the command line", async () => {
    const file = at("cli.wacz")
    const { code, stderr } = await runToEnd(["crawl", site.url("/site/3/").href, "-o", file, "--allow-local"])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(" 0 failed") })
    expect((await check(file)).length).toBeGreaterThan(1)
  })

  it("or leaves no file where a page has nothing to archive", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const writing = orb.batchScrape([site.url("/page")]).to(wacz(at("none/x.wacz")))
    await expect(writing).rejects.toThrow(/archivedResponse nor rawHtml/)
    await expect(readdir(at("none"))).rejects.toThrow(/ENOENT/)
  })
})

describe("the keys of the index", () => {
  it.each([
    "https://www.example.com/",
    "http://Example.com/A/Path/?b=2&a=1",
    "https://example.com:8443/x",
    "https://sub.example.co.uk/a?q=1",
    "http://127.0.0.1:3000/page",
    "https://example.com/%C3%A9?x=%20y"
  ])("are those of other programs: %s", (url) => {
    expect(sortKey(url)).toBe(getSurt(url))
  })
})

describe("lines that do not fit into memory", () => {
  it.each(["sorted", "asAdded"] as const)("come back %s, and leave nothing on the disk", async (order) => {
    const spool = createLineSpool(order, 500)
    const lines = Array.from({ length: 300 }, (_, index) => `${(index * 7919) % 1000} é\u2028 ${index}`)
    for (const line of lines) await spool.add(line)
    expect(await collect(spool.lines())).toEqual(order === "sorted" ? lines.toSorted() : lines)
    await spool.close()
  })
})

describe("a ZIP file", () => {
  const written = async (sizes: ReadonlyArray<number>, pad = 0) => {
    const chunks: Array<Uint8Array> = []
    const padding = new Uint8Array(pad)
    let skipped = 0
    const zip = createZip(async (bytes) => {
      // Bytes that nobody looks at are counted, and not kept.
      if (bytes.length === pad) skipped++
      else chunks.push(bytes)
    })
    for (const [index, size] of sizes.entries()) {
      await zip.startEntry(`entry-${index}-é`)
      for (let at = 0; at < size; at += pad === 0 ? size : pad) {
        await zip.write(pad === 0 ? new Uint8Array(size).fill(index) : padding)
      }
      await zip.endEntry()
    }
    await zip.end()
    return { bytes: Buffer.concat(chunks), skipped }
  }

  it("has the checksums of its entries in its directory", async () => {
    const { bytes } = await written([10, 100_000])
    const entries = unzipSync(bytes)
    const directory = bytes.readUInt32LE(bytes.length - 6)
    expect(Object.keys(entries)).toEqual(["entry-0-é", "entry-1-é"])
    expect(bytes.readUInt32LE(directory)).toBe(0x02014b50)
    expect(bytes.readUInt32LE(directory + 16)).toBe(crc32(entries["entry-0-é"]!))
  })

  it("says in 64 bits where an entry lies behind more than 4 GiB", async () => {
    const { bytes, skipped } = await written([4 * 1024 ** 3, 64 * 1024 ** 2], 64 * 1024 ** 2)
    expect(skipped).toBe(65)
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end - 20)).toBe(0x07064b50)
    const large = bytes.readBigUInt64LE(end - 20 - 56 + 48)
    expect(large).toBe(BigInt(65 * 64 * 1024 ** 2 + bytes.length - 22 - 20 - 56) - bytes.readBigUInt64LE(end - 36))
  })
})
