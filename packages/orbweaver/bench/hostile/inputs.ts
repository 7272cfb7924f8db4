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
    "\u20ac",
    "<ol><li>x</ol>",
    "<dl><dt>x<dd>y",
    "<details><summary>x",
    "<select><option>x",
    "<svg><![CDATA[x]]>",
    "<math><mi>x",
    "<pre><code>x",
    "<template>x",
    "<sup id=fn1><a href=#fn1>1</a></sup>",
    "<meta name=author content=x>",
    "<article><h1>x</h1><p>y",
    "<p class=byline>By Jane Doe</p>",
    "<iframe src=x></iframe>",
    "<td colspan=1000 rowspan=1000>x",
    "&nbsp;",
    "&#x1f600;",
    "<ruby>x<rt>y",
    "$x$ ",
    "\ud83d\ude00",
    "\u05d0 "
  ),
  page("one srcset of 45 MB", () => filled(45, "x 1w, ", '<img srcset="', '">')),
  page("one style of 45 MB", () => filled(45, "background:url(x);", '<p style="', '">x')),
  page("one class of 45 MB", () => filled(45, "menu nav ", '<p class="', '">x')),
  page("one title of 45 MB", () => filled(45, "x \u2013 ", "<title>", "</title><p>x")),
  page("one address of 45 MB", () => filled(45, "x/../", '<a href="', '">x</a>')),
  page("many srcset", () => filled(45, '<img srcset="x 1w, y 2w, z 3w">')),
  page("many style", () => filled(45, '<p style="background:url(x)">y')),
  page("different links", () =>
    Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => `<a href=/${at}>${at}</a>`).join(" "))
  ),
  page("40 MB of JSON-LD", () => filled(40, '{"@type":"Person","name":"x"},', '<script type="application/ld+json">[')),
  page("40 MB of nested JSON-LD", () => filled(40, '{"a":', '<script type="application/ld+json">')),
  page("40 MB of many JSON-LD", () => filled(40, '<script type="application/ld+json">{"@type":"Article"}</script>')),
  page("40 MB of microdata", () => filled(40, "<p itemscope itemtype=http://schema.org/Person><b itemprop=name>x</b>")),
  page("45 MB of UTF-16", () => Buffer.from(`\ufeff${"<p>x\u20ac".repeat(4_500_000)}`, "utf16le")),
  page(
    "45 MB of GB18030",
    () => Buffer.alloc(45 * megabyte, Buffer.from([0x81, 0x30, 0x81, 0x30])),
    "text/html; charset=gb18030"
  ),
  page(
    "45 MB of Shift_JIS",
    () => Buffer.alloc(45 * megabyte, Buffer.from([0x82, 0xa0, 0x20])),
    "text/html; charset=shift_jis"
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
  file("csv", "text/csv", "one row of 40 MB", () => filled(40, "a,")),
  file("csv", "text/csv", "40 MB of quoted cells", () => filled(40, '"a""b",\n')),
  file("csv", "text/csv", "one cell of 40 MB", () => filled(40, "a\n", '"')),
  file("json", "application/json", "40 MB of one string", () => filled(40, "\\u00e9", '"', '"')),
  file("json", "application/x-ndjson", "40 MB of lines", () => filled(40, '{"a":1}\n')),
  file("xml", "application/xml", "40 MB of CDATA", () => filled(40, "<![CDATA[x]]>", "<?xml version='1.0'?><a>")),
  file("xml", "application/xml", "40 MB of entities", () => filled(40, "&lt;", "<?xml version='1.0'?><a>")),
  file("xml", "application/rss+xml", "one item of 40 MB", () =>
    filled(
      40,
      "<p>x",
      "<rss version='2.0'><channel><item><description><![CDATA[",
      "]]></description></item></channel></rss>"
    )
  ),
  file("xml", "application/atom+xml", "40 MB of entries", () =>
    filled(40, "<entry><link href='x'/></entry>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "</feed>")
  ),
  file("md", "text/markdown", "40 MB of images", () => filled(40, "![x](y)\n")),
  file("md", "text/markdown", "40 MB of references", () => filled(40, "[x]: y\n")),
  file("md", "text/markdown", "40 MB of a table", () => filled(40, "| a ", "", "\n")),
  file("txt", "text/plain", "45 MB of \u20ac", () => filled(45, "\u20ac")),
  file("txt", "text/plain", "45 MB of line ends", () => filled(45, "\r\n")),
  file("xml", "application/xml", "40 MB of elements", () => filled(40, "<a>", "<?xml version='1.0'?>")),
  file("xml", "application/rss+xml", "40 MB of a feed", () =>
    filled(40, "<item><title>x</title></item>", "<rss version='2.0'><channel>", "</channel></rss>")
  ),
  file("xml", "application/xml", "40 MB of a sitemap", () =>
    filled(40, "<url><loc>http://x.y/z</loc></url>", "<?xml version='1.0'?><urlset>", "</urlset>")
  ),
  file("txt", "text/plain", "45 MB of &", () => filled(45, "&"))
]
