import { handles } from "@orbweaver/http/Server"
import { expect, it } from "vitest"

it("knows its paths, with a query, and as the absolute addresses that Bun and Deno give", () => {
  const ours = handles({ prefix: "/scraping" })
  for (const url of [
    "/scraping/v2/scrape",
    "http://127.0.0.1:3000/scraping/v2/scrape?a=b",
    new URL("https://a.example/scraping/docs")
  ]) {
    expect(ours(url)).toBe(true)
  }
  for (const url of [
    "/v2/scrape",
    "/scraping",
    "http://a.example/",
    "http://a.example/other?to=/scraping/v2/scrape",
    "http://",
    "/scrapings/v2/scrape"
  ]) {
    expect(ours(url)).toBe(false)
  }
  expect(handles({})("https://a.example/v2/scrape")).toBe(true)
  expect(handles({ metrics: true })("https://a.example/metrics")).toBe(true)
})

it("knows the paths of open doors alone", () => {
  const doors = ["/r", "/r?url=a.example", "/r/https://a.example/?b=c", "/open-webui/load", "/tavily/search"]
  const open = handles({ doors: { reader: true, openWebUi: true, tavily: true } })
  for (const url of doors) {
    expect(open(url)).toBe(true)
    expect(handles({})(url)).toBe(false)
  }
  expect(handles({ doors: { reader: true } })("/tavily/search")).toBe(false)
  expect(open("/reader")).toBe(false)
})
