/** Pages that say it in microdata, RDFa and metas, or of the organisation around them. */
import { doc, type JudgedJson, ld } from "./page.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  {
    name: "product in microdata",
    html: doc(
      "fr",
      `<title>Bol</title>`,
      `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Bol bleu</h1><span itemprop="brand">Terre</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="19.90">19,90 €</span><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/OutOfStock"></div></div>`
    ),
    schema: {
      nom: "string",
      prix: "number",
      devise: "string",
      marque: "string",
      available: "boolean",
      weight: "string"
    },
    expected: { nom: "Bol bleu", prix: 19.9, devise: "EUR", marque: "Terre", available: false }
  },
  {
    name: "list in microdata",
    html: doc(
      "en",
      "",
      `<h1>Talks</h1>${[
        ["Foam", "2026-05-01"],
        ["Spray", "2026-05-02"]
      ]
        .map(
          ([name, day]) =>
            `<div itemscope itemtype="https://schema.org/Event"><h2 itemprop="name">${name}</h2><time itemprop="startDate" datetime="${day}">${day}</time></div>`
        )
        .join("")}`
    ),
    schema: { events: [{ name: "string", date: "date" }] },
    expected: {
      events: [
        { name: "Foam", date: "2026-05-01" },
        { name: "Spray", date: "2026-05-02" }
      ]
    }
  },
  {
    name: "person in RDFa",
    html: doc(
      "en",
      "",
      `<div vocab="https://schema.org/" typeof="Person"><h1 property="name">Ida Quay</h1><span property="jobTitle">Harbour master</span><a property="email" href="mailto:ida@quay.test">mail</a><span property="telephone">555 0199</span></div>`
    ),
    schema: { name: "string", jobTitle: "string", phone: "string", email: "email", address: "string" },
    expected: { name: "Ida Quay", jobTitle: "Harbour master", phone: "555 0199", email: "ida@quay.test" }
  },
  {
    name: "book in RDFa",
    html: doc(
      "de",
      "",
      `<div vocab="https://schema.org/" typeof="Book"><h1 property="name">Ebbe</h1><span property="author">Karl Deich</span><span property="isbn">978-3-16-148410-0</span><meta property="datePublished" content="2020-02-29"><span property="publisher" typeof="Organization"><span property="name">Watt Verlag</span></span></div>`
    ),
    schema: {
      titel: "string",
      autor: "string",
      isbn: "string",
      erscheinungsdatum: "date",
      verlag: "string",
      seitenzahl: "integer"
    },
    expected: {
      titel: "Ebbe",
      autor: "Karl Deich",
      isbn: "978-3-16-148410-0",
      erscheinungsdatum: "2020-02-29",
      verlag: "Watt Verlag"
    }
  },
  {
    name: "metas of an article",
    html: doc(
      "en",
      `<title>Moon | Paper</title><meta property="og:title" content="Moon"><meta property="og:image" content="/m.png"><meta name="description" content="On the moon."><meta property="article:published_time" content="2024-07-20T20:17:00Z"><meta name="author" content="N. Strong"><meta property="article:tag" content="moon"><meta property="article:tag" content="night"><link rel="canonical" href="/moon">`,
      `<p>Text.</p>`
    ),
    schema: {
      title: "string",
      description: "string",
      image: "uri",
      publishedDate: "date",
      author: "string",
      tags: ["string"],
      url: "uri",
      language: "string",
      category: "string"
    },
    expected: {
      title: "Moon",
      description: "On the moon.",
      image: "https://site.test/m.png",
      publishedDate: "2024-07-20",
      author: "N. Strong",
      tags: ["moon", "night"],
      url: "https://site.test/moon",
      language: "en"
    }
  },
  {
    name: "metas of a product",
    html: doc(
      "en",
      `<meta property="og:title" content="Rope 10 m"><meta property="product:price:amount" content="14.99"><meta property="product:price:currency" content="GBP"><meta property="product:availability" content="in stock"><meta property="product:brand" content="Knot">`,
      `<h1>Rope 10 m</h1>`
    ),
    schema: {
      name: "string",
      price: "number",
      currency: "string",
      availability: "string",
      brand: "string",
      rating: "number"
    },
    expected: { name: "Rope 10 m", price: 14.99, currency: "GBP", availability: "in stock", brand: "Knot" }
  },
  {
    name: "metas of a paper",
    html: doc(
      "en",
      `<meta name="citation_title" content="On Waves"><meta name="citation_author" content="Poe, B."><meta name="citation_author" content="Roe, A."><meta name="citation_publication_date" content="2018/05/04"><meta name="citation_doi" content="10.1000/xyz"><meta name="DC.publisher" content="Sea Press">`,
      `<h1>On Waves</h1>`
    ),
    schema: { title: "string", authors: ["string"], doi: "string", publisher: "string", isbn: "string" },
    expected: { title: "On Waves", authors: ["Poe, B.", "Roe, A."], doi: "10.1000/xyz", publisher: "Sea Press" }
  },
  {
    name: "organisation and page",
    html: doc(
      "en",
      ld([
        {
          "@type": "Organization",
          name: "Harbour Ltd",
          foundingDate: "1990",
          numberOfEmployees: 40,
          telephone: "555 0111",
          address: { addressLocality: "Hull" }
        },
        { "@type": "WebPage", name: "About us" }
      ]),
      `<h1>About us</h1>`
    ),
    schema: {
      companyName: "string",
      founded: "integer",
      employees: "integer",
      phone: "string",
      city: "string",
      revenue: "number"
    },
    expected: { companyName: "Harbour Ltd", founded: 1990, employees: 40, phone: "555 0111", city: "Hull" }
  }
]
