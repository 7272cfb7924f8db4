// Crawls as web archives, checked by an independent reader, and archives as a source of pages.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { createOrbweaver, WarcError } from "orbweaver"
import { archivedResponse, warc } from "orbweaver/sinks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"
import { WARCParser } from "warcio"

let site: Running
let folder: string

beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-warc-"))
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const adapters = { egress: { allowLocal: true } }
const at = (name: string) => join(folder, name)

const run = (...args: ReadonlyArray<string>) => runToEnd(args)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
/** RFC 4648 by bits as text, unlike the code under test. */
const sha1 = (bytes: Uint8Array) => {
  const bits = [...createHash("sha1").update(bytes).digest()].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return `sha1:${bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join("")}`
}

const lowerCased = (headers: Iterable<[string, string]>) =>
  new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]))

/** All records as warcio reads them. */
const recordsOf = async (file: string) => {
  const records = []
  for await (const record of new WARCParser(createReadStream(file))) {
    const payload = await record.readFully(false)
    records.push({
      type: record.warcType,
      url: record.warcTargetURI,
      warc: lowerCased(record.warcHeaders.headers),
      http: record.httpHeaders === null ? undefined : lowerCased(record.httpHeaders.headers),
      statusLine: record.httpHeaders?.statusline,
      payload
    })
  }
  return records
}

const httpRecord = (url: string, head: string, body: Uint8Array | string, type = "response") => {
  const block = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body as string)])
  return warcRecord(
    `WARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2016-02-03T04:05:06Z\r\nContent-Type: application/http; msgtype=response`,
    block
  )
}

const warcRecord = (fields: string, block: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`WARC/1.0\r\n${fields}\r\nContent-Length: ${block.length}\r\n\r\n`),
    block,
    Buffer.from("\r\n\r\n")
  ])

const html = "HTTP/1.1 200 OK\r\nContent-Type: text/html"

const collect = async <A>(items: AsyncIterable<A>) => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

describe("a crawl becomes a web archive", () => {
  it("whose responses an independent reader finds as the server gave them, with digests that hold", async () => {
    await using orb = createOrbweaver({ ...adapters, formats: [archivedResponse] })
    const file = at("deep/site.warc.gz")
    const { completed } = await orb
      .crawl(site.url("/site/4/"), {
        sitemap: "skip",
        scrapeOptions: { formats: ["markdown", "archivedResponse"] }
      })
      .to(warc(file))
    const records = await recordsOf(file)
    const responses = records.filter(({ type }) => type === "response")
    expect(records[0]?.type).toBe("warcinfo")
    expect(completed).toBeGreaterThan(1)
    for (const type of ["response", "conversion", "metadata"])
      expect(records.filter((record) => record.type === type)).toHaveLength(completed)
    for (const { http, payload, statusLine, url, warc: fields } of responses) {
      const live = await fetch(url!)
      expect(Buffer.from(payload).toString()).toBe(await live.text())
      expect(http?.get("content-type")).toBe(live.headers.get("content-type"))
      expect(statusLine).toBe("HTTP/1.1 200 OK")
      expect(fields.get("warc-payload-digest")).toBe(sha1(payload))
    }
    const info = records[0]!
    expect(info.warc.get("warc-block-digest")).toBe(sha1(info.payload))
  })

  it("of records that are gzip members of their own", async () => {
    await using orb = createOrbweaver(adapters)
    const file = at("members.warc.gz")
    await orb.batchScrape([site.url("/page")], { formats: ["rawHtml"] }).to(warc(file))
    const bytes = await readFile(file)
    const starts = bytes.toString("latin1").split("\u001f\u008b\u0008").slice(1)
    expect(starts).toHaveLength(3)
  })

  it("or leaves no file where a page has nothing to archive", async () => {
    await using orb = createOrbweaver(adapters)
    const writing = orb.batchScrape([site.url("/page")]).to(warc(at("none/x.warc")))
    await expect(writing).rejects.toThrow(/archivedResponse nor rawHtml/)
    await expect(readdir(at("none"))).rejects.toThrow(/ENOENT/)
  })

  it("by the command line, which reads it back as it reads the site", async () => {
    const file = at("cli.warc.gz")
    const crawled = await run("crawl", site.url("/site/3/").href, "--format", "warc", "-o", file, "--allow-local")
    expect(crawled).toMatchObject({ code: 0 })
    const conversions = (await recordsOf(file)).filter(({ type }) => type === "conversion")
    const { code, stdout } = await run("parse", file)
    const pages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { url: string; markdown: string })
    expect(code).toBe(0)
    expect(pages.map(({ markdown, url }) => ({ markdown: markdown.trim(), url }))).toEqual(
      conversions.map(({ payload, url }) => ({ markdown: Buffer.from(payload).toString().trim(), url }))
    )
  })

  it("only under a name that says so", async () => {
    const { code, stderr } = await run("crawl", site.url("/site/3/").href, "--format", "warc", "--allow-local")
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "orbweaver: --format warc needs -o FILE.warc, -o FILE.warc.gz or -o FILE.wacz\nTry: orbweaver crawl --help\n"
    })
  })
})

