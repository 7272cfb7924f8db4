// Addresses that are named like files: which are asked about, and how many requests that costs.
import { type FileNames, fileExtension, makeFileNames } from "../../src/crawl/fileNames.ts"
import { describe, expect, it } from "vitest"

const site = (path: string) => new URL(path, "https://example.com")

/** Paths that were asked about when they come one after the other, and what the crawl took for a page. */
const visit = (names: FileNames, paths: ReadonlyArray<string>, isPage: (path: string) => boolean) => {
  const waiting = paths.filter((path) => names.mayBePage(site(path)))
  const asked = waiting.filter((path) => {
    if (!names.isOpen(site(path))) return false
    names.report(site(path), isPage(path))
    return true
  })
  return { asked, pages: asked.filter(isPage) }
}

const many = (count: number, path: (at: number) => string) => Array.from({ length: count }, (_, at) => path(at))

describe("names of files", () => {
  it("cost three requests where a folder holds thousands of pictures", () => {
    const { asked } = visit(
      makeFileNames(),
      many(10_000, (at) => `/uploads/${at % 12}/${at}.jpg`),
      () => false
    )
    expect(asked).toHaveLength(3)
  })

  it("cost a dozen where each lies in a folder of its own", () => {
    const { asked } = visit(
      makeFileNames(),
      many(10_000, (at) => `/product-${at}/photo.webp`),
      () => false
    )
    expect(asked).toHaveLength(12)
  })

  it("cost a few where many kinds are linked", () => {
    const kinds = ["jpg", "png", "zip", "css", "js", "svg", "mp4", "exe", "ico", "inc"]
    const paths = many(5000, (at) => `/${at % 40}/file-${at}.${kinds[at % kinds.length]!}`)
    expect(visit(makeFileNames(), paths, () => false).asked.length).toBeLessThanOrEqual(12 * kinds.length)
  })

  it("do not fill the queue before the first answer", () => {
    const names = makeFileNames()
    expect(many(10_000, (at) => `/a/${at}.gif`).filter((path) => names.mayBePage(site(path)))).toHaveLength(50)
  })
})

describe("names of pages", () => {
  it.each([
    ["programs in a wiki", (at: number) => `/wiki/Program_${at}.js`],
    ["pictures in a wiki", (at: number) => `/wiki/File:Picture_${at}.png`],
    ["companies", (at: number) => `/company/firm-${at}.inc`],
    ["packages", (at: number) => `/package/thing-${at}.js`],
    ["hosts of a directory", (at: number) => `/site/example${at}.zip`]
  ])("are all asked about: %s", (_, path) => {
    const paths = many(45, path)
    expect(visit(makeFileNames(), paths, () => true).pages).toEqual(paths)
  })

  it("are found beside files of the same kind, in another folder and among them", () => {
    const names = makeFileNames()
    const pictures = many(200, (at) => `/images/thumb/${at}.png`)
    const articles = many(40, (at) => `/wiki/File:${at}.png`)
    expect(visit(names, [...pictures, ...articles], (path) => path.startsWith("/wiki")).pages).toEqual(articles)
    const mixed = many(30, (at) => `/lib/${at}.js`)
    const isPage = (path: string) => Number(/\d+/.exec(path)?.[0]) % 2 === 1
    expect(visit(makeFileNames(), mixed, isPage).pages).toHaveLength(15)
  })

  it("are known by their extension alone, of which readable files have none", () => {
    for (const path of [
      "/a",
      "/v2.0",
      "/example.com",
      "/a.html",
      "/deck.pptx",
      "/sheet.xlsx",
      "/a.pdf",
      "/x.png/about"
    ]) {
      expect(fileExtension(path)).toBeUndefined()
    }
    for (const path of ["/a.PNG", "/wiki/Node.js", "/company/acme.inc"]) expect(fileExtension(path)).toBeDefined()
  })
})
