// Everything that goes wrong with a page has its own typed outcome in the
// library and its own code on the wire, within its deadline, and the process
// goes on serving.
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { toWebHandler, type WebHandler } from "@orbweaver/http/Server"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Layer } from "effect"
import { createOrbweaver, layer, type Orbweaver } from "orbweaver/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let orb: Orbweaver
let api: WebHandler

beforeAll(async () => {
  site = await start({ tls: true })
  // Tests of a file run at once: what waits beside a bomb would be told that there is no room, not what is wrong with it.
  const options = { egress: { allowLocal: true }, inFlight: { maxBytes: 2 ** 28 } }
  orb = createOrbweaver(options)
  api = toWebHandler(Layer.merge(layer(options), ApiKeys.layerOpen()))
})

afterAll(async () => {
  await orb.close()
  await api.dispose()
  await site.close()
})

const address = (path: string) => {
  if (path.startsWith("tls:")) return site.tls("self-signed", "/page").href
  return path.startsWith("/") ? site.url(path).href : path
}

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await api.handler(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body
    })
  )
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

interface Fault {
  readonly what: string
  readonly path: string
  readonly options?: Record<string, unknown>
  /** `_tag`, or `CaptureError` and the tag of its reason. */
  readonly error: string
  readonly status: number
  readonly code: string | undefined
}

const faults: ReadonlyArray<Fault> = [
  { what: "not an address", path: "http://", error: "InvalidInput", status: 400, code: "BAD_REQUEST" },
  {
    what: "an unsupported scheme",
    path: "ftp://example.com/",
    error: "InvalidInput",
    status: 400,
    code: "BAD_REQUEST"
  },
  {
    what: "an unknown option",
    path: "/page",
    options: { colour: "red" },
    error: "InvalidInput",
    status: 400,
    code: "BAD_REQUEST"
  },
  {
    what: "an unknown format",
    path: "/page",
    options: { formats: ["markdwon"] },
    error: "UnknownFormat",
    status: 400,
    code: "BAD_REQUEST"
  },
  {
    what: "an impossible selector",
    path: "/page",
    options: { includeTags: ["a[["] },
    error: "InvalidInput",
    status: 400,
    code: "BAD_REQUEST"
  },
  {
    what: "a host that does not exist",
    path: "http://nowhere.invalid/",
    error: "DnsFailed",
    status: 500,
    code: "SCRAPE_DNS_RESOLUTION_ERROR"
  },
  { what: "a closed port", path: "http://127.0.0.1:1/", error: "Refused", status: 403, code: undefined },
  {
    what: "a connection that is reset",
    path: "/reset",
    error: "ConnectionFailed",
    status: 500,
    code: "SCRAPE_SITE_ERROR"
  },
  {
    what: "an answer that is no HTTP",
    path: "/garbage",
    error: "ConnectionFailed",
    status: 500,
    code: "SCRAPE_SITE_ERROR"
  },
  {
    what: "redirects in a circle",
    path: "/redirect-loop",
    error: "TooManyRedirects",
    status: 500,
    code: "SCRAPE_SITE_ERROR"
  },
  {
    what: "a bad certificate",
    path: "tls:",
    options: { skipTlsVerification: false },
    error: "TlsFailed",
    status: 500,
    code: "SCRAPE_SSL_ERROR"
  },
  {
    what: "2 GB",
    path: "/huge?bytes=2000000000",
    error: "TooLarge",
    status: 500,
    code: "SCRAPE_UNSUPPORTED_FILE_ERROR"
  },
  {
    what: "a decompression bomb",
    path: "/bomb/gzip",
    error: "TooLarge",
    status: 500,
    code: "SCRAPE_UNSUPPORTED_FILE_ERROR"
  },
  {
    what: "an endless page",
    path: "/endless-chunks",
    options: { timeout: 1000 },
    error: "TimedOut",
    status: 408,
    code: "SCRAPE_TIMEOUT"
  },
  {
    what: "a page slower than the timeout",
    path: "/hang",
    options: { timeout: 300 },
    error: "TimedOut",
    status: 408,
    code: "SCRAPE_TIMEOUT"
  },
  {
    what: "a body slower than the timeout",
    path: "/slow-body",
    options: { timeout: 300 },
    error: "TimedOut",
    status: 408,
    code: "SCRAPE_TIMEOUT"
  },
  { what: "a binary file", path: "/binary", error: "Unsupported", status: 500, code: "SCRAPE_UNSUPPORTED_FILE_ERROR" },
  {
    what: "a picture that needs a browser",
    path: "/page",
    options: { formats: ["screenshot"] },
    error: "NeedsBrowser",
    status: 500,
    code: "SCRAPE_ALL_ENGINES_FAILED"
  }
]

