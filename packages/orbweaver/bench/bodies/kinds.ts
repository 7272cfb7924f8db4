/** One large body of each kind that a hostile client may send; `plain` are those that a server must take. */
import type { LargeBody } from "./LargeBody.ts"

export interface Kind extends LargeBody {
  readonly name: string
  /** Whether it is a request that clients make: it is answered 200. */
  readonly plain?: true
  /** Whether the platform's own reader of forms takes it apart in one go, before its options can be looked at. */
  readonly form?: true
}

const json = "application/json"
const bytes = 10_000_000
const url = "http://site.test/a"

const kind = (name: string, path: string, before: string, unit: string, after: string, more?: Partial<Kind>): Kind => ({
  name,
  path,
  type: json,
  before,
  unit,
  separator: ",",
  after,
  bytes,
  ...more
})

const scrape = (name: string, before: string, unit: string, after: string, more?: Partial<Kind>) =>
  kind(name, "/v2/scrape", `{"url":"${url}",${before}`, unit, `${after}}`, more)

export const kinds: ReadonlyArray<Kind> = [
  kind("batch of addresses", "/v2/batch/scrape", '{"urls":[', '"http://site.test/a/#"', "]}", { plain: true }),
  kind("batch of short addresses", "/v1/batch/scrape", '{"urls":[', '"http://a.bc"', "]}", { plain: true }),
  kind("batch of other texts", "/v2/batch/scrape", '{"urls":[', '"x"', "]}"),
  kind("batch of refused texts", "/v1/batch/scrape", '{"urls":[', '"x"', "]}"),
  kind("batch of objects", "/v2/batch/scrape", '{"urls":[', "{}", "]}"),
  kind("batch of numbers", "/v2/batch/scrape", '{"urls":[', "1", "]}"),
  kind("batch of unknown keys", "/v2/batch/scrape", `{"urls":["${url}"],`, '"k#":1', "}"),
  scrape("formats of objects", '"formats":[', "{}", "]"),
  scrape("formats of numbers", '"formats":[', "1", "]"),
  scrape("formats of lists", '"formats":[', "[]", "]"),
  scrape("formats of names", '"formats":[', '"markdown"', "]"),
  scrape("formats of unknown names", '"formats":[', '"x#"', "]"),
  scrape("formats of screenshots", '"formats":[', '{"type":"screenshot","quality":"x"}', "]"),
  kind("formats of v1", "/v1/scrape", `{"url":"${url}","formats":[`, "{}", "]}"),
  kind("format names of v1", "/v1/scrape", `{"url":"${url}","formats":[`, '"x"', "]}"),
  scrape(
    "schema of many properties",
    '"formats":[{"type":"json","schema":{"type":"object","properties":{',
    '"p#":{"type":"string"}',
    "}}}]"
  ),
  scrape(
    "schema of a long enumeration",
    '"formats":[{"type":"json","schema":{"type":"string","enum":[',
    '"v#"',
    "]}}]"
  ),
  scrape("schema that is deep", '"formats":[{"type":"json","schema":', '{"items":', "1}]", { separator: "" }),
  scrape("selectors", '"includeTags":[', '".c#"', "]"),
  scrape("selectors of numbers", '"excludeTags":[', "1", "]"),
  scrape("parsers", '"parsers":[', "{}", "]"),
  scrape("actions", '"actions":[', "{}", "]"),
  scrape("languages", '"location":{"languages":[', '"de"', "]}"),
  scrape("headers", '"headers":{', '"h#":"v"', "}"),
  scrape("headers of numbers", '"headers":{', '"h#":1', "}"),
  scrape("header of a long value", '"headers":{"h":"', "v", '"}', { separator: "" }),
  scrape("unknown keys", "", '"k#":1', ""),
  scrape("unknown key of a long name", '"', "k", '":1', { separator: "" }),
  scrape("nested options", '"location":', '{"a":', "1", { separator: "" }),
  scrape("free JSON", '"threatProtection":[', "[]", "]"),
  kind("long address", "/v2/scrape", '{"url":"http://site.test/', "a", '"}', { separator: "" }),
  kind("long address of escapes", "/v2/scrape", '{"url":"http://site.test/', String.raw`\u00e4`, '"}', {
    separator: ""
  }),
  kind("long address of dots", "/v2/scrape", '{"url":"http://', "a.", 'test"}', { separator: "" }),
  kind("long prompt", "/v2/crawl", `{"url":"${url}","prompt":"`, "only the blog ", '"}', { separator: "" }),
  kind("paths", "/v2/crawl", `{"url":"${url}","includePaths":[`, '"^/a#.*$"', "]}"),
  kind("sources", "/v2/search", '{"query":"x","sources":[', "{}", "]}"),
  kind("long query", "/v2/search", '{"query":"', "x", '"}', { separator: "" }),
  kind("map of unknown keys", "/v2/map", `{"url":"${url}",`, '"k#":1', "}"),
  kind("extract of addresses", "/v2/extract", '{"urls":[', `"${url}"`, '],"prompt":"x"}'),
  kind("agent of addresses", "/v2/agent", '{"prompt":"x","urls":[', `"${url}"`, "]}"),
  kind("monitor of targets", "/v2/monitor", '{"name":"x","schedule":"hourly","targets":[', "{}", "]}"),
  kind("research of formats", "/v1/deep-research", '{"query":"x","formats":[', "{}", "]}"),
  kind("list as a body", "/v2/scrape", "[", "{}", "]"),
  kind("brackets", "/v2/scrape", "", "[", "", { separator: "" }),
  kind("blanks", "/v2/scrape", "", " ", "", { separator: "" }),
  kind("quotes", "/v2/scrape", '{"url":"', String.raw`\"`, '"}', { separator: "" }),
  kind("cut off", "/v2/batch/scrape", '{"urls":[', '"http://site.test/a/#"', ""),
  kind("form of many fields", "/v2/scrape", "", "a#=1", "", {
    separator: "&",
    type: "application/x-www-form-urlencoded"
  }),
  kind("form of escapes", "/v2/scrape", "url=", "%2e", "", {
    separator: "",
    type: "application/x-www-form-urlencoded"
  }),
  kind("options of a file", "/v2/parse", filePart('{"formats":['), "{}", `]}\r\n--b--\r\n`, {
    type: "multipart/form-data; boundary=b",
    form: true
  }),
  kind("many parts", "/v2/parse", "", '--b\r\ncontent-disposition: form-data; name="a#"\r\n\r\n1\r\n', "--b--\r\n", {
    separator: "",
    type: "multipart/form-data; boundary=b"
  })
]

function filePart(options: string): string {
  return [
    "--b",
    'content-disposition: form-data; name="file"; filename="a.html"',
    "content-type: text/html",
    "",
    "<p>A page</p>",
    "--b",
    'content-disposition: form-data; name="options"',
    "",
    options
  ].join("\r\n")
}
