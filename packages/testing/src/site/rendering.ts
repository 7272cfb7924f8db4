/** Pages for what only a browser does: forms, storage, pictures, what a visitor presents. */
import { html, type Routes, send } from "./Route.ts"

const script = (body: string) => `<script>${body}</script>`

export const rendering: Routes = {
  /** A button, a list that grows, a field that is copied, and a part that comes late. */
  "/controls": ({ response }) =>
    send(
      response,
      html(
        "Controls",
        `<button id="more">More</button><ul id="list"></ul><input id="name"><p id="copy"></p>
<button class="each">1</button><button class="each">2</button><div id="box" style="height:50px;overflow:auto"><div style="height:500px">tall</div></div>
${script(`
more.onclick = () => { list.insertAdjacentHTML("beforeend", "<li>item</li>") }
document.getElementById("name").oninput = (event) => { copy.textContent = event.target.value }
document.getElementById("name").onkeydown = (event) => { if (event.key === "Enter") document.title = "Entered" }
for (const each of document.querySelectorAll(".each")) each.onclick = () => each.remove()
setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<p id='late'>Late</p>"), 700)
`)}`
      )
    ),
  /** Says what it finds of an earlier visit, then leaves something everywhere. */
  "/storage": ({ request, response }) =>
    send(
      response,
      html(
        "Storage",
        `<p id="found"></p>${script(`
const before = [
  "cookies=${encodeURIComponent(request.headers.cookie ?? "")}|" + document.cookie,
  "local=" + localStorage.length,
  "session=" + sessionStorage.length,
  "history=" + history.length,
  "name=" + window.name
]
document.cookie = "seen=1; path=/"
localStorage.setItem("seen", "1")
sessionStorage.setItem("seen", "1")
window.name = "seen"
indexedDB.databases().then((all) => {
  before.push("databases=" + all.length)
  const open = indexedDB.open("seen")
  open.onsuccess = () => { found.textContent = before.join(" "); open.result.close() }
})
`)}`
      ),
      undefined,
      { "set-cookie": "server=1; Path=/; HttpOnly" }
    ),
  /** What a visitor presents, as JSON in the page. */
  "/visitor": ({ request, response }) =>
    send(
      response,
      html(
        "Visitor",
        `<pre id="visitor"></pre>${script(`
visitor.textContent = JSON.stringify({
  headers: ${JSON.stringify(request.headers).replaceAll("<", "\\u003c")},
  userAgent: navigator.userAgent,
  languages: navigator.languages,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  width: innerWidth,
  touch: navigator.maxTouchPoints,
  webdriver: navigator.webdriver
})`)}`,
        `<meta name="viewport" content="width=device-width">`
      )
    ),
  /** 3,000 pixels high, red above and blue below. */
  "/tall": ({ response }) =>
    send(
      response,
      html(
        "Tall",
        `<div style="height:1500px;background:#f00"></div><div style="height:1500px;background:#00f"></div>`,
        "<style>body{margin:0}</style>"
      )
    ),
  /** Frames of this origin, of the other one, within each other, written by script, and some that nobody sees. */
  "/frames": ({ other, response }) =>
    send(
      response,
      html(
        "Frames",
        `<p>Before</p><iframe src="/frame-inner?same"></iframe><p>Between</p><iframe src="${other("/frame-outer").href}"></iframe>
<iframe srcdoc="<p>Written in place</p>"></iframe><iframe src="/frame-inner?unseen" width="1" height="1"></iframe>
<iframe src="/frame-inner/captcha"></iframe><iframe src="${other("/frame-inner?foreign").href.replace("127.0.0.1", "localhost")}"></iframe><p>After</p>`
      )
    ),
  "/frameset": ({ response }) =>
    send(
      response,
      `<!doctype html><html><head><title>Set</title></head><frameset cols="30%,*"><frame src="/frame-inner?left"><frame src="/frame-inner?right"></frameset></html>`
    ),
  "/frame-outer": ({ other, response }) =>
    send(response, html("Outer", `<p>Outer frame</p><iframe src="${other("/frame-inner?nested").href}"></iframe>`)),
  "/frame-inner": ({ response, url }) =>
    send(
      response,
      html(
        "Inner",
        `<p>Inner frame ${url.search.slice(1)} <a href="relative/link">a link</a></p><img src="x" onerror="parent.document.title = 'Taken over'">`
      )
    ),
  "/frame-inner/captcha": ({ response }) => send(response, html("Captcha", "<p>Are you a robot?</p>")),
  /** Text that is only in shadow roots. */
  "/components": ({ response }) =>
    send(
      response,
      html(
        "Components",
        `<x-card><b>slotted</b></x-card>${script(`
customElements.define("x-card", class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<style>p{}</style><p>in the shadow</p><slot></slot>" }
})`)}`
      )
    ),
  /** Spoils what a careless reader of the page would use. */
  "/hostile": ({ response }) =>
    send(
      response,
      html(
        "Hostile",
        `<p>Honest text</p>${script(`
JSON.stringify = () => "{}"
window.MutationObserver = undefined
Object.defineProperty(Element.prototype, "outerHTML", { get: () => "<p>Lie</p>" })
window.setTimeout = () => 0
`)}`
      )
    ),
  "/meta-redirect": ({ other, response }) =>
    send(
      response,
      html("Moved", "<p>Moved.</p>", `<meta http-equiv="refresh" content="0;url=${other("/page").href}">`)
    ),
  /** Everything that a page can load, from the addresses of the query, and by redirects to them. */
  "/loads": ({ response, url }) => {
    const targets = url.searchParams.getAll("to")
    send(
      response,
      html(
        "Loads",
        `<p id="state">loading</p>${script(`
const targets = ${JSON.stringify(targets).replaceAll("<", "\\u003c")}
const add = (tag, set) => document.body.append(Object.assign(document.createElement(tag), set))
for (const to of targets) {
  // A header holds ASCII only.
  const there = "/redirect-to?to=" + encodeURIComponent(URL.canParse(to) ? new URL(to).href : to)
  for (const src of [to, there]) {
    try { fetch(src, { mode: "no-cors" }).catch(() => {}) } catch {}
    add("img", { src })
    add("iframe", { src })
  }
  for (const rel of ["prefetch", "preconnect", "dns-prefetch", "stylesheet"]) document.head.append(Object.assign(document.createElement("link"), { rel, href: to }))
  add("script", { src: to })
  try { new WebSocket(to.replace(/^http/, "ws")) } catch {}
  try { new EventSource(to) } catch {}
  try { navigator.sendBeacon(to, "beacon") } catch {}
  try { new Worker(URL.createObjectURL(new Blob(["fetch(" + JSON.stringify(to) + ", { mode: 'no-cors' }).catch(() => {})"]))) } catch {}
}
state.textContent = "asked"
`)}`
      )
    )
  },
  /** Asks for a peer connection through the STUN server of the query. */
  "/peer": ({ response, url }) =>
    send(
      response,
      html(
        "Peer",
        `<p id="state">waiting</p>${script(`
const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(url.searchParams.get("stun") ?? "")} }] })
const found = []
peer.onicecandidate = ({ candidate }) => { if (candidate) found.push(candidate.candidate); else state.textContent = "gathered " + found.join(";") }
peer.createDataChannel("x")
peer.createOffer().then((offer) => peer.setLocalDescription(offer))
`)}`
      )
    )
}