describe("scraping", () => {
  for (const { code, error, options = {}, path, status, what } of faults) {
    it(`${what} rejects with ${error}`, async () => {
      const failure = await orb.scrape(address(path), { proxy: "basic", ...options }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      const { _tag, message, reason } = failure as { _tag: string; message: string; reason?: { _tag: string } }
      expect(reason?._tag ?? _tag).toBe(error)
      expect(message.length).toBeGreaterThan(10)
    })

    it(`${what} answers ${status} ${code ?? ""}`, async () => {
      const answer = await post("/v2/scrape", JSON.stringify({ url: address(path), proxy: "basic", ...options }))
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ success: false, error: expect.any(String) })
      expect(answer.body["code"]).toBe(code)
      expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.ts:\d+|node_modules/)
    })
  }

  for (const [path, statusCode, error] of [
    ["/missing", 404, "Not Found"],
    ["/broken", 500, "Internal Server Error"],
    ["/status/418", 418, "HTTP 418"]
  ] as const) {
    it(`a page that answers ${statusCode} gives a document that says so`, async () => {
      const { metadata } = await orb.scrape(address(path))
      expect(metadata).toMatchObject({ statusCode, error })
      const answer = await post("/v2/scrape", JSON.stringify({ url: address(path) }))
      expect(answer).toMatchObject({ status: 200, body: { success: true, data: { metadata: { statusCode, error } } } })
    })
  }

  it("an empty page gives an empty document", async () => {
    const { markdown, metadata } = await orb.scrape(address("/empty"))
    expect(markdown).toBe("")
    expect(metadata.statusCode).toBe(200)
  })

  it("a body that is cut off gives what had arrived, and a warning", async () => {
    for (const path of ["/cut", "/cut-chunked", "/encoded-cut/gzip"]) {
      const { markdown, warning } = await orb.scrape(site.url(path))
      expect(markdown).not.toBe("")
      expect(warning).toBe("The answer ended early: the page is what had arrived by then.")
    }
  })

  it("a page in another encoding than it says gives its text and a warning", async () => {
    const { markdown, warning } = await orb.scrape(address("/charset-wrong"))
    expect(warning).toContain("not in the encoding it declares")
    expect(markdown).not.toBe("")
  })

  it("a body that is not JSON, no key, a wrong key and a foreign content type each get their own answer", async () => {
    const locked = toWebHandler(
      Layer.merge(
        layer(),
        ApiKeys.layerStatic([
          { key: "fc-right", account: (await import("@orbweaver/core/accounts/Account")).localAccount }
        ])
      )
    )
    const ask = async (headers: Record<string, string>, body = "{}") => {
      const response = await locked.handler(
        new Request("http://localhost/v2/scrape", {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body
        })
      )
      return { status: response.status, ...((await response.json()) as object) }
    }
    expect(await ask({ authorization: "Bearer fc-right" }, "{oops")).toMatchObject({
      status: 400,
      code: "BAD_REQUEST_INVALID_JSON"
    })
    expect(await ask({})).toMatchObject({ status: 401, error: "Unauthorized" })
    expect(await ask({ authorization: "Bearer fc-wrong" })).toMatchObject({
      status: 401,
      error: "Unauthorized: Invalid token"
    })
    expect(await ask({ authorization: "Bearer fc-right" })).toMatchObject({ status: 400, code: "BAD_REQUEST" })
    await locked.dispose()
  })

  it("addresses of this machine is refused unless allowed, and the message names the option", async () => {
    await using closed = createOrbweaver()
    const before = site.connections()
    const failure = (await closed.scrape(address("/page")).catch((error: unknown) => error)) as {
      message: string
      reason: { _tag: string }
    }
    expect(failure.reason._tag).toBe("Refused")
    expect(failure.message).toContain("egress: { allowLocal: true }")
    expect(site.connections()).toBe(before)
  })

  it("can be stopped by a signal, and the page's connection closes", async ({ expect }) => {
    const stop = new AbortController()
    const scrape = orb.scrape(address("/slow-body?ms=100"), { signal: stop.signal, maxAge: 0 })
    const asked = site.requests("/slow-body").length
    await expect.poll(() => site.requests("/slow-body").length).toBeGreaterThan(asked)
    stop.abort()
    await expect(scrape).rejects.toMatchObject({ name: "AbortError" })
    expect(await site.requests("/slow-body").at(-1)!.ended).toBe("cut")
  })

  it("a request that may leave nothing behind leaves no cached page", async () => {
    const ask = (rest: object) => post("/v2/scrape", JSON.stringify({ url: address("/page?once"), ...rest }))
    const states: Array<unknown> = []
    for (const rest of [{ zeroDataRetention: true }, {}, {}]) {
      states.push((await ask(rest)).body["data"].metadata.cacheState)
    }
    expect(states).toEqual(["miss", "miss", "hit"])
  })

  it("goes on after all of this", async () => {
    const { metadata } = await orb.scrape(address("/page"), { maxAge: 0 })
    expect(metadata.statusCode).toBe(200)
  })
})

describe("a file that is none", () => {
  it.each([
    ["a path instead of a file", "report.pdf", "data"],
    ["nothing", undefined, "data"],
    ["bytes without a name", { data: "text" }, "filename"],
    ["a number for bytes", { data: 7, filename: "a.txt" }, "data"]
  ])("is answered with the member that is missing: %s", async (_what, file, member) => {
    const failed = await orb.parse(file as never).catch((error: unknown) => error)
    expect(failed).toMatchObject({ _tag: "InvalidInput", issues: [{ path: [member] }] })
  })
})

describe("a map of a site that may not be visited", () => {
  it("has no addresses, and says why", async () => {
    const strict = createOrbweaver()
    const { failure, links } = await strict.map(site.url("/page"))
    await strict.close()
    expect(links).toEqual([])
    expect(failure).toMatchObject({ _tag: "CaptureError", reason: { _tag: "Refused" } })
  })
})