describe("a web archive is read", () => {
  it("page by page, whatever its responses were sent in, without redirects, pictures and requests", async () => {
    const chunked = "5\r\n<h1>C\r\n8;x=y\r\nut</h1>\n\r\n0\r\n\r\n"
    const records = [
      warcRecord("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields", Buffer.from("software: other\r\n")),
      httpRecord("http://old.example/", `GET / HTTP/1.1`, "", "request"),
      httpRecord("http://old.example/moved", "HTTP/1.1 301 Moved\r\nLocation: /", "moved"),
      httpRecord("http://old.example/logo.png", "HTTP/1.1 200 OK\r\nContent-Type: image/png", "\x89PNG"),
      httpRecord("http://old.example/", html, `<title>Old</title><p>See <a href="b">b</a>.</p>`),
      httpRecord("<http://old.example/chunked>", `${html}\r\nTransfer-Encoding: chunked`, chunked),
      httpRecord("http://old.example/gzip", `${html}\r\nContent-Encoding: gzip`, gzipSync("<h1>Packed</h1>")),
      httpRecord("http://old.example/br", `${html}\r\nContent-Encoding: br`, brotliCompressSync("<h1>Pressed</h1>")),
      httpRecord("http://old.example/unpacked", `${html}\r\nContent-Encoding: gzip`, "<h1>Plain</h1>"),
      httpRecord("http://old.example/gone", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html", "<h1>Gone</h1>"),
      warcRecord(
        "WARC-Type: resource\r\nWARC-Target-URI: http://old.example/t.csv\r\nContent-Type: text/csv",
        Buffer.from("a,b\n1,2\n")
      )
    ]
    await using orb = createOrbweaver()
    const parse = async (bytes: Uint8Array) => {
      const results = await collect(orb.readWarc(Readable.from([...bytes].map((byte) => Buffer.from([byte])))))
      return results.map(({ document, url }) => [
        url.slice(18),
        document?.metadata.statusCode,
        document?.markdown.trim()
      ])
    }
    const expected = [
      ["/", 200, "See [b](http://old.example/b)."],
      ["/chunked", 200, "# Cut"],
      ["/gzip", 200, "# Packed"],
      ["/br", 200, "# Pressed"],
      ["/unpacked", 200, "# Plain"],
      ["/gone", 404, "# Gone"],
      ["/t.csv", 200, "| a | b |\n| --- | --- |\n| 1 | 2 |"]
    ]
    expect(await parse(Buffer.concat(records))).toEqual(expected)
    expect(await parse(Buffer.concat(records.map((record) => gzipSync(record))))).toEqual(expected)
  })

  it("past a page that is too large or cannot be converted, with the reason", async () => {
    await using orb = createOrbweaver()
    const file = at("mixed.warc")
    const bomb = gzipSync(Buffer.alloc(1_000_000, "a"))
    await writeFile(
      file,
      Buffer.concat([
        httpRecord("http://old.example/bomb", `${html}\r\nContent-Encoding: gzip`, bomb),
        httpRecord("http://old.example/large", html, "a".repeat(20_000)),
        httpRecord("http://old.example/x.pdf", "HTTP/1.1 200 OK\r\nContent-Type: application/pdf", "%PDF-1.7 cut"),
        httpRecord("http://old.example/last", html, "<h1>Last</h1>")
      ])
    )
    const results = await collect(orb.readWarc(file, { maxBytes: 10_000 }))
    expect(
      results.map(({ document, error, url }) => [url.slice(18), document?.markdown.trim() ?? error?.message])
    ).toEqual([
      ["/bomb", "http://old.example/bomb is larger than maxBytes"],
      ["/large", "http://old.example/large is larger than maxBytes"],
      ["/x.pdf", expect.stringMatching(/damaged/)],
      ["/last", "# Last"]
    ])
  })

  it("up to where it is damaged", async () => {
    await using orb = createOrbweaver()
    const good = httpRecord("http://old.example/", html, "<h1>Good</h1>")
    const damaged = {
      cut: Buffer.concat([good, good.subarray(0, good.length - 9)]),
      foreign: Buffer.concat([good, Buffer.from("no record\r\n\r\n")]),
      endless: Buffer.concat([good, Buffer.alloc(200_000, "x")]),
      gzip: Buffer.concat([gzipSync(good), gzipSync(good).subarray(0, 40)])
    }
    for (const [name, bytes] of Object.entries(damaged)) {
      await writeFile(at(`${name}.warc.gz`), bytes)
      const urls: Array<string> = []
      const reading = (async () => {
        for await (const { url } of orb.readWarc(at(`${name}.warc.gz`))) urls.push(url)
      })()
      await expect(reading).rejects.toBeInstanceOf(WarcError)
      expect({ name, urls }).toEqual({ name, urls: ["http://old.example/"] })
    }
  })

  it("up to line ends that do not end, and past some between its records", async () => {
    await using orb = createOrbweaver()
    const good = httpRecord("http://old.example/", html, "<h1>Good</h1>")
    const lineEnds = Buffer.alloc(60_000, "\r\n")
    const endless = gzipSync(Buffer.alloc(1_000_000, "\r\n"))
    const source = async function* () {
      yield gzipSync(Buffer.concat([lineEnds, good, lineEnds, good]))
      for (;;) yield endless
    }
    const urls: Array<string> = []
    const reading = (async () => {
      for await (const { url } of orb.readWarc(source())) urls.push(url)
    })()
    await expect(reading).rejects.toThrow("more than 65536 bytes of line ends and no record")
    expect(urls).toEqual(["http://old.example/", "http://old.example/"])
  })

  it("only with options that parse takes, and until its signal aborts", async () => {
    await using orb = createOrbweaver()
    const file = at("two.warc")
    const pages = ["a", "b"].map((name) => httpRecord(`http://old.example/${name}`, html, `<h1>${name}</h1>`))
    await writeFile(file, Buffer.concat(pages))
    await expect(collect(orb.readWarc(file, { formats: ["screenshot"] }))).rejects.toMatchObject({
      _tag: "InvalidInput"
    })
    const controller = new AbortController()
    const pagesRead: Array<string> = []
    const reading = (async () => {
      for await (const { url } of orb.readWarc(file, { signal: controller.signal })) {
        pagesRead.push(url)
        controller.abort(new Error("enough"))
      }
    })()
    await expect(reading).rejects.toThrow("enough")
    expect(pagesRead).toEqual(["http://old.example/a"])
  })
})
