/**
 * A site of endless series under `/endless/`: a calendar, a path that grows by
 * itself, facets in every combination, addresses with ever new session ids, and
 * missing pages that answer 200 and lead to more of them.
 */
import { html, type Routes, send } from "./site/Route.ts"

const links = (...paths: ReadonlyArray<string>): string =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")

const sizes = 6
/** Every next value of three facets. */
const facets = (url: URL): ReadonlyArray<string> =>
  ["colour", "size", "brand"].flatMap((name) =>
    Array.from({ length: sizes }, (_, value) => {
      const next = new URL(url)
      for (const facet of ["colour", "size", "brand"]) {
        if (!next.searchParams.has(facet)) next.searchParams.set(facet, "0")
      }
      const wide = Number(next.searchParams.get(name)) + value
      next.searchParams.set(name, String(wide))
      return next.pathname + next.search
    })
  )

const month = (text: string, step: number): string => {
  const [year = 0, number = 1] = text.split("-").map(Number)
  const at = year * 12 + number - 1 + step
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`
}

export const endlessSite: Routes = {
  "/endless/": ({ response, url, visits }, rest) => {
    const [kind = "", part = ""] = rest.split("/")
    const page = (title: string, ...to: ReadonlyArray<string>) =>
      send(response, html(title, `<h1>${title}</h1>${links(...to)}`))
    switch (kind) {
      case "":
        return page(
          "Endless",
          `/endless/calendar/${new Date().getUTCFullYear()}-01`,
          "/endless/grow/",
          "/endless/shop?colour=0&size=0&brand=0",
          "/endless/session?sid=0123456789abcdef0123456789abcdef",
          "/endless/missing/1",
          "/endless/missing/2"
        )
      case "calendar":
        return page(`Events of ${part}`, `/endless/calendar/${month(part, 1)}`, `/endless/calendar/${month(part, -1)}`)
      case "grow":
        return page(`Grown to ${url.pathname.length}`, `${url.pathname}more/`)
      case "shop":
        return page(`Shop ${url.search.replaceAll("&", " ")}`, ...facets(url))
      case "session":
        return page(
          `Visit ${visits}`,
          `/endless/session?sid=${url.search.length.toString(16).padStart(4, "0").repeat(8)}`,
          `/endless/session?sid=${"abcdef0123456789".repeat(2)}`
        )
      default:
        // Each missing page "leads" to two more.
        return page(
          `Page "${url.pathname}" not found`,
          ...[0, 1].map((next) => `/endless/missing/${Number(part) * 2 + 1 + next}`)
        )
    }
  }
}
