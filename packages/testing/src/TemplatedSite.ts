/**
 * A site whose pages are made from a few templates, and what is true of each
 * page: its own lines, the lines that belong to them although many pages have
 * them (headings, labels, code), and the blocks that the template repeats in
 * the midst of the content, where only their repetition marks them.
 */
import { html, type Routes, send } from "./site/Route.ts"

export interface ExpectedContent {
  /** Lines that only this page has. */
  readonly own: ReadonlyArray<string>
  /** Lines that many pages have and that belong to what stands below or besides them. */
  readonly bound: ReadonlyArray<string>
  /** Lines that the template repeats on every page. */
  readonly repeated: ReadonlyArray<string>
}

export interface TemplatedSite {
  readonly routes: Routes
  readonly paths: ReadonlyArray<string>
  readonly expectedContent: (path: string) => ExpectedContent
}

interface Made extends ExpectedContent {
  readonly title: string
  readonly body: string
}

const subjects = "keeper harbour tide lantern vessel chart current storm engineer island signal crew".split(" ")
const verbs = "measured followed repaired recorded crossed watched lost found described left".split(" ")
const places = "the northern sound,the old pier,the outer reef,the long canal,the salt marsh,the town quay".split(",")

/** A sentence that no other page and no other place of the page has. */
const sentence = (page: number, index: number): string => {
  const pick = (list: ReadonlyArray<string>, step: number) => list[(page * step + index * 7 + step) % list.length]!
  return `In entry ${page}.${index} the ${pick(subjects, 5)} ${pick(verbs, 3)} the ${pick(subjects, 11)} near ${pick(places, 2)}, and nobody had written it down before.`
}

const paragraph = (page: number, from: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => sentence(page, from + index))

const p = (lines: ReadonlyArray<string>): string => `<p>${lines.join(" ")}</p>`

/** An article with a notice between its paragraphs and a standing paragraph at its end. */
const article = (page: number): Made => {
  const notice = [
    "The Coastal Letter reaches forty thousand readers every second Thursday of the month.",
    "It costs nothing, it has no advertisements, and we have printed it without a break since 1974."
  ]
  const closing = [
    "Reports in this series are written by members of the society on their own account.",
    "Readers who know more about a place than the report does are welcome to add to it in writing."
  ]
  const parts = [0, 3, 6, 9].map((from) => paragraph(page, from, 3))
  return {
    title: `Report ${page} from the coast`,
    own: parts.flat(),
    bound: ["What happened next"],
    repeated: [...notice, ...closing],
    body: `<main><article><h1>Report ${page} from the coast</h1>${p(parts[0]!)}${p(parts[1]!)}<div><p>${notice[0]}</p><p>${notice[1]}</p></div>
<h2>What happened next</h2>${p(parts[2]!)}${p(parts[3]!)}<section>${p(closing)}</section></article></main>`
  }
}

/** A product with terms that are the same for all. */
const product = (page: number): Made => {
  const terms = [
    "Orders that reach us before noon leave the warehouse on the same day with a courier of our choice.",
    "Whatever does not please you can be sent back within thirty days, and we pay for the parcel.",
    "Our workshop keeps spare parts for at least twelve years after the last piece of a series was sold."
  ]
  const parts = [0, 3].map((from) => paragraph(page, from, 3))
  const own = [...parts.flat(), `${page * 3 + 11} grams`, `${(page % 40) + 5} centimetres`]
  return {
    title: `Lantern model ${page}`,
    own,
    bound: ["Specifications", "Weight without battery", "Height with handle", "Runs on two ordinary batteries"],
    repeated: terms,
    body: `<main><section><h1>Lantern model ${page}</h1>${p(parts[0]!)}</section><section><div>${p([terms[0]!])}${p([terms[1]!])}</div>
<ul><li>Runs on two ordinary batteries</li><li>${own[0]}</li></ul><h2>Specifications</h2><table><tr><th>Weight without battery</th><td>${own.at(-2)}</td></tr><tr><th>Height with handle</th><td>${own.at(-1)}</td></tr></table>${p(parts[1]!)}${p([terms[2]!])}</section></main>`
  }
}

/** A page of a manual: the same headings and commands, and a note that every page opens with. */
const manual = (page: number): Made => {
  const note = [
    "This chapter assumes that the tool is installed and that you have read the chapter on first steps.",
    "Examples were tried on Linux, macOS and Windows with the release that was newest when this was written."
  ]
  const parts = [0, 2, 4].map((from) => paragraph(page, from, 2))
  return {
    title: `Command ${page}`,
    own: parts.flat(),
    bound: ["Parameters of the command", "Return value and errors", "tidebook install --save"],
    repeated: note,
    body: `<div><div><main><h1>Command ${page}</h1><div>${p([note[0]!])}${p([note[1]!])}</div>${p(parts[0]!)}<pre><code>tidebook install --save</code></pre>
<h2>Parameters of the command</h2>${p(parts[1]!)}<h2>Return value and errors</h2>${p(parts[2]!)}</main></div><aside><p>${sentence(page, 90)}</p></aside></div>`
  }
}

const kinds = [
  ["report", article],
  ["lantern", product],
  ["command", manual]
] as const

/** `each` pages of each of the three templates, and a start page at `/templates/` that links to all. */
export const templatedSite = (each: number): TemplatedSite => {
  const made = new Map<string, Made>()
  for (let page = 1; page <= each; page++) {
    for (const [name, make] of kinds) made.set(`/templates/${name}/${page}`, make(page))
  }
  const paths = [...made.keys()]
  const links = paths.map((path) => `<li><a href="${path}">${made.get(path)!.title}</a></li>`).join("")
  return {
    paths,
    expectedContent: (path) => made.get(path)!,
    routes: {
      "/templates/": ({ response, url }) => {
        const found = made.get(url.pathname)
        if (found !== undefined) return send(response, html(found.title, found.body))
        if (url.pathname === "/templates/") return send(response, html("All pages", `<ul>${links}</ul>`))
        send(response, html("Not found", "<h1>Not found</h1>"), undefined, {}, 404)
      }
    }
  }
}
