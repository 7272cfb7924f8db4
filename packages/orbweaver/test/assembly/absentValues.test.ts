// Data without a model: a value of one kind of thing never answers for another, and what is absent is named.
import { createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

const data = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const offer = { "@type": "Offer", price: "39.50", priceCurrency: "USD" }
const trail = { "@type": "BreadcrumbList", itemListElement: [{ "@type": "ListItem", position: 1, name: "Lamps" }] }
const pages = {
  product: `<title>Copper lamp</title>${data({ "@type": "Product", name: "Copper lamp", offers: offer })}${data(trail)}<main><h1>Copper lamp</h1><p>A lamp of copper for the desk.</p></main>`,
  company: `<title>Birch Works</title>${data({ "@type": "Organization", name: "Birch Works", email: "hello@birch.example" })}<main><h1>Birch Works</h1><p>We make chairs.</p></main>`,
  event: `<title>Harbour concert</title>${data({ "@type": "MusicEvent", name: "Harbour concert", startDate: "2031-05-04" })}<main><h1>Harbour concert</h1><p>Music by the water.</p></main>`,
  euros: `<title>Oak stool</title>${data({ "@type": "Product", name: "Oak stool", offers: { ...offer, priceCurrency: "EUR" } })}<main><h1>Oak stool</h1><p>A stool of oak.</p></main>`,
  contact: `<title>Contact</title>${data({ "@type": "Organization", name: "Birch Works" })}<main><h1>Contact</h1><p>Phone: see below</p><p>E-mail: use the form</p></main>`,
  article: `<title>Why rivers bend</title>${data({ "@type": "NewsArticle", name: "Why rivers bend", headline: "The softer bank", author: { "@type": "Person", name: "Tove Ek" } })}<main><h1>Why rivers bend</h1><p>Water finds a way.</p></main>`,
  shop: `<title>Tin cup</title><main><h1>Tin cup</h1><dl><dt>Price</dt><dd>£12.50</dd></dl></main>`,
  issue: `<title>Rope frays at the end · Rope</title>${data({ "@type": "DiscussionForumPosting", headline: "Rope frays at the end", author: { "@type": "Person", name: "ida" } })}${data({ "@type": "SoftwareSourceCode", name: "Rope", author: { "@type": "Person", name: "holm" } })}<main><h1>Rope frays at the end</h1></main>`,
  plain: `<title>Field notes</title><main><h1>Field notes</h1><p>Rain in the morning, sun at noon.</p></main>`
} as const

/** What each prompt gives; fields that are not on the page are named in the warning. */
const questions: ReadonlyArray<
  readonly [keyof typeof pages, prompt: string, json: object | undefined, absent: string]
> = [
  ["product", "Get the company name and email address", undefined, "companyName"],
  ["product", "Please list the event name", undefined, "eventName"],
  ["product", "What is the restaurant name?", undefined, "restaurantName"],
  ["event", "business name and event name", { eventName: "Harbour concert" }, "/businessName"],
  ["event", "hotel name", undefined, "hotelName"],
  ["company", "organization name and email", { organizationName: "Birch Works", email: "hello@birch.example" }, ""],
  ["company", "Find the person name", undefined, "personName"],
  ["plain", "company name, job title", undefined, "companyName"],
  ["plain", "Extract the main page title", { title: "Field notes" }, ""],
  ["product", "product name and price in USD", { productName: "Copper lamp", price: "39.50" }, ""],
  ["product", "price (number)", { price: 39.5 }, ""],
  ["euros", "product name and price in USD", { productName: "Oak stool" }, "/price"],
  ["euros", "price in euros", { price: "39.50" }, ""],
  ["shop", "price in pounds and product name", { price: "£12.50", productName: "Tin cup" }, ""],
  ["shop", "price in dollars", undefined, "price"],
  ["product", "full name", undefined, "fullName"],
  ["product", "question", undefined, "question"],
  ["product", "the name of the company", undefined, "companyName"],
  ["product", "the name of the ship", undefined, "needs a model"],
  ["plain", "product name", undefined, "productName"],
  ["company", "the name of the company", { companyName: "Birch Works" }, ""],
  ["contact", "page title", { title: "Contact" }, ""],
  ["contact", "phone and email", undefined, "/phone"],
  ["article", "title, developer", { title: "Why rivers bend" }, "/developer"],
  ["issue", "headline, author", { headline: "Rope frays at the end", author: "ida" }, ""]
]

it("a name answers for its own kind of thing only, and fields that the page does not have are named", async () => {
  await using orb = createOrbweaver()
  for (const [page, prompt, json, absent] of questions) {
    const document = await orb.parse(
      { data: pages[page], filename: `${page}.html` },
      { formats: [{ type: "json", prompt }] }
    )
    expect({ page, prompt, json: document.json }).toEqual({ page, prompt, json })
    expect(document.warning ?? "").toContain(absent)
  }
})
