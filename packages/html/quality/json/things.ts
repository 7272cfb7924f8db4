/** Pages that say what they are about in JSON-LD. */
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
  }
]
