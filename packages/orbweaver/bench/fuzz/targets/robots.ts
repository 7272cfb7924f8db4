import * as Robots from "@orbweaver/core/crawl/Robots"
import type { Random } from "../Random.ts"
import { holds, type Target, textOf } from "../Target.ts"

const words = [
  "User-agent: *",
  "user-agent:Orbweaver",
  "Allow: /",
  "Disallow: /",
  "disalow /a",
  "Crawl-delay: 1",
  "Sitemap: http://a.example/s.xml",
  "%24",
  "%",
  "*",
  "$",
  "\n",
  "\r\n",
  "\ufeff",
  "#",
  ":",
  " "
]

const path = (random: Random): string =>
  `/${random.list(20, () => random.of(["a", "b", "*", "$", "%41", "%2F", "%", "\u00e9", "/", "?", "=", "~", "index.html"])).join("")}`

const line = (random: Random): string => {
  const space = random.of(["", " ", "\t", "  "])
  switch (random.below(6)) {
    case 0:
      return `${random.of(["User-agent", "user-agent", "useragent", "User agent"])}${random.of([":", " ", ""])}${space}${random.of(["*", "Orbweaver", "orbweaver/1.0", "Orb", "Googlebot", ""])}`
    case 1:
      return `Sitemap:${space}${random.of(["http://a.example/s.xml", "/s.xml", "http://[", ""])}`
    case 2:
      return `Crawl-delay:${space}${random.of(["1", "-1", "1e999", "0.5", "x", "NaN"])}`
    case 3:
      return random.of(words)
    default:
      return `${random.of(["Allow", "Disallow", "disalow", "dissallow"])}${random.of([":", " :", " "])}${space}${path(random)}${random.of(["", "$", "*", " # note"])}`
  }
}

const addresses = [
  "/",
  "/a",
  "/a/b?a=b",
  "/%41$",
  "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "/\u00e9/index.html",
  "/b/"
].map((at) => new URL(at, "http://a.example"))

/** Decisions as text, so that two readings can be compared. */
const decisions = (text: string): string => {
  const rules = Robots.fromText(text)
  return JSON.stringify([addresses.map((url) => rules.allows(url).allowed), rules.crawlDelay, rules.sitemaps])
}

export const robots: Target = {
  name: "robots",
  extension: "txt",
  words,
  generate: (random) => Buffer.from(random.list(200, () => line(random)).join(random.of(["\n", "\r\n", "\r", "\n\n"]))),
  open: () => ({
    check: (input) => {
      const text = textOf(input)
      const rules = Robots.fromText(text)
      holds(rules.sitemaps.length <= 1000, "more than 1,000 sitemaps are kept")
      const read = decisions(text)
      holds(read === decisions(text), "a second reading decides otherwise")
      holds(read === decisions(`# a note\n${text.replace(/^\ufeff/, "")}`), "a comment before the file changes it")
      // A rule first, since agents that stand together share their rules.
      const further = "\nAllow: /nowhere\nUser-agent: nobody\nDisallow: /\n"
      holds(read === decisions(text + further), "a group for another agent changes it")
    }
  })
}
