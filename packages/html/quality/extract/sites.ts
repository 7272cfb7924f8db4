/** Sites to judge by: their pages in order of trust, what is asked for, and what a careful reader finds. */
import { ld, type Short } from "../json/page.ts"

export interface JudgedSite {
  readonly name: string
  /** HTML by path. */
  readonly pages: Readonly<Record<string, string>>
  readonly tasks: ReadonlyArray<{
    readonly schema: Short
    readonly expected: unknown
    /** Pages in the order given; all when absent. */
    readonly paths?: ReadonlyArray<string>
  }>
}

const page = (site: string, title: string, body: string, head = "", lang = "en"): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title} – ${site}</title><meta property="og:site_name" content="${site}"><meta property="og:title" content="${title}">${head}</head><body><nav><a href="/">Start</a> <a href="/all">All</a></nav><main>${body}</main><footer><p>© ${site}</p></footer></body></html>`

/** The same without any metadata. */
const plain = (site: string, title: string, body: string, lang = "en"): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title} | ${site}</title></head><body><nav><a href="/">Start</a></nav><main>${body}</main><footer><p>© ${site}</p></footer></body></html>`

const cards = (items: ReadonlyArray<{ readonly path: string; readonly name: string; readonly line: string }>) =>
  `<div class="grid">${items.map(({ line, name, path }) => `<article class="card"><h3><a href="${path}">${name}</a></h3><p class="price">${line}</p></article>`).join("")}</div>`

const bikes = [
  { name: "Kestrel 3", sku: "K3", price: 1899, weight: "9.8 kg", path: "/bikes/kestrel" },
  { name: "Heron Cargo", sku: "HC", price: 3450, weight: "24 kg", path: "/bikes/heron" },
  { name: "Wren Kids", sku: "WK", price: 349, weight: "6.1 kg", path: "/bikes/wren" },
  { name: "Wren Kids", sku: "WK-20", price: 399, weight: "6.9 kg", path: "/bikes/wren-20" }
]
const bikeCards = cards(bikes.map(({ name, path, price }) => ({ name, path, line: `€${price}` })))

const shop: JudgedSite = {
  name: "shop with JSON-LD, related products and two of one name",
  pages: {
    "/all": page("Velo", "All bikes", `<h1>All bikes</h1>${bikeCards}`),
    ...Object.fromEntries(
      bikes.map(({ name, path, price, sku, weight }) => [
        path,
        page(
          "Velo",
          name,
          `<h1>${name}</h1><table><tr><th>Weight</th><td>${weight}</td></tr></table><h2>More bikes</h2>${cards(
            bikes.slice(0, 2).map((bike) => ({ name: bike.name, path: bike.path, line: `€${bike.price}` }))
          )}`,
          ld({ "@type": "Product", name, sku, offers: { "@type": "Offer", price, priceCurrency: "EUR" } })
        )
      ])
    ),
    "/about": page(
      "Velo",
      "About",
      `<h1>About us</h1><p>We build bikes in Utrecht.</p>`,
      ld({ "@type": "Organization", name: "Velo", foundingDate: "1998" })
    )
  },
  tasks: [
    {
      schema: { products: [{ name: "string", sku: "string", price: "number", weight: "string" }] },
      paths: bikes.map(({ path }) => path),
      expected: { products: bikes.map(({ name, price, sku, weight }) => ({ name, sku, price, weight })) }
    },
    {
      schema: { name: "string", sku: "string", weight: "string" },
      paths: ["/bikes/heron", "/bikes/wren"],
      expected: { name: "Heron Cargo", sku: "HC", weight: "24 kg" }
    },
    {
      schema: { name: "string", founded: "string" },
      paths: ["/bikes/heron", "/about"],
      expected: { name: "Velo", founded: "1998" }
    }
  ]
}

