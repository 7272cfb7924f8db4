/** Sites where pages disagree, overlap and repeat each other. */
import { ld } from "../json/page.ts"
import type { JudgedSite } from "./sites.ts"

const page = (site: string, title: string, body: string, head = "", lang = "en"): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title} | ${site}</title>${head}</head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/all">All</a></li><li><a href="/contact">Contact</a></li></ul></nav><main>${body}</main><footer><p>© ${site}</p></footer></body></html>`

const branch = (name: string, city: string, phone: string) =>
  `<article class="card"><h3>${name}</h3><dl><dt>City</dt><dd>${city}</dd><dt>Phone</dt><dd>${phone}</dd></dl></article>`
const directory: JudgedSite = {
  name: "directory over two pages, one name in two cities",
  pages: {
    "/all": page(
      "Yellow",
      "Opticians",
      `<h1>Opticians</h1><div>${branch("Clear View", "Leeds", "0113 555 01")}${branch("Focus", "York", "01904 555 02")}</div>`
    ),
    "/all?page=2": page(
      "Yellow",
      "Opticians, page 2",
      `<h1>Opticians</h1><div>${branch("Focus", "York", "01904 555 02")}${branch("Clear View", "Hull", "01482 555 03")}</div>`
    )
  },
  tasks: [
    {
      schema: { opticians: [{ name: "string", city: "string", phone: "string" }] },
      expected: {
        opticians: [
          { name: "Clear View", city: "Leeds", phone: "0113 555 01" },
          { name: "Focus", city: "York", phone: "01904 555 02" },
          { name: "Clear View", city: "Hull", phone: "01482 555 03" }
        ]
      }
    }
  ]
}

const lamp = (name: string, sku: string, price: number, watts: string) =>
  page(
    "Lumi",
    name,
    `<h1>${name}</h1><table><tr><th>Power</th><td>${watts}</td></tr></table>`,
    ld({ "@type": "Product", name, sku, offers: { "@type": "Offer", price, priceCurrency: "EUR" } })
  )
const stale: JudgedSite = {
  name: "old prices on the list, new ones on the pages",
  pages: {
    "/all": page(
      "Lumi",
      "Lamps",
      `<h1>Lamps</h1><div class="grid"><article><h3><a href="/l/1">Arc</a></h3><p class="price">€99</p></article><article><h3><a href="/l/2">Bow</a></h3><p class="price">€49</p></article></div>`
    ),
    "/l/1": lamp("Arc", "A1", 89, "12 W"),
    "/l/2": lamp("Bow", "B2", 49, "7 W")
  },
  tasks: [
    {
      schema: {
        lamps: [{ name: "string", sku: "string", offer: { price: "number", currency: "string" }, power: "string" }]
      },
      expected: {
        lamps: [
          { name: "Arc", sku: "A1", offer: { price: 89, currency: "EUR" }, power: "12 W" },
          { name: "Bow", sku: "B2", offer: { price: 49, currency: "EUR" }, power: "7 W" }
        ]
      }
    },
    {
      schema: [{ name: "string", price: "number" }],
      paths: ["/all", "/l/1", "/l/2"],
      expected: [
        { name: "Arc", price: 89 },
        { name: "Bow", price: 49 }
      ]
    }
  ]
}

const profile: JudgedSite = {
  name: "one person over several pages",
  pages: {
    "/": page(
      "Rhea Voss",
      "Rhea Voss",
      `<h1>Rhea Voss</h1><p>Sculptor in Turin.</p>`,
      ld({ "@type": "Person", name: "Rhea Voss", jobTitle: "Sculptor" })
    ),
    "/contact": page(
      "Rhea Voss",
      "Contact",
      `<h1>Contact</h1><ul><li>Email: rhea@voss.example</li><li>Phone: +39 011 555 01</li></ul>`
    ),
    "/work": page(
      "Rhea Voss",
      "Work",
      `<h1>Work</h1><table><tr><th>Title</th><th>Year</th><th>Material</th></tr><tr><td>Tide</td><td>2021</td><td>bronze</td></tr><tr><td>Ebb</td><td>2023</td><td>marble</td></tr></table>`
    )
  },
  tasks: [
    {
      schema: {
        name: "string",
        jobTitle: "string",
        email: "string",
        phone: "string",
        works: [{ title: "string", year: "integer", material: "string" }]
      },
      expected: {
        name: "Rhea Voss",
        jobTitle: "Sculptor",
        email: "rhea@voss.example",
        phone: "+39 011 555 01",
        works: [
          { title: "Tide", year: 2021, material: "bronze" },
          { title: "Ebb", year: 2023, material: "marble" }
        ]
      }
    }
  ]
}

