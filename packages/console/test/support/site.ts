/** Sites that the console is tried on. */
import type { Options } from "@orbweaver/testing/TestSite"

type Routes = NonNullable<Options["routes"]>

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const plants = ["rose", "fern", "moss", "iris", "sage", "thyme", "basil", "clover"]

const prose =
  "Plants of this garden are watered in the morning, when the ground is cool and little of it is lost. ".repeat(12)

const garden = page(
  "The garden",
  `<nav class="site-menu"><a href="/garden/">Home</a> <a href="/garden/about">About</a> <a href="/garden/contact">Contact</a></nav>
  <main><article><h1>The garden</h1><p>${prose}</p><p><img src="/garden/picture.png" alt="A bed of roses"></p>
  <ul>${plants.map((name) => `<li><a href="/garden/plants/${name}">About ${name}</a></li>`).join("")}</ul>
  <p><a href="/garden/broken">A page that breaks</a></p><p>${prose}</p></article></main>
  <footer class="site-footer"><p>Copyright of the garden. All rights reserved. Imprint and privacy.</p></footer>`
)

/** What a page may try to do to who looks at it. */
const hostile = page(
  `</title><script>window.hacked = "title"</script>`,
  `<main><article><h1><img src="x" onerror="window.hacked = 'onerror'">Hostile</h1>
  <script>window.hacked = "script"; parent.hacked = "parent"; top.location = "http://127.0.0.1:1/"</script>
  <p>${prose}</p>
  <p><a href="javascript:window.hacked='link'">Press me</a> <a href="&#106;avascript:alert(1)">And me</a>
  <a href="data:text/html,<script>alert(1)</script>">And me too</a></p>
  <p dir="rtl">\u202Eevil\u202C שלום \u200B\u200B\u200Bzero\u200Dwidth\uFEFF</p>
  <iframe src="/garden/"></iframe><object data="/garden/"></object><embed src="/garden/">
  <form action="/garden/steal"><input name="key"><button>Send</button></form>
  <svg onload="window.hacked='svg'"><script>window.hacked='svg'</script><a xlink:href="javascript:window.hacked='xlink'"><text y="20">x</text></a></svg>
  <meta http-equiv="refresh" content="0;url=/garden/steal"><base href="http://127.0.0.1:1/">
  <style>body { background: url(/garden/steal) }</style><p style="background:url(/garden/steal)">styled</p>
  <img src="/garden/steal.png" srcset="/garden/steal.png 2x" loading="eager">
  <p>${"long ".repeat(2000)}</p></article></main>`
)

const respond = (
  response: Parameters<Routes[string]>[0]["response"],
  body: string | Uint8Array,
  type = "text/html; charset=utf-8",
  status = 200
) => void response.writeHead(status, { "content-type": type }).end(body)

/** Pages that a site answers with an error. */
const brokenStatuses = [403, 404, 429, 500]

/** A page that leads to two more. */
const bed = (folder: string, rest: string): string => {
  const at = Number(rest === "" ? 0 : rest)
  const links = [at * 2 + 1, at * 2 + 2].map((next) => `<a href="/${folder}/${next}">Bed ${next}</a>`).join(" ")
  return page(`Bed ${at}`, `<main><h1>Bed ${at}</h1><p>${prose}</p>${links}</main>`)
}

/** A page that says something else each time. */
let price = 0
const changing = (): string =>
  page("Prices", `<main><h1>Prices</h1><p>${prose}</p><p>The rose costs ${++price} euro.</p><p>${prose}</p></main>`)

export const routes: Routes = {
  "/changing-garden/": ({ response }) => respond(response, changing()),
  "/garden/": ({ response }, rest) => {
    if (rest === "") return respond(response, garden)
    if (rest === "picture.png") return respond(response, pixel, "image/png")
    if (rest === "broken") return respond(response, Buffer.from("PK\u0003\u0004 no such file"), "application/zip")
    if (rest.startsWith("plants/")) {
      const name = rest.slice("plants/".length)
      return respond(
        response,
        page(
          `About ${name}`,
          `<main><article><h1>About ${name}</h1><p>${prose}</p><p><a href="/garden/">Back</a></p></article></main>`
        )
      )
    }
    return respond(response, page(rest, `<main><h1>${rest}</h1><p>${prose}</p></main>`))
  },
  "/broken-garden/": ({ response }, rest) => {
    if (rest === "") {
      const links = [...brokenStatuses, "loop"].map((name) => `<a href="/broken-garden/${name}">${name}</a>`)
      return respond(response, page("Broken", `<main><h1>Broken</h1><p>${prose}</p>${links.join(" ")}</main>`))
    }
    if (rest === "loop") return void response.writeHead(302, { location: "/broken-garden/loop" }).end()
    const status = brokenStatuses.find((known) => rest === String(known)) ?? 404
    return respond(response, page(rest, `<main><h1>Error ${status}</h1></main>`), undefined, status)
  },
  // Pages that need several attempts: one passes at the second, one is away, one breaks at the third.
  "/late-garden/": ({ request, response, visits }, path) => {
    const [key, rest] = path.split("/")
    if (rest === "") {
      const links = ["late", "away", "broken"].map((name) => `<a href="/late-garden/${key}/${name}">${name}</a>`)
      return respond(response, page("Late", `<main><h1>Late</h1><p>${prose}</p>${links.join(" ")}</main>`))
    }
    if (rest === "away" || visits < (rest === "late" ? 1 : 2)) {
      return void response.writeHead(503, { "content-type": "text/html", "retry-after": "0" }).end("<p>Away</p>")
    }
    if (rest === "broken") return void request.socket.destroy()
    respond(response, page("At last", `<main><h1>At last</h1><p>${prose}</p></main>`))
  },
  "/busy-garden/": ({ response }, rest) => {
    if (rest !== "") return void response.writeHead(429, { "retry-after": "300" }).end()
    const links = plants.map((name) => `<a href="/busy-garden/${name}">About ${name}</a>`)
    respond(response, page("The busy garden", `<main><h1>The busy garden</h1><p>${prose}</p>${links.join(" ")}</main>`))
  },
  "/hostile-page": ({ response }) => respond(response, hostile),
  // Never answers.
  "/silent-garden/": () => {},
  "/quick-garden/": ({ response }, rest) => respond(response, bed("quick-garden", rest)),
  "/endless-garden/": ({ response }, rest) => {
    setTimeout(() => respond(response, bed("endless-garden", rest)), 100)
  }
}