const books = [
  { title: "Der Leuchtturm", author: "Nora Esch", isbn: "9783161484100", preis: 22, path: "/buch/1" },
  { title: "Salz und Wind", author: "Till Brand", isbn: "9783866801929", preis: 18.5, path: "/buch/2" },
  { title: "Nebel", author: "Nora Esch", isbn: "9783453146976", preis: 12, path: "/buch/3" }
]
const bookshop: JudgedSite = {
  name: "German bookshop with microdata",
  pages: {
    ...Object.fromEntries(
      books.map(({ author, isbn, path, preis, title }) => [
        path,
        page(
          "Buchladen",
          title,
          `<div itemscope itemtype="https://schema.org/Book"><h1 itemprop="name">${title}</h1><p>von <span itemprop="author">${author}</span></p><dl><dt>ISBN</dt><dd itemprop="isbn">${isbn}</dd></dl><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="${preis}">${String(preis).replace(".", ",")} €</span></div></div>`,
          "",
          "de"
        )
      ])
    ),
    "/impressum": page(
      "Buchladen",
      "Impressum",
      `<h1>Impressum</h1><dl><dt>Telefon</dt><dd>+49 30 555 012</dd><dt>USt-IdNr</dt><dd>DE123456789</dd></dl>`,
      "",
      "de"
    ),
    "/": page(
      "Buchladen",
      "Start",
      `<h1>Willkommen</h1><p>Bücher für kluge Köpfe.</p>`,
      ld({ "@type": "BookStore", name: "Buchladen am Fluss" }),
      "de"
    )
  },
  tasks: [
    {
      schema: { books: [{ title: "string", author: "string", isbn: "string", price: "number" }] },
      expected: { books: books.map(({ author, isbn, preis, title }) => ({ title, author, isbn, price: preis })) }
    },
    {
      schema: { telefon: "string", ustId: "string" },
      expected: { telefon: "+49 30 555 012", ustId: "DE123456789" }
    }
  ]
}

const people = [
  { name: "Ana Ruiz", role: "Director", email: "ana@team.example", path: "/people/ana" },
  { name: "Bo Lind", role: "Engineer", email: "bo@team.example", path: "/people/bo" },
  { name: "Cy Dale", role: "Writer", email: "cy@team.example", path: "/people/cy" }
]
const staff: JudgedSite = {
  name: "team in a table and on pages of their own",
  pages: {
    "/team": plain(
      "Studio Nine",
      "Team",
      `<h1>Team</h1><table><tr><th>Name</th><th>Role</th></tr>${people.map(({ name, role }) => `<tr><td>${name}</td><td>${role}</td></tr>`).join("")}</table>`
    ),
    ...Object.fromEntries(
      people.map(({ email, name, path, role }) => [
        path,
        plain(
          "Studio Nine",
          name,
          `<h1>${name}</h1><dl><dt>Role</dt><dd>${role}</dd><dt>Email</dt><dd>${email}</dd></dl>`
        )
      ])
    ),
    "/news": plain("Studio Nine", "News", `<h1>News</h1><p>We have moved to a larger house by the sea.</p>`)
  },
  tasks: [
    {
      schema: { team: [{ name: "string", role: "string", email: "string" }] },
      expected: { team: people.map(({ email, name, role }) => ({ name, role, email })) }
    }
  ]
}

const events = [
  { name: "Harbour night", startDate: "2026-06-12", location: "Pier 4", path: "/e/1" },
  { name: "Book fair", startDate: "2026-07-01", location: "Town hall", path: "/e/2" },
  { name: "Regatta", startDate: "2026-08-20", location: "North bay", path: "/e/3" }
]
const calendar: JudgedSite = {
  name: "events, a table of all and JSON-LD of each",
  pages: {
    "/": page(
      "Harbour",
      "Events",
      `<h1>Events</h1><table><tr><th>Event</th><th>Start date</th></tr>${events.map(({ name, startDate }) => `<tr><td>${name}</td><td>${startDate}</td></tr>`).join("")}</table>`
    ),
    ...Object.fromEntries(
      events.map(({ location, name, path, startDate }) => [
        path,
        page(
          "Harbour",
          name,
          `<h1>${name}</h1><p>Come and see.</p>`,
          ld({ "@type": "Event", name, startDate, location: { "@type": "Place", name: location } })
        )
      ])
    )
  },
  tasks: [
    {
      schema: { events: [{ name: "string", startDate: "date", location: "string" }] },
      expected: { events: events.map(({ location, name, startDate }) => ({ name, startDate, location })) }
    }
  ]
}

const posts = [
  { headline: "Why we write tests", author: "Ida Moor", datePublished: "2026-01-10", path: "/blog/tests" },
  { headline: "Smaller files", author: "Leo Park", datePublished: "2026-02-03", path: "/blog/files" },
  { headline: "A year of releases", author: "Ida Moor", datePublished: "2026-03-21", path: "/blog/year" }
]
const blog: JudgedSite = {
  name: "blog whose articles say themselves in meta tags and JSON-LD",
  pages: {
    "/": page(
      "Notes",
      "Blog",
      `<h1>Blog</h1><ul>${posts.map(({ headline, path }) => `<li><a href="${path}">${headline}</a></li>`).join("")}</ul>`
    ),
    ...Object.fromEntries(
      posts.map(({ author, datePublished, headline, path }, at) => [
        path,
        page(
          "Notes",
          headline,
          `<article><h1>${headline}</h1><p>There is a lot to say about it, and here it is.</p></article>`,
          at === 1
            ? `<meta name="author" content="${author}"><meta property="article:published_time" content="${datePublished}">`
            : ld({ "@type": "BlogPosting", headline, author: { "@type": "Person", name: author }, datePublished })
        )
      ])
    ),
    "/contact": page("Notes", "Contact", `<h1>Contact</h1><p>Email: hello@notes.example</p>`)
  },
  tasks: [
    {
      schema: { articles: [{ title: "string", author: "string", datePublished: "date" }] },
      expected: {
        articles: posts.map(({ author, datePublished, headline }) => ({ title: headline, author, datePublished }))
      }
    },
    { schema: { email: "string" }, expected: { email: "hello@notes.example" } }
  ]
}

