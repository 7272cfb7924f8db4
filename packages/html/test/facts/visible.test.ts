import { assert, describe, it } from "@effect/vitest"
import { match } from "@orbweaver/extraction/internal/json/match"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { scoreOf } from "../../quality/json/visible/score.ts"
import { pages as first } from "../../quality/json/visible/first.ts"
import { pages as second } from "../../quality/json/visible/second.ts"
import { facts } from "../../src/facts/facts.ts"
import { parse } from "../../src/tree/parse.ts"

const types: Readonly<Record<string, object>> = {
  text: { type: "string" },
  number: { type: "number" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  list: { type: "array", items: { type: "string" } }
}

/** What `json` gives for a page with this body and a schema in short: `{ price: "number" }`. */
const read = (body: string, schema: Readonly<Record<string, string | object>>, language = "en"): unknown => {
  const properties = Object.fromEntries(
    Object.entries(schema).map(([name, type]) => [name, typeof type === "string" ? types[type]! : type])
  )
  const index = indexSchema({ type: "object", properties })
  if ("issues" in index) throw new Error(JSON.stringify(index.issues))
  const html = `<!doctype html><html lang="${language}"><head><title>Page | Site</title></head><body><main>${body}</main></body></html>`
  return match(facts(parse(html), new URL("https://site.test/page")), index).value
}

describe("pages that speak to people alone", () => {
  for (const page of [...first, ...second])
    it(`gives no value that the page does not say: ${page.language} ${page.kind}, ${page.name}`, () => {
      const { all, faults } = scoreOf([page])
      assert.strictEqual(all.wrong + all.invented, 0, faults.join("\n"))
    })
})

describe("stock in words", () => {
  const inStock = [
    "In stock",
    "Only 3 left in stock",
    "Vorrätig",
    "Nur noch 2 auf Lager",
    "En stock",
    "Hay existencias",
    "Op voorraad",
    "Em estoque",
    "W magazynie",
    "在庫あり",
    "现货",
    "재고 있음",
    "Есть в наличии",
    "I lager",
    "Skladem"
  ]
  const soldOut = [
    "Sold out",
    "Out of stock",
    "Nicht vorrätig",
    "Ausverkauft",
    "Rupture de stock",
    "Épuisé",
    "Agotado",
    "Esaurito",
    "Uitverkocht",
    "Esgotado",
    "Brak w magazynie",
    "売り切れ",
    "在庫切れ",
    "缺货",
    "품절",
    "Нет в наличии",
    "Slutsåld"
  ]
  for (const [phrases, expected] of [
    [inStock, true],
    [soldOut, false]
  ] as const)
    for (const phrase of phrases)
      it(`${phrase} is ${expected ? "in stock" : "sold out"}`, () => {
        assert.deepStrictEqual(read(`<h1>Mug</h1><p>€ 9</p><p>${phrase}</p>`, { inStock: "boolean" }), {
          inStock: expected
        })
      })

  it("is not taken from a badge, a hidden element, an item of a list, or a sentence", () => {
    for (const body of [
      `<span class="badge price__badge-sold-out">Sold out</span>`,
      `<p class="stock d-none">Sold out</p>`,
      `<ul><li><span>Other mug</span> <span>Sold out</span></li><li><span>Third</span> <span>Sold out</span></li></ul>`,
      `<p>Sold out within a day, this mug came back in spring.</p>`,
      `<button>Sold out</button>`
    ])
      assert.isUndefined(read(`<h1>Mug</h1>${body}`, { inStock: "boolean" }), body)
  })

  it("is not given where the page says both", () => {
    assert.isUndefined(read(`<h1>Mug</h1><p>In stock</p><p>Sold out</p>`, { inStock: "boolean" }))
  })
})

describe("ratings in words", () => {
  const cases: ReadonlyArray<readonly [text: string, rating: number, count: number, language?: string]> = [
    ["8.7 / 10 (1,532 reviews)", 8.7, 1532],
    ["4.6 out of 5 stars (87 ratings)", 4.6, 87],
    ["9,1 von 10 (348 Bewertungen)", 9.1, 348, "de"],
    ["4,5 sur 5 – 1\u202f204 avis", 4.5, 1204, "fr"],
    ["Valoración: 4,2 (310 opiniones)", 4.2, 310, "es"],
    ["評価 4.5（32件）", 4.5, 32, "ja"],
    ["4.3／5（128件のレビュー）", 4.3, 128, "ja"],
    ["4.8 from 212 votes", 4.8, 212],
    ["4,7 ★ (87)", 4.7, 87, "de"]
  ]
  for (const [text, rating, count, language] of cases)
    it(`reads ${text}`, () => {
      assert.deepStrictEqual(
        read(`<h1>Inn</h1><p>${text}</p>`, { rating: "number", reviewCount: "integer" }, language),
        { rating, reviewCount: count }
      )
    })

  it("leaves single reviews, dates and fractions alone", () => {
    for (const body of [
      "<ul><li>5/5 (2 votes) Great.</li><li>3/5 (1 vote) Meh.</li></ul>",
      "<p>Open 24/7, closed 5/10.</p>",
      "<p>Of all 12 reviews we read in that year only one spoke of the view from the roof.</p>"
    ])
      assert.isUndefined(read(`<h1>Inn</h1>${body}`, { rating: "number", reviewCount: "integer" }), body)
  })
})

describe("when a page was published and changed", () => {
  const cases: ReadonlyArray<readonly [line: string, language?: string]> = [
    ["Published 4 May 2026 · Updated 9 May 2026"],
    ["<span>Published: May 4, 2026</span><span>Last updated: May 9, 2026</span>"],
    ["Veröffentlicht: 04.05.2026, 08:00 Uhr | Aktualisiert am 9. Mai 2026", "de"],
    ["Publié le 4 mai 2026 à 09h15 · Mis à jour le 9 mai 2026 à 18h02", "fr"],
    ["Publicado el 4 de mayo de 2026 - Actualizado el 9 de mayo de 2026", "es"],
    ["公開日：2026年5月4日　更新日：2026年5月9日", "ja"],
    ["<span>2026年5月4日 9時00分 公開</span><span>2026年5月9日 7時30分 更新</span>", "ja"],
    ["Gepubliceerd op 4 mei 2026, bijgewerkt op 9 mei 2026", "nl"]
  ]
  for (const [line, language] of cases)
    it(`reads ${line.replace(/<[^>]*>/g, " ").trim()}`, () => {
      assert.deepStrictEqual(
        read(`<h1>Tides</h1><p>${line}</p><p>The sea rises.</p>`, { published: "date", modified: "date" }, language),
        { published: "2026-05-04", modified: "2026-05-09" }
      )
    })
})

describe("names beside values", () => {
  it("are no part of the value, in any form", () => {
    const cases: ReadonlyArray<readonly [html: string, language: string]> = [
      ["<p>記者：佐藤 花子</p>", "ja"],
      [`<p class="author">記者：佐藤 花子</p>`, "ja"],
      [`<p class="byline">文／佐藤 花子</p>`, "ja"]
    ]
    for (const [html, language] of cases)
      assert.deepStrictEqual(read(`<h1>港</h1>${html}`, { author: "text" }, language), { author: "佐藤 花子" }, html)
    for (const html of [
      "<p>Autor: Jens Holm</p>",
      `<span class="author">Autor: Jens Holm</span>`,
      "<p>Von Jens Holm</p>"
    ])
      assert.deepStrictEqual(read(`<h1>Hafen</h1>${html}`, { author: "text" }, "de"), { author: "Jens Holm" }, html)
  })

  it("may stand before, above and below them, in rows of one shape", () => {
    for (const [open, between, close] of [
      ["<li><span>", "</span><span>", "</span></li>"],
      ["<div><strong>", "</strong><div>", "</div></div>"],
      ["<div><p>", "</p><p>", "</p></div>"]
    ] as const) {
      const below = `<section>${open}68 m²${between}Wohnfläche${close}${open}3${between}Zimmer${close}${open}2${between}Etage${close}</section>`
      const before = `<section>${open}Wohnfläche${between}68 m²${close}${open}Zimmer${between}3${close}${open}Etage${between}2${close}</section>`
      for (const html of [below, before])
        assert.deepStrictEqual(
          read(`<h1>Wohnung</h1>${html}`, { livingArea: "number", rooms: "integer", floor: "integer" }, "de"),
          { livingArea: 68, rooms: 3, floor: 2 },
          html
        )
    }
  })

  it("in one line are cut where every part has one", () => {
    assert.deepStrictEqual(
      read(`<h1>Tides</h1><p>Category: Sea | Reading time: 4 min</p>`, { category: "text", readingTime: "text" }),
      { category: "Sea", readingTime: "4 min" }
    )
    assert.deepStrictEqual(
      read(`<h1>Tides</h1><article><footer>Filed under: Sea. Tags: tides, mills</footer></article>`, {
        category: "text",
        tags: "list"
      }),
      { category: "Sea", tags: ["tides", "mills"] }
    )
  })

  it("may be of another language than the property's name", () => {
    const cases: ReadonlyArray<readonly [label: string, language: string]> = [
      ["Eintrittsdatum: 1. September 2026", "de"],
      ["Prise de poste : 1er septembre 2026", "fr"],
      ["Fecha de incorporación: 1 de septiembre de 2026", "es"],
      ["Data di inizio: 1 settembre 2026", "it"],
      ["入社日：2026年9月1日", "ja"]
    ]
    for (const [label, language] of cases)
      assert.deepStrictEqual(read(`<h1>Job</h1><p>${label}</p>`, { startDate: "date" }, language), {
        startDate: "2026-09-01"
      })
  })

  it("say two things: the value shows which", () => {
    assert.deepStrictEqual(
      read(
        `<h1>Tarte</h1><p>Préparation : 20 min</p><h2>Préparation</h2><ol><li>Étaler.</li><li>Cuire.</li></ol>`,
        { prepTime: "text", steps: "list" },
        "fr"
      ),
      { prepTime: "20 min", steps: ["Étaler.", "Cuire."] }
    )
  })
})

describe("ranges of pay", () => {
  const cases: ReadonlyArray<readonly [text: string, low: number, high: number, language: string]> = [
    ["Gehalt: 48.000 – 56.000 € pro Jahr", 48_000, 56_000, "de"],
    ["Gehalt: von 48.000 € bis 56.000 €", 48_000, 56_000, "de"],
    ["Salary: $82,000 – $97,000 CAD per year", 82_000, 97_000, "en"],
    ["Salary: £60k-75k", 60_000, 75_000, "en"],
    ["Salaire : de 38 000 € à 45 000 € par an", 38_000, 45_000, "fr"],
    ["Salario: 24.000 € - 28.000 € brutos/año", 24_000, 28_000, "es"],
    ["給与：月給 25万円～32万円", 250_000, 320_000, "ja"]
  ]
  for (const [text, salaryMin, salaryMax, language] of cases)
    it(`reads ${text}`, () => {
      assert.deepStrictEqual(
        read(`<h1>Job</h1><p>${text}</p>`, { salaryMin: "number", salaryMax: "number" }, language),
        { salaryMin, salaryMax }
      )
    })

  it("are none where one amount stands alone, or two ranges", () => {
    for (const text of ["Salary: $82,000", "Salary: $10 – $12 an hour, $800 – $900 a month"])
      assert.isUndefined(read(`<h1>Job</h1><p>${text}</p>`, { salaryMin: "number", salaryMax: "number" }), text)
  })
})

describe("postal addresses", () => {
  const parts = { street: "text", postalCode: "text", city: "text" }
  const cases: ReadonlyArray<readonly [html: string, street: string, postalCode: string, city: string]> = [
    ["<p>Hofer GmbH<br>Am Graben 12<br>4020 Linz<br>Österreich</p>", "Am Graben 12", "4020", "Linz"],
    ["<address>12 rue du Chantier<br>29900 Concarneau</address>", "12 rue du Chantier", "29900", "Concarneau"],
    ["<address>14 Pier Road, Whitby YO21 3PU</address>", "14 Pier Road", "YO21 3PU", "Whitby"],
    ["<p>500 Main Street<br>Portland, OR 97201</p>", "500 Main Street", "97201", "Portland"],
    ["<p>Keizersgracht 8<br>1015 CN Amsterdam</p>", "Keizersgracht 8", "1015 CN", "Amsterdam"],
    ["<p>Adresse: Mühlweg 3, 83646 Bad Tölz</p>", "Mühlweg 3", "83646", "Bad Tölz"]
  ]
  for (const [html, street, postalCode, city] of cases)
    it(`have the parts of ${html.replace(/<[^>]*>/g, " ").trim()}`, () => {
      assert.deepStrictEqual(read(`<h1>Contact</h1>${html}`, parts), { street, postalCode, city })
    })

  it("of two offices are neither", () => {
    assert.isUndefined(read(`<h1>Offices</h1><p>Hafen 1<br>20457 Hamburg</p><p>Ring 2<br>50667 Köln</p>`, parts, "de"))
  })

  it("leave out the name of the firm, which is given by itself", () => {
    assert.deepStrictEqual(
      read(`<h1>Contact us</h1><p>Harrow Sails Ltd<br>4 Boatyard Lane<br>Falmouth TR11 2AA</p>`, {
        companyName: "text",
        address: "text"
      }),
      { companyName: "Harrow Sails Ltd", address: "4 Boatyard Lane, Falmouth TR11 2AA" }
    )
  })
})

describe("titles", () => {
  it("that every site has are the name of nothing", () => {
    for (const title of ["Contact us", "Impressum", "Über uns", "Mentions légales", "会社概要", "Quiénes somos"])
      for (const name of ["name", "companyName"])
        assert.isUndefined(read(`<h1>${title}</h1><p>Founded: 1974</p>`, { [name]: "text" }), `${title} is no ${name}`)
    assert.deepStrictEqual(read("<h1>Contact us</h1>", { title: "text" }), { title: "Contact us" })
  })

  it("are the name of a firm with its legal form, or where the site is called so", () => {
    assert.deepStrictEqual(read("<h1>Lind AB</h1><p>Founded: 1974</p>", { companyName: "text" }), {
      companyName: "Lind AB"
    })
    assert.deepStrictEqual(read("<h1>Site</h1><p>Founded: 1974</p>", { companyName: "text" }), { companyName: "Site" })
    assert.isUndefined(read("<h1>Built to last</h1><p>Founded: 1974</p>", { companyName: "text" }))
  })
})

describe("questions", () => {
  const pair = { type: "object", properties: { question: types["text"]!, answer: types["text"]! } }
  const faqs = { type: "array", items: pair }
  const expected = {
    faqs: [
      { question: "Can I bring a dog?", answer: "Yes, on a lead." },
      { question: "Is there a café?", answer: "On the upper deck." }
    ]
  }
  const forms: Readonly<Record<string, (question: string, answer: string) => string>> = {
    details: (question, answer) => `<details><summary>${question}</summary><p>${answer}</p></details>`,
    "details with a heading": (question, answer) =>
      `<details><summary><h3>${question}</h3></summary>${answer}</details>`,
    headings: (question, answer) => `<h3>${question}</h3><p>${answer}</p>`,
    "an accordion of buttons": (question, answer) =>
      `<div class="item"><h3><button>${question}</button></h3><div hidden><p>${answer}</p></div></div>`,
    "lines in bold": (question, answer) => `<p><strong>${question}</strong></p><p>${answer}</p>`
  }
  for (const [name, form] of Object.entries(forms))
    it(`in ${name} have their answers`, () => {
      const body = expected.faqs.map(({ answer, question }) => form(question, answer)).join("")
      assert.deepStrictEqual(read(`<h1>Ferry</h1><div>${body}</div>`, { faqs }), expected)
    })

  it("in a definition list have their answers", () => {
    const body = expected.faqs.map(({ answer, question }) => `<dt>${question}</dt><dd>${answer}</dd>`).join("")
    assert.deepStrictEqual(read(`<h1>Ferry</h1><dl>${body}</dl>`, { faqs }), expected)
  })

  it("are not made of other things that open", () => {
    assert.isUndefined(read(`<h1>Mug</h1><details><summary>Care</summary><p>Wash by hand.</p></details>`, { faqs }))
  })
})

describe("posts", () => {
  const posts = {
    type: "array",
    items: { type: "object", properties: { author: types["text"]!, date: types["date"]!, text: types["text"]! } }
  }
  const said = [
    { author: "gale_nine", date: "2026-02-03", text: "Mine slips under load. Self tailing or not?" },
    { author: "Marta K", date: "2026-02-04", text: "Self tailing, always, for anyone who sails alone." }
  ]
  const forms: Readonly<Record<string, (post: (typeof said)[number]) => string>> = {
    "a name by its class and a time": ({ author, date, text }) =>
      `<article class="message"><h4><a class="username" href="/x">${author}</a></h4><time datetime="${date}T08:00:00Z">then</time><div><div>${text}</div></div></article>`,
    "the address of a member and a day in words": ({ author, date, text }) =>
      `<div class="post"><p><a href="/u/1">${author}</a> » ${date}</p><div>${text}</div></div>`,
    "rows of a list": ({ author, date, text }) =>
      `<li><div><span>${date}</span></div><span class="bbp-author-name">${author}</span><div><p>${text}</p></div></li>`
  }
  for (const [name, form] of Object.entries(forms))
    it(`are found by ${name}`, () => {
      assert.deepStrictEqual(read(`<h1>Winch</h1><div>${said.map(form).join("")}</div>`, { posts }), { posts: said })
    })

  it("are no cards of articles, which have titles", () => {
    const cards = said
      .map(
        ({ author, date, text }) =>
          `<article><h3><a href="/a">${text}</a></h3><span class="author">${author}</span><time datetime="${date}">d</time><p>More about it.</p></article>`
      )
      .join("")
    assert.isUndefined(read(`<h1>News</h1><div>${cards}</div>`, { posts: { ...posts, minItems: 5 } }))
  })
})

describe("several values in one place", () => {
  const cast = { cast: "list" }
  const cells: Readonly<Record<string, string>> = {
    "items of a list": "<ul><li>Ida Quay</li><li>Jo Watt</li></ul>",
    "links side by side": `<a href="/1">Ida Quay</a><a href="/2">Jo Watt</a>`,
    lines: "Ida Quay<br>Jo Watt",
    "a row of one": "<p><span>Ida Quay</span><span>Jo Watt</span></p>",
    "text with commas": "Ida Quay, Jo Watt",
    "text with commas of Japan": "Ida Quay、Jo Watt"
  }
  for (const [name, cell] of Object.entries(cells)) {
    it(`stay apart: ${name}`, () => {
      for (const html of [
        `<table><tr><th>Cast</th><td>${cell}</td></tr><tr><th>Year</th><td>2020</td></tr></table>`,
        `<dl><dt>Cast</dt><dd>${cell}</dd></dl>`
      ])
        assert.deepStrictEqual(read(`<h1>Ebb</h1>${html}`, cast), { cast: ["Ida Quay", "Jo Watt"] }, html)
    })
  }

  it("have a comma between them where one text is asked for", () => {
    assert.deepStrictEqual(
      read(`<h1>Ebb</h1><dl><dt>Cast</dt><dd><a href="/1">Ida Quay</a><a href="/2">Jo Watt</a></dd></dl>`, {
        cast: "text"
      }),
      { cast: "Ida Quay, Jo Watt" }
    )
  })

  it("are one where they are parts of a sentence, an amount or an address", () => {
    for (const [cell, expected] of [
      ["<span>2</span> <span>kg</span>", "2 kg"],
      ["1 Quay<br>Hull HU1 1AA", "1 Quay Hull HU1 1AA"],
      ["Made of <b>oak</b> and <b>ash</b>", "Made of oak and ash"]
    ])
      assert.deepStrictEqual(
        read(`<h1>Stool</h1><dl><dt>Note to buyers</dt><dd>${cell}</dd></dl>`, { noteToBuyers: "text" }),
        { noteToBuyers: expected }
      )
  })
})

describe("a firm", () => {
  it("is named without its place", () => {
    for (const [written, company] of [
      ["Hotel Alpenruh, Davos", "Hotel Alpenruh"],
      ["Crust & Co – Leeds", "Crust & Co"],
      ["Ponts du Sud · Montpellier", "Ponts du Sud"],
      ["Lee, Hunt & Co", "Lee, Hunt & Co"],
      ["Lind Bakeware, Inc.", "Lind Bakeware, Inc."]
    ])
      assert.deepStrictEqual(read(`<h1>Baker</h1><p class="job-company">${written}</p>`, { company: "text" }), {
        company
      })
  })

  it("has no slogan for a name", () => {
    for (const slogan of ["Visit us today", "Wir bauen Zukunft", "Notre savoir-faire", "Built to last!"])
      assert.isUndefined(read(`<h1>${slogan}</h1><p>Fax: 030 555 010</p>`, { name: "text" }), slogan)
    assert.deepStrictEqual(read("<h1>Harbour Museum</h1><p>Fax: 030 555 010</p>", { name: "text" }), {
      name: "Harbour Museum"
    })
  })
})

describe("what a name means", () => {
  it("follows from the value where it has two meanings", () => {
    const cases: ReadonlyArray<readonly [line: string, schema: Readonly<Record<string, string>>, expected: object]> = [
      ["Eintritt: 8 €", { price: "number", startDate: "date" }, { price: 8 }],
      ["Eintritt: 01.09.2026", { price: "number", startDate: "date" }, { startDate: "2026-09-01" }],
      ["Arbeitszeit: 20 Min.", { prepTime: "text", workingHours: "text" }, { prepTime: "20 Min." }],
      [
        "Arbeitszeit: 42 Stunden pro Woche",
        { prepTime: "text", workingHours: "text" },
        { workingHours: "42 Stunden pro Woche" }
      ]
    ]
    for (const [line, schema, expected] of cases)
      assert.deepStrictEqual(read(`<h1>Hof</h1><p>${line}</p>`, schema, "de"), expected, line)
  })

  it("is the same in a label of two languages", () => {
    assert.deepStrictEqual(
      read(
        "<h1>会社案内</h1><table><tr><th>会社名 / Company</th><td>海運株式会社</td></tr><tr><th>設立 Established</th><td>1950年</td></tr></table>",
        { companyName: "text", founded: "integer" },
        "ja"
      ),
      { companyName: "海運株式会社", founded: 1950 }
    )
  })
})

describe("a price before a sale", () => {
  it("is struck out, with or without words and in any currency", () => {
    for (const [html, language] of [
      ["<p><del>Prix : 45 €</del> <ins>Prix : 30 €</ins></p>", "fr"],
      ["<p>Statt <s>45,00 €</s> nur <b>30,00 €</b></p>", "de"],
      ["<p><s>45円</s> → <b>30円</b></p>", "ja"]
    ])
      assert.deepStrictEqual(
        read(`<h1>Sac</h1>${html}`, { price: "number", oldPrice: "number" }, language),
        { price: 30, oldPrice: 45 },
        html
      )
  })
})

describe("numbers of things", () => {
  it("are read from a line of them, and not from a sentence or a list", () => {
    assert.deepStrictEqual(
      read("<h1>Flat</h1><p>2 bedrooms | 1 bathroom | 650 sq ft</p>", { bedrooms: "integer", bathrooms: "integer" }),
      { bedrooms: 2, bathrooms: 1 }
    )
    assert.deepStrictEqual(read("<h1>Stew</h1><p>Serves 4</p>", { servings: "integer" }), { servings: 4 })
    assert.isUndefined(read("<h1>Flat</h1><p>It has 2 bedrooms and a garden.</p>", { bedrooms: "integer" }))
    assert.isUndefined(read("<h1>Flats</h1><p>2 bedrooms</p><p>3 bedrooms</p>", { bedrooms: "integer" }))
  })
})

describe("what looks like a value and is none", () => {
  it("a heading or two that ask, in an article", () => {
    const faqs = {
      type: "array",
      items: { type: "object", properties: { question: types["text"]!, answer: types["text"]! } }
    }
    assert.isUndefined(
      read(
        `<h1>Salt</h1><h2>Where does it come from?</h2><p>From the sea.</p><h2>Trade</h2><p>Roads led inland.</p><h2>Why white?</h2><p>It is pure.</p><h2>Today</h2><p>Cheap.</p>`,
        { faqs }
      )
    )
  })

  it("the choices of a filter", () => {
    assert.isUndefined(
      read(
        `<h1>Shampoo</h1><h2>Features</h2><ul><li>Vegan (4)</li><li>Organic (3)</li></ul><ul><li>Name (A-Z)</li><li>Price</li></ul>`,
        { features: "list" }
      )
    )
  })

  it("a day far below the title, and who comments there", () => {
    const far = "<p>Text of the page.</p>".repeat(250)
    assert.deepStrictEqual(
      read(
        `<h1>Tides</h1><p class="author">Ann Lee</p>${far}<p>Created Oct 18, 2011</p><div><p class="author">Guest</p></div>`,
        { author: "text", publishedDate: "date" }
      ),
      { author: "Ann Lee" }
    )
  })

  it("the words before a name, without one", () => {
    assert.deepStrictEqual(
      read(
        `<h1>Tides</h1><div class="author-info"><h2 class="author-heading">Published by</h2><h3 class="author-title">Ann Lee</h3></div>`,
        { author: "text" }
      ),
      { author: "Ann Lee" }
    )
  })

  it("an address in a sentence", () => {
    assert.isUndefined(
      read(
        "<h1>Data</h1><p>Write to the Data Bank, Centre for Numbers, Building 4, Room 6, 45 Centre Drive, Hull HU1 1AA.</p>",
        { address: "text", city: "text", postalCode: "text" }
      )
    )
  })
})

describe("lists in one text", () => {
  it("are split, also where several metas hold one each", () => {
    const index = indexSchema({ type: "object", properties: { tags: types["list"]! } })
    if ("issues" in index) throw new Error(JSON.stringify(index.issues))
    const html = `<head><meta name="news_keywords" content="salt, sea"><meta property="article:tag" content="salt"></head><h1>Salt</h1>`
    assert.deepStrictEqual(match(facts(parse(html), new URL("https://site.test/")), index).value, {
      tags: ["salt", "sea"]
    })
  })

  it("below a name are its items, and no one text", () => {
    const body = `<h1>Pump</h1><ul><li><span>Director</span> <ul><li>Ida Quay</li></ul></li><li><span>Features</span> <ul><li>Runs dry</li><li>Easy to clean</li></ul></li></ul>`
    assert.deepStrictEqual(read(body, { director: "text", features: "list" }), {
      director: "Ida Quay",
      features: ["Runs dry", "Easy to clean"]
    })
  })
})
