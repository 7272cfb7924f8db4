/** Invented pages of many kinds, and what is asked of each without a model. Written for this set. */

/** The fields by name with what the page says; `undefined` is what it does not say. */
export type Answers = Readonly<Record<string, unknown>>

export interface AskedPage {
  readonly kind: string
  readonly html: string
  readonly prompts: ReadonlyArray<readonly [prompt: string, answers: Answers]>
  /** Asked as properties of a schema. */
  readonly properties: Answers
}

const data = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const page = (title: string, body: string, head = "") =>
  `<html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`

export const pages: ReadonlyArray<AskedPage> = [
  {
    kind: "product with data",
    html: page(
      "Oak stool",
      "<p>A stool of solid oak.</p><p>EUR 89.00</p>",
      data({
        "@type": "Product",
        name: "Oak stool",
        sku: "OS-17",
        brand: { "@type": "Brand", name: "Holm" },
        offers: { "@type": "Offer", price: "89.00", priceCurrency: "EUR", availability: "https://schema.org/InStock" }
      })
    ),
    prompts: [
      ["What does it cost?", { price: "89.00" }],
      ["price in euros", { price: "89.00" }],
      ["price in USD", { price: undefined }],
      ["Get me the company name and the phone number", { companyName: undefined, phoneNumber: undefined }],
      ["the name of the restaurant", { restaurantName: undefined }],
      ["product name and brand", { productName: "Oak stool", brand: "Holm" }]
    ],
    properties: { sku: "OS-17", priceUsd: undefined, fullName: undefined, isbn: undefined, jobTitle: undefined }
  },
  {
    kind: "shop page without data",
    html: page(
      "Enamel mug",
      "<dl><dt>Price</dt><dd>£12.50</dd><dt>Article number</dt><dd>EM-4</dd><dt>Weight</dt><dd>210 g</dd></dl>"
    ),
    prompts: [
      ["product name, price", { productName: "Enamel mug", price: "£12.50" }],
      ["price in pounds", { price: "£12.50" }],
      ["price in dollars", { price: undefined }],
      ["recipe name", { recipeName: undefined }],
      ["Who is the author?", { author: undefined }]
    ],
    properties: { sku: "EM-4", weight: "210 g", eventName: undefined, email: undefined, rating: undefined }
  },
  {
    kind: "recipe",
    html: page(
      "Leek soup",
      "<h2>Ingredients</h2><ul><li>3 leeks</li><li>1 l stock</li></ul>",
      data({
        "@type": "Recipe",
        name: "Leek soup",
        author: { "@type": "Person", name: "Ida Brandt" },
        prepTime: "PT10M",
        recipeYield: "4",
        recipeIngredient: ["3 leeks", "1 l stock"]
      })
    ),
    prompts: [
      ["recipe name and author", { recipeName: "Leek soup", author: "Ida Brandt" }],
      ["preparation time", { preparationTime: "PT10M" }],
      ["restaurant name and address", { restaurantName: undefined, address: undefined }],
      ["price", { price: undefined }]
    ],
    properties: { servings: "4", productName: undefined, cookTime: undefined, calories: undefined, phone: undefined }
  },
  {
    kind: "event",
    html: page(
      "Choir by candlelight",
      "<p>An evening of old songs.</p>",
      data({
        "@type": "MusicEvent",
        name: "Choir by candlelight",
        startDate: "2031-12-03",
        location: { "@type": "Place", name: "St Olaf Hall", address: "3 Quay Road, Bergen" },
        organizer: { "@type": "Organization", name: "Quay Society" }
      })
    ),
    prompts: [
      ["event name and start date", { eventName: "Choir by candlelight", startDate: "2031-12-03" }],
      ["Who is the organizer?", { organizer: "Quay Society" }],
      ["business name", { businessName: undefined }],
      ["person name", { personName: undefined }],
      ["ticket price", { ticketPrice: undefined }]
    ],
    properties: {
      venue: "St Olaf Hall",
      endDate: undefined,
      productName: undefined,
      sku: undefined,
      question: undefined
    }
  },
  {
    kind: "job",
    html: page(
      "Ship's carpenter",
      "<p>We look for a carpenter for two wooden ships.</p>",
      data({
        "@type": "JobPosting",
        title: "Ship's carpenter",
        hiringOrganization: { "@type": "Organization", name: "Nordkai Yard" },
        employmentType: "FULL_TIME",
        datePosted: "2030-02-01"
      })
    ),
    prompts: [
      ["job title and company name", { jobTitle: "Ship's carpenter", companyName: "Nordkai Yard" }],
      ["employment type", { employmentType: "FULL_TIME" }],
      ["salary and contact email", { salary: undefined, contactEmail: undefined }],
      ["product name", { productName: undefined }]
    ],
    properties: { datePosted: "2030-02-01", personName: undefined, eventName: undefined, price: undefined }
  },
  {
    kind: "company",
    html: page(
      "Contact",
      "<p>Write or call us.</p>",
      data({
        "@type": "Organization",
        name: "Lind Bakeware",
        email: "post@lind.example",
        telephone: "+47 55 00 11 22",
        foundingDate: "1987"
      })
    ),
    prompts: [
      ["the name of the company", { companyName: "Lind Bakeware" }],
      ["email and phone", { email: "post@lind.example", phone: "+47 55 00 11 22" }],
      ["page title", { title: "Contact" }],
      ["founder and founding year", { founder: undefined, foundingYear: "1987" }],
      ["product name and price", { productName: undefined, price: undefined }]
    ],
    properties: {
      pageTitle: "Contact",
      fullName: undefined,
      jobTitle: undefined,
      address: undefined,
      author: undefined
    }
  },
  {
    kind: "book",
    html: page(
      "The lamplighters",
      "<table><tr><th>ISBN</th><td>978-3-16-148410-0</td></tr><tr><th>Pages</th><td>312</td></tr></table>",
      data({ "@type": "Book", name: "The lamplighters", author: { "@type": "Person", name: "Mara Voss" } })
    ),
    prompts: [
      ["book title, author", { title: "The lamplighters", author: "Mara Voss" }],
      ["ISBN", { isbn: "978-3-16-148410-0" }],
      ["movie name and director", { movieName: undefined, director: undefined }],
      ["hotel name", { hotelName: undefined }]
    ],
    properties: { numberOfPages: "312", publisher: undefined, price: undefined, developer: undefined }
  },
  {
    kind: "article",
    html: page(
      "Why rivers bend",
      "<p>Water finds the softer bank.</p>",
      data({
        "@type": "NewsArticle",
        headline: "Why rivers bend",
        author: { "@type": "Person", name: "Tove Ek" },
        datePublished: "2029-06-11"
      })
    ),
    prompts: [
      ["Who wrote it and what is the publication date?", { author: "Tove Ek", publicationDate: "2029-06-11" }],
      ["Extract the main page title", { title: "Why rivers bend" }],
      ["event name, venue", { eventName: undefined, venue: undefined }],
      ["developer", { developer: undefined }]
    ],
    properties: { headline: "Why rivers bend", productName: undefined, companyName: undefined, founded: undefined }
  },
  {
    kind: "documentation",
    html: page("Retry policies", "<p>A request is repeated three times.</p><h2>Back-off</h2><p>Waits double.</p>"),
    prompts: [
      ["title of the page", { title: "Retry policies" }],
      ["product name", { productName: undefined }],
      ["full name and job title", { fullName: undefined, jobTitle: undefined }]
    ],
    properties: { pageTitle: "Retry policies", bookTitle: undefined, courseName: undefined, price: undefined }
  }
]
