/** Made-up pages with personal data at every place that HTML has for texts. */
import { kinds, lookAlike, plant, type Planted } from "./planted.ts"
import { makeRandom, type Random } from "@orbweaver/testing/internal/crash/random"

export interface PlantedPage {
  readonly html: string
  readonly planted: ReadonlyArray<Planted & { readonly place: string }>
  readonly lookAlikes: ReadonlyArray<string>
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
const inScript = (text: string): string => JSON.stringify(text).replaceAll("<", "\\u003c")

/** Places that hold any text. */
const places: Readonly<Record<string, (text: string) => string>> = {
  paragraph: (text) => `<p>Questions are answered under ${escaped(text)} on every working day.</p>`,
  "end of a sentence": (text) => `<p>For everything else there is <b>${escaped(text)}</b>.</p>`,
  table: (text) =>
    `<table><tr><th>Contact</th><th>Hours</th></tr><tr><td>${escaped(text)}</td><td>9 to 5</td></tr></table>`,
  list: (text) => `<ul><li>${escaped(text)}</li><li>second entry of a list</li></ul>`,
  "definition list": (text) => `<dl><dt>Details</dt><dd>${escaped(text)}</dd></dl>`,
  attribute: (text) =>
    `<img src="/a.png" alt="${escaped(text)}" title="${escaped(text)}"><p data-value="${escaped(text)}">Shown.</p>`,
  code: (text) => `<pre><code>value = "${escaped(text)}"\nrun(value)</code></pre>`,
  "JSON-LD": (text) =>
    `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Weaver","description":${inScript(text)}}</script>`,
  script: (text) => `<script>window.settings = { value: ${inScript(text)} }</script>`,
  address: (text) => `<p><a href="/search?q=${encodeURIComponent(text)}">a search</a></p>`
}

const linkOf = ({ kind, text }: Planted): string =>
  kind === "EMAIL"
    ? `<p><a href="mailto:${escaped(text)}?subject=Hello">${escaped(text)}</a></p>`
    : `<p><a href="tel:${escaped(text.replace(/[^\d+]/g, "").replace(/^(?=[1-9])/, "+1"))}">${escaped(text)}</a></p>`

const heldBy = (random: Random, one: Planted): readonly [place: string, html: string] => {
  // An address is written with @ in a link, and a key in one line is no key.
  const isLink = (one.kind === "PHONE" || one.kind === "EMAIL") && !/\bat\b|%40/.test(one.text)
  if (isLink && random.of([0, 1, 2]) === 0) return ["link", linkOf(one)]
  const names = Object.keys(places).filter((name) => name !== "address" || /^[\w.+-]+@[\w.-]+$|^\+\d+$/.test(one.text))
  const place = random.of(names)
  return [place, places[place]!(one.text)]
}

export const pageOf = (seed: number): PlantedPage => {
  const random = makeRandom(seed)
  const planted: Array<PlantedPage["planted"][number]> = []
  const lookAlikes: Array<string> = []
  const parts: Array<string> = []
  for (const kind of kinds) {
    for (let count = 0; count < 2; count++) {
      const one = plant(random, kind)
      const [place, html] = heldBy(random, one)
      planted.push({ ...one, place })
      parts.push(html)
    }
  }
  for (let count = 0; count < 10; count++) {
    const text = lookAlike(random)
    lookAlikes.push(text)
    parts.push(places[random.of(["paragraph", "table", "list", "code", "script"])]!(text))
  }
  const mixed = parts.toSorted(() => random.of([-1, 1]))
  const html = `<!doctype html><html lang="en"><head><title>Page ${seed}</title></head><body><main><h1>Contacts</h1>${mixed.join("\n")}</main></body></html>`
  return { html, planted, lookAlikes }
}
