/** Options of a scrape. */
import { effect, type Probe, type Probes, type Table, unseen } from "./Probe.ts"
import { notHere } from "./threats.ts"
import type { World } from "./world.ts"

/** Scrapes with and without the option; `has` looks at the documents. */
const compared =
  (path: string, on: object, off: object, has: (withIt: any, without: any) => boolean): Probe =>
  async ({ scrape }) => {
    const withIt = await scrape(path, on)
    return effect(has(withIt, await scrape(path, off)), withIt)
  }

/** Scrapes with the option, whose effect nothing outside shows. */
export const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async ({ scrape }) =>
    unseen(why, await scrape("/article", options))

const format =
  (name: string, path: string, has: (document: any) => boolean, options: object = { type: name }): Probe =>
  async ({ scrape }) => {
    const document = await scrape(path, { formats: [options] })
    return effect(has(document), document)
  }

const detail = "a detail of `domainTools`, which are not offered"

/** The site answers what it was sent. */
const wishing = { formats: ["rawHtml"], headers: { "x-wish": "ann@example.com" } }

const titleSchema = { type: "object", properties: { title: { type: "string" } } }

const formats: Probes = {
  'formats: "markdown"': format("markdown", "/article", ({ markdown }) => markdown.includes("# A spider")),
  'formats: "html"': format("html", "/article", ({ html }) => html.includes("<h1>A spider")),
  'formats: "rawHtml"': format("rawHtml", "/article", ({ rawHtml }) => rawHtml.startsWith("<!doctype html>")),
  'formats: "links"': format("links", "/article", ({ links }) => links.length > 3),
  'formats: "images"': format("images", "/article", ({ images }) => images[0].endsWith("/image.png")),
  'formats: "screenshot"': format("screenshot", "/article", ({ screenshot }) => screenshot.length > 0),
  'formats: "summary"': format("summary", "/article", ({ summary }) => summary.length > 20),
  'formats: "changeTracking"': format(
    "changeTracking",
    "/changing/format",
    ({ changeTracking }) => changeTracking.changeStatus === "new",
    { type: "changeTracking", modes: ["git-diff"] }
  ),
  'formats: "json"': format("json", "/article", ({ json }) => json.title === "A spider in the library", {
    type: "json",
    schema: titleSchema
  }),
  'formats: "attributes"': format(
    "attributes",
    "/article",
    ({ attributes }) => attributes[0].values.includes("A web at dawn"),
    { type: "attributes", selectors: [{ selector: "img", attribute: "alt" }] }
  ),
  'formats: "branding"': format("branding", "/brand", ({ branding }) => Object.keys(branding.colors).length > 0),
  'formats: "product"': format("product", "/shop", ({ product }) => product.variants[0].price.amount === 12.5),
  'formats: "menu"': format("menu", "/menu", ({ menu }) => menu.sections[0].items[0].name === "Fly soup"),
  'formats: "audio"': format("audio", "/media", ({ audio }) => audio !== undefined),
  'formats: "video"': format("video", "/media", ({ video }) => video !== undefined),
  'formats: "question"': format("question", "/article", ({ answer }) => answer.length > 0, {
    type: "question",
    question: "Where is the spider?"
  }),
  'formats: "highlights"': format("highlights", "/article", ({ highlights }) => highlights.includes("spider"), {
    type: "highlights",
    query: "spider in the library"
  }),
  'formats: "query"': format("query", "/article", ({ answer }) => answer.length > 0, {
    type: "query",
    prompt: "Where is the spider?"
  })
}

const action =
  (actions: ReadonlyArray<object>, has: (document: any) => boolean): Probe =>
  async ({ scrape }) => {
    const document = await scrape("/controls", { actions, formats: ["markdown", "rawHtml"], onlyMainContent: false })
    return effect(has(document), document)
  }

