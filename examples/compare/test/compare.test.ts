// The programs of Orbweaver run, and the page shows the programs as they are.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"
import { markdownOf } from "../orbweaver/01-markdown.ts"
import { linksOfArticle } from "../orbweaver/02-parts.ts"
import { addressesOf } from "../orbweaver/03-map.ts"
import { save } from "../orbweaver/04-crawl-to-folder.ts"
import { stream } from "../orbweaver/05-stream-to-jsonl.ts"
import { scrapeAll } from "../orbweaver/06-batch-with-errors.ts"
import { productOf } from "../orbweaver/07-typed-json.ts"
import { crawlAccount } from "../orbweaver/08-login.ts"
import { changeOf } from "../orbweaver/09-changes.ts"
import { textOf } from "../orbweaver/10-file.ts"
import { file, page } from "../page.ts"

const html = { "content-type": "text/html; charset=utf-8" }
const text = `<p>${"Words enough to be a page of its own. ".repeat(12)}</p>`
const offer = { "@type": "Product", name: "Mug", offers: { "@type": "Offer", price: 5, priceCurrency: "EUR" } }
const data = `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...offer })}</script>`

let site: Running
let orb: Orbweaver
let folder = ""
let visits = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orbweaver-compare-"))
  orb = createOrbweaver({ egress: { allowLocal: true } })
  site = await start({
    routes: {
      "/guide/": ({ response }, rest) => {
        const link = rest === "" ? `<a href="/guide/one">One</a>` : ""
        const article = `<article><h1>Guide ${rest}</h1>${text}${link}</article>`
        response.writeHead(200, html).end(`<title>Guide ${rest}</title><main>${article}<p>Elsewhere</p></main>`)
      },
      "/mug": ({ response }) =>
        response.writeHead(200, html).end(`<title>Mug</title>${data}<main><h1>Mug</h1>${text}</main>`),
      "/news": ({ response }) =>
        response
          .writeHead(200, html)
          .end(
            `<title>News</title><main><h1>News</h1><p>${(visits += 1) === 1 ? "The spring teas are here." : "The spring teas are sold out."}</p>${text}</main>`
          ),
      "/mine": ({ request, response }) => {
        const isKnown = request.headers.cookie === "login=yes"
        response.writeHead(isKnown ? 200 : 401, html).end(isKnown ? `<main><h1>Mine</h1>${text}</main>` : "Sign in")
      }
    }
  })
})
afterAll(async () => {
  await orb.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const url = (path: string) => site.url(path).href

it("Markdown, and parts of a page", async () => {
  expect(await markdownOf(url("/guide/one"), orb)).toContain("# Guide one")
  const { links, markdown } = await linksOfArticle(url("/guide/"), orb)
  expect(markdown).not.toContain("Elsewhere")
  expect(links).toEqual([url("/guide/one")])
})

it("a map, a folder and a stream of a site", async () => {
  expect(await addressesOf(url("/guide/"), orb)).toContain(url("/guide/one"))
  expect(await save(url("/guide/"), join(folder, "site"), orb)).toBe(2)
  expect(await readdir(join(folder, "site"))).toHaveLength(2)
  await stream(url("/guide/"), join(folder, "pages.jsonl"), orb)
  expect((await readFile(join(folder, "pages.jsonl"), "utf8")).trim().split("\n")).toHaveLength(2)
})

it("many pages with their errors", async () => {
  const refused = "http://127.0.0.1:1/"
  const { failed, pages } = await scrapeAll([url("/guide/one"), refused], orb)
  expect(pages).toHaveLength(1)
  expect(failed).toEqual([refused])
})

it("typed data, a login, changes and files", async () => {
  expect(await productOf(url("/mug"), orb)).toEqual({ name: "Mug", price: 5 })
  expect(await crawlAccount(url("/mine"), "login=yes", orb)).toEqual([expect.stringContaining("# Mine")])
  expect(await changeOf(url("/news"), orb)).toMatchObject({ status: "new" })
  expect(await changeOf(url("/news"), orb)).toMatchObject({
    status: "changed",
    diff: expect.stringContaining("+The spring teas are sold out.")
  })
  await writeFile(join(folder, "note.rtf"), String.raw`{\rtf1 From a file}`)
  expect(await textOf(join(folder, "note.rtf"), orb)).toBe("From a file")
})

it("are shown as they are; `npm run page -w @examples/compare` writes the page", async () => {
  expect(await readFile(file, "utf8")).toBe(page())
})
