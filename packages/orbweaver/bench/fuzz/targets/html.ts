import { convert } from "@orbweaver/html"
import type { Random } from "../Random.ts"
import { holds, type Target, textOf } from "../Target.ts"

const elements = [
  ..."a abbr article aside b blockquote body br button caption code col colgroup dd details div dl dt em fieldset".split(
    " "
  ),
  ..."figure font footer form frameset h1 h2 head header hr html i iframe img input label li link main marquee".split(
    " "
  ),
  ..."math meta mi mtext nav nobr noscript object ol optgroup option p plaintext pre ruby rp rt script section".split(
    " "
  ),
  ..."select small span strong style sub summary sup svg foreignObject table tbody td template textarea tfoot th".split(
    " "
  ),
  ..."thead time title tr ul video xmp annotation-xml x-card".split(" ")
]

const attributes = [
  "href=/a",
  'href="../b?c=d&amp;e"',
  "href=//[",
  "src=x.png",
  'srcset="a 1x, b 2w,,"',
  "class='menu nav'",
  "id=main",
  "hidden",
  "style=display:none",
  "colspan=3",
  "rowspan=65535",
  "start=-5",
  "role=table",
  "aria-hidden=true",
  "itemscope",
  "itemprop=name",
  "content=x",
  "name=author",
  "property=og:title",
  "lang=de",
  "dir=rtl",
  "type=text/html",
  "encoding=text/html"
]

const words = [
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!doctype html>",
  "<?",
  "</",
  "&amp",
  "&#x80;",
  "&notin;",
  "&#",
  "\0",
  "\r\n",
  "```",
  "|",
  "[x](y)",
  "$$x$$",
  "*_~`",
  "\ud83d\ude00",
  "\u202e",
  ...elements.slice(0, 30).map((name) => `<${name}>`),
  ...attributes
]

const node = (random: Random, depth: number): string => {
  if (depth === 0 || random.chance(0.3))
    return random.of([
      "text ",
      "x",
      " ",
      "\n",
      "1. ",
      "# a",
      "A sentence of several words, as a page has it. ",
      random.of(words)
    ])
  const name = random.of(elements)
  const open = `<${[name, ...random.list(3, () => random.of(attributes))].join(" ")}${random.chance(0.05) ? "/" : ""}>`
  const inner = random.list(12, () => node(random, depth - 1)).join("")
  // Ends are left out, or are those of another element.
  const close = random.chance(0.7) ? `</${name}>` : random.chance(0.5) ? "" : `</${random.of(elements)}>`
  return open + inner + close
}

export const html: Target = {
  name: "html",
  extension: "html",
  words,
  generate: (random) => {
    const deep = random.chance(0.1) ? random.of(elements) : undefined
    const body = random.list(30, () => node(random, 6)).join("")
    const page = deep === undefined ? body : `<${deep}>`.repeat(random.below(3000)) + body
    return Buffer.from(`${random.of(["<!doctype html>", "", "<html><head><base href=/z/>"])}${page}`.slice(0, 65_536))
  },
  open: () => {
    const read = (text: string, onlyMainContent: boolean) =>
      convert({
        html: text,
        url: "https://site.example/a/b.html",
        wanted: ["markdown", "html", "links", "images", "metadata"],
        onlyMainContent,
        includeTags: [],
        excludeTags: [],
        removeBase64Images: true,
        attributes: []
      })
    return {
      check: (input) => {
        const text = textOf(input)
        for (const onlyMainContent of [false, true]) {
          const converted = read(text, onlyMainContent)
          const { html: cleaned = "", links = [], markdown = "" } = converted
          holds(markdown.length < 40 * text.length + 1000, "the Markdown is more than 40 times as long as the page")
          holds(cleaned.length < 40 * text.length + 1000, "the HTML is more than 40 times as long as the page")
          for (const link of links) holds(URL.canParse(link), `${link} is no address`)
          holds(
            JSON.stringify(converted) === JSON.stringify(read(text, onlyMainContent)),
            "a second reading differs from the first"
          )
        }
      }
    }
  }
}
