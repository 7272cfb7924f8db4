/** Options of parsing an uploaded file. */
import { effect, type Probe, type Table, unseen } from "./Probe.ts"
import type { World } from "./world.ts"

const text = "Spiders weave at night, and rest in the library by day. ".repeat(8)
const page = `<!doctype html><html><head><title>Up</title></head><body><nav><a href="/home">Home</a></nav><main><h1>Up</h1>
<p>${text}</p><p class="aside">An aside.</p><ins class="adsbygoogle">Buy a web</ins>
<img alt="dot" src="data:image/png;base64,iVBORw0KGgo="><img alt="web" src="/web.png"></main></body></html>`

const linked = (data: object): string =>
  page.replace("</head>", `<script type="application/ld+json">${JSON.stringify(data)}</script></head>`)

const product = linked({
  "@context": "https://schema.org",
  "@type": "Product",
  name: "Silk",
  offers: { "@type": "Offer", price: "4", priceCurrency: "EUR" }
})

const menu = linked({
  "@context": "https://schema.org",
  "@type": "Menu",
  name: "Lunch",
  hasMenuSection: { "@type": "MenuSection", name: "Soups", hasMenuItem: { "@type": "MenuItem", name: "Fly soup" } }
})

const parsed = ({ client }: World, options: object, data = page): Promise<any> =>
  client.parse({ data, filename: "up.html", contentType: "text/html" }, options)

const format = (name: string, has: (document: any) => boolean, options: object = { type: name }, data = page) =>
  [
    `formats: "${name}"`,
    async (world: World) => {
      const document = await parsed(world, { formats: [options] }, data)
      return effect(has(document), document)
    }
  ] as const

const compared =
  (on: object, off: object, has: (withIt: any, without: any) => boolean): Probe =>
  async (world) => {
    const withIt = await parsed(world, on)
    return effect(has(withIt, await parsed(world, off)), withIt)
  }

const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) =>
    unseen(why, await parsed(world, options))

const unjudged = "taken; this run does not look at what it does"
const visitsNothing = "a file is not asked for over the network"
const schema = { type: "object", properties: { title: { type: "string" } } }

const pdf =
  (options: object, has: (document: any) => boolean): Probe =>
  async ({ at, client }) => {
    const data = await (await fetch(at("/file.pdf"))).arrayBuffer()
    const document = await client.parse({ data, filename: "up.pdf", contentType: "application/pdf" }, options)
    return effect(has(document), document)
  }

const picture: Probe = async ({ at, client }) => {
  const data = await (await fetch(at("/image.png"))).arrayBuffer()
  const file = { data, filename: "up.png", contentType: "image/png" }
  return unseen("taken; no text was in the picture of this run", await client.parse(file, { parsers: ["image"] }))
}

export const parse: Table = {
  title: "`ParseOptions`",
  declaration: "type ParseOptions",
  probes: {
    ...Object.fromEntries([
      format("markdown", ({ markdown }) => markdown.includes("# Up")),
      format("html", ({ html }) => html.includes("<h1>Up")),
      format("rawHtml", ({ rawHtml }) => rawHtml.includes("<nav>")),
      format("links", ({ links }) => links.length > 0),
      format("images", ({ images }) => images.some((image: string) => image.endsWith("/web.png"))),
      format("summary", ({ summary }) => summary.length > 0),
      format("json", ({ json }) => Object.keys(json).join() === "title", { type: "json", schema }),
      format("attributes", ({ attributes }) => attributes[0].values.includes("web"), {
        type: "attributes",
        selectors: [{ selector: "img", attribute: "alt" }]
      }),
      format("product", ({ product: found }) => found.title === "Silk", { type: "product" }, product),
      format("menu", ({ menu: found }) => found.sections[0].items[0].name === "Fly soup", { type: "menu" }, menu),
      format("question", ({ answer }) => answer.length > 0, {
        type: "question",
        question: "Where do spiders rest by day?"
      }),
      format("highlights", ({ highlights }) => highlights.includes("Spiders"), {
        type: "highlights",
        query: "spiders"
      }),
      format("query", ({ answer }) => answer.length > 0, { type: "query", prompt: "Where do spiders rest by day?" })
    ]),
    headers: taken({ headers: { "x-wish": "silk" } }, visitsNothing),
    includeTags: compared({ includeTags: ["h1"] }, {}, (on, off) => {
      return on.markdown.trim() === "# Up" && off.markdown.includes("Spiders")
    }),
    excludeTags: compared({ excludeTags: [".aside"] }, {}, (on, off) => {
      return !on.markdown.includes("An aside") && off.markdown.includes("An aside")
    }),
    onlyMainContent: compared({ onlyMainContent: true }, { onlyMainContent: false }, (on, off) => {
      return !on.markdown.includes("Home") && off.markdown.includes("Home")
    }),
    timeout: taken({ timeout: 30_000 }, "no file of this run takes that long"),
    'parsers: "pdf"': pdf({ parsers: ["pdf"] }, ({ markdown }) => markdown.includes("Hello from a PDF")),
    'parsers: "image"': picture,
    skipTlsVerification: taken({ skipTlsVerification: true }, visitsNothing),
    removeBase64Images: compared({ removeBase64Images: true }, { removeBase64Images: false }, (on, off) => {
      return !on.markdown.includes(";base64,") && off.markdown.includes(";base64,")
    }),
    fastMode: taken({ fastMode: true }),
    useMock: taken({ useMock: "mock" }),
    blockAds: compared(
      { blockAds: true, onlyMainContent: false },
      { blockAds: false, onlyMainContent: false },
      (on, off) => {
        return !on.markdown.includes("Buy a web") && off.markdown.includes("Buy a web")
      }
    ),
    'proxy: "basic"': taken({ proxy: "basic" }, visitsNothing),
    'proxy: "auto"': taken({ proxy: "auto" }, visitsNothing),
    redactPII: async (world) => {
      const data = page.replace("An aside.", "Write to ann@example.com.")
      const { markdown } = await parsed(world, { redactPII: { entities: ["EMAIL"] } }, data)
      return effect(markdown.includes("Write to") && !markdown.includes("ann@example.com"))
    },
    auditMetadata: taken({ auditMetadata: { username: "somebody" } }),
    profile: taken({ profile: { name: "mine" } }, unjudged),
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" }),
    domainTools: taken({ domainTools: true })
  }
}
