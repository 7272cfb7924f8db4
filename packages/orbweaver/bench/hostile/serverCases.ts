/** What hostile sites answer to a server: bodies of one short piece, many times, and sitemaps and robots.txt that do not end. */
import { createGzip, crc32, constants, deflateRawSync } from "node:zlib"
import { Readable } from "node:stream"

export interface Answered {
  readonly contentType: string
  readonly gzip?: boolean
  readonly body: () => Iterable<Buffer>
}

export interface ServerCase {
  readonly name: string
  readonly path: string
  /** The bodies of the requests, which are sent at once; `origin` is the site's. */
  readonly requests: (origin: string) => ReadonlyArray<object>
  /** What the site answers to a path. */
  readonly answer: (path: string) => Answered | undefined
}

const megabyte = 1_000_000

/** `bytes` of a piece between a start and an end, in chunks. */
export function* repeated(bytes: number, piece: string | Buffer, before = "", after = ""): Generator<Buffer, void> {
  yield Buffer.from(before)
  const one = Buffer.from(piece)
  const chunk = Buffer.alloc(one.length * Math.ceil(65_536 / one.length), one)
  let left = bytes
  for (; left > chunk.length; left -= chunk.length) yield chunk
  yield chunk.subarray(0, left - (left % one.length))
  yield Buffer.from(after)
}

