/** Skins as component frameworks write them: utility classes, hashed classes, bare semantic tags, custom elements. */
import { type Skin } from "./Shell.ts"

/** Utility classes only; semantic tags for the frame. */
export const tailwind: Skin = ({ title, lang, site, head = "", content }) => `<!DOCTYPE html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body class="bg-white text-slate-900 antialiased">
<div class="fixed inset-x-0 bottom-0 z-50 bg-slate-900 p-4 text-white" role="dialog" aria-label="Cookie preferences" data-drop><p class="text-sm">We use cookies to measure traffic and to remember your preferences. You can accept all of them or choose which ones we may set.</p><button class="rounded bg-white px-3 py-1">Accept all</button><button class="px-3 py-1">Only necessary</button></div>
<header class="sticky top-0 flex h-16 items-center justify-between px-6" data-drop><a class="font-bold" href="/">${site}</a><nav class="hidden gap-6 md:flex"><a href="/cases">Our work</a><a href="/pricing">Pricing plans</a><a href="/customers">Customers</a><a href="/blog">Blog</a><a href="/signin">Sign in</a></nav><button class="md:hidden">Open menu</button></header>
<main class="mx-auto max-w-5xl px-6 py-12">
${content}
</main>
<section class="bg-indigo-50 px-6 py-16" data-drop><h2 class="text-xl">Get our monthly letter</h2><form class="mt-4 flex"><input type="email" placeholder="you@example.org"><button>Subscribe now</button></form><p class="text-xs">One mail a month, unsubscribe whenever you like.</p></section>
<footer class="grid grid-cols-3 gap-8 border-t px-6 py-12" data-drop><div><h3>Company</h3><ul><li><a href="/about">About us</a></li><li><a href="/jobs">Careers</a></li><li><a href="/press">Press room</a></li></ul></div><div><h3>Legal</h3><ul><li><a href="/terms">Terms of service</a></li><li><a href="/privacy">Privacy policy</a></li></ul></div><p>© 2024 ${site}. All rights reserved.</p></footer>
</body></html>`

/** Hashed class names, nothing but divs, a consent layer without a telling name. */
export const cssModules: Skin = ({ title, lang, site, head = "", content }) => `<!DOCTYPE html>
<html lang="${lang}"><head><title>${title}</title>${head}</head><body>
<div id="__next"><div class="Layout_root__2xKq1">
<div class="Header_wrap__9dKse" data-drop><a href="/" class="Header_logo__aa81x">${site}</a><ul class="Header_items__k2Lq0"><li><a href="/a">Discover</a></li><li><a href="/b">Collections</a></li><li><a href="/c">Magazine</a></li><li><a href="/d">Help centre</a></li><li><a href="/e">Your account</a></li></ul></div>
<div class="css-1m4bx9q">
${content}
</div>
<div class="css-77ah2k" data-drop><div class="css-0">You might also like</div><div class="css-8ab1"><a href="/r1">Seven quiet places for a long weekend</a></div><div class="css-8ab1"><a href="/r2">The lamp that would not go out</a></div><div class="css-8ab1"><a href="/r3">What we learned from a broken kettle</a></div></div>
<div class="Footer_wrap__1kd9a" data-drop><div class="Footer_col__x1"><a href="/imprint">Imprint</a><a href="/privacy">Privacy</a><a href="/cookies">Cookie settings</a><a href="/contact">Contact</a></div><div class="Footer_col__x1"><a href="https://social.example/a">Instagram</a><a href="https://social.example/b">LinkedIn</a><a href="https://social.example/c">YouTube</a></div><span class="Footer_note__q7">© ${site} 2025</span></div>
</div></div>
<div class="css-9q2v1z" data-drop><div class="css-aa"><p>This website uses cookies so that we can give you the best experience. Some are necessary, others help us to improve the site. Read our cookie policy for details.</p><button>Manage choices</button><button>Accept</button></div></div>
</body></html>`

/** HTML5 sections without one class. */
export const bareSemantic: Skin = ({ title, lang, site, head = "", content }) => `<!DOCTYPE html>
<html lang="${lang}"><head><title>${title}</title>${head}</head><body>
<a href="#content" data-drop>Skip to content</a>
<header data-drop><p><a href="/">${site}</a></p><nav><ul><li><a href="/one">Start</a></li><li><a href="/two">Archive</a></li><li><a href="/three">Colophon</a></li><li><a href="/four">Feeds</a></li></ul></nav></header>
<main id="content">
${content}
</main>
<aside data-drop><h2>Elsewhere</h2><ul><li><a href="/x">A note on margins</a></li><li><a href="/y">Counting swifts in June</a></li><li><a href="/z">The index of everything</a></li></ul></aside>
<footer data-drop><p>Written and kept by hand since 2009. <a href="/imprint">Imprint</a>, <a href="/feed.xml">Feed</a>.</p></footer>
</body></html>`

/** Custom elements around everything; the frame is told only by element names and roles. */
export const customElements: Skin = ({ title, lang, site, head = "", content }) => `<!DOCTYPE html>
<html lang="${lang}"><head><title>${title}</title>${head}</head><body><app-root><app-shell>
<app-topbar role="banner" data-drop><a href="/">${site}</a><app-menu role="navigation"><a href="/m1">Overview</a><a href="/m2">Products</a><a href="/m3">Services</a><a href="/m4">Support desk</a></app-menu><app-search role="search"><input placeholder="Search"><button>Search the site</button></app-search></app-topbar>
<app-page role="main">
${content}
</app-page>
<app-consent role="alertdialog" data-drop><p>We and our partners store information on your device. By clicking agree you consent to our use of cookies.</p><button>Agree</button><button>Disagree</button></app-consent>
<app-bottom role="contentinfo" data-drop><a href="/l1">Accessibility statement</a><a href="/l2">Modern slavery statement</a><a href="/l3">Site map</a><span>Copyright ${site} Ltd</span></app-bottom>
</app-shell></app-root></body></html>`
