// A site as a folder: where its pages are, how they link to each other, and what is left when a run ends early.
import { withTurns } from "@orbweaver/testing/internal/eventLoopTurns"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, posix } from "node:path"
import * as Effect from "effect/Effect"
import { createOrbweaver } from "orbweaver"
import { markdownFolder, type MarkdownFolderOptions, writePages } from "orbweaver/sinks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { linkTargets } from "../../src/sinks/folder/linkTargets.ts"
import { makePagePaths } from "../../src/sinks/folder/pagePath.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orbweaver-folder-"))
})
afterAll(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const page = (url: string, markdown = "Text", metadata: object = {}) => ({
  markdown,
  metadata: { url, sourceURL: url, statusCode: 200, title: "A page", ...metadata }
})
const read = (name: string, path: string) => readFile(join(at(name), path), "utf8")
const filesOf = async (name: string) =>
  (await readdir(at(name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name: file, parentPath }) =>
      join(parentPath, file)
        .slice(at(name).length + 1)
        .replaceAll("\\", "/")
    )
    .toSorted()

describe("the place of a page", () => {
  const { pathOf } = makePagePaths("https://example.com")
  const place = (address: string) => pathOf(new URL(address, "https://example.com"), ".md")

  it("is the path of its address, where that is a safe name", () => {
    expect(place("/")).toBe("index.md")
    expect(place("/docs/intro")).toBe("docs/intro.md")
    expect(place("/docs/intro#install")).toBe("docs/intro.md")
    expect(place("/docs/")).toBe("docs/index.md")
    expect(place("/docs")).toBe("docs.md")
    expect(place("/a_b/v1.2/page.html")).toBe("a_b/v1.2/page.html.md")
    expect(place("/caf%C3%A9/%E6%97%A5%E6%9C%AC")).toBe("café/日本.md")
    expect(place("https://other.example/docs/")).toBe("@other.example/docs/index.md")
    expect(pathOf(new URL("https://example.com/data"), ".json")).toBe("data.json")
  })

  it("is one of its own for addresses that differ in what names do not show", () => {
    const twins = [
      [
        "/a",
        "/A",

        "/a?x",
        "/a?X",
        "/a?x=1&y",
        "/a?x-1-y",
        "/a#/x",
        "/a#!x",
        "/a-x",
        "/a.md",
        "/a.MD",

        "/ab"
      ],
      ["/docs/", "/docs/index", "/docs/Index", "/docs/index.html", "/docs//", "/docs/%20", "/docs/."],
      ["/stra%C3%9Fe", "/strasse", "/e%CC%81", "/%C3%A9", "/%C3%89", "/%CF%83", "/%CF%82", "/%ff", "/%FF%FE"],
      ["/..%2f..%2fetc%2fpasswd", "/etc/passwd", "/%2e%2e%2fetc/passwd", "/..%5cetc", "/a%00b", "/a%0ab"],
      ["/con", "/CON", "/con.txt", "/_con", "/lpt1/x", "/com%C2%B9", "/nul./x", "/x./y", "/x/y", "/x%20/y", "/.x/y"],
      [
        "/x.md/y",
        "/x-md/y",
        "/x.md",
        "/x/",
        "/@other.example/docs/",
        "https://other.example/docs/",
        "http://example.com/"
      ],
      [
        "http://other.example/",
        "https://other.example:8443/",
        "https://other.example/",
        "http://[::1]:80/",
        "http://[::1]:81/"
      ],
      [
        `/${"a".repeat(300)}`,
        `/${"a".repeat(301)}`,
        `/${"é".repeat(200)}`,
        `/${"d/".repeat(300)}x`,
        `/${"d/".repeat(301)}x`
      ]
    ].flat()
    const places = new Map<string, string>()
    const addresses = new Set(twins.map((twin) => new URL(twin, "https://example.com").href))
    for (const address of addresses) {
      const path = place(address)
      const key = path.toUpperCase().toLowerCase().normalize("NFC")
      expect(places.get(key), `${address} is at ${path}`).toBeUndefined()
      places.set(key, address)
      expect(posix.normalize(path)).toBe(path)
      expect(path.startsWith("/")).toBe(false)
      expect(path.length).toBeLessThan(350)
      for (const name of path.split("/")) {
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
        // oxlint-disable-next-line no-control-regex -- Names have none.
        expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]|[. ]$|^[. ]/)
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com[\d¹]|lpt[\d¹])\s*(?:\.|$)/i)
      }
    }
    // A file never has the name of a folder.
    const folders = new Set(
      [...places.keys()].flatMap((path) => path.split("/").map((_, n, all) => all.slice(0, n).join("/")))
    )
    for (const path of places.keys()) expect(folders.has(path)).toBe(false)
  })
})

