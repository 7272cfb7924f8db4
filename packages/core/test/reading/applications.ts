/** Small applications as the tools of many frameworks emit them: built in the browser, and built by a server. */

const prose = "The committee met on Tuesday and heard three reports about the harbour and its bridges. "

/** One that a script fills, as what stands in `head` and in `body`. */
type Application = readonly [framework: string, body: string, head?: string]

const bundle = `<script type="module" crossorigin src="/assets/index-4f2a9c.js"></script>`
const note = "<noscript>You need to enable JavaScript to run this app.</noscript>"

export const clientBuilt: ReadonlyArray<Application> = [
  ["React with Vite", `<div id="root"></div>`, bundle],
  [
    "React with a splash",
    `<div id="root"><div class="splash"><span class="spinner"></span>Loading…</div></div>`,
    bundle
  ],
  ["Create React App", `${note}<div id="root"></div>`, `<script defer="defer" src="/static/js/main.0c1f.js"></script>`],
  [
    "Next.js, pages, exported shell",
    `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/"}</script><script src="/_next/static/chunks/main.js"></script>`
  ],
  [
    "Next.js, app, not prerendered",
    `<template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><script src="/_next/static/chunks/main-app.js"></script><script>self.__next_f.push([1,"0:[]"])</script>`
  ],
  [
    "Nuxt without a server",
    `<div id="__nuxt"></div><script type="application/json" id="__NUXT_DATA__">[{}]</script>`,
    `<script type="module" src="/_nuxt/entry.js"></script>`
  ],
  [
    "Vue CLI",
    `<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div>`,
    `<script defer src="/js/app.3d2f.js"></script>`
  ],
  ["Vue with a name of its own", `<div id="storefront"></div>`, bundle],
  [
    "Vue, templates in the page",
    `<div id="shop"><h2>{{ title }}</h2><ul><li v-for="item in items">{{ item.name }}</li></ul></div><script src="https://unpkg.com/vue@3"></script><script>Vue.createApp({ data: () => ({ items: [] }) }).mount("#shop")</script>`
  ],
  [
    "Angular",
    `<app-root></app-root><script src="polyfills.js" type="module"></script><script src="main.js" type="module"></script>`
  ],
  ["Angular with its own selector", `<shop-shell></shop-shell><script src="main.js" type="module"></script>`],
  [
    "AngularJS",
    `<div ng-app="shop" ng-controller="List"><ul><li ng-repeat="item in items">{{item.name}}</li></ul></div><script src="/angular.min.js"></script><script src="/list.js"></script>`
  ],
  [
    "SvelteKit without a server",
    `<div style="display: contents"><main id="svelte"></main><script>import("/_app/immutable/entry/start.js").then((kit) => kit.start())</script></div>`
  ],
  ["Svelte with Vite", `<div id="app"></div>`, bundle],
  [
    "Astro, an island of the browser only",
    `<main><astro-island uid="Z1" component-url="/_astro/List.js" renderer-url="/_astro/client.js" props="{}" ssr client="only" opts='{"name":"List"}'></astro-island></main><script>(()=>{})()</script>`
  ],
  [
    "Remix in SPA mode",
    `<div id="spa"><p>Loading...</p></div><script>window.__remixContext = {"isSpaMode":true}</script><script type="module" async src="/assets/entry.client.js"></script>`
  ],
  [
    "Ember",
    `<div id="ember-app"></div><script src="/assets/vendor.js"></script><script src="/assets/shop.js"></script>`,
    `<meta name="shop/config/environment" content="%7B%7D">`
  ],
  [
    "htmx, loaded at once",
    `<div hx-get="/list" hx-trigger="load" hx-swap="outerHTML"><span class="htmx-indicator"></span></div><script src="/htmx.min.js"></script>`
  ],
  [
    "htmx, when seen",
    `<section id="results" hx-trigger="revealed" hx-get="/list"></section><script src="/htmx.min.js"></script>`
  ],
  [
    "Alpine",
    `<div x-data="{ items: [] }" x-init="items = await (await fetch('/list')).json()"><template x-for="item in items"><li x-text="item.name"></li></template></div><script defer src="/alpine.js"></script>`
  ],
  [
    "jQuery with getJSON",
    `<ul id="products"></ul><script src="/jquery.js"></script><script>$(function () { $.getJSON("/list", function (all) { $("#products").html(all.map(String).join("")) }) })</script>`
  ],
  [
    "jQuery with load",
    `<div id="fragment"></div><script src="/jquery.js"></script><script>$("#fragment").load("/part.html")</script>`
  ],
  [
    "fetch in the page",
    `<div id="content"></div><script>fetch("/api").then((r) => r.json()).then((all) => { document.getElementById("content").innerHTML = all.html })</script>`
  ],
  [
    "fetch by a query",
    `<section data-feed="/api/feed" class="feed"></section><script>for (const place of document.querySelectorAll("[data-feed]")) fetch(place.dataset.feed).then((r) => r.text()).then((t) => { place.innerHTML = t })</script>`
  ],
  [
    "XMLHttpRequest into a table",
    `<table><thead><tr><th>Name</th></tr></thead><tbody id="rows"></tbody></table><script>var x = new XMLHttpRequest(); x.onload = function () { rows.innerHTML = x.responseText }; x.open("GET", "/rows"); x.send()</script>`
  ],
  [
    "Lit",
    `<shop-list></shop-list><script type="module">import { LitElement, html } from "/lit.js"; customElements.define("shop-list", class extends LitElement {})</script>`
  ],
  ["Solid", `<div id="root"></div>`, bundle],
  ["Preact under another name", `<div id="preact-mount"></div><script src="/bundle.js"></script>`],
  ["Gatsby, development shell", `<div id="___gatsby"></div><script src="/commons.js"></script>`],
  [
    "Mustache",
    `<div id="target"></div><script id="card" type="text/x-mustache"><p>{{name}}</p></script><script src="/mustache.js"></script><script src="/cards.js"></script>`
  ],
  [
    "Knockout",
    `<ul data-bind="foreach: items"><li data-bind="text: name"></li></ul><script src="/knockout.js"></script><script src="/model.js"></script>`
  ],
  [
    "Stimulus",
    `<div data-controller="listing" data-listing-url-value="/list"></div>`,
    `<script type="module" src="/application.js"></script>`
  ],
  ["Turbo", `<turbo-frame id="orders" src="/orders"></turbo-frame>`, `<script type="module" src="/turbo.js"></script>`]
]