const company: JudgedSite = {
  name: "French company without structured data, over several pages",
  pages: {
    "/": plain(
      "Atelier Bleu",
      "Accueil",
      `<h1>Atelier Bleu</h1><p>Nous teignons des tissus depuis cent ans.</p>`,
      "fr"
    ),
    "/contact": plain(
      "Atelier Bleu",
      "Contact",
      `<h1>Contact</h1><dl><dt>Téléphone</dt><dd>+33 1 55 50 12 00</dd><dt>Courriel</dt><dd>bonjour@bleu.example</dd></dl>`,
      "fr"
    ),
    "/societe": plain(
      "Atelier Bleu",
      "La société",
      `<h1>La société</h1><table><tr><th>Siège</th><td>Lyon</td></tr><tr><th>Effectif</th><td>42</td></tr><tr><th>Fondateur</th><td>Jeanne Morel</td></tr></table>`,
      "fr"
    ),
    "/mentions": plain("Atelier Bleu", "Mentions légales", `<h1>Mentions légales</h1><p>TVA: FR12345678901</p>`, "fr")
  },
  tasks: [
    {
      schema: {
        phone: "string",
        email: "string",
        headquarters: "string",
        employees: "integer",
        founder: "string",
        vat: "string"
      },
      expected: {
        phone: "+33 1 55 50 12 00",
        email: "bonjour@bleu.example",
        headquarters: "Lyon",
        employees: 42,
        founder: "Jeanne Morel",
        vat: "FR12345678901"
      }
    }
  ]
}

const jobs = [
  { title: "Data engineer", company: "Orrery", location: "Oslo", employmentType: "FULL_TIME", path: "/jobs/1" },
  { title: "Cook", company: "Orrery", location: "Bergen", employmentType: "PART_TIME", path: "/jobs/2" }
]
const board: JudgedSite = {
  name: "jobs",
  pages: {
    "/jobs": page(
      "Orrery",
      "Jobs",
      `<h1>Jobs</h1><ul>${jobs.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join("")}</ul>`
    ),
    ...Object.fromEntries(
      jobs.map(({ company, employmentType, location, path, title }) => [
        path,
        page(
          "Orrery",
          title,
          `<h1>${title}</h1><p>Work with us on something that matters to many.</p>`,
          ld({
            "@type": "JobPosting",
            title,
            hiringOrganization: { "@type": "Organization", name: company },
            jobLocation: { "@type": "Place", address: { "@type": "PostalAddress", addressLocality: location } },
            employmentType
          })
        )
      ])
    )
  },
  tasks: [
    {
      schema: { jobs: [{ title: "string", company: "string", city: "string", employmentType: "string" }] },
      expected: {
        jobs: jobs.map(({ company, employmentType, location, title }) => ({
          title,
          company,
          city: location,
          employmentType
        }))
      }
    }
  ]
}

const plainShop: JudgedSite = {
  name: "shop without structured data: cards over two pages, tables on detail pages",
  pages: {
    "/p1": plain(
      "Tea House",
      "Teas",
      `<h1>Teas</h1>${cards([
        { path: "/t/sencha", name: "Sencha", line: "$12.00" },
        { path: "/t/assam", name: "Assam", line: "$8.50" }
      ])}`
    ),
    "/p2": plain(
      "Tea House",
      "Teas, page 2",
      `<h1>Teas</h1>${cards([
        { path: "/t/assam", name: "Assam", line: "$8.50" },
        { path: "/t/oolong", name: "Oolong", line: "$15.00" }
      ])}`
    ),
    "/t/sencha": plain(
      "Tea House",
      "Sencha",
      `<h1>Sencha</h1><table><tr><th>Price</th><td>$12.00</td></tr><tr><th>Country</th><td>Japan</td></tr></table>`
    ),
    "/t/assam": plain(
      "Tea House",
      "Assam",
      `<h1>Assam</h1><table><tr><th>Price</th><td>$8.50</td></tr><tr><th>Country</th><td>India</td></tr></table>`
    ),
    "/t/oolong": plain(
      "Tea House",
      "Oolong",
      `<h1>Oolong</h1><table><tr><th>Price</th><td>$15.00</td></tr><tr><th>Country</th><td>Taiwan</td></tr></table>`
    ),
    "/story": plain("Tea House", "Our story", `<h1>Our story</h1><p>It began with a kettle and a question.</p>`)
  },
  tasks: [
    {
      schema: { teas: [{ name: "string", price: "number", country: "string" }] },
      expected: {
        teas: [
          { name: "Sencha", price: 12, country: "Japan" },
          { name: "Assam", price: 8.5, country: "India" },
          { name: "Oolong", price: 15, country: "Taiwan" }
        ]
      }
    },
    {
      schema: { name: "string", price: "number", country: "string" },
      paths: ["/t/oolong", "/t/assam"],
      expected: { name: "Oolong", price: 15, country: "Taiwan" }
    }
  ]
}

