// The site as readers get it: built for two bases, served, and read in a browser, every page of it.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Page, pages } from "../.vitepress/pages.ts"
import { blocksOf } from "../blocks/extract.ts"
import type { Served } from "../loopback.ts"
import { blindQuestions } from "./blindQuestions.ts"
import { questions } from "./questions.ts"
import { openSearch } from "./search.ts"
import { build, openBrowser, serve } from "./built.ts"
import { type Device, inspect, lowContrast, openInspection, seriousFaults } from "./inspectPage.ts"

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

/** The blocks of code of a page; diagrams are pictures. */
const codeOf = ({ file, text }: Page): ReadonlyArray<string> =>
  blocksOf(file, text)
    .filter(({ language }) => language !== "mermaid")
    .map(({ code }) => code.replace(/\n$/, ""))

/** Pages of public modules are hundreds, made by one program. */
const isModule = ({ path }: Page): boolean => path.startsWith("reference/modules/")
const isDecision = ({ path }: Page): boolean => /^decisions\/./.test(path)

// The two builds share a folder for what they make on the way.
describe.each(["/", "/x/"])("the site below %s", { concurrent: false, timeout: 1_200_000 }, (base) => {
  let site: Served
  const to = () => join(folder, base === "/" ? "root" : "below")
  beforeAll(async () => {
    await build(base, to())
    site = await serve(to(), base)
  }, 480_000)
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
    // Loaded with the first search.
    expect(search.bytes).toBeLessThan(690_000)
  })

  it.runIf(base === "/")("finds a page that answers among the first three, for 28 of 30 blind questions", async () => {
    const search = await openSearch(to())
    const right = blindQuestions.filter(([question, ...paths]) =>
      search
        .pagesFor(question)
        .slice(0, 3)
        .some((path) => paths.includes(path))
    )
    expect(blindQuestions).toHaveLength(30)
    expect(right.length).toBeGreaterThanOrEqual(28)
    for (const word of ["port", "engine"]) {
      expect([word, search.pagesFor(word)[0]]).toEqual(questions.find(([question]) => question === word))
    }
  })

  it("opens every page without a complaint, wide and narrow, light and dark, and without a broken link", async () => {
    const complaints: Array<string> = []
    const anchors = new Map<string, ReadonlySet<string>>()
    const links = new Map<string, string>()
    // Below the second base only a tenth of the decisions and modules: they differ in their words.
    const visited =
      base === "/" ? all : all.filter((page, place) => !(isDecision(page) || isModule(page)) || place % 10 === 0)
    // Long pages first, so that no tab is left with one at the end.
    const waiting = [undefined, ...visited.toSorted((one, other) => other.text.length - one.text.length)]
    // Tabs of one context share what the browser has loaded and compiled.
    const context = await browser.newContext()
    // Colours differ by what a page shows, hardly by its width.
    const contrastOn = (page: Page | undefined, place: number): ReadonlyArray<Device> => {
      const some = place % 20 === 0
      if (base !== "/" || (page !== undefined && isModule(page) && !some)) return []
      return page === undefined || some ? ["desktop", "telephone"] : ["desktop"]
    }
    const visit = async () => {
      const tab = await openInspection(context)
      while (waiting.length > 0) {
        const page = waiting.shift()
        const address = `${site.origin}${base}${page?.path ?? ""}`
        const found = await inspect(tab, address, {
          code: page === undefined || isModule(page) ? undefined : codeOf(page),
          contrastOn: contrastOn(page, waiting.length)
        })
        complaints.push(...found.complaints)
        anchors.set(address, new Set(found.anchors))
        for (const link of found.links) links.set(link, address)
      }
    }
    await Promise.all(Array.from({ length: tabs }, visit))
    await context.close()
    const unvisited = new Set(
      all.filter((page) => !visited.includes(page)).map(({ path }) => `${site.origin}${base}${path}`)
    )
    for (const [link, from] of links) {
      const [address = "", anchor = ""] = link.split("#")
      if (!address.startsWith(site.origin) || /\.(?:md|txt|svg)$/.test(address)) continue
      const found = anchors.get(address)
      if (found === undefined && unvisited.has(address)) continue
      if (found === undefined) complaints.push(`${from} links to ${link}, which is no page`)
      else if (anchor !== "" && !found.has(decodeURIComponent(anchor)))
        complaints.push(`${from} links to ${link}: no such part`)
    }
    expect(complaints).toEqual([])
    expect(anchors.size).toBe(visited.length + 1)
  })

  it("finds a page by words, follows the dark mode, and copies code", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const tab = await openInspection(context)
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
    const excerpt = tab.locator(".result .excerpt", { has: tab.locator("mark") }).first()
    expect(await excerpt.locator("mark").first().textContent()).toMatch(/^(?:robots|txt|crawl|delay)/i)
    for (const colorScheme of ["light", "dark"]) {
      await tab.evaluate(`document.documentElement.classList.toggle("dark", ${colorScheme === "dark"})`)
      expect([colorScheme, ...(await tab.evaluate<ReadonlyArray<string>>(lowContrast))]).toEqual([colorScheme])
    }
    expect(await tab.evaluate<ReadonlyArray<string>>(seriousFaults(".VPLocalSearchBox"))).toEqual([])
    // The chosen result is the one that the field names to assistive technology.
    const chosen = `#${await tab.locator("#localsearch-input").getAttribute("aria-activedescendant")}`
    expect(await tab.locator(chosen).getAttribute("aria-selected")).toBe("true")
    await context.close()
  })

  it("shows what a program prints beside it, and on a telephone below it", async () => {
    const context = await browser.newContext()
    const tab = await openInspection(context)
    await tab.goto(`${site.origin}${base}`)
    const group = tab.locator(".vp-code-group").first()
    const labels = await group.locator("label").allTextContents()
    expect(labels).toHaveLength(5)
    for (const label of labels) {
      await tab.setViewportSize({ width: 1280, height: 900 })
      await group.locator("label", { hasText: label }).click()
      const program = group.locator(".active > pre").first()
      const output = group.locator(".active > .output")
      const [left, right] = await Promise.all([program.boundingBox(), output.boundingBox()])
      expect([label, right!.x]).toEqual([label, left!.x + left!.width])
      await tab.setViewportSize({ width: 390, height: 900 })
      const [above, below] = await Promise.all([program.boundingBox(), output.boundingBox()])
      expect([label, below!.x, below!.y]).toEqual([label, above!.x, above!.y + above!.height])
    }
    expect(await tab.evaluate<ReadonlyArray<string>>(seriousFaults(".vp-doc"))).toEqual([])
    await context.close()
  })

  it("shows a row of the reference as a card on a telephone", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 900 } })
    const tab = await context.newPage()
    await tab.goto(`${site.origin}${base}reference/options`)
    const inTable = async <A>(expression: string) =>
      tab.evaluate<A>(`((table) => ${expression})(document.querySelector("table.cards"))`)
    expect(await inTable<number>("table.scrollWidth - table.clientWidth")).toBe(0)
    const names = await inTable<ReadonlyArray<string>>(
      "[...table.querySelectorAll('th')].map((cell) => cell.textContent)"
    )
    const cells = "[...table.querySelector('tbody tr').children]"
    const shown = await inTable<ReadonlyArray<string>>(
      `${cells}.map((cell) => getComputedStyle(cell, '::before').content)`
    )
    expect(shown.slice(1)).toEqual(names.slice(1).map((name) => `"${name}: "`))
    const tops = await inTable<ReadonlyArray<number>>(
      `${cells}.filter((cell) => cell.textContent !== "").map((cell) => cell.getBoundingClientRect().top)`
    )
    expect(tops.length).toBeGreaterThan(2)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    await context.close()
  })

  it("keeps the chosen tab on the next page", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const tab = await context.newPage()
    const shown = () => tab.locator(".vp-code-group .blocks > .active").first().textContent()
    await tab.goto(`${site.origin}${base}guide/crawling`)
    expect(await shown()).toContain("createOrbweaver")
    await tab.locator(".vp-code-group label", { hasText: "HTTP" }).first().click()
    expect(await shown()).toContain("/v2/crawl")
    await tab.goto(`${site.origin}${base}guide/mapping`)
    await expect.poll(shown).toContain("/v2/map")
    await context.close()
  })

  it("shows the type of a name in the first program of a guide", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const tab = await context.newPage()
    await tab.goto(`${site.origin}${base}guide/crawling`)
    await tab
      .locator(".twoslash-hover", { hasText: /^counts$/ })
      .first()
      .hover()
    const shown = tab.locator(".twoslash-floating:visible")
    await shown.waitFor()
    expect(await shown.textContent()).toContain("counts: ")
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