/** The same, built by their servers: what stands in them is the page. */
export const serverBuilt: ReadonlyArray<Application> = [
  ["React", `<div id="root"><main><h1>Harbour</h1><p>${prose}</p></main></div>`, bundle],
  [
    "Next.js, pages",
    `<div id="__next"><main><h1>Harbour</h1><p>${prose}</p></main></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"title":"Harbour"}},"page":"/"}</script><script src="/_next/static/chunks/main.js"></script>`
  ],
  [
    "Next.js, app",
    `<main><h1>Harbour</h1><p>${prose}</p></main><script src="/_next/static/chunks/main-app.js" async></script><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"0:[]"])</script>`
  ],
  [
    "Nuxt",
    `<div id="__nuxt"><div><h1>Harbour</h1><p>${prose}</p></div></div><div id="teleports"></div><script type="application/json" id="__NUXT_DATA__" data-ssr="true">[{}]</script><script>window.__NUXT__={}</script>`
  ],
  [
    "Vue",
    `<div id="app" data-server-rendered="true"><h1>Harbour</h1><p>${prose}</p></div><script src="/js/app.js"></script>`
  ],
  [
    "Angular",
    `<app-root ng-version="19.0.0" ng-server-context="ssr"><h1>Harbour</h1><p>${prose}</p></app-root><script src="main.js" type="module"></script>`
  ],
  [
    "SvelteKit",
    `<div style="display: contents"><h1>Harbour</h1><p>${prose}</p><script>Promise.all([import("/_app/start.js")]).then(([kit]) => kit.start())</script></div>`
  ],
  [
    "Astro",
    `<main><h1>Harbour</h1><p>${prose}</p><astro-island uid="Z1" component-url="/_astro/Like.js" client="load" ssr><button>Like</button></astro-island></main><script type="module" src="/_astro/page.js"></script>`
  ],
  [
    "Remix",
    `<h1>Harbour</h1><p>${prose}</p><script>window.__remixContext = {"state":{}}</script><script type="module" async>import "/assets/manifest.js"</script>`
  ],
  [
    "Ember with FastBoot",
    `<script type="x/boundary" id="fastboot-body-start"></script><div class="ember-view"><h1>Harbour</h1><p>${prose}</p></div><script type="x/boundary" id="fastboot-body-end"></script><script src="/assets/vendor.js"></script>`
  ],
  [
    "htmx",
    `<h1>Harbour</h1><p>${prose}</p><button hx-post="/like" hx-target="#likes">Like</button><span id="likes">3</span><script src="/htmx.min.js"></script>`
  ],
  [
    "Alpine",
    `<h1>Harbour</h1><p>${prose}</p><div x-data="{ open: false }"><button @click="open = !open">More</button></div><script defer src="/alpine.js"></script>`
  ],
  [
    "jQuery",
    `<h1>Harbour</h1><p>${prose}</p><div id="modal" class="modal"></div><script src="/jquery.js"></script><script>$(function () { $(".slider").slick() })</script>`
  ],
  [
    "Lit",
    `<shop-page><template shadowrootmode="open"><slot></slot></template><h1>Harbour</h1><p>${prose}</p></shop-page><script type="module" src="/page.js"></script>`
  ],
  [
    "Qwik",
    `<div q:container="paused"><h1>Harbour</h1><p>${prose}</p></div><script type="qwik/json">{}</script><script>window.qwikevents=[]</script>`
  ],
  [
    "Solid",
    `<div id="root" data-hk="0"><h1>Harbour</h1><p>${prose}</p></div><script>window._$HY||(_$HY={events:[]})</script><script type="module" src="/entry-client.js"></script>`
  ],
  [
    "Gatsby",
    `<div id="___gatsby"><div id="gatsby-focus-wrapper"><h1>Harbour</h1><p>${prose}</p></div><div id="gatsby-announcer" aria-live="assertive"></div></div><script src="/app.js"></script>`
  ],
  [
    "a plain page with a counter",
    `<h1>Harbour</h1><p>${prose}</p><div id="fb-root"></div><script async src="https://stats.example/count.js"></script>`
  ],
  [
    "a plain page with advertising",
    `<h1>Harbour</h1><p>${prose}</p><div id="div-gpt-ad-1" data-slot="top"></div><script async src="/gpt.js"></script>`
  ],
  [
    "a plain page with a dialog",
    `<h1>Harbour</h1><p>${prose}</p><div id="cookie-consent"></div><div id="reader" hidden></div><script src="/site.js"></script>`
  ]
]

const menu = `<header><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About the harbour</a></nav></header>`
const footer = `<footer><p>${prose.repeat(4)}</p></footer>`

/** Each bare, and between a menu and a footer that say more than the page itself. */
export const pagesOf = (
  applications: ReadonlyArray<Application>
): ReadonlyArray<readonly [name: string, html: string]> =>
  applications.flatMap(([framework, body, head = ""]) => {
    const page = (inner: string) =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title>${head}</head><body>${inner}</body></html>`
    return [
      [framework, page(body)],
      [`${framework}, in a frame of text`, page(`${menu}<h1>Harbour news</h1>${body}${footer}`)]
    ] as const
  })
