/** Files made to cost a reader as much as they can for their size: each is one short piece, many times. */

export interface HostileInput {
  readonly name: string
  readonly contentType: string
  /** The ending tells what the content type does not. */
  readonly filename: string
  readonly body: () => Buffer
}

const megabyte = 1_000_000

/** `megabytes` of a piece between a start and an end. */
const filled = (megabytes: number, piece: string, before = "", after = ""): Buffer =>
  Buffer.concat([Buffer.from(before), Buffer.alloc(megabytes * megabyte, piece), Buffer.from(after)])

const page = (name: string, body: () => Buffer, contentType = "text/html; charset=utf-8"): HostileInput => ({
  name,
  contentType,
  filename: "page.html",
  body
})

const pieces = (megabytes: number, ...all: ReadonlyArray<string>): ReadonlyArray<HostileInput> =>
  all.map((piece) => page(`${megabytes} MB of ${piece}`, () => filled(megabytes, piece)))

const file = (extension: string, contentType: string, name: string, body: () => Buffer): HostileInput => ({
  name: `${extension}: ${name}`,
  contentType,
  filename: `file.${extension}`,
  body
})

const manyAttributes = Array.from({ length: 20 }, (_, index) => `a${index}=b`).join(" ")

export const inputs: ReadonlyArray<HostileInput> = [
  ...pieces(
    45,
    "&#",
    "&amp;",
    "<b>",
    "<td>",
    "<br>",
    "<li>",
    "<a href=x>",
    "<p><b>x",
    "<table><tr><td>x",
    "<p>x",
    "<i>x</i>",
    "<blockquote>x",
    "<ul><li>x",
    "<img src=x>",
    "<h2>x",
    "x<!---->",
    "<",
    "</",
    "<?x",
    "\u20ac"
  ),
  page("45 MB of elements with 20 attributes", () => filled(45, `<div ${manyAttributes}>`)),
  page("one element of 45 MB of attributes", () => filled(45, "a=b ", "<div ", ">x</div>")),
  page("45 MB of a comment that does not end", () => filled(45, "x ", "<p>text</p><!--")),
  page("45 MB of comments that do not end", () => filled(45, "<!--x")),
  page("45 MB of a comment of dashes", () => filled(45, "-", "<p>text</p><!--x")),
  page("a million nested div", () => filled(5, "<div>")),
  page("five million br", () => filled(20, "<br>")),
  page("45 MB after plaintext", () => filled(45, "x y <b>", "<plaintext>")),
  page("45 MB in pre", () => filled(45, "x\n", "<pre>")),
  page("45 MB of a script", () => filled(45, "</scrip", "<p>x<script>")),
  page("45 MB of white space", () => filled(45, " ", "<p>x", "y")),
  page("45 MB of line ends", () => filled(45, "\r\n", "<p>x", "y")),
  page("45 MB of NUL", () => filled(45, "\0", "<p>x", "y")),
  page("1 MB of &#, too small for a thread", () => filled(0.9, "&#")),
  page("1 MB of *_`[, too small for a thread", () => filled(0.9, "*_`[")),
  page("45 MB of Japanese (ISO-2022-JP)", () => filled(45, '\x1b$B$"$$\x1b(Bx'), "text/html; charset=iso-2022-jp"),
  page("45 MB of Big5", () => filled(45, "\u00a4\u00a4x", "<p>"), "text/html; charset=big5"),
  page(
    "45 MB of EUC-KR",
    () => Buffer.alloc(45 * megabyte, Buffer.from([0x81, 0x41, 0x78])),
    "text/html; charset=euc-kr"
  ),
  page("45 MB of Latin 1", () => Buffer.alloc(45 * megabyte, Buffer.from([0xe9, 0x80, 0x20])), "text/html"),
  page(
    "45 MB of bytes that are no text",
    () => Buffer.alloc(45 * megabyte, Buffer.from([0xff, 0xfe, 0x80])),
    "text/html; charset=x-user-defined"
  ),
  file("json", "application/json", "40 MB of [", () => filled(40, "[")),
  file("json", "application/json", "40 MB of backticks", () => filled(40, "```x ")),
  file("json", "application/json", "40 MB of numbers", () => filled(40, "1,", "[", "1]")),
  file("md", "text/markdown", "5 MB of links", () => filled(5, "[x](y) ")),
  file("md", "text/markdown", "40 MB of links", () => filled(40, "[x](y) ")),
  file("md", "text/markdown", "40 MB of addresses", () => filled(40, "http://x.y ")),
  file("md", "text/markdown", "40 MB of backticks", () => filled(40, "` `` ")),
  file("md", "text/markdown", "40 MB of brackets", () => filled(40, "[")),
  file("md", "text/markdown", "40 MB of fences", () => filled(40, "```\n")),
  file("md", "text/markdown", "40 MB of blank lines", () => filled(40, "\n")),
  file("md", "text/markdown", "40 MB of one line", () => filled(40, "x ")),
  file("csv", "text/csv", "40 MB of cells", () => filled(40, "a,b,c\n")),
  file("csv", "text/csv", "40 MB of quotes", () => filled(40, '"')),
  file("xml", "application/xml", "40 MB of elements", () => filled(40, "<a>", "<?xml version='1.0'?>")),
  file("xml", "application/rss+xml", "40 MB of a feed", () =>
    filled(40, "<item><title>x</title></item>", "<rss version='2.0'><channel>", "</channel></rss>")
  ),
  file("xml", "application/xml", "40 MB of a sitemap", () =>
    filled(40, "<url><loc>http://x.y/z</loc></url>", "<?xml version='1.0'?><urlset>", "</urlset>")
  ),
  file("txt", "text/plain", "45 MB of &", () => filled(45, "&"))
]
