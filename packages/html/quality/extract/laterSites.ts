/** Sites written after the rules. On the first run seven gave precision and recall 1 and 1, seven more 0.963 and 0.825. */
import { ld } from "../json/page.ts"
import type { JudgedSite } from "./sites.ts"

const page = (site: string, title: string, body: string, head = "", lang = "en"): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title} · ${site}</title><meta property="og:title" content="${title}"><meta property="og:site_name" content="${site}">${head}</head><body><header><a href="/">${site}</a></header><main>${body}</main><footer>Phone: +1 555 0199</footer></body></html>`

const clinics: JudgedSite = {
  name: "branches of one clinic, each with its own phone",
  pages: {
    "/": page(
      "Nova Clinic",
      "Branches",
      `<h1>Our branches</h1><ul><li><a href="/b/north">North</a></li><li><a href="/b/south">South</a></li></ul>`
    ),
    "/b/north": page(
      "Nova Clinic",
      "North branch",
      `<h1>North branch</h1>`,
      ld({
        "@type": "MedicalClinic",
        name: "Nova North",
        telephone: "+1 555 0101",
        address: { "@type": "PostalAddress", streetAddress: "1 Pine St", addressLocality: "Duluth" }
      })
    ),
    "/b/south": page(
      "Nova Clinic",
      "South branch",
      `<h1>South branch</h1>`,
      ld({
        "@type": "MedicalClinic",
        name: "Nova South",
        telephone: "+1 555 0102",
        address: { "@type": "PostalAddress", streetAddress: "9 Elm St", addressLocality: "Winona" }
      })
    )
  },
  tasks: [
    {
      schema: { branches: [{ name: "string", phone: "string", city: "string" }] },
      expected: {
        branches: [
          { name: "Nova North", phone: "+1 555 0101", city: "Duluth" },
          { name: "Nova South", phone: "+1 555 0102", city: "Winona" }
        ]
      }
    }
  ]
}

const camera = (name: string, sku: string, list: number, price: number, extra: string) =>
  page(
    "Lens & Co",
    name,
    `<h1>${name}</h1><p><del>$${list}</del> <strong class="price">$${price}</strong></p><ul class="specs"><li>Weight: ${extra}</li><li>Colour: black</li></ul><h2>Customers also bought</h2><div class="grid"><article><h3><a href="/c/strap">Strap</a></h3><p>$25</p></article><article><h3><a href="/c/bag">Bag</a></h3><p>$60</p></article></div>`,
    `<meta property="product:price:amount" content="${price}">${ld({
      "@graph": [
        { "@type": "BreadcrumbList", itemListElement: [{ "@type": "ListItem", position: 1, name: "Cameras" }] },
        {
          "@type": "Product",
          name,
          sku,
          brand: { "@type": "Brand", name: "Halo" },
          offers: { "@type": "Offer", price, priceCurrency: "USD" },
          aggregateRating: { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 12 }
        }
      ]
    })}`
  )
const cameras: JudgedSite = {
  name: "cameras with old prices, specifications in lists and a graph",
  pages: {
    "/c/one": camera("Halo One", "H1", 999, 899, "480 g"),
    "/c/two": camera("Halo Two", "H2", 1499, 1299, "610 g"),
    "/help": page("Lens & Co", "Help", `<h1>Help</h1><h2>How long is the warranty?</h2><p>Two years.</p>`)
  },
  tasks: [
    {
      schema: { items: [{ name: "string", price: "number", brand: "string", rating: "number", weight: "string" }] },
      expected: {
        items: [
          { name: "Halo One", price: 899, brand: "Halo", rating: 4.5, weight: "480 g" },
          { name: "Halo Two", price: 1299, brand: "Halo", rating: 4.5, weight: "610 g" }
        ]
      }
    },
    {
      schema: { product: { name: "string", price: "number", weight: "string" } },
      paths: ["/help", "/c/two"],
      expected: { product: { name: "Halo Two", price: 1299, weight: "610 g" } }
    }
  ]
}

const flats = [
  { title: "Flat by the park", price: 1200, rooms: 3, path: "/f/1" },
  { title: "Loft in the harbour", price: 2100, rooms: 2, path: "/f/2" },
  { title: "House with a garden", price: 2900, rooms: 5, path: "/f/3" }
]
const rentals: JudgedSite = {
  name: "flats in definition lists, in German",
  pages: Object.fromEntries(
    flats.map(({ path, price, rooms, title }) => [
      path,
      page(
        "Wohnwerk",
        title,
        `<h1>${title}</h1><dl><dt>Preis</dt><dd>${price.toLocaleString("de-DE")} €</dd><dt>Zimmer</dt><dd>${rooms}</dd></dl>`,
        "",
        "de"
      )
    ])
  ),
  tasks: [
    {
      schema: { flats: [{ title: "string", price: "number", rooms: "integer" }] },
      expected: { flats: flats.map(({ price, rooms, title }) => ({ title, price, rooms })) }
    }
  ]
}

const software: JudgedSite = {
  name: "one program: version, licence and prices on pages of their own",
  pages: {
    "/": page(
      "Plumb",
      "Plumb",
      `<h1>Plumb</h1><p>A build tool that measures twice.</p>`,
      ld({ "@type": "SoftwareApplication", name: "Plumb", operatingSystem: "Linux, macOS" })
    ),
    "/download": page(
      "Plumb",
      "Download",
      `<h1>Download</h1><table><tr><th>Version</th><td>3.4.1</td></tr><tr><th>License</th><td>MIT</td></tr></table>`
    ),
    "/pricing": page(
      "Plumb",
      "Pricing",
      `<h1>Pricing</h1><table><tr><th>Plan</th><th>Price</th><th>Users</th></tr><tr><td>Solo</td><td>$0</td><td>1</td></tr><tr><td>Crew</td><td>$29</td><td>10</td></tr></table>`
    )
  },
  tasks: [
    {
      schema: {
        name: "string",
        version: "string",
        license: "string",
        plans: [{ name: "string", price: "number", users: "integer" }]
      },
      expected: {
        name: "Plumb",
        version: "3.4.1",
        license: "MIT",
        plans: [
          { name: "Solo", price: 0, users: 1 },
          { name: "Crew", price: 29, users: 10 }
        ]
      }
    }
  ]
}

const conference: JudgedSite = {
  name: "speakers over two pages, one of them twice",
  pages: {
    "/day-1": page(
      "ConfFjord",
      "Day 1",
      `<h1>Day 1</h1><table><tr><th>Speaker</th><th>Company</th><th>Talk</th></tr><tr><td>Mia Sol</td><td>Lumen</td><td>Light</td></tr><tr><td>Per Aas</td><td>Fjord</td><td>Water</td></tr></table>`
    ),
    "/day-2": page(
      "ConfFjord",
      "Day 2",
      `<h1>Day 2</h1><table><tr><th>Speaker</th><th>Company</th><th>Talk</th></tr><tr><td>Per Aas</td><td>Fjord</td><td>Water</td></tr><tr><td>Zoe Tan</td><td>Kite</td><td>Wind</td></tr></table>`
    ),
    "/venue": page("ConfFjord", "Venue", `<h1>Venue</h1><dl><dt>Address</dt><dd>Quay 7, Bergen</dd></dl>`)
  },
  tasks: [
    {
      schema: { speakers: [{ name: "string", company: "string", talk: "string" }] },
      expected: {
        speakers: [
          { name: "Mia Sol", company: "Lumen", talk: "Light" },
          { name: "Per Aas", company: "Fjord", talk: "Water" },
          { name: "Zoe Tan", company: "Kite", talk: "Wind" }
        ]
      }
    },
    { schema: { address: "string" }, expected: { address: "Quay 7, Bergen" } }
  ]
}

const faq: JudgedSite = {
  name: "questions and answers over two pages",
  pages: {
    "/faq": page(
      "Post",
      "FAQ",
      `<h1>FAQ</h1>`,
      ld({
        "@type": "FAQPage",
        mainEntity: [
          {
            "@type": "Question",
            name: "Do you ship abroad?",
            acceptedAnswer: { "@type": "Answer", text: "Yes, to 40 countries." }
          }
        ]
      })
    ),
    "/faq/returns": page(
      "Post",
      "Returns",
      `<h1>Returns</h1>`,
      ld({
        "@type": "FAQPage",
        mainEntity: [
          {
            "@type": "Question",
            name: "Can I return it?",
            acceptedAnswer: { "@type": "Answer", text: "Within 30 days." }
          },
          {
            "@type": "Question",
            name: "Do you ship abroad?",
            acceptedAnswer: { "@type": "Answer", text: "Yes, to 40 countries." }
          }
        ]
      })
    )
  },
  tasks: [
    {
      schema: { faq: [{ question: "string", answer: "string" }] },
      expected: {
        faq: [
          { question: "Do you ship abroad?", answer: "Yes, to 40 countries." },
          { question: "Can I return it?", answer: "Within 30 days." }
        ]
      }
    }
  ]
}

const museum: JudgedSite = {
  name: "a museum whose pages disagree about its phone",
  pages: {
    "/": page(
      "Museum of Salt",
      "Museum of Salt",
      `<h1>Museum of Salt</h1>`,
      ld({ "@type": "Museum", name: "Museum of Salt", telephone: "+43 1 555 1" })
    ),
    "/old": page(
      "Museum of Salt",
      "Archive",
      `<h1>Archive</h1><dl><dt>Telephone</dt><dd>+43 1 555 9</dd><dt>Opening hours</dt><dd>Mo-Fr 09:00-17:00</dd></dl>`
    )
  },
  tasks: [
    {
      schema: { name: "string", phone: "string", openingHours: "string" },
      expected: { name: "Museum of Salt", phone: "+43 1 555 1", openingHours: "Mo-Fr 09:00-17:00" }
    }
  ]
}

export const laterSites: ReadonlyArray<JudgedSite> = [clinics, cameras, rentals, software, conference, faq, museum]
