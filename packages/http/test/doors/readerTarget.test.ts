import { targetOf } from "../../src/doors/reader/readerTarget.ts"
import { describe, expect, it } from "vitest"

const read = (url: string, prefix?: string) => {
  const target = targetOf(url, prefix)
  return target && { url: target.url, query: Object.fromEntries(target.query) }
}

describe("the address for the reader", () => {
  it("takes its query string along, whatever the names in it are", () => {
    expect(read("/r/https://a.example/x?format=html&url=b#c")).toEqual({
      url: "https://a.example/x?format=html&url=b#c",
      query: {}
    })
  })

  it("has its own query inside when it is percent-encoded, so that the one outside is the reader's", () => {
    const address = "https://a.example/x?format=html&q=a%20b"
    expect(read(`/r/${encodeURIComponent(address)}?format=text`)).toEqual({ url: address, query: { format: "text" } })
  })

  it("gets back the slashes that a proxy collapsed, and the colon that one encoded", () => {
    for (const path of [
      "https:/a.example//b",
      "https%3A//a.example//b",
      "HTTPS:///a.example//b",
      "/https://a.example//b"
    ]) {
      expect(read(`/r/${path}`)?.url?.toLowerCase()).toBe("https://a.example//b")
    }
  })

  it("stands in a parameter where the path has none", () => {
    for (const path of ["/r?url=a.example&format=text", "/r/?url=a.example&format=text"]) {
      expect(read(path)).toEqual({ url: undefined, query: { url: "a.example", format: "text" } })
    }
  })

  it("is found below a prefix, and in the whole addresses that some hosts give", () => {
    expect(read("/api/r/a.example/r/b", "/api")?.url).toBe("a.example/r/b")
    expect(read("http://localhost:3002/r/https://a.example/r/b")?.url).toBe("https://a.example/r/b")
  })

  it("is none when a percent code is broken", () => {
    expect(targetOf("/r/https%3A%2F%2Fa.example%2F%E0%A4")).toBeUndefined()
  })
})