describe("targets of links", () => {
  const targets = async (markdown: string) =>
    (await Effect.runPromise(linkTargets(markdown))).map(({ isPicture, target }) => (isPicture ? `!${target}` : target))

  it("are those of links and pictures, and none of code", async () => {
    expect(
      await targets('[a](u1) ![b](u2 "t") [![c](u3)](u4) [d](<u 5>) [e](u(6)) [g] (no) \\[h](no) [f\\](no)')
    ).toEqual(["u1", "!u2", "!u3", "u4", "u 5", "u(6)"])
    expect(await targets("`[a](no)` ``x ` [b](no)`` [c](u1) ` [d](u2)")).toEqual(["u1", "u2"])
    expect(await targets("[a](u1)\n```md\n[b](no)\n~~~\n```\n[c](u2)\n> ~~~\n> [d](no)\n> ~~~\n\n- [e](u3)")).toEqual([
      "u1",
      "u2",
      "u3"
    ])
    expect(await targets("[a](u1)\n````\n```\n[b](no)")).toEqual(["u1"])
    expect(await targets("[a](u1")).toEqual([])
  })

  it("are found in short turns, whatever stands there", async () => {
    for (const hostile of ["[", "](", "![", "` ``", "[a](", "[a](<", "(((", "\\", "[](x", "``` "]) {
      const { turns } = await Effect.runPromise(withTurns(linkTargets(hostile.repeat(100_000))))
      expect({ hostile, pauses: turns > 0 }).toEqual({ hostile, pauses: true })
    }
  })
})

