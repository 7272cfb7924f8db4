/** Sites written last, with forms that no rule was made for. */
import { ld } from "../json/page.ts"
import type { JudgedSite } from "./sites.ts"

const page = (site: string, title: string, body: string, head = "", lang = "en"): string =>
  `<!doctype html><html lang="${lang}"><head><title>${site}: ${title}</title>${head}</head><body><header><a href="/">${site}</a><nav><a href="/a">A</a> <a href="/b">B</a></nav></header><main>${body}</main><aside><h2>Newsletter</h2><p>Email: news@list.example</p></aside><footer><p>© ${site}</p></footer></body></html>`

const league: JudgedSite = {
  name: "a league table over two pages and teams of their own",
  pages: {
    "/a": page(
      "Liga",
      "Table",
      `<h1>Table</h1><table><thead><tr><th>Team</th><th>Points</th><th>Goals</th></tr></thead><tbody><tr><td>Rovers</td><td>41</td><td>60</td></tr><tr><td>Albion</td><td>38</td><td>51</td></tr></tbody></table>`
    ),
    "/b": page(
      "Liga",
      "Table, part 2",
      `<h1>Table</h1><table><thead><tr><th>Team</th><th>Points</th><th>Goals</th></tr></thead><tbody><tr><td>Wanderers</td><td>30</td><td>44</td></tr></tbody></table>`
    ),
    "/t/rovers": page("Liga", "Rovers", `<h1>Rovers</h1><p>Stadium: North Bank</p>`)
  },
  tasks: [
    {
      schema: { teams: [{ name: "string", points: "integer", goals: "integer" }] },
      expected: {
        teams: [
          { name: "Rovers", points: 41, goals: 60 },
          { name: "Albion", points: 38, goals: 51 },
          { name: "Wanderers", points: 30, goals: 44 }
        ]
      }
    }
  ]
}

const agent = (name: string, phone: string, email: string) =>
  `<li><h3>${name}</h3><p>Phone: ${phone}</p><p>Email: ${email}</p></li>`
const agents: JudgedSite = {
  name: "agents in a list of lines with labels",
  pages: {
    "/a": page(
      "Home & Key",
      "Agents",
      `<h1>Agents</h1><ul>${agent("Lena Holt", "+44 1 555 1", "lena@key.example")}${agent("Raj Dev", "+44 1 555 2", "raj@key.example")}</ul>`
    )
  },
  tasks: [
    {
      schema: { agents: [{ name: "string", phone: "string", email: "string" }] },
      expected: {
        agents: [
          { name: "Lena Holt", phone: "+44 1 555 1", email: "lena@key.example" },
          { name: "Raj Dev", phone: "+44 1 555 2", email: "raj@key.example" }
        ]
      }
    }
  ]
}

const podcast: JudgedSite = {
  name: "a podcast and its episodes",
  pages: {
    "/": page(
      "Night Tide",
      "Night Tide",
      `<h1>Night Tide</h1>`,
      ld({ "@type": "PodcastSeries", name: "Night Tide", author: { "@type": "Person", name: "Mo Reed" } })
    ),
    ...Object.fromEntries(
      [
        ["1", "The pier", "2026-01-02", "PT31M"],
        ["2", "The fog", "2026-01-09", "PT28M"]
      ].map(([number, name, datePublished, duration]) => [
        `/e/${number}`,
        page(
          "Night Tide",
          name!,
          `<h1>${name}</h1>`,
          ld({ "@type": "PodcastEpisode", name, datePublished, duration, episodeNumber: number })
        )
      ])
    )
  },
  tasks: [
    {
      schema: { episodes: [{ name: "string", datePublished: "date" }] },
      expected: {
        episodes: [
          { name: "The pier", datePublished: "2026-01-02" },
          { name: "The fog", datePublished: "2026-01-09" }
        ]
      }
    },
    { schema: { name: "string", author: "string" }, expected: { name: "Night Tide", author: "Mo Reed" } }
  ]
}

const winery: JudgedSite = {
  name: "wines in French, bottles on pages of their own, prices with commas",
  pages: Object.fromEntries(
    [
      ["Clos Bleu", 2019, "14,50 €", 14.5],
      ["Rive Haute", 2021, "9,00 €", 9]
    ].map(([name, year, price], at) => [
      `/v/${at}`,
      page(
        "Cave du Lac",
        String(name),
        `<h1>${name}</h1><ul><li>Millésime : ${year}</li><li>Prix : ${price}</li><li>Pays : France</li></ul>`,
        "",
        "fr"
      )
    ])
  ),
  tasks: [
    {
      schema: { vins: [{ nom: "string", prix: "number", pays: "string" }] },
      expected: {
        vins: [
          { nom: "Clos Bleu", prix: 14.5, pays: "France" },
          { nom: "Rive Haute", prix: 9, pays: "France" }
        ]
      }
    }
  ]
}

const bank: JudgedSite = {
  name: "an organisation that says itself on every page, with news about others",
  pages: {
    "/": page(
      "Delta",
      "Delta",
      `<h1>Delta</h1>`,
      ld({ "@type": "Organization", name: "Delta", foundingDate: "1971", telephone: "+31 20 555 0" })
    ),
    "/a": page(
      "Delta",
      "Locations",
      `<h1>Locations</h1><p>Headquarters: Rotterdam</p>`,
      ld({ "@type": "Organization", name: "Delta", telephone: "+31 20 555 0" })
    ),
    "/b": page(
      "Delta",
      "Partner Epsilon opens",
      `<article><h1>Partner Epsilon opens</h1><p>Founded: 2024</p></article>`,
      ld({ "@type": "NewsArticle", headline: "Partner Epsilon opens", datePublished: "2024-05-01" })
    )
  },
  tasks: [
    {
      schema: { name: "string", founded: "string", phone: "string", headquarters: "string" },
      expected: { name: "Delta", founded: "1971", phone: "+31 20 555 0", headquarters: "Rotterdam" }
    }
  ]
}

export const lastSites: ReadonlyArray<JudgedSite> = [league, agents, podcast, winery, bank]