/** A gzip stream of so many gigabytes that are a piece, many times: each part of it stands by itself. */
function* bomb(gigabytes: number, piece: string, before = ""): Generator<Buffer, void> {
  const start = Buffer.from(before)
  const part = Buffer.alloc(piece.length * Math.ceil(10_000_000 / piece.length), piece)
  const flushed = { finishFlush: constants.Z_FULL_FLUSH }
  yield Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  yield deflateRawSync(start, flushed)
  const packed = deflateRawSync(part, flushed)
  let sum = crc32(start)
  for (let left = gigabytes * 100; left > 0; left--) {
    sum = crc32(part, sum)
    yield packed
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(sum)
  end.writeUInt32LE((start.length + part.length * gigabytes * 100) % 2 ** 32, 4)
  yield Buffer.concat([Buffer.from([3, 0]), end])
}

const small: Answered = { contentType: "text/html", body: () => [Buffer.from("<title>Small</title><p>A page.")] }

/** Formats that a page is asked for, by how they are called in the table. */
const formats: Readonly<Record<string, ReadonlyArray<string | object>>> = {
  all: ["markdown", "html", "rawHtml", "links", "images"],
  markdown: ["markdown"],
  rawHtml: ["rawHtml"],
  json: ["markdown", { type: "json", schema: { type: "object", properties: { title: { type: "string" } } } }],
  changes: ["markdown", { type: "changeTracking", modes: ["git-diff"] }]
}

const scrape = (
  kind: string,
  contentType: string,
  piece: string | Buffer,
  { after, asked = "all", before, gzip = false, megabytes = 45 }: Options = {}
): ServerCase => ({
  name: `${kind}${gzip ? " (gzip)" : ""}: ${asked}`,
  path: "/v2/scrape",
  requests: (origin) =>
    Array.from({ length: 4 }, (_, at) => ({
      url: `${origin}/${asked === "changes" ? "changes" : at}`,
      formats: formats[asked],
      timeout: 180_000,
      maxAge: 0
    })),
  answer: (path) =>
    path === "/small"
      ? { ...small, contentType }
      : path === "/robots.txt"
        ? undefined
        : { contentType, gzip, body: () => repeated(megabytes * megabyte, piece, before, after) }
})

interface Options {
  readonly asked?: keyof typeof formats
  readonly gzip?: boolean
  readonly megabytes?: number
  readonly before?: string
  readonly after?: string
}

const html = "text/html; charset=utf-8"
const pieces = [
  "[",
  "*",
  "&#",
  "&#x",
  "_",
  "`",
  "<",
  "</",
  "<!",
  "<!--",
  "|",
  "- ",
  "> ",
  "\\",
  "(",
  "](",
  "![](",
  "<a>",
  "<b><i>",
  "&amp;",
  "&lt;",
  "\r\n",
  "\0",
  "\u{1f600}",
  "\u20ac",
  "a",
  "a ",
  "\n"
]

const files: ReadonlyArray<ServerCase> = [
  ["text/plain", ["[", "*", "&", "<", "\r\n", "\0", "\u{1f600}", "\u20ac", "\\", '"', "a"]],
  ["text/markdown", ["[", "*", "`", "](", "![](", "|", "<a>", "\u20ac", "\n"]],
  ["application/json", ["[", '"\\u00e9",', "1,", "`"]],
  ["text/csv", ["a,b,c\n", '"', "a,", "\u20ac"]],
  ["application/xml", ["<a>", "&lt;", "<", "\u20ac"]]
].flatMap(([type, all]) =>
  (all as ReadonlyArray<string>).map((piece) =>
    scrape(`${type as string} ${JSON.stringify(piece)}`, type as string, piece)
  )
)

const sitemapHead = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
const location = "<url><loc>http://127.0.0.1/page</loc></url>"

const mapped = (name: string, answers: Readonly<Record<string, Answered>>): ReadonlyArray<ServerCase> => [
  {
    name: `map: ${name}`,
    path: "/v2/map",
    requests: (origin) => Array.from({ length: 4 }, (_, at) => ({ url: `${origin}/?${at}`, timeout: 60_000 })),
    answer: (path) =>
      answers[path] ??
      (path === "/robots.txt" ? undefined : path.endsWith(".xml") || path.endsWith(".gz") ? answers["*"] : small)
  },
  {
    name: `crawl: ${name}`,
    path: "/v2/crawl",
    requests: (origin) => Array.from({ length: 4 }, (_, at) => ({ url: `${origin}/?${at}`, limit: 3 })),
    answer: (path) =>
      answers[path] ??
      (path === "/robots.txt" ? undefined : path.endsWith(".xml") || path.endsWith(".gz") ? answers["*"] : small)
  }
]

const xml = "application/xml"
const robots = (line: string): Answered => ({
  contentType: "text/plain",
  body: () => Buffer.from(line) && [Buffer.from(line)]
})

const sitemaps: ReadonlyArray<ServerCase> = [
  ...mapped("gzip bomb of locations", {
    "/robots.txt": robots("Sitemap: /bomb.xml.gz\n"),
    "/bomb.xml.gz": { contentType: "application/gzip", body: () => bomb(2, location, sitemapHead) }
  }),
  ...mapped("gzip bomb of zeros", {
    "/robots.txt": robots("Sitemap: /bomb.xml.gz\n"),
    "/bomb.xml.gz": { contentType: "application/gzip", body: () => bomb(10, "\0\0\0\0\0\0\0\0") }
  }),
  ...mapped("gzip bomb as content coding", {
    "/sitemap.xml": { contentType: xml, body: () => repeated(50 * megabyte, location, sitemapHead), gzip: true }
  }),
  ...mapped("50 MB of locations", {
    "/sitemap.xml": { contentType: xml, body: () => repeated(50 * megabyte, location, sitemapHead) }
  }),
  ...mapped("one location of 50 MB", {
    "/sitemap.xml": {
      contentType: xml,
      body: () => repeated(50 * megabyte, "a", `${sitemapHead}<url><loc>http://127.0.0.1/`, "</loc></url></urlset>")
    }
  }),
  ...mapped("50 MB of &lt;", {
    "/sitemap.xml": {
      contentType: xml,
      body: () => repeated(50 * megabyte, "&lt;", `${sitemapHead}<url><loc>http://127.0.0.1/`, "</loc></url></urlset>")
    }
  }),
  ...mapped("50 MB of <", {
    "/sitemap.xml": { contentType: xml, body: () => repeated(50 * megabyte, "<", sitemapHead) }
  }),
  ...mapped("50 MB of lines", {
    "/sitemap.xml": { contentType: "text/plain", body: () => repeated(50 * megabyte, "http://127.0.0.1/a\n") }
  }),
  ...mapped("an index of itself", {
    "/robots.txt": robots("Sitemap: /index.xml\n"),
    "/index.xml": {
      contentType: xml,
      body: () => [
        Buffer.from(
          `<sitemapindex>${Array.from({ length: 1000 }, (_, at) => `<sitemap><loc>/${at}.xml</loc></sitemap>`).join("")}</sitemapindex>`
        )
      ]
    },
    "*": { contentType: xml, body: () => repeated(10 * megabyte, location, sitemapHead) }
  }),
  ...mapped("robots.txt of 60 MB of rules", {
    "/robots.txt": {
      contentType: "text/plain",
      body: () => repeated(60 * megabyte, "Disallow: /a*b*c\n", "User-agent: *\n")
    }
  }),
  ...mapped("robots.txt of one line of 60 MB", {
    "/robots.txt": { contentType: "text/plain", body: () => repeated(60 * megabyte, "a", "User-agent: *\nDisallow: /") }
  }),
  ...mapped("robots.txt of 60 MB of sitemaps", {
    "/robots.txt": {
      contentType: "text/plain",
      body: () => repeated(60 * megabyte, "Sitemap: http://127.0.0.1/a.xml\n")
    }
  }),
  ...mapped("gzip bomb of robots.txt", {
    "/robots.txt": {
      contentType: "text/plain",
      gzip: true,
      body: () => repeated(200 * megabyte, "Disallow: /a\n", "User-agent: *\n")
    }
  }),
  ...mapped("home page of 45 MB of [", { "/": { contentType: html, body: () => repeated(45 * megabyte, "[") } })
]

export const serverCases: ReadonlyArray<ServerCase> = [
  ...pieces.map((piece) => scrape(`html ${JSON.stringify(piece)}`, html, piece)),
  ...files,
  ...["[", "&#", "\u20ac"].flatMap((piece) =>
    (["markdown", "rawHtml", "json", "changes"] as const).map((asked) =>
      scrape(`html ${JSON.stringify(piece)}`, html, piece, { asked })
    )
  ),
  ...["[", "&#", "\u20ac"].map((piece) => scrape(`html ${JSON.stringify(piece)}`, html, piece, { gzip: true })),
  ...["[", "\u20ac"].flatMap((piece) =>
    (["changes", "json"] as const).map((asked) =>
      scrape(`text/plain ${JSON.stringify(piece)}`, "text/plain", piece, { asked })
    )
  ),
  scrape("html 1 GB of [", html, "[", { gzip: true, megabytes: 1000 }),
  ...sitemaps
]

/** The bytes of an answer as they go over the wire. */
export const wireOf = ({ body, gzip = false }: Answered): Readable => {
  const plain = Readable.from(body(), { objectMode: false })
  return gzip ? plain.pipe(createGzip({ level: 1 })) : plain
}