const recipe = (name: string, prepTime: string, recipeYield: string, ingredients: ReadonlyArray<string>) =>
  page(
    "Kitchen",
    name,
    `<h1>${name}</h1><p>Good on cold days.</p>`,
    ld({ "@type": "Recipe", name, prepTime, recipeYield, recipeIngredient: ingredients })
  )
const kitchen: JudgedSite = {
  name: "recipes with lists inside",
  pages: {
    "/r/soup": recipe("Pea soup", "PT20M", "4", ["peas", "salt", "onion"]),
    "/r/bread": recipe("Rye bread", "PT45M", "8", ["rye flour", "water", "salt"]),
    "/tips": page("Kitchen", "Tips", `<h1>Tips</h1><ul><li>Sharpen knives</li><li>Taste often</li></ul>`)
  },
  tasks: [
    {
      schema: { recipes: [{ name: "string", servings: "string", ingredients: ["string"] }] },
      expected: {
        recipes: [
          { name: "Pea soup", servings: "4", ingredients: ["peas", "salt", "onion"] },
          { name: "Rye bread", servings: "8", ingredients: ["rye flour", "water", "salt"] }
        ]
      }
    },
    {
      schema: { name: "string", ingredients: ["string"] },
      paths: ["/r/bread", "/r/soup", "/tips"],
      expected: { name: "Rye bread", ingredients: ["rye flour", "water", "salt"] }
    }
  ]
}

const hotel: JudgedSite = {
  name: "one hotel over several pages, and another that it advertises",
  pages: {
    "/": page(
      "Hotel Lumen",
      "Welcome",
      `<h1>Hotel Lumen</h1>`,
      ld({ "@type": "Hotel", name: "Hotel Lumen", telephone: "+351 21 555 000" })
    ),
    "/rooms": page(
      "Hotel Lumen",
      "Rooms",
      `<h1>Rooms</h1><table><tr><th>Room</th><th>Price</th></tr><tr><td>Single</td><td>€80</td></tr><tr><td>Double</td><td>€120</td></tr></table>`
    ),
    "/find-us": page(
      "Hotel Lumen",
      "Find us",
      `<h1>Find us</h1><dl><dt>Address</dt><dd>Rua do Sol 3, Lisbon</dd><dt>Email</dt><dd>sleep@lumen.example</dd></dl>`
    ),
    "/friends": page(
      "Hotel Lumen",
      "Casa Mar",
      `<h1>Casa Mar</h1>`,
      ld({ "@type": "Hotel", name: "Casa Mar", telephone: "+351 28 555 999", email: "casa@mar.example" })
    )
  },
  tasks: [
    {
      schema: {
        name: "string",
        phone: "string",
        address: "string",
        email: "string",
        rooms: [{ name: "string", price: "number" }]
      },
      expected: {
        name: "Hotel Lumen",
        phone: "+351 21 555 000",
        address: "Rua do Sol 3, Lisbon",
        email: "sleep@lumen.example",
        rooms: [
          { name: "Single", price: 80 },
          { name: "Double", price: 120 }
        ]
      }
    }
  ]
}

const nothing: JudgedSite = {
  name: "a site that says nothing of what is asked",
  pages: {
    "/": plain("Quiet", "Quiet", `<h1>Quiet</h1><p>There is nothing here but a few words about the weather.</p>`),
    "/more": plain("Quiet", "More", `<h1>More quiet</h1><p>It rained in 1954, and someone paid $5 for an umbrella.</p>`)
  },
  tasks: [
    { schema: { sku: "string", isbn: "string", phone: "string" }, expected: undefined },
    { schema: { products: [{ name: "string", price: "number", sku: "string" }] }, expected: undefined }
  ]
}

export const sites: ReadonlyArray<JudgedSite> = [
  shop,
  bookshop,
  staff,
  calendar,
  blog,
  company,
  board,
  plainShop,
  kitchen,
  hotel,
  nothing
]
