/**
 * The site of a small maker of instruments: a shop over several listing pages,
 * a team, offices and a blog, written in the ways that sites write such things, with
 * what is true of it.
 */
import { html, type Routes, send } from "./site/Route.ts"

export interface ProductEntry {
  readonly slug: string
  readonly name: string
  readonly sku: string
  readonly price: number
  readonly weight: string
}

export const instruments: ReadonlyArray<ProductEntry> = [
  { slug: "tide-clock", name: "Tide clock", sku: "TC-1", price: 480, weight: "2.1 kg" },
  { slug: "barograph", name: "Barograph", sku: "BG-2", price: 1250, weight: "6 kg" },
  { slug: "sextant", name: "Brass sextant", sku: "SX-3", price: 390.5, weight: "1.4 kg" },
  { slug: "log-line", name: "Log line", sku: "LL-4", price: 75, weight: "900 g" },
  { slug: "lead", name: "Sounding lead", sku: "SL-5", price: 42, weight: "3.2 kg" },
  { slug: "lantern", name: "Signal lantern", sku: "LA-6", price: 160, weight: "2.8 kg" }
]

export const company = {
  name: "Marlow Instruments",
  founded: "1924",
  phone: "+44 20 7946 0018",
  email: "office@marlow.example"
} as const

export const team = [
  { name: "Ada Marlow", role: "Director", email: "ada@marlow.example" },
  { name: "Jonas Feld", role: "Clockmaker", email: "jonas@marlow.example" },
  { name: "Inès Roy", role: "Engraver", email: "ines@marlow.example" }
] as const

const ld = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...data })}</script>`

const page = (title: string, body: string, head = "") =>
  html(
    `${title} | ${company.name}`,
    `<header><nav><a href="/company/">Home</a> <a href="/company/shop/">Shop</a> <a href="/company/team">Team</a> <a href="/company/contact">Contact</a> <a href="/company/blog/tides">Blog</a> <a href="/company/privacy">Privacy</a></nav></header><main>${body}</main><footer><p>© ${company.name}</p></footer>`,
    `<meta property="og:site_name" content="${company.name}">${head}`
  )

const card = ({ name, price, slug }: ProductEntry) =>
  `<li class="product-card"><h3><a href="/company/shop/${slug}">${name}</a></h3><p class="price">£${price.toFixed(2)}</p></li>`

const listing = (number: number, items: ReadonlyArray<ProductEntry>) =>
  page(
    `Shop, page ${number}`,
    `<h1>Shop</h1><ul>${items.map(card).join("")}</ul><p><a href="/company/shop/${number === 1 ? "?page=2" : ""}">Page ${number === 1 ? 2 : 1}</a></p>`
  )

const detail = ({ name, price, sku, slug, weight }: ProductEntry) => {
  const related = instruments.filter((other) => other.slug !== slug).slice(0, 2)
  return page(
    name,
    `<h1>${name}</h1><p>The ${name.toLowerCase()} is made by hand in our workshop by the river, and tested at sea for a month before it leaves.</p><table><tr><th>Weight</th><td>${weight}</td></tr><tr><th>Guarantee</th><td>ten years</td></tr></table><h2>You may also like</h2><ul>${related.map(card).join("")}</ul>`,
    ld({ "@type": "Product", name, sku, offers: { "@type": "Offer", price, priceCurrency: "GBP" } })
  )
}

const pages: Readonly<Record<string, string>> = {
  "": page(
    "Home",
    `<h1>${company.name}</h1><p>${company.name} makes clocks and instruments for people who go to sea. Everything is built in one workshop on the Thames.</p>`,
    `<meta name="description" content="Clocks and instruments for the sea, made by hand.">${ld({ "@type": "Organization", name: company.name, foundingDate: company.founded })}`
  ),
  contact: page(
    "Contact",
    `<h1>Contact</h1><dl><dt>Phone</dt><dd>${company.phone}</dd><dt>Email</dt><dd><a href="mailto:${company.email}">${company.email}</a></dd></dl>`
  ),
  team: page(
    "Team",
    `<h1>Team</h1><table><tr><th>Name</th><th>Role</th><th>Email</th></tr>${team
      .map(({ email, name, role }) => `<tr><td>${name}</td><td>${role}</td><td>${email}</td></tr>`)
      .join("")}</table>`
  ),
  "blog/tides": page(
    "How tides are foretold",
    `<article><h1>How tides are foretold</h1><p>Tides follow the moon, and a clock that follows the moon can foretell them. Ours does so with forty gears, and it is right to the minute for a century.</p></article>`,
    ld({ "@type": "Article", headline: "How tides are foretold", author: { "@type": "Person", name: "Ada Marlow" } })
  ),
  privacy: page(
    "Privacy",
    "<h1>Privacy</h1><p>We keep what we need to send you what you bought, and nothing else at all.</p>"
  )
}

/** Everything below `/company/`. */
export const routes: Routes = {
  "/company/": ({ response, url }, rest) => {
    const product = instruments.find(({ slug }) => rest === `shop/${slug}`)
    const half = instruments.length / 2
    if (rest === "shop" || rest === "shop/") {
      const second = url.searchParams.get("page") === "2"
      return send(response, listing(second ? 2 : 1, second ? instruments.slice(half) : instruments.slice(0, half)))
    }
    const body = product === undefined ? pages[rest] : detail(product)
    send(response, body ?? page("Not found", "<h1>Not found</h1>"), undefined, {}, body === undefined ? 404 : 200)
  }
}
