/** Pages with structured data: JSON-LD, microdata, RDFa, metas. */
import { doc, type JudgedJson, ld } from "./page.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  {
    name: "product in JSON-LD",
    html: doc(
      "en",
      `<title>Mug | Shop</title>${ld({ "@context": "https://schema.org", "@type": "Product", name: "Blue Mug", sku: "BM-1", gtin13: "4006381333931", image: ["/a.jpg", "/b.jpg"], brand: { "@type": "Brand", name: "Potter" }, offers: { "@type": "Offer", price: "12.50", priceCurrency: "EUR", availability: "https://schema.org/InStock" }, aggregateRating: { ratingValue: "4.6", reviewCount: "12" } })}`,
      `<h1>Blue Mug</h1><p>A mug.</p>`
    ),
    schema: {
      productName: "string",
      price: "number",
      currency: "string",
      inStock: "boolean",
      brand: "string",
      sku: "string",
      ean: "string",
      rating: "number",
      reviewCount: "integer",
      images: ["uri"],
      color: "string",
      warranty: "string"
    },
    expected: {
      productName: "Blue Mug",
      price: 12.5,
      currency: "EUR",
      inStock: true,
      brand: "Potter",
      sku: "BM-1",
      ean: "4006381333931",
      rating: 4.6,
      reviewCount: 12,
      images: ["https://site.test/a.jpg", "https://site.test/b.jpg"]
    }
  },
  {
    name: "product with related products",
    html: doc(
      "en",
      `<title>Lamp</title>${ld([
        { "@type": "Product", name: "Desk Lamp", offers: { price: 40, priceCurrency: "USD" } },
        { "@type": "Product", name: "Floor Lamp", offers: { price: 90, priceCurrency: "USD" } }
      ])}`,
      `<h1>Desk Lamp</h1><aside><p>Price: $90</p></aside>`
    ),
    schema: { name: "string", price: "number", price_currency: "string", brand: "string" },
    expected: { name: "Desk Lamp", price: 40, price_currency: "USD" }
  },
  {
    name: "two products and no word which",
    html: doc(
      "en",
      `<title>Lamps</title>${ld([
        { "@type": "Product", name: "A", offers: { price: 40 } },
        { "@type": "Product", name: "B", offers: { price: 90 } }
      ])}`,
      `<h2>Lamps</h2>`
    ),
    schema: { price: "number", sku: "string" },
    expected: undefined
  },
  {
    name: "article in a graph",
    html: doc(
      "en-US",
      `<title>Tides — News</title>${ld({
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "WebSite", name: "News" },
          {
            "@type": "NewsArticle",
            headline: "Tides rise",
            datePublished: "2025-03-04T08:00:00Z",
            dateModified: "2025-03-05T09:30:00+01:00",
            author: { "@id": "#jane" },
            publisher: { "@type": "Organization", name: "News Ltd", logo: { "@type": "ImageObject", url: "/l.png" } }
          },
          { "@type": "Person", "@id": "#jane", name: "Jane Doe" }
        ]
      })}`,
      `<h1>Tides rise</h1>`
    ),
    schema: {
      title: "string",
      author: "string",
      publishedAt: "date-time",
      date: "date",
      updatedAt: "date-time",
      publisher: "string",
      price: "number"
    },
    expected: {
      title: "Tides rise",
      author: "Jane Doe",
      publishedAt: "2025-03-04T08:00:00Z",
      date: "2025-03-04",
      updatedAt: "2025-03-05T09:30:00+01:00",
      publisher: "News Ltd"
    }
  },
  {
    name: "article with two authors",
    html: doc(
      "en",
      ld({
        "@type": "Article",
        headline: "Salt",
        author: [
          { "@type": "Person", name: "A. Roe" },
          { "@type": "Person", name: "B. Poe" }
        ],
        keywords: "salt, sea",
        articleSection: "Science"
      }),
      `<h1>Salt</h1>`
    ),
    schema: { headline: "string", authors: ["string"], tags: ["string"], section: "string", wordCount: "integer" },
    expected: { headline: "Salt", authors: ["A. Roe", "B. Poe"], tags: ["salt", "sea"], section: "Science" }
  },
  {
    name: "recipe",
    html: doc(
      "en",
      ld({
        "@type": "Recipe",
        name: "Soup",
        prepTime: "PT15M",
        cookTime: "PT1H",
        recipeYield: "4 servings",
        recipeIngredient: ["1 l water", "2 onions"],
        recipeInstructions: [
          { "@type": "HowToStep", text: "Cut." },
          { "@type": "HowToStep", text: "Boil." }
        ],
        nutrition: { "@type": "NutritionInformation", calories: "120 calories" },
        recipeCuisine: "French"
      }),
      `<h1>Soup</h1>`
    ),
    schema: {
      recipeTitle: "string",
      ingredients: ["string"],
      steps: ["string"],
      servings: "integer",
      calories: "number",
      prep_time_minutes: "integer",
      cook_time_minutes: "integer",
      cuisine: "string",
      nutrition: { calories: "string", protein: "string" }
    },
    expected: {
      recipeTitle: "Soup",
      ingredients: ["1 l water", "2 onions"],
      steps: ["Cut.", "Boil."],
      servings: 4,
      calories: 120,
      prep_time_minutes: 15,
      cook_time_minutes: 60,
      cuisine: "French",
      nutrition: { calories: "120 calories" }
    }
  },
  {
    name: "event",
    html: doc(
      "de",
      ld({
        "@type": "MusicEvent",
        name: "Chor am See",
        startDate: "2026-06-01T19:30:00+02:00",
        endDate: "2026-06-01T22:00:00+02:00",
        location: {
          "@type": "Place",
          name: "Seebühne",
          address: {
            "@type": "PostalAddress",
            streetAddress: "Uferweg 1",
            addressLocality: "Bregenz",
            postalCode: "6900",
            addressCountry: "AT"
          }
        },
        offers: { "@type": "Offer", price: "25", priceCurrency: "EUR" },
        organizer: { "@type": "Organization", name: "Seechor" }
      }),
      `<h1>Chor am See</h1>`
    ),
    schema: {
      eventName: "string",
      startDate: "date-time",
      endDate: "date-time",
      venue: "string",
      city: "string",
      address: { street: "string", city: "string", zip: "string", country: "string" },
      ticketPrice: "number",
      organizer: "string",
      performer: "string"
    },
    expected: {
      eventName: "Chor am See",
      startDate: "2026-06-01T19:30:00+02:00",
      endDate: "2026-06-01T22:00:00+02:00",
      venue: "Seebühne",
      city: "Bregenz",
      address: { street: "Uferweg 1", city: "Bregenz", zip: "6900", country: "AT" },
      ticketPrice: 25,
      organizer: "Seechor"
    }
  },
  {
    name: "job posting",
    html: doc(
      "en",
      ld({
        "@type": "JobPosting",
        title: "Baker",
        datePosted: "2026-01-10",
        validThrough: "2026-02-10",
        employmentType: "FULL_TIME",
        hiringOrganization: { "@type": "Organization", name: "Bread Co" },
        jobLocation: { "@type": "Place", address: { addressLocality: "Leeds", addressCountry: "GB" } },
        baseSalary: {
          "@type": "MonetaryAmount",
          currency: "GBP",
          value: { "@type": "QuantitativeValue", minValue: 24000, maxValue: 28000, unitText: "YEAR" }
        }
      }),
      `<h1>Baker</h1>`
    ),
    schema: {
      jobTitle: "string",
      company: "string",
      city: "string",
      employmentType: "full_time|part_time",
      postedDate: "date",
      deadline: "date",
      salaryMin: "number",
      salaryMax: "number",
      benefits: ["string"]
    },
    expected: {
      jobTitle: "Baker",
      company: "Bread Co",
      city: "Leeds",
      employmentType: "full_time",
      postedDate: "2026-01-10",
      deadline: "2026-02-10",
      salaryMin: 24000,
      salaryMax: 28000
    }
  },
  {
    name: "local business",
    html: doc(
      "en",
      ld({
        "@type": "Restaurant",
        name: "Olive",
        telephone: "+44 20 7946 0000",
        email: "hi@olive.test",
        address: { streetAddress: "2 Hill St", addressLocality: "London", postalCode: "N1 1AA" },
        geo: { latitude: 51.5, longitude: -0.1 },
        openingHours: ["Mo-Fr 09:00-17:00"],
        servesCuisine: "Greek",
        priceRange: "££"
      }),
      `<h1>Welcome</h1>`
    ),
    schema: {
      name: "string",
      phone: "string",
      email: "email",
      address: "string",
      latitude: "number",
      longitude: "number",
      openingHours: ["string"],
      cuisine: "string",
      price: "number",
      location: { lat: "number", lng: "number" }
    },
    expected: {
      name: "Olive",
      phone: "+44 20 7946 0000",
      email: "hi@olive.test",
      address: "2 Hill St, N1 1AA London",
      latitude: 51.5,
      longitude: -0.1,
      openingHours: ["Mo-Fr 09:00-17:00"],
      cuisine: "Greek",
      location: { lat: 51.5, lng: -0.1 }
    }
  },
  {
    name: "questions and answers",
    html: doc(
      "en",
      ld({
        "@type": "FAQPage",
        mainEntity: [
          { "@type": "Question", name: "Open on Monday?", acceptedAnswer: { "@type": "Answer", text: "No." } },
          { "@type": "Question", name: "Dogs?", acceptedAnswer: { "@type": "Answer", text: "Yes, small ones." } }
        ]
      }),
      `<h1>FAQ</h1>`
    ),
    schema: { faqs: [{ question: "string", answer: "string" }] },
    expected: {
      faqs: [
        { question: "Open on Monday?", answer: "No." },
        { question: "Dogs?", answer: "Yes, small ones." }
      ]
    }
  },
  {
    name: "list of items",
    html: doc(
      "en",
      ld({
        "@type": "ItemList",
        itemListElement: [
          {
            "@type": "ListItem",
            position: 1,
            item: { "@type": "Product", name: "Cup", url: "/cup", offers: { price: "3.00" } }
          },
          {
            "@type": "ListItem",
            position: 2,
            item: { "@type": "Product", name: "Pot", url: "/pot", offers: { price: "9.00" } }
          }
        ]
      }),
      `<h1>Kitchen</h1>`
    ),
    schema: { products: [{ name: "string", price: "number", url: "uri", rating: "number" }] },
    expected: {
      products: [
        { name: "Cup", price: 3, url: "https://site.test/cup" },
        { name: "Pot", price: 9, url: "https://site.test/pot" }
      ]
    }
  },
  {
    name: "reviews of a product",
    html: doc(
      "en",
      ld({
        "@type": "Product",
        name: "Kettle",
        review: [
          { "@type": "Review", author: { name: "Ann" }, reviewRating: { ratingValue: 5 }, reviewBody: "Boils." },
          { "@type": "Review", author: { name: "Ben" }, reviewRating: { ratingValue: 2 }, reviewBody: "Leaks." }
        ]
      }),
      `<h1>Kettle</h1>`
    ),
    schema: { name: "string", reviews: [{ author: "string", rating: "number", text: "string" }], price: "number" },
    expected: {
      name: "Kettle",
      reviews: [
        { author: "Ann", rating: 5, text: "Boils." },
        { author: "Ben", rating: 2, text: "Leaks." }
      ]
    }
  },
  {
    name: "broken JSON-LD",
    html: doc(
      "en",
      `<script type="application/ld+json">{"@type":"Book","name":"The Sea","isbn":"9780306406157","numberOfPages":320,"author":{"@type":"Person","name":"C. Wave",},}</script>`,
      `<h1>The Sea</h1>`
    ),
    schema: { title: "string", author: "string", isbn: "string", pages: "integer", publisher: "string" },
    expected: { title: "The Sea", author: "C. Wave", isbn: "9780306406157", pages: 320 }
  },
  {
    name: "film",
    html: doc(
      "en",
      ld({
        "@type": "Movie",
        name: "Low Tide",
        director: { name: "D. Shore" },
        actor: [{ name: "E. Ebb" }, { name: "F. Flow" }],
        duration: "PT1H35M",
        genre: ["Drama", "Sea"],
        datePublished: "2019"
      }),
      `<h1>Low Tide</h1>`
    ),
    schema: {
      title: "string",
      director: "string",
      actors: ["string"],
      runtimeMinutes: "integer",
      genres: ["string"],
      year: "integer",
      budget: "number"
    },
    expected: {
      title: "Low Tide",
      director: "D. Shore",
      actors: ["E. Ebb", "F. Flow"],
      runtimeMinutes: 95,
      genres: ["Drama", "Sea"],
      year: 2019
    }
  },
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
