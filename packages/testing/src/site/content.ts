/** Pages whose content matters: articles, applications, sessions, files, block pages. */
import { gzipSync } from "node:zlib"
import { docx, jpeg, pdf, png } from "./files.ts"
import { html, numberOf, type Routes, send } from "./Route.ts"

const words = (
  "orb web weaver thread silk page structure content reader machine quiet morning library shelf river stone " +
  "winter harvest engine signal window garden letter market paper bridge lantern harbour compass island"
).split(" ")

/** The same words for the same seed. */
export const prose = (seed: number, count: number): string => {
  let state = seed * 2654435761 + 1
  const sentence: Array<string> = []
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    sentence.push(words[state % words.length]!)
  }
  const text = sentence.join(" ")
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

/** An article of about 50 KB of HTML, with a table, a list, code, links and pictures around it. */
export const article = html(
  "A spider in the library",
  `<header><nav><a href="/">Home</a> <a href="/page">Page</a> <a href="/site/100/">Site</a></nav></header>
<main><article><h1>A spider in the library</h1><p class="byline">By <a rel="author" href="/page">Ada Weaver</a></p>
${Array.from(
  { length: 24 },
  (_, i) => `<h2 id="part-${i}">Part ${i + 1}</h2>
${Array.from({ length: 4 }, (_, j) => `<p>${prose(i * 10 + j, 52)} <a href="/page?from=${i}-${j}">${prose(i + j, 3)}</a> <em>${prose(j, 4)}</em></p>`).join("\n")}
<ul>${Array.from({ length: 3 }, (_, j) => `<li>${prose(i * 7 + j, 9)}</li>`).join("")}</ul>`
).join("\n")}
<table><thead><tr><th>Year</th><th>Threads</th></tr></thead><tbody>${Array.from({ length: 10 }, (_, i) => `<tr><td>${2010 + i}</td><td>${i * 17}</td></tr>`).join("")}</tbody></table>
<pre><code class="language-ts">const web = weave(thread)</code></pre><img src="/image.png" alt="A web at dawn"></article></main>
<footer><p>Made for tests. <a href="/imprint">Imprint</a></p></footer>`,
  `<meta name="description" content="What lives between the shelves"><meta property="og:title" content="A spider in the library"><link rel="canonical" href="/article">`
)

