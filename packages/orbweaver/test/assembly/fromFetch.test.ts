// Scrapes that a function such as `fetch` answers, as tests of applications replace it.
import { fromFetch } from "@orbweaver/fetch/fromFetch"
import { createOrbweaver } from "orbweaver"
import { describe, expect, it } from "vitest"

const html = (body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { "content-type": "text/html", ...init.headers } })

const instanceOf = (answer: (url: string, init: RequestInit) => Response | Promise<Response>) => {
  const asked: Array<string> = []
  const fetcher = fromFetch(async (url, init) => {
    asked.push(url)
    return answer(url, init)
  })
  return { asked, orb: createOrbweaver({ fetcher }) }
}

describe("a fetcher from a function", () => {
  it("answers scrapes and crawls of hosts that there are not", async () => {
    const { asked, orb } = instanceOf((url) =>
      url.endsWith("/robots.txt")
        ? new Response("", { status: 404 })
        : html(`<main><h1>${url}</h1><a href="/two">Two</a></main>`)
    )
    await using _ = orb
    expect((await orb.scrape("https://shop.example/one")).markdown).toContain("# https://shop.example/one")
    const { data } = await orb.crawl("https://shop.example/", { sitemap: "skip" })
    expect(data.map(({ metadata }) => metadata.url).toSorted()).toEqual([
      "https://shop.example/",
      "https://shop.example/two"
    ])
    expect(asked).toContain("https://shop.example/robots.txt")
  })

  it("is asked for each redirect, which the egress policy judges, as it does each address", async () => {
    const { asked, orb } = instanceOf((url) =>
      url.endsWith("/moved")
        ? html("", { status: 302, headers: { location: "/here" } })
        : url.endsWith("/inside")
          ? html("", { status: 302, headers: { location: "http://169.254.169.254/latest" } })
          : html("<main><h1>Here</h1></main>")
    )
    await using _ = orb
    const { markdown, metadata } = await orb.scrape("https://shop.example/moved")
    expect({ markdown, url: metadata.url }).toEqual({
      markdown: expect.stringContaining("# Here"),
      url: "https://shop.example/here"
    })
    for (const url of ["https://shop.example/inside", "http://127.0.0.1/", "http://[::1]/", "file:///etc/passwd"]) {
      await expect(orb.scrape(url)).rejects.toMatchObject({
        _tag: expect.stringMatching(/^(?:CaptureError|InvalidInput)$/)
      })
    }
    expect(asked.filter((url) => !url.startsWith("https://shop.example/"))).toEqual([])
  })

  it("is told when a page is too large or takes too long, and gives up its body", async () => {
    let cancelled = 0
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(97)),
        cancel: () => void (cancelled += 1)
      })
    const { orb } = instanceOf((url, { signal }) =>
      url.endsWith("/endless")
        ? new Response(endless(), { headers: { "content-type": "text/html" } })
        : new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)))
    )
    await using _ = orb
    await expect(orb.scrape("https://shop.example/endless")).rejects.toMatchObject({
      _tag: "CaptureError",
      reason: { _tag: "TooLarge" }
    })
    expect(cancelled).toBe(1)
    await expect(orb.scrape("https://shop.example/silent", { timeout: 1000 })).rejects.toMatchObject({
      _tag: "CaptureError",
      reason: { _tag: "TimedOut" }
    })
  })
})
