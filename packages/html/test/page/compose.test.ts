import { assert, describe, it } from "@effect/vitest"
import { compose } from "../../src/page/compose.ts"
import { serialize } from "../../src/page/serialize.ts"
import { newMemory } from "../../src/tree/Memory.ts"
import { parse } from "../../src/tree/parse.ts"

const composed = (html: string): string => {
  const page = serialize(compose(parse(html), newMemory), [0])
  return /<body>([\s\S]*)<\/body>/.exec(page)![1]!
}

describe("a page of several documents", () => {
  it("is the same tree where it is only one", () => {
    const tree = parse("<p>srcset</p><template><p>x</p></template>")
    assert.strictEqual(compose(tree, newMemory), tree)
    const named = parse("<p>The attribute shadowrootmode, and srcdoc</p>")
    assert.strictEqual(compose(named, newMemory), named)
  })

  it("has the default of a slot only where nothing is slotted", () => {
    const card = (light: string) =>
      composed(`<x-c><template shadowrootmode=open><p><slot name=a>none</slot></p></template>${light}</x-c>`)
    assert.strictEqual(card(""), '<x-c><p><slot name="a">none</slot></p></x-c>')
    assert.strictEqual(
      card("<b slot=a>A</b><i slot=a>I</i>"),
      '<x-c><p><slot name="a"><b slot="a">A</b><i slot="a">I</i></slot></p></x-c>'
    )
  })

  it("gives each host the slots of its own shadow tree", () => {
    const one = (text: string) => `<x-c><template shadowrootmode="closed">[<slot></slot>]</template>${text}</x-c>`
    assert.strictEqual(composed(one("1") + one("2")).replaceAll(/<[^>]*>/g, ""), "[1][2]")
    assert.strictEqual(composed(one(one("1") + "2")).replaceAll(/<[^>]*>/g, ""), "[[1]2]")
  })

  it("shows what frames hold, a few levels deep", () => {
    let html = "<p>end</p>"
    for (let level = 0; level < 6; level++)
      html = `<i>${level}</i><iframe srcdoc="${html.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`
    assert.match(composed(html).replaceAll(/<[^>]*>/g, ""), /^5432/)
    assert.notInclude(composed(html), "<p>end</p>")
  })

  it("has what a frame shows once where a browser has read it", () => {
    const frame = (text: string) => `<iframe srcdoc="&lt;p&gt;${text}&lt;/p&gt;"></iframe>`
    const words = (html: string) => composed(html).replaceAll(/<[^>]*>/g, "")
    assert.strictEqual(words(`${frame("seen")}<div data-frame="">seen</div>${frame(" not read")}`), "seen not read")
    assert.strictEqual(words(`${frame("a")}<div>b</div>`), "ab")
    assert.strictEqual(words(`${frame("a")} <div data-frame="">b</div>`), "a b")
    const nested = `<div data-frame="">outer ${frame("inner")}<div data-frame="">inner</div></div>`
    assert.strictEqual(words(frame("outer inner") + nested), "outer inner")
  })

  it("is put together in time that grows with the page", () => {
    const hosts = '<x-c><template shadowrootmode="open"><slot></slot></template>'.repeat(20_000)
    assert.isAbove(composed(hosts).length, 0)
    const slots = `<x-c><template shadowrootmode="open">${"<slot></slot>".repeat(50_000)}</template>${"<b></b>".repeat(50_000)}</x-c>`
    assert.strictEqual(composed(slots).match(/<b>/g)?.length, 50_000)
    assert.strictEqual(composed('<iframe srcdoc="&lt;p&gt;x"></iframe>'.repeat(5_000)).match(/<p>x/g)?.length, 5_000)
  })
})