export const pages: Routes = {
  "/": ({ response }) =>
    send(
      response,
      html("Home", `<h1>Home</h1><a href="/page">Page</a> <a href="/article">Article</a> <a href="/site/100/">Site</a>`)
    ),
  "/page": ({ response }) => send(response, html("Page", `<h1>Page</h1><p>Hello.</p><a href="/">Home</a>`)),
  "/article": ({ response }) => send(response, article),
  "/empty": ({ response }) => send(response, ""),
  "/blank": ({ response }) => send(response, html("Blank", "")),
  "/text": ({ response }) => send(response, "Plain text.\n", "text/plain; charset=utf-8"),
  "/json": ({ response }) => send(response, JSON.stringify({ hello: ["world"] }), "application/json"),
  "/untyped": ({ response }) => void response.writeHead(200).end("<p>No type.</p>"),
  "/binary": ({ response }) =>
    send(
      response,
      Uint8Array.from({ length: 4096 }, (_, i) => (i * 31) % 256),
      "application/octet-stream"
    ),
  "/image.png": ({ response }) => send(response, png, "image/png"),
  "/image.jpg": ({ response }) => send(response, jpeg, "image/jpeg"),
  "/image.svg": ({ response }) =>
    send(
      response,
      `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`,
      "image/svg+xml"
    ),
  "/file.pdf": ({ response }) => send(response, pdf("Hello from a PDF"), "application/pdf"),
  "/file.docx": ({ response }) =>
    send(
      response,
      docx("Hello from a document"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ),
  "/missing": ({ response }) => send(response, html("Not found", "<h1>Not found</h1>"), undefined, {}, 404),
  "/broken": ({ response }) => send(response, html("Error", "<h1>Something broke</h1>"), undefined, {}, 500),
  "/status/": ({ response }, rest) =>
    send(response, html(rest, `<h1>Status ${rest}</h1>`), undefined, {}, Number(rest)),
  "/too-many": ({ response, url }) =>
    send(
      response,
      html("Slow down", "<h1>Too many requests</h1>"),
      undefined,
      { "retry-after": String(numberOf(url, "after", 1)) },
      429
    ),
  "/flaky/": ({ response, url, visits }, rest) => {
    if (visits >= Number(rest.split("/")[0])) send(response, html("Up again", `<h1>Up again</h1>`))
    else
      send(
        response,
        html("Down", "<h1>Down</h1>"),
        undefined,
        { "retry-after": String(numberOf(url, "after", 0)) },
        503
      )
  },
  "/echo": ({ request, response, url }) =>
    send(
      response,
      JSON.stringify({ method: request.method, path: url.pathname + url.search, headers: request.headers }),
      "application/json"
    )
}

export const sessions: Routes = {
  "/cookies/set": ({ response, url }) =>
    send(response, html("Set", "<p>Set.</p>"), undefined, {
      "set-cookie": [...url.searchParams].map(([name, value]) => `${name}=${value}; Path=/`)
    }),
  "/cookies": ({ request, response }) =>
    send(response, JSON.stringify({ cookie: request.headers.cookie ?? null }), "application/json"),
  "/private": ({ request, response }) =>
    request.headers.authorization === "Bearer sesame"
      ? send(response, html("Inside", "<h1>Inside</h1>"))
      : send(response, html("Sign in", "<h1>Sign in</h1>"), undefined, { "www-authenticate": "Bearer" }, 401),
  "/etag": ({ request, response }) => {
    const headers = { etag: '"v1"', "last-modified": "Wed, 01 Jan 2025 00:00:00 GMT", "cache-control": "max-age=0" }
    const same =
      request.headers["if-none-match"] === '"v1"' || request.headers["if-modified-since"] === headers["last-modified"]
    if (same) response.writeHead(304, headers).end()
    else send(response, html("Tagged", "<h1>Tagged</h1>"), undefined, headers)
  },
  "/counter": ({ response, visits }) => send(response, html("Counter", `<p id="count">${visits + 1}</p>`))
}

export const applications: Routes = {
  "/app": ({ response }) =>
    send(
      response,
      html(
        "App",
        `<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script>`
      )
    ),
  "/app.js": ({ response }) =>
    send(
      response,
      `document.getElementById("root").innerHTML = "<main><h1>Built by script</h1><p>${prose(3, 60)}</p><a href='/app/about'>About</a></main>"`,
      "text/javascript"
    ),
  "/app-late": ({ response }) =>
    send(
      response,
      html(
        "Late",
        `<div id="root"></div><script>setTimeout(() => { fetch("/app-data").then((r) => r.json()).then((d) => { document.getElementById("root").innerHTML = "<h1>" + d.title + "</h1>" }) }, 200)</script>`
      )
    ),
  /** Its script comes over a slow line: after four seconds. */
  "/app-slow": ({ response }) =>
    send(response, html("Slow", `<div id="root"></div><script defer src="/app-slow.js"></script>`)),
  "/app-slow.js": ({ response }) => {
    const timer = setTimeout(
      () => send(response, `document.getElementById("root").innerHTML = "<p>Came slowly</p>"`, "text/javascript"),
      4000
    )
    response.on("close", () => clearTimeout(timer))
  },
  "/app-data": ({ response }) => send(response, JSON.stringify({ title: "Loaded late" }), "application/json"),
  "/app-hydrated": ({ response }) =>
    send(
      response,
      html(
        "Hydrated",
        `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"title":"In the data"}}</script>`
      )
    )
}

/** What services in front of sites show to robots; the shapes, none of their code. */
export const blocks: Routes = {
  "/blocked/cloudflare": ({ response }) =>
    send(
      response,
      html(
        "Just a moment...",
        `<div id="challenge-error-text">Enable JavaScript and cookies to continue</div><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>`
      ),
      undefined,
      { server: "cloudflare", "cf-mitigated": "challenge", "cf-ray": "8f0000000000abcd-FRA" },
      403
    ),
  "/blocked/akamai": ({ response }) =>
    send(
      response,
      html(
        "Access Denied",
        `<h1>Access Denied</h1>You don't have permission to access this page on this server.<p>Reference #18.2f3c1502.1700000000.1234567</p>`
      ),
      undefined,
      { server: "AkamaiGHost" },
      403
    ),
  "/blocked/datadome": ({ response }) =>
    send(
      response,
      html(
        "blocked",
        `<p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>`
      ),
      undefined,
      { "x-datadome": "protected", "x-dd-b": "1" },
      403
    ),
  "/blocked/perimeterx": ({ response }) =>
    send(
      response,
      html(
        "Access to this page has been denied",
        `<div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p>`
      ),
      undefined,
      {},
      403
    ),
  "/blocked/captcha": ({ response }) =>
    send(
      response,
      html("Are you a robot?", `<form action="/verify"><div class="g-recaptcha" data-sitekey="none"></div></form>`)
    ),
  "/blocked/login": ({ response }) =>
    send(
      response,
      html(
        "Sign in",
        `<h1>Sign in to continue</h1><form action="/session" method="post"><input name="user"><input type="password" name="password"><button>Sign in</button></form>`
      )
    )
}

const location = (href: string) => `<url><loc>${href}</loc></url>`
const urlset = (hrefs: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${hrefs.map(location).join("")}</urlset>`
const index = (hrefs: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${hrefs.map((href) => `<sitemap><loc>${href}</loc></sitemap>`).join("")}</sitemapindex>`

export const discovery: Routes = {
  "/robots.txt": ({ response, url }) =>
    send(
      response,
      `User-agent: *\nDisallow: /forbidden\nAllow: /forbidden/open\nCrawl-delay: 0\n\nUser-agent: BadBot\nDisallow: /\n\nSitemap: ${url.origin}/sitemap.xml\n`,
      "text/plain"
    ),
  "/forbidden": ({ response }) => send(response, html("Forbidden", "<p>Robots stay out.</p>")),
  "/forbidden/open": ({ response }) => send(response, html("Open", "<p>But this is open.</p>")),
  "/sitemap.xml": ({ response, url }) =>
    send(response, urlset(["/page", "/article", "/site/100/p/1"].map((path) => url.origin + path)), "application/xml"),
  "/sitemap-index.xml": ({ response, url }) =>
    send(response, index(["/sitemap.xml", "/sitemap.xml.gz"].map((path) => url.origin + path)), "application/xml"),
  "/sitemap.xml.gz": ({ response, url }) =>
    send(response, gzipSync(urlset([2, 3].map((i) => `${url.origin}/site/100/p/${i}`))), "application/gzip"),
  "/sitemap-cycle.xml": ({ response, url }) =>
    send(
      response,
      index(["/sitemap-cycle-back.xml", "/sitemap.xml"].map((path) => url.origin + path)),
      "application/xml"
    ),
  "/sitemap-cycle-back.xml": ({ response, url }) =>
    send(response, index([`${url.origin}/sitemap-cycle.xml`]), "application/xml"),
  "/sitemap.txt": ({ response, url }) => send(response, `${url.origin}/page\n${url.origin}/article\n`, "text/plain"),
  "/sitemap-broken.xml": ({ response, url }) =>
    send(
      response,
      `<?xml version="1.0"?><urlset>${location(`${url.origin}/page`)}<url><loc>${url.origin}/cut`,
      "application/xml"
    ),
  "/sitemap-many.xml": ({ response, url }) =>
    send(
      response,
      urlset(Array.from({ length: numberOf(url, "count", 10_000) }, (_, i) => `${url.origin}/site/100000/p/${i}`)),
      "application/xml"
    ),
  "/feed.xml": ({ response, url }) =>
    send(
      response,
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>${url.origin}/</link><description>News</description><item><title>Article</title><link>${url.origin}/article</link></item></channel></rss>`,
      "application/rss+xml"
    )
}

/**
 * `/site/N/` has N pages `/site/N/p/0` … `/site/N/p/N-1`; each links to ten others (`?links=K`: K), chosen by
 * arithmetic, so that every page can be reached from the first and every run is the same.
 */
export const generated: Routes = {
  "/site/": ({ response, url }, rest) => {
    const [count = "", , page] = rest.split("/")
    const pages = Math.max(1, Math.min(Number(count) || 1, 1_000_000))
    const number = page === undefined ? 0 : Number(page)
    if (!Number.isInteger(number) || number < 0 || number >= pages) {
      return send(response, html("Not found", "<h1>Not found</h1>"), undefined, {}, 404)
    }
    const wanted = numberOf(url, "links", 10)
    const query = url.search
    const links = Array.from({ length: wanted }, (_, i) => (number * wanted + i + 1) % pages)
    send(
      response,
      html(
        `Page ${number}`,
        `<main><h1>Page ${number} of ${pages}</h1><p>${prose(number, 120)}</p>
<ul>${links.map((link) => `<li><a href="/site/${pages}/p/${link}${query}">Page ${link}</a></li>`).join("")}</ul></main>`
      )
    )
  }
}

/** Pages that try a browser's patience. */
export const browsers: Routes = {
  "/dialogs": ({ response }) =>
    send(
      response,
      html(
        "Dialogs",
        `<script>alert("one"); confirm("two"); prompt("three"); onbeforeunload = () => "stay"</script><p>After the dialogs.</p>`
      )
    ),
  "/popups": ({ response }) =>
    send(
      response,
      html("Popups", `<script>for (let i = 0; i < 20; i++) open("/page?popup=" + i)</script><p>Popups.</p>`)
    ),
  "/download": ({ response }) =>
    send(response, new Uint8Array(1024), "application/octet-stream", {
      "content-disposition": 'attachment; filename="file.bin"'
    }),
  "/download-page": ({ response }) =>
    send(response, html("Download", `<script>location.href = "/download"</script><p>Downloading.</p>`)),
  "/infinite-loop": ({ response }) => send(response, html("Loop", `<p>Before.</p><script>for (;;) {}</script>`)),
  "/allocate": ({ response }) =>
    send(
      response,
      html(
        "Allocate",
        `<script>const all = []; const more = () => { for (let i = 0; i < 50; i++) all.push(new Array(1e6).fill(i + Math.random())); setTimeout(more, 0) }; more()</script><p>Allocating.</p>`
      )
    ),
  /** A page whose parts do not load. */
  "/parts-missing": ({ response }) =>
    send(
      response,
      html(
        "Parts",
        `<p>Whole</p><script src="/reset"></script><script src="/missing.js"></script><iframe src="/close"></iframe>`
      )
    ),
  /** Shows something, and goes on to a page that never answers after `?after=` milliseconds. */
  "/leads-nowhere": ({ response, url }) =>
    send(
      response,
      html(
        "Leaving",
        `<p>Here already.</p><script>setTimeout(() => { location.href = "/hang" }, ${Number(url.searchParams.get("after"))})</script>`
      )
    ),
  "/reload-loop": ({ response }) => send(response, html("Reload", `<script>location.reload()</script><p>Again.</p>`)),
  "/busy-network": ({ response }) =>
    send(
      response,
      html(
        "Busy",
        `<p>Never quiet.</p><script>setInterval(() => fetch("/app-data?" + location.search.slice(1) + Math.random()), 50)</script>`
      )
    ),
  "/subresources": ({ other, response }) =>
    send(
      response,
      html(
        "Subresources",
        `<img src="/image.png"><img src="${other("/image.jpg").href}"><script>document.title = "Ran"</script>`
      )
    )
}