describe("links", () => {
  it("between saved pages are relative, also to pages saved later and after redirects, and keep their anchors", async () => {
    const home = [
      "[Intro](https://example.com/docs/intro#install) [Same](https://example.com/#top)",
      "[Other slash](https://example.com/docs/intro/) [Moved](https://example.com/old?from=here)",
      "[Gone](https://example.com/nowhere) [Away](https://else.example/) [Sub](https://blog.example/a(1))",
      "[Query](https://example.com/list?page=2) ![Picture](https://example.com/docs/intro)",
      "`[Code](https://example.com/docs/intro)` [Secure](http://www.example.com/docs/intro)"
    ].join("\n")
    const pages = [
      page("https://example.com/", home),
      page("https://blog.example/a(1)", "[Home](https://example.com/)"),
      page("https://example.com/list?page=2", "[Up](https://example.com/docs/intro)"),
      page("https://example.com/new/place", "Moved", { sourceURL: "https://example.com/old?from=here" }),
      page("https://example.com/docs/intro", "[Home](https://example.com/) [List](https://example.com/list?page=2#end)")
    ]
    await writePages(pages, markdownFolder(at("links")))
    const [blog, list] = ["@blog.example/", "list-page-2-"].map((start) => start)
    const files = await filesOf("links")
    const blogPage = files.find((file) => file.startsWith(blog!))!
    const listPage = files.find((file) => file.startsWith(list!))!
    const text = await read("links", "index.md")
    expect(text).toContain("[Intro](docs/intro.md#install) [Same](#top)")
    expect(text).toContain("[Other slash](docs/intro.md) [Moved](new/place.md)")
    expect(text).toContain("[Gone](https://example.com/nowhere) [Away](https://else.example/)")
    expect(text).toContain(`[Sub](${blogPage})`)
    expect(text).toContain(`[Query](${listPage}) ![Picture](https://example.com/docs/intro)`)
    expect(text).toContain("`[Code](https://example.com/docs/intro)` [Secure](docs/intro.md)")
    expect(await read("links", "docs/intro.md")).toContain(`[Home](../index.md) [List](../${listPage}#end)`)
    expect(await read("links", blogPage)).toContain("[Home](../index.md)")
    // Every relative target is a file.
    for (const file of files.filter((name) => name.endsWith(".md"))) {
      for (const { isPicture, target } of await Effect.runPromise(linkTargets(await read("links", file)))) {
        if (isPicture || /^(?:https?:|#)/.test(target)) continue
        expect(files).toContain(posix.join(dirname(file), decodeURI(target.split("#", 1)[0]!)))
      }
    }
  })

  it("of pages of an earlier run lead to the pages of a later one", async () => {
    await writePages([page("https://example.com/", "[Next](https://example.com/next)")], markdownFolder(at("later")))
    expect(await read("later", "index.md")).toContain("](https://example.com/next)")
    // Another page comes first this time: the place of the others stays.
    await writePages([page("https://blog.example/next"), page("https://example.com/next")], markdownFolder(at("later")))
    expect(await read("later", "index.md")).toContain("[Next](next.md)")
    expect(await filesOf("later")).toEqual(["@blog.example/next.md", "index.json", "index.md", "next.md"])
  })
})

describe("what a folder holds", () => {
  it("is listed in index.json, without files of others", async () => {
    await writePages(
      [page("https://example.com/b"), page("https://example.com/a", "A", { title: 'A "title"\u2028' })],
      markdownFolder(at("index"))
    )
    await writeFile(join(at("index"), "mine.md"), '---\nurl: "https://example.com/else"\n---\nMine')
    await writeFile(join(at("index"), "notes.json"), "{")
    await writePages([page("https://example.com/c")], markdownFolder(at("index")))
    const index = JSON.parse(await read("index", "index.json"))
    expect(index).toMatchObject({ version: 1, origin: "https://example.com" })
    expect(index.pages.map(({ file }: { file: string }) => file)).toEqual(["a.md", "b.md", "c.md"])
    expect(index.pages[0]).toEqual({
      url: "https://example.com/a",
      title: 'A "title"\u2028',
      statusCode: 200,
      file: "a.md"
    })
    expect(await read("index", "mine.md")).toContain("Mine")
  })

  it("is complete when a run is aborted, and valid when it is killed", async () => {
    async function* broken() {
      yield page("https://example.com/", "[Two](https://example.com/two)")
      yield page("https://example.com/two")
      // As after kill -9: nothing but the pages, and an index without them.
      expect(JSON.parse(await read("aborted", "index.json"))).toEqual({
        version: 1,
        origin: "https://example.com",
        pages: []
      })
      throw new Error("stopped")
    }
    await expect(writePages(broken(), markdownFolder(at("aborted")))).rejects.toThrow("stopped")
    expect(await read("aborted", "index.md")).toContain("[Two](two.md)")
    expect(JSON.parse(await read("aborted", "index.json")).pages).toHaveLength(2)
  })

  it("has front matter that YAML reads, whatever a title says", async () => {
    const titles = [
      "--- # : \n- x",
      "'\"\\",
      "\u0085\u009f\u007f\ufeff",
      "a\ud800b",
      "👩‍👩‍👧",
      "yes",
      "!!js/function",
      "*alias &anchor"
    ]
    await writePages(
      titles.map((title, n) => page(`https://example.com/${n}`, "---\nText", { title })),
      markdownFolder(at("yaml"))
    )
    for (const [n, title] of titles.entries()) {
      const text = await read("yaml", `${n}.md`)
      const line = /^title: (.*)$/m.exec(text)![1]!
      expect(JSON.parse(line)).toBe(title.toWellFormed())
      // oxlint-disable-next-line no-control-regex -- What YAML does not print.
      expect(line).not.toMatch(/[\u007f-\u009f\ufeff\u2028]/)
      expect(text.split("\n").indexOf("---", 1)).toBe(4)
    }
  })
})

// Their requests are counted.
describe("pictures", { concurrent: false }, () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64"
  )
  let site: Running
  beforeAll(async () => {
    const send =
      (type: string, body: string | Uint8Array) =>
      ({ response }: { response: any }) => {
        response.setHeader("content-type", type)
        response.end(body)
      }
    site = await start({
      routes: {
        "/pictures/": send(
          "text/html",
          `<main><h1>Pictures of spiders</h1><p>They are of several kinds, and each stands in a paragraph of its own.</p>
           <p><img src="one.png" alt="One"></p><p><img src="same.png?size=2" alt="Same"></p><p><img src="large.png" alt="Large"></p>
           <p><img src="page.png" alt="Page"></p><p><img src="http://10.0.0.1/secret.png" alt="Inside"></p>
           <p><a href="two">The second page</a></p></main>`
        ),
        "/pictures/two": send(
          "text/html",
          `<main><h1>Two</h1><p>Another page, of the same picture.</p><p><img src="one.png" alt="One"></p></main>`
        ),
        "/pictures/one.png": send("image/png", png),
        "/pictures/same.png": send("image/png", png),
        "/pictures/large.png": send("image/png", Buffer.alloc(200_000)),
        "/pictures/page.png": send("text/html", "<script>alert(1)</script>")
      }
    })
  })
  afterAll(() => site.close())

  const crawl = async (name: string, options: MarkdownFolderOptions) => {
    // Addresses of this machine alone, so that others inside are refused.
    await using orb = createOrbweaver({ egress: { allowNetworks: ["127.0.0.0/8"] } })
    const job = await orb.crawl(site.url("/pictures/"), { sitemap: "skip" }).to(markdownFolder(at(name), options))
    return { job, text: await read(name, "pictures/index.md"), files: await filesOf(name) }
  }

  it("stay on the web unless they are asked for", async () => {
    const { files, text } = await crawl("none", {})
    expect(files).toEqual(["index.json", "pictures/index.md", "pictures/two.md"])
    expect(text).toContain(`![One](${site.url("/pictures/one.png").href})`)
  })

  it("are saved once by their content, within limits and the egress policy, and what is not is said", async () => {
    const before = site.requests().length
    const { files, job, text } = await crawl("some", { pictures: { maxBytes: 100_000 } })
    const saved = files.filter((file) => file.startsWith("@pictures/"))
    expect(saved).toEqual([expect.stringMatching(/^@pictures\/[0-9a-f]{32}\.png$/)])
    expect(text).toContain(`![One](../${saved[0]})`)
    expect(text).toContain(`![Same](../${saved[0]})`)
    expect(await read("some", "pictures/two.md")).toContain(`![One](../${saved[0]})`)
    for (const name of ["large.png", "page.png"]) expect(text).toContain(site.url(`/pictures/${name}`).href)
    expect(text).toContain("![Inside](http://10.0.0.1/secret.png)")
    expect(job.warning).toContain("3 pictures could not be saved and stayed on the web, such as ")
    expect(job.warning).toContain("`pictures.maxBytes` (100000)")
    const requests = site.requests().slice(before)
    expect(requests.filter(({ path }) => path === "/pictures/one.png")).toHaveLength(1)
  })

  it("beyond the number or the bytes of a run stay on the web, and a warning names the options", async () => {
    const { files, job } = await crawl("few", { pictures: { maxCount: 1 } })
    expect(files.filter((file) => file.startsWith("@pictures/"))).toHaveLength(1)
    expect(job.warning).toMatch(/\d pictures beyond the limits stayed on the web \(`pictures: \{ maxCount: 1,/)
  })

  it("need an instance, and limits that are whole numbers", async () => {
    await expect(
      writePages([page("https://example.com/")], markdownFolder(at("no"), { pictures: true }))
    ).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ path: ["pictures"] }]
    })
    for (const pictures of [5, { maxCount: 0 }, { maxBytes: Infinity }, { max: 1 }]) {
      expect(() => markdownFolder(at("no"), { pictures } as never)).toThrow("pictures: Expected `true`")
    }
  })
})
