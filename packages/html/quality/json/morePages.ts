/** Pages that say it to people: tables, definition lists, labels, classes, cards, lists. */
import { doc, type JudgedJson } from "./page.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  {
    name: "table of properties",
    html: doc(
      "en",
      "",
      `<h1>Drill X200</h1><table><tr><th>Price</th><td>£1,299.00</td></tr><tr><th>Weight</th><td>2.5 kg</td></tr><tr><th>Item number</th><td>X200-B</td></tr><tr><th>In stock</th><td>Yes</td></tr></table>`
    ),
    schema: {
      name: "string",
      price: "number",
      currency: "string",
      weight: "number",
      sku: "string",
      in_stock: "boolean",
      brand: "string"
    },
    expected: { name: "Drill X200", price: 1299, currency: "GBP", weight: 2.5, sku: "X200-B", in_stock: true }
  },
  {
    name: "German table",
    html: doc(
      "de",
      "",
      `<h1>Bohrer</h1><table><tr><td>Preis:</td><td>1.299,00 €</td></tr><tr><td>Gewicht:</td><td>2,5 kg</td></tr><tr><td>Hersteller:</td><td>Werk AG</td></tr><tr><td>Lieferzeit:</td><td>3 Tage</td></tr></table>`
    ),
    schema: {
      name: "string",
      price: "number",
      currency: "string",
      weight: "number",
      manufacturer: "string",
      deliveryTime: "string",
      warranty: "string"
    },
    expected: {
      name: "Bohrer",
      price: 1299,
      currency: "EUR",
      weight: 2.5,
      manufacturer: "Werk AG",
      deliveryTime: "3 Tage"
    }
  },
  {
    name: "table of rows",
    html: doc(
      "en",
      "",
      `<h1>Tickets</h1><table><thead><tr><th>Ticket</th><th>Price</th><th>Age</th></tr></thead><tbody><tr><td>Adults</td><td>8.00</td><td>18</td></tr><tr><td>Children</td><td>4.50</td><td>6</td></tr></tbody></table>`
    ),
    schema: { tickets: [{ ticket: "string", price: "number", age: "integer", currency: "string" }] },
    expected: {
      tickets: [
        { ticket: "Adults", price: 8, age: 18 },
        { ticket: "Children", price: 4.5, age: 6 }
      ]
    }
  },
  {
    name: "two tables, one titled",
    html: doc(
      "en",
      "",
      `<h1>League</h1><h2>Teams</h2><table><tr><th>Name</th><th>City</th></tr><tr><td>Gulls</td><td>Hull</td></tr><tr><td>Terns</td><td>York</td></tr></table><h2>Referees</h2><table><tr><th>Name</th><th>City</th></tr><tr><td>Sue</td><td>Bath</td></tr></table>`
    ),
    schema: { teams: [{ name: "string", city: "string" }], founded: "integer" },
    expected: {
      teams: [
        { name: "Gulls", city: "Hull" },
        { name: "Terns", city: "York" }
      ]
    }
  },
  {
    name: "definition list",
    html: doc(
      "es",
      "",
      `<h1>Casa del Mar</h1><dl><dt>Precio</dt><dd>250.000 €</dd><dt>Superficie</dt><dd>120 m²</dd><dt>Habitaciones</dt><dd>3</dd><dt>Ciudad</dt><dd>Cádiz</dd></dl>`
    ),
    schema: {
      title: "string",
      price: "number",
      area: "number",
      rooms: "integer",
      city: "string",
      bathrooms: "integer"
    },
    expected: { title: "Casa del Mar", price: 250000, area: 120, rooms: 3, city: "Cádiz" }
  },
  {
    name: "definition list in divs",
    html: doc(
      "en",
      "",
      `<h1>Tool 2</h1><dl><div><dt>Version</dt><dd>2.4.1</dd></div><div><dt>License</dt><dd>MIT</dd></div><div><dt>Last updated</dt><dd>March 3, 2025</dd></div><div><dt>Homepage</dt><dd><a href="https://tool.test/">tool.test</a></dd></div></dl>`
    ),
    schema: {
      name: "string",
      version: "string",
      license: "string",
      updated: "date",
      website: "uri",
      downloads: "integer"
    },
    expected: { name: "Tool 2", version: "2.4.1", license: "MIT", updated: "2025-03-03", website: "https://tool.test/" }
  },
  {
    name: "labels in bold",
    html: doc(
      "en-GB",
      "",
      `<h1>Harbour walk</h1><p><b>Date:</b> 04/07/2026<br><b>Duration:</b> 2 hours<br><b>Price:</b> £8<br><strong>Organiser:</strong> Hull Walks</p>`
    ),
    schema: {
      title: "string",
      date: "date",
      price: "number",
      organizer: "string",
      durationMinutes: "integer",
      currency: "string"
    },
    expected: {
      title: "Harbour walk",
      date: "2026-07-04",
      price: 8,
      organizer: "Hull Walks",
      durationMinutes: 120,
      currency: "GBP"
    }
  },
  {
    name: "labels in a list",
    html: doc(
      "fr",
      "",
      `<h1>Concert</h1><ul><li>Date : 14 juillet 2026</li><li>Lieu : Salle Pleyel</li><li>Prix : 25,50 €</li></ul>`
    ),
    schema: { name: "string", date: "date", location: "string", price: "number", organizer: "string" },
    expected: { name: "Concert", date: "2026-07-14", location: "Salle Pleyel", price: 25.5 }
  },
  {
    name: "labels by class",
    html: doc(
      "en",
      "",
      `<h1>Van 9</h1><div class="row"><div class="spec-label">Mileage</div><div>45,000 miles</div></div><div class="row"><div class="spec-label">Fuel type</div><div>Diesel</div></div><div class="row"><div class="spec-label">Year</div><div>2018</div></div>`
    ),
    schema: { name: "string", mileage: "integer", fuel: "string", year: "integer", transmission: "string" },
    expected: { name: "Van 9", mileage: 45000, fuel: "Diesel", year: 2018 }
  },
  {
    name: "product by class",
    html: doc(
      "en",
      "",
      `<h1 class="product-title">Scarf</h1><span class="product__price"><del>£30</del> £20.00</span><span class="sku">SC-9</span><p class="product-description">Warm.</p>`
    ),
    schema: { name: "string", price: "number", currency: "string", sku: "string", rating: "number" },
    expected: { name: "Scarf", price: 20, currency: "GBP", sku: "SC-9" }
  },
  {
    name: "price among related prices",
    html: doc(
      "en",
      "",
      `<h1>Hat</h1><span class="price">£15</span><section><h2>You may also like</h2><div class="x"><span class="price">£9</span></div><p><span class="price">£7</span></p></section>`
    ),
    schema: { name: "string", price: "number" },
    expected: { name: "Hat" }
  },
  {
    name: "cards",
    html: doc(
      "en",
      "",
      `<h1>Shoes</h1><ul class="grid">${[
        ["Runner", 80, "/r"],
        ["Walker", 65, "/w"],
        ["Hiker", 120, "/h"]
      ]
        .map(
          ([n, p, u]) =>
            `<li class="card"><a href="${u}"><img src="${u}.jpg" alt=""></a><h3>${n}</h3><p class="price">€${p}.00</p></li>`
        )
        .join("")}</ul>`
    ),
    schema: { products: [{ name: "string", price: "number", url: "uri", image: "uri", rating: "number" }] },
    expected: {
      products: [
        { name: "Runner", price: 80, url: "https://site.test/r", image: "https://site.test/r.jpg" },
        { name: "Walker", price: 65, url: "https://site.test/w", image: "https://site.test/w.jpg" },
        { name: "Hiker", price: 120, url: "https://site.test/h", image: "https://site.test/h.jpg" }
      ]
    }
  },
  {
    name: "posts as cards",
    html: doc(
      "en",
      "",
      `<h1>Blog</h1>${[
        ["Rain", "2026-01-02", "Ann"],
        ["Snow", "2026-01-09", "Ben"]
      ]
        .map(
          ([t, d, a]) =>
            `<article class="post"><h2><a href="/${t}">${t}</a></h2><time datetime="${d}">${d}</time> <span class="author">by ${a}</span><p>Some words.</p></article>`
        )
        .join("")}`
    ),
    schema: { posts: [{ title: "string", publishedDate: "date", author: "string", url: "uri" }] },
    expected: {
      posts: [
        { title: "Rain", publishedDate: "2026-01-02", author: "Ann", url: "https://site.test/Rain" },
        { title: "Snow", publishedDate: "2026-01-09", author: "Ben", url: "https://site.test/Snow" }
      ]
    }
  },
  {
    name: "recipe without structured data",
    html: doc(
      "de",
      "",
      `<h1>Linsensuppe</h1><p>Portionen: 4</p><p>Vorbereitungszeit: 20 Minuten</p><h2>Zutaten</h2><ul><li>200 g Linsen</li><li>1 Zwiebel</li></ul><h2>Zubereitung</h2><ol><li>Waschen.</li><li>Kochen.</li></ol>`
    ),
    schema: {
      title: "string",
      ingredients: ["string"],
      instructions: ["string"],
      servings: "integer",
      prepTimeMinutes: "integer",
      calories: "number"
    },
    expected: {
      title: "Linsensuppe",
      ingredients: ["200 g Linsen", "1 Zwiebel"],
      instructions: ["Waschen.", "Kochen."],
      servings: 4,
      prepTimeMinutes: 20
    }
  },
  {
    name: "job without structured data",
    html: doc(
      "en",
      "",
      `<h1>Welder</h1><p><strong>Company:</strong> Keel Ltd</p><p><strong>Location:</strong> Hull</p><p><strong>Job type:</strong> Full-time</p><h2>Requirements</h2><ul><li>3 years</li><li>Own boots</li></ul><h2>Benefits</h2><ul><li>Lunch</li></ul>`
    ),
    schema: {
      jobTitle: "string",
      company: "string",
      location: "string",
      employmentType: "string",
      requirements: ["string"],
      benefits: ["string"],
      salary: "string"
    },
    expected: {
      jobTitle: "Welder",
      company: "Keel Ltd",
      location: "Hull",
      employmentType: "Full-time",
      requirements: ["3 years", "Own boots"],
      benefits: ["Lunch"]
    }
  },
  {
    name: "contact page",
    html: doc(
      "de",
      "",
      `<h1>Kontakt</h1><address>Uferweg 3, 20095 Hamburg</address><p>Telefon: <a href="tel:+49401234">040 1234</a></p><p>E-Mail: <a href="mailto:post@ufer.test">post@ufer.test</a></p><p>USt-IdNr.: DE123456789</p>`
    ),
    schema: { phone: "string", email: "email", address: "string", vatId: "string", fax: "string" },
    expected: { phone: "040 1234", email: "post@ufer.test", address: "Uferweg 3, 20095 Hamburg", vatId: "DE123456789" }
  },
  {
    name: "article without structured data",
    html: doc(
      "en",
      "<title>Fog – Paper</title>",
      `<article><h1>Fog</h1><a rel="author" href="/j">Jo Mist</a> <time datetime="2025-11-02T06:00:00Z">2 Nov</time><p>It was foggy.</p><a rel="tag" href="/t/fog">fog</a> <a rel="tag" href="/t/sea">sea</a></article>`
    ),
    schema: { title: "string", author: "string", publishedDate: "date", tags: ["string"], modifiedDate: "date" },
    expected: { title: "Fog", author: "Jo Mist", publishedDate: "2025-11-02", tags: ["fog", "sea"] }
  },
  {
    name: "infobox",
    html: doc(
      "en",
      "",
      `<h1>Norwick</h1><table class="infobox"><tr><th colspan="2">Norwick</th></tr><tr><th>Country</th><td>Norland</td></tr><tr><th>Population</th><td>12,500</td></tr><tr><th>Area</th><td>31.4 km²</td></tr><tr><th>Postal code</th><td>N-220</td></tr></table><p>Norwick is a town.</p>`
    ),
    schema: {
      name: "string",
      country: "string",
      population: "integer",
      area: "number",
      postalCode: "string",
      mayor: "string"
    },
    expected: { name: "Norwick", country: "Norland", population: 12500, area: 31.4, postalCode: "N-220" }
  },
  {
    name: "specifications as a map",
    html: doc(
      "en",
      "",
      `<h1>Phone Z</h1><h2>Specifications</h2><table><tr><th>Screen</th><td>6 in</td></tr><tr><th>Memory</th><td>8 GB</td></tr></table>`
    ),
    schema: { name: "string", specifications: [{ name: "string", value: "string" }], price: "number" },
    expected: {
      name: "Phone Z",
      specifications: [
        { name: "Screen", value: "6 in" },
        { name: "Memory", value: "8 GB" }
      ]
    }
  },
  {
    name: "wrapper objects",
    html: doc(
      "en",
      "",
      `<h1>Bell</h1><dl><dt>Price</dt><dd>CHF 45.00</dd><dt>Height</dt><dd>12 cm</dd><dt>Width</dt><dd>8 cm</dd></dl>`
    ),
    schema: {
      product: {
        name: "string",
        price: { amount: "number", currency: "string" },
        dimensions: { height: "number", width: "number", depth: "number" }
      }
    },
    expected: {
      product: { name: "Bell", price: { amount: 45, currency: "CHF" }, dimensions: { height: 12, width: 8 } }
    }
  },
  {
    name: "numbers that are no answer",
    html: doc(
      "en",
      "",
      `<h1>Tour</h1><p>Price: from £40</p><p>Rating: 4.5 out of 5</p><p>Reviews: 10-20</p><p>Note that prices: they vary. And so on.</p>`
    ),
    schema: { name: "string", price: "number", rating: "number", reviewCount: "integer", date: "date" },
    expected: { name: "Tour", rating: 4.5 }
  },
  {
    name: "dates that could be two",
    html: doc("en", "", `<h1>Fair</h1><p>Date: 04/07/2026</p><p>Updated: 25/12/2025</p>`),
    schema: { name: "string", date: "date", updated: "date" },
    expected: { name: "Fair", updated: "2025-12-25" }
  },
  {
    name: "contradicting labels",
    html: doc("en", "", `<h1>Room</h1><p>Price: £50</p><p>Price: £60</p><p>Size: 20 m²</p>`),
    schema: { name: "string", price: "number", size: "string", brand: "string" },
    expected: { name: "Room", size: "20 m²" }
  },
  {
    name: "nothing asked for is there",
    html: doc("en", "<title>Sea</title>", `<h1>The sea</h1><p>The sea is large. In 1990 it cost nothing.</p>`),
    schema: { price: "number", sku: "string", author: "string", isbn: "string", phone: "string", startDate: "date" },
    expected: undefined
  },
  {
    name: "hidden values",
    html: doc(
      "en",
      "",
      `<h1>Cap</h1><p hidden>Price: £1</p><div style="display:none"><p>Brand: Spam</p></div><p>Price: £12</p>`
    ),
    schema: { name: "string", price: "number", brand: "string" },
    expected: { name: "Cap", price: 12 }
  }
]