const actions: Probes = {
  'actions: "wait"': action([{ type: "wait", milliseconds: 900 }], ({ markdown }) => markdown.includes("Late")),
  'actions: "screenshot"': action([{ type: "screenshot" }], ({ actions: made }) => made.screenshots.length === 1),
  'actions: "click"': action([{ type: "click", selector: "#more" }], ({ markdown }) => markdown.includes("item")),
  'actions: "write"': action(
    [
      { type: "click", selector: "#name" },
      { type: "write", text: "silk" }
    ],
    ({ markdown }) => markdown.includes("silk")
  ),
  'actions: "press"': action(
    [
      { type: "click", selector: "#name" },
      { type: "press", key: "Enter" }
    ],
    ({ rawHtml }) => rawHtml.includes("<title>Entered")
  ),
  'actions: "scroll"': scrolled({}, "scrollY > 0"),
  'actions: "scrape"': action(
    [{ type: "scrape" }, { type: "click", selector: "#more" }],
    ({ actions: made }) => made.scrapes.length === 1 && made.scrapes[0].html.includes('<ul id="list"></ul>')
  ),
  'actions: "executeJavascript"': action(
    [{ type: "executeJavascript", script: "6 * 7" }],
    ({ actions: made }) => String(made.javascriptReturns[0].value) === "42"
  ),
  'actions: "pdf"': action([{ type: "pdf" }], ({ actions: made }) => made.pdfs.length === 1)
}

/** Scrolls, and then asks the page whether it has moved. */
export function scrolled(options: object, moved: string, before: ReadonlyArray<object> = []): Probe {
  return async ({ scrape }) => {
    const { actions: made } = await scrape("/tall", {
      actions: [
        ...before,
        { type: "scroll", direction: "down", ...options },
        { type: "wait", milliseconds: 300 },
        { type: "executeJavascript", script: moved }
      ]
    })
    return effect(String(made.javascriptReturns.at(-1).value) === "true")
  }
}

const proxied = (proxy: string, used: string): Probe =>
  async function ({ scrape }) {
    const document = await scrape("/article", { proxy })
    return effect(document.metadata.proxyUsed === used, document)
  }

/** The client's error code, where the call fails. */
const codeOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: { readonly code?: string }) => error.code ?? ""
  )

const cached = async ({ at, client }: World, path: string): Promise<boolean> =>
  (await client.scrape(at(path), { maxAge: 60_000 })).metadata?.cacheState === "hit"

const echoed = (options: object, has: (echo: string) => boolean): Probe =>
  compared("/echo", { formats: ["rawHtml"], ...options }, { formats: ["rawHtml"] }, (on, off) => {
    return has(on.rawHtml) && !has(off.rawHtml)
  })

export const location: Table = {
  title: "`location`",
  declaration: "interface LocationConfig$1",
  probes: {
    country: echoed({ location: { country: "DE" } }, (echo) => echo.includes('"accept-language":"de')),
    languages: echoed({ location: { languages: ["fr-CH"] } }, (echo) => echo.includes('"accept-language":"fr-CH'))
  }
}

