import { expect, it } from "vitest"
import { splitLargePages } from "../generate/ownPages.ts"
import { shortenTypes } from "../generate/shortTypes.ts"

it("long types lose what is nested deepest, and the page says so", () => {
  const inner = "\\{ `name`: `string`; `size`: `number`; \\}"
  const long = `> **list**: \\{ ${Array.from({ length: 12 }, (_, at) => `\`field${at}\`: ${inner};`).join(" ")} \\}`
  const page = shortenTypes(`# module\n\n> **short**: ${inner}\n\n${long}\n`)
  expect(page).toMatch(/^# module\n\nIn long types, `…` stands for/)
  expect(page).toContain(`> **short**: ${inner}\n`)
  expect(page).toContain("`field0`: \\{ … \\}; `field1`: \\{ … \\};")
  expect(page.split("\n").every((line) => line.length <= 400)).toBe(true)
  expect(shortenTypes(`# module\n\n${inner}\n`)).toBe(`# module\n\n${inner}\n`)
})

it("a page with very many interfaces lists them, and links lead to their own pages", () => {
  const filler = "A sentence about it. ".repeat(4000)
  const pages = splitLargePages(
    new Map([
      [
        "p/src.md",
        `---\ngroup: Modules\n---\n\n# p\n\n## Interfaces\n\n### Page\n\nOne page. ${filler}\n\n#### Properties\n\n##### site\n\n> **site**: [\`Site\`](#site-1)\n\n***\n\n### Site\n\nMany [\`Page\`](#page)s.\n\n## Functions\n\n### open()\n\n> **open**(): [\`Page\`](#page)\n\n[other](other/src.md)\n`
      ],
      [
        "q/src.md",
        "# q\n\n[`Page`](../p/src.md#page).[`site`](../p/src.md#site), [`open`](../p/src.md#open), [elsewhere](https://example.com/src.md#page)\n"
      ]
    ])
  )
  expect([...pages.keys()]).toEqual(["p/src.md", "q/src.md", "p/src/types/Page.md", "p/src/types/Site.md"])
  const main = pages.get("p/src.md")!
  expect(main).toContain("- [Page](./src/types/Page.md): One page.\n- [Site](./src/types/Site.md)\n")
  expect(main).toContain("> **open**(): [`Page`](./src/types/Page.md)")
  expect(main).toContain("[other](./other/src.md)")
  const page = pages.get("p/src/types/Page.md")!
  expect(page).toMatch(/^---\ngroup: Modules\n---\n\n# Page\n/)
  expect(page).toContain("## Properties\n\n### site\n\n> **site**: [`Site`](./Site.md)")
  expect(page).not.toContain("***")
  expect(pages.get("q/src.md")).toBe(
    "# q\n\n[`Page`](../p/src/types/Page.md).[`site`](../p/src/types/Page.md#site), [`open`](../p/src.md#open), [elsewhere](https://example.com/src.md#page)\n"
  )
})