const cars = [
  { name: "Corsa 1.2", year: 2019, mileage: 41000, price: 9900, path: "/c/1" },
  { name: "Clio TCe", year: 2021, mileage: 18500, price: 13400, path: "/c/2" },
  { name: "Clio TCe", year: 2018, mileage: 77000, price: 8200, path: "/c/3" }
]
const dealer: JudgedSite = {
  name: "cars of one name that differ",
  pages: {
    "/all": page(
      "Motor",
      "Cars",
      `<h1>Cars</h1><table><tr><th>Car</th><th>Year</th><th>Price</th></tr>${cars.map(({ name, path, price, year }) => `<tr><td><a href="${path}">${name}</a></td><td>${year}</td><td>€${price}</td></tr>`).join("")}</table>`
    )
  },
  tasks: [
    {
      schema: { cars: [{ name: "string", year: "integer", price: "number" }] },
      expected: { cars: cars.map(({ name, price, year }) => ({ name, year, price })) }
    }
  ]
}

const news: JudgedSite = {
  name: "headlines on the front page, with the same articles under them",
  pages: {
    "/": page(
      "The Ledger",
      "News",
      `<h1>News</h1><article><h2><a href="/n/1">Bridge reopens</a></h2><time datetime="2026-05-02">2 May 2026</time><p>By Ole Dahl</p></article><article><h2><a href="/n/2">Rain at last</a></h2><time datetime="2026-05-03">3 May 2026</time><p>By Ute Kern</p></article>`
    ),
    "/n/1": page(
      "The Ledger",
      "Bridge reopens",
      `<article><h1>Bridge reopens</h1><p>It is open.</p></article>`,
      ld({
        "@type": "NewsArticle",
        headline: "Bridge reopens",
        author: { "@type": "Person", name: "Ole Dahl" },
        datePublished: "2026-05-02"
      })
    ),
    "/n/2": page(
      "The Ledger",
      "Rain at last",
      `<article><h1>Rain at last</h1><p>It rains.</p></article>`,
      ld({
        "@type": "NewsArticle",
        headline: "Rain at last",
        author: { "@type": "Person", name: "Ute Kern" },
        datePublished: "2026-05-03"
      })
    ),
    "/imprint": page("The Ledger", "Imprint", `<h1>Imprint</h1><dl><dt>Publisher</dt><dd>Ledger Media</dd></dl>`)
  },
  tasks: [
    {
      schema: { articles: [{ headline: "string", author: "string", datePublished: "date" }] },
      expected: {
        articles: [
          { headline: "Bridge reopens", author: "Ole Dahl", datePublished: "2026-05-02" },
          { headline: "Rain at last", author: "Ute Kern", datePublished: "2026-05-03" }
        ]
      }
    }
  ]
}

const weak: JudgedSite = {
  name: "two things without structured data, one of them asked for",
  pages: {
    "/tent": page(
      "Camp",
      "Ridge tent",
      `<h1>Ridge tent</h1><table><tr><th>Weight</th><td>2.2 kg</td></tr><tr><th>Price</th><td>$240</td></tr></table>`
    ),
    "/stove": page(
      "Camp",
      "Trail stove",
      `<h1>Trail stove</h1><table><tr><th>Weight</th><td>0.3 kg</td></tr><tr><th>Price</th><td>$60</td></tr><tr><th>Warranty</th><td>5 years</td></tr></table>`
    )
  },
  tasks: [
    {
      schema: { name: "string", weight: "string", price: "number", warranty: "string" },
      expected: { name: "Trail stove", weight: "0.3 kg", price: 60, warranty: "5 years" }
    },
    {
      schema: { name: "string", weight: "string", price: "number" },
      expected: { name: "Ridge tent", weight: "2.2 kg", price: 240 }
    }
  ]
}

const campus: JudgedSite = {
  name: "courses in German, the list says some and the pages the rest",
  pages: {
    "/kurse": page(
      "Abendschule",
      "Kurse",
      `<h1>Kurse</h1><table><tr><th>Kurs</th><th>Beginn</th></tr><tr><td>Töpfern</td><td>2026-09-01</td></tr><tr><td>Imkern</td><td>2026-09-08</td></tr></table>`,
      "",
      "de"
    ),
    "/kurse/toepfern": page(
      "Abendschule",
      "Töpfern",
      `<h1>Töpfern</h1><dl><dt>Dauer</dt><dd>10 Abende</dd><dt>Preis</dt><dd>120 €</dd></dl>`,
      "",
      "de"
    ),
    "/kurse/imkern": page(
      "Abendschule",
      "Imkern",
      `<h1>Imkern</h1><dl><dt>Dauer</dt><dd>6 Abende</dd><dt>Preis</dt><dd>90 €</dd></dl>`,
      "",
      "de"
    )
  },
  tasks: [
    {
      schema: { kurse: [{ name: "string", beginn: "date", dauer: "string", preis: "number" }] },
      expected: {
        kurse: [
          { name: "Töpfern", beginn: "2026-09-01", dauer: "10 Abende", preis: 120 },
          { name: "Imkern", beginn: "2026-09-08", dauer: "6 Abende", preis: 90 }
        ]
      }
    }
  ]
}

export const harderSites: ReadonlyArray<JudgedSite> = [directory, stale, profile, dealer, news, weak, campus]
