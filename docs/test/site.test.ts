// The site as readers get it: built for two bases, served, and read in a browser, every page of it.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page as Tab } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pages } from "../.vitepress/pages.ts"
import type { Served } from "../loopback.ts"
import { questions } from "./questions.ts"
import { openSearch } from "./search.ts"
import { build, openBrowser, serve } from "./built.ts"

/** Narrow enough for a small telephone. */
const viewport = { width: 380, height: 800 }
const tabs = 3
const all = pages()

let browser: Browser
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orbweaver-docs-"))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What a reader would complain about on a page. */
const complaintsOf = async (tab: Tab, address: string): Promise<ReadonlyArray<string>> => {
  const complaints: Array<string> = []
  const onError = (error: Error) => void complaints.push(`${address}: ${error.message}`)
  const onMessage = (message: { type(): string; text(): string }) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${address}: ${message.text()}`)
  }
  const onRequest = (request: { url(): string }) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith("http") && origin !== new URL(address).origin)
      complaints.push(`${address} asks ${request.url()}`)
  }
  tab.on("pageerror", onError).on("console", onMessage).on("request", onRequest)
  const response = await tab.goto(address, { waitUntil: "load" })
  if (response?.status() !== 200) complaints.push(`${address} answered ${response?.status()}`)
  // The application has taken the page over once the button for the dark mode works.
  await tab
    .waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined")
    .catch(() => complaints.push(`${address} stays without its application`))
  const width = await tab.evaluate<number>("document.documentElement.scrollWidth")
  if (width > viewport.width) complaints.push(`${address} is ${width} pixels wide`)
  tab.off("pageerror", onError).off("console", onMessage).off("request", onRequest)
  return complaints
}

/** Links of a page, by the elements that readers click; addresses are absolute. */
const linksOf = (tab: Tab): Promise<ReadonlyArray<string>> =>
  tab.evaluate<ReadonlyArray<string>>("[...document.querySelectorAll('a[href]')].map(({ href }) => href)")

const anchorsOf = (tab: Tab): Promise<ReadonlyArray<string>> =>
  tab.evaluate<ReadonlyArray<string>>("[...document.querySelectorAll('[id]')].map(({ id }) => id)")

// The two builds share a folder for what they make on the way.
describe.each(["/", "/x/"])("the site below %s", { concurrent: false, timeout: 240_000 }, (base) => {
  let site: Served
  const to = () => join(folder, base === "/" ? "root" : "below")
  beforeAll(async () => {
    await build(base, to())
    site = await serve(to(), base)
  }, 240_000)
  afterAll(() => site.close())

  it.runIf(base === "/")("finds the page that answers first, for nine of ten questions", async () => {
    const search = await openSearch(to())
    const wrong = questions.flatMap(([question, path]) => {
      const found = search.pagesFor(question)
      return found[0] === path
        ? []
        : [`${question}: ${found.slice(0, 3).join(", ")} (${found.indexOf(path) + 1}: ${path})`]
    })
    console.log(`${questions.length - wrong.length} of ${questions.length} first; the index has ${search.bytes} bytes`)
    for (const line of wrong) console.log(line)
    expect(wrong.length).toBeLessThanOrEqual(questions.length / 10)
    expect(search.bytes).toBeLessThan(600_000)
  })

  // Below the second base only each tenth decision: they differ in their words.
  it("opens every page without an error, without a broken link, and as narrow as a telephone", async () => {
    const complaints: Array<string> = []
    const anchors = new Map<string, ReadonlySet<string>>()
    const links = new Map<string, string>()
    const visited =
      base === "/" ? all : all.filter(({ path }, place) => !/^decisions\/\d/.test(path) || place % 10 === 0)
    const waiting = [`${site.origin}${base}`, ...visited.map(({ path }) => `${site.origin}${base}${path}`)]
    // Tabs of one context share what the browser has loaded and compiled.
    const context = await browser.newContext({ viewport })
    const visit = async () => {
      const tab = await context.newPage()
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        complaints.push(...(await complaintsOf(tab, address)))
        anchors.set(address, new Set(await anchorsOf(tab)))
        for (const link of await linksOf(tab)) links.set(link, address)
      }
    }
    await Promise.all(Array.from({ length: tabs }, visit))
    await context.close()
    for (const [link, from] of links) {
      const [address = "", anchor = ""] = link.split("#")
      if (!address.startsWith(site.origin) || /\.(?:md|txt|svg)$/.test(address)) continue
      const found = anchors.get(address)
      if (found === undefined && visited.length < all.length && /\/decisions\/\d/.test(address)) continue
      if (found === undefined) complaints.push(`${from} links to ${link}, which is no page`)
      else if (anchor !== "" && !found.has(decodeURIComponent(anchor)))
        complaints.push(`${from} links to ${link}: no such part`)
    }
    expect(complaints).toEqual([])
    expect(anchors.size).toBe(visited.length + 1)
  })

  it("finds a page by words, follows the dark mode, and copies code", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const tab = await context.newPage()
    await tab.goto(`${site.origin}${base}guide/crawling`)
    const isDark = () => tab.evaluate<boolean>("document.documentElement.classList.contains('dark')")
    const before = await isDark()
    await tab.locator(".VPSwitchAppearance:visible").first().click()
    expect(await isDark()).toBe(!before)
    expect(await tab.locator("button.copy").count()).toBeGreaterThan(0)
    expect(await tab.locator(".edit-link-button").getAttribute("href")).toMatch(
      /\/edit\/main\/docs\/guide\/crawling\.md$/
    )
    await tab.locator("#local-search button").click()
    await tab.locator("#localsearch-input").fill("robots.txt crawl-delay")
    await tab.locator(".result").first().waitFor()
    const hrefs = await tab.locator(".result").evaluateAll((found) => found.map((one) => one.getAttribute("href")))
    expect(hrefs.some((href) => href?.startsWith(`${base}guide/`))).toBe(true)
    await context.close()
  })

  it("has an icon on its pages", async () => {
    const text = await (await fetch(`${site.origin}${base}guide/crawling`)).text()
    const [, href] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(text) ?? []
    expect(href).toBeDefined()
    expect(await (await fetch(new URL(href!.replaceAll("&amp;", "&"), `${site.origin}${base}`))).text()).toMatch(
      /^<svg /
    )
  })

  it("gives models a list of the pages, and each page as Markdown", async () => {
    const list = await (await fetch(`${site.origin}${base}llms.txt`)).text()
    const addresses = [...list.matchAll(/\]\((\S+\.md)\)/g)].map(([, address]) => address!)
    expect(addresses).toHaveLength(all.length)
    for (const address of addresses) {
      const response = await fetch(`${site.origin}${address}`)
      expect([address, response.status]).toEqual([address, 200])
      expect(await response.text()).not.toMatch(/^---/)
    }
  })
})
