import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const url = "https://paper.example/2026/harbour"
const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "

const read = (box: string): string => {
  const tree = parse(
    `<title>Harbour</title><main><h1>Harbour</h1><p>${sentence.repeat(3)}</p>${box}<p>${sentence.repeat(3)}</p></main>`
  )
  return plainText(tree, selectMain(tree, { url }))
}

const encoded = encodeURIComponent(url)

describe("links that hand the address of a page to other sites", () => {
  for (const [kind, box] of [
    [
      "in words that no list has",
      `<div class="a"><span>Segðu öðrum</span><a href="https://www.facebook.com/sharer.php?u=${encoded}">Fésbók</a><a href="https://bsky.app/intent/compose?text=Harbour%20${encoded}">Bláhimin</a></div>`
    ],
    [
      "to a program and a site",
      `<ul><li><a href="whatsapp://send?text=Harbour ${url}">Grannar</a></li><li><a href="https://t.me/share/url?url=${encoded}&text=Harbour">Vinir</a></li></ul>`
    ],
    [
      "by post and to a list of what to read",
      `<p><a href="mailto:?subject=Harbour&body=${encoded}">Póstur</a> · <a href="https://getpocket.com/save?url=${encoded}%3Futm_source%3Dpocket">Vasi</a></p>`
    ],
    [
      "with a button that prints beside them",
      `<div><a href="https://x.com/intent/post?url=${encoded}">Iks</a><a href="https://www.linkedin.com/sharing/share-offsite/?url=${encoded}">Linkur</a><a href="javascript:window.print()">Prenta</a></div>`
    ]
  ] as const)
    it(`are left out ${kind}`, () => {
      const text = read(box)
      for (const word of [
        "Segðu",
        "Fésbók",
        "Bláhimin",
        "Grannar",
        "Vinir",
        "Póstur",
        "Vasi",
        "Iks",
        "Linkur",
        "Prenta"
      ])
        assert.notInclude(text, word)
      assert.strictEqual(text.split("one by one").length, 7)
    })

  for (const [kind, box, kept] of [
    [
      "of other pages, as a list of translations",
      `<ul><li><a href="https://translate.example/?u=https%3A%2F%2Fa.example%2F1">The first paper, translated</a></li><li><a href="https://mirror.example/?u=https%3A%2F%2Fb.example%2F2">The second paper, mirrored</a></li></ul>`,
      "The second paper, mirrored"
    ],
    [
      "in a sentence",
      `<p>You can check this page with <a href="https://validator.w3.example/?doc=${encoded}">one validator</a> or with <a href="https://check.example/?url=${encoded}">another one</a>, and both found nothing wrong with it last week.</p>`,
      "another one"
    ],
    [
      "to one site alone",
      `<p>A copy is in <a href="https://archive.example/search?url=${encoded}">the archive of the library</a> of the town and is kept there for ten years.</p>`,
      "the archive of the library"
    ]
  ] as const)
    it(`stay ${kind}`, () => assert.include(read(box), kept))
})
