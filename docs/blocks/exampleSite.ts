/** What `https://example.com` is while the blocks run: a small site with a shop, documentation and a company. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Served, serveOnLoopback } from "../loopback.ts"

const words = "Orb weavers build round webs, and rest in the middle of them until something moves. ".repeat(6)

const html = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title.toLowerCase()}">${head}</head>` +
  `<body><nav><a href="/">Home</a> <a href="/about">About</a> <a href="/docs/">Docs</a> <a href="/product">Product</a></nav>` +
  `<main><h1>${title}</h1>${body}</main><footer><p>Imprint</p></footer></body></html>`

const product = {
  "@context": "https://schema.org",
  "@type": "Product",
  name: "Tea kettle",
  sku: "TK-1",
  offers: { "@type": "Offer", price: 49.5, priceCurrency: "EUR", availability: "https://schema.org/InStock" }
}

const productPage = html(
  "Tea kettle",
  `<p>A kettle for four cups.</p><p class="price">49.50 €</p><p id="more">${words}</p>`,
  `<script type="application/ld+json">${JSON.stringify(product)}</script>`
)

const pages: Readonly<Record<string, string>> = {
  "/": html(
    "Orb weavers",
    `<p>${words}</p><p>We sell kettles too: <a href="/product">tea kettle</a>, and list all <a href="/company/">products</a>.</p>`
  ),
  "/about": html("About", `<p>${words}</p><p>Run by Ada Marlow since 1924.</p>`),
  "/login": html(
    "Sign in",
    `<form method="post"><input name="user"><input name="password" type="password"><button>Sign in</button></form>`
  ),
  "/account": html("Account", `<p id="signed-in">Signed in. ${words}</p>`),
  "/orders": html("Orders", `<p>Three orders. ${words}</p>`),
  "/product": productPage,
  "/docs/": html(
    "Documentation",
    `<p>${words}</p><ul><li><a href="/docs/install">Install</a></li><li><a href="/docs/use">Use</a></li></ul>`
  ),
  "/docs": html("Documentation", `<p>${words}</p><a href="/docs/install">Install</a>`),
  "/docs/install": html("Install", `<p>Run the installer. ${words}</p>`),
  "/docs/use": html("Use", `<p>Open the lid. ${words}</p>`),
  "/clock": readFileSync(join(import.meta.dirname, "../../examples/demo/page.html"), "utf8"),
  "/company/": html(
    "Marlow Instruments",
    `<p>${words}</p><a href="/company/contact">Contact</a> <a href="/company/kettle">Kettle</a>`
  ),
  "/company/kettle": productPage,
  "/company/contact": html(
    "Contact",
    `<dl><dt>Phone</dt><dd>+44 20 7946 0018</dd><dt>Email</dt><dd>office@marlow.example</dd></dl>` +
      "<p>The workshop is behind the harbour office, and open from Monday to Friday. Ring twice: the bell is as old as the clock.</p>"
  )
}

export const start = (): Promise<Served> =>
  serveOnLoopback((request, response) => {
    const path = new URL(request.url!, "http://site").pathname
    if (path === "/search") {
      const results = [{ url: "https://site.test/", title: "Orb weavers", content: "Webs" }]
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }))
    }
    if (path === "/login" && request.method === "POST") {
      request.resume()
      return response.writeHead(303, { location: "/account", "set-cookie": "session=secret; HttpOnly" }).end()
    }
    const page = pages[path]
    const known = page !== undefined
    return response
      .writeHead(known ? 200 : 404, { "content-type": "text/html" })
      .end(known ? page : html("Not found", "<p>There is no such page.</p>"))
  })