export const scrape: Table = {
  title: "`ScrapeOptions`",
  declaration: "interface ScrapeOptions",
  probes: {
    ...formats,
    headers: echoed({ headers: { "x-wish": "silk" } }, (echo) => echo.includes("silk")),
    includeTags: compared(
      "/article",
      { includeTags: ["h1"] },
      {},
      (on, off) => on.markdown.trim() === "# A spider in the library" && off.markdown.length > 1000
    ),
    excludeTags: compared(
      "/article",
      { excludeTags: ["h1"] },
      {},
      (on, off) => !on.markdown.includes("# A spider in") && off.markdown.includes("# A spider in")
    ),
    onlyMainContent: compared(
      "/article",
      { onlyMainContent: true },
      { onlyMainContent: false },
      (on, off) => !on.markdown.includes("Made for tests") && off.markdown.includes("Made for tests")
    ),
    timeout: async ({ scrape }) =>
      effect((await codeOf(scrape("/hang", { timeout: 300, proxy: "basic" }))) === "SCRAPE_TIMEOUT"),
    waitFor: compared("/later", { waitFor: 1500 }, {}, (on, off) => {
      return on.markdown.includes("Come late") && !off.markdown.includes("Come late")
    }),
    mobile: echoed({ mobile: true }, (echo) => echo.includes("Mobile")),
    'parsers: "pdf"': compared("/file.pdf", { parsers: ["pdf"] }, { parsers: [] }, (on, off) => {
      return on.markdown.includes("Hello from a PDF") && !off.markdown.includes("Hello from a PDF")
    }),
    'parsers: "image"': async ({ scrape }) => {
      const document = await scrape("/image.png", { parsers: ["image"] })
      return unseen("taken; no text was in the picture of this run", document)
    },
    ...actions,
    location: echoed({ location: { country: "DE" } }, (echo) => echo.includes('"accept-language":"de')),
    skipTlsVerification: async ({ client, site }) => {
      const page = site.tls("self-signed", "/page").href
      await client.scrape(page, { skipTlsVerification: true, maxAge: 0 })
      return effect(
        (await codeOf(client.scrape(page, { skipTlsVerification: false, maxAge: 0 }))) === "SCRAPE_SSL_ERROR"
      )
    },
    removeBase64Images: compared(
      "/inline-image",
      { removeBase64Images: true },
      { removeBase64Images: false },
      (on, off) => !on.markdown.includes(";base64,") && off.markdown.includes(";base64,")
    ),
    fastMode: taken({ fastMode: true }),
    useMock: taken({ useMock: "mock" }),
    blockAds: compared(
      "/with-ads",
      { blockAds: true, onlyMainContent: false },
      { blockAds: false, onlyMainContent: false },
      (on, off) => !on.markdown.includes("Buy a web") && off.markdown.includes("Buy a web")
    ),
    'proxy: "basic"': proxied("basic", "basic"),
    'proxy: "stealth"': proxied("stealth", "stealth"),
    'proxy: "enhanced"': proxied("enhanced", "stealth"),
    'proxy: "auto"': proxied("auto", "basic"),
    maxAge: async (world) => {
      await world.scrape("/article?maxAge")
      const hit = await cached(world, "/article?maxAge")
      const { metadata } = await world.scrape("/article?maxAge", { maxAge: 0 })
      return effect(hit && metadata.cacheState !== "hit")
    },
    minAge: async (world) => {
      const none = await codeOf(world.client.scrape(world.at("/article?minAge"), { minAge: 0 }))
      await world.scrape("/article?minAge")
      const document = await world.client.scrape(world.at("/article?minAge"), { minAge: 0 })
      return effect(none === "SCRAPE_NO_CACHED_DATA" && document.metadata?.cacheState === "hit")
    },
    storeInCache: async (world) => {
      await world.scrape("/article?stored", { storeInCache: true })
      await world.scrape("/article?notStored", { storeInCache: false })
      return effect((await cached(world, "/article?stored")) && !(await cached(world, "/article?notStored")))
    },
    lockdown: async ({ at, client, scrape, site }) => {
      const options = { lockdown: true } as const
      const none = await codeOf(client.scrape(at("/text?lock"), options))
      await scrape("/text?lock")
      const { metadata } = await client.scrape(at("/text?lock"), options)
      const visits = site.requests("/text").filter(({ path }) => path === "/text?lock").length
      return effect(none !== undefined && metadata?.cacheState === "hit" && visits === 1)
    },
    redactPII: compared(
      "/echo",
      { ...wishing, redactPII: { entities: ["EMAIL"] } },
      wishing,
      (on, off) => !on.rawHtml.includes("ann@example.com") && off.rawHtml.includes("ann@example.com")
    ),
    threatProtection: async (world) =>
      effect((await codeOf(world.scrape("/article", notHere(world)))) === "unsafe_domain_blocked"),
    auditMetadata: taken({ auditMetadata: { username: "somebody" } }),
    profile: async ({ scrape }) => {
      const profile = { name: "of a scrape" }
      await scrape("/cookies/set?login=done", { profile })
      const { rawHtml } = await scrape("/echo?profile", { formats: ["rawHtml"], profile })
      const without = await scrape("/echo?profile", { formats: ["rawHtml"], waitFor: 1 })
      return effect(rawHtml.includes("login=done") && !without.rawHtml.includes("login=done"))
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" }),
    domainTools: taken({ domainTools: true }),
    'toolDetail: "compact"': taken({ toolDetail: "compact" }, detail),
    'toolDetail: "summary"': taken({ toolDetail: "summary" }, detail),
    'toolDetail: "full"': taken({ toolDetail: "full" }, detail)
  }
}
