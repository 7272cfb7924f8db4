/** Skins of software that people run for many hands: documentation, wikis, boards, question sites, shops. */
import { type Skin } from "./Shell.ts"

/** A documentation generator: tree of chapters left, outline of the page right, previous and next below. */
export const docsSite: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title>${head}</head><body class="docs-wrapper">
<nav class="navbar navbar--fixed-top" data-drop><a class="navbar__brand" href="/">${site}</a><a class="navbar__item navbar__link" href="/docs">Docs</a><a class="navbar__item" href="/api">API reference</a><a class="navbar__item" href="/community">Community</a><div class="navbar__search"><input placeholder="Search docs"></div></nav>
<div class="main-wrapper"><aside class="theme-doc-sidebar-container" data-drop><ul class="menu__list"><li><a class="menu__link" href="/docs/start">Getting started</a></li><li><a class="menu__link" href="/docs/install">Installation</a></li><li><a class="menu__link" href="/docs/guides">Guides</a><ul><li><a href="/docs/guides/deploy">Deploying</a></li><li><a href="/docs/guides/test">Testing</a></li></ul></li><li><a class="menu__link" href="/docs/faq">Frequently asked</a></li></ul></aside>
<main class="docMainContainer_gTbr"><div class="container"><div class="row"><div class="col docItemCol_VOVn"><nav class="theme-doc-breadcrumbs" aria-label="Breadcrumbs" data-drop><ul class="breadcrumbs"><li><a href="/">Home page</a></li><li><span>Guides</span></li></ul></nav>
<article><div class="theme-doc-markdown markdown">
${content}
</div><footer class="theme-doc-footer" data-drop><a href="https://code.example/edit" class="theme-edit-this-page">Edit this page</a><span>Last updated on Mar 3, 2025</span></footer></article>
<nav class="pagination-nav" aria-label="Docs pages" data-drop><a class="pagination-nav__link" href="/prev"><div>Previous</div><div>Installation</div></a><a class="pagination-nav__link" href="/next"><div>Next</div><div>Deploying</div></a></nav></div>
<div class="col col--3" data-drop><div class="tableOfContents_bqdL"><ul class="table-of-contents"><li><a href="#one">Before you begin</a></li><li><a href="#two">Options</a></li><li><a href="#three">Troubleshooting</a></li></ul></div></div></div></div></main></div>
<footer class="footer footer--dark" data-drop><div class="footer__links"><div class="footer__title">Learn</div><a href="/tutorial">Tutorial</a><div class="footer__title">More</div><a href="/blog">Project blog</a><a href="https://code.example">Source code</a></div><div class="footer__copyright">Copyright © 2025 the ${site} authors.</div></footer></body></html>`

/** An older documentation theme without semantic tags. */
export const sphinxLike: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title>${head}</head><body class="wy-body-for-nav"><div class="wy-grid-for-nav">
<nav class="wy-nav-side" data-drop><div class="wy-side-scroll"><div class="wy-side-nav-search"><a href="index.html" class="icon icon-home">${site}</a><form><input placeholder="Search docs"></form></div><div class="wy-menu wy-menu-vertical"><p class="caption"><span class="caption-text">User guide</span></p><ul><li class="toctree-l1"><a href="q.html">Quickstart</a></li><li class="toctree-l1"><a href="c.html">Configuration</a></li><li class="toctree-l1"><a href="p.html">Plugins</a></li></ul></div></div></nav>
<section class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content"><div role="navigation" aria-label="Page navigation" data-drop><ul class="wy-breadcrumbs"><li><a href="index.html">Docs</a> »</li><li>User guide</li><li class="wy-breadcrumbs-aside"><a href="_sources/x.txt">View page source</a></li></ul><hr></div>
<div role="main" class="document"><div itemprop="articleBody">
${content}
</div></div>
<footer data-drop><div class="rst-footer-buttons" role="navigation"><a href="n.html" class="btn btn-neutral">Next page</a><a href="p.html" class="btn btn-neutral">Previous page</a></div><div role="contentinfo"><p>© Copyright 2019, the maintainers.</p></div>Built with a documentation generator using a theme.</footer></div></div></section></div></body></html>`

export const wiki: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title} - ${site}</title>${head}</head><body class="mediawiki ltr ns-0 ns-subject">
<div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading" data-keep>${title}</h1><div id="bodyContent" class="mw-body-content"><div id="siteSub" class="noprint" data-drop>From ${site}, the shared notebook</div><div id="jump-to-nav" data-drop><a class="mw-jump-link" href="#mw-head">Jump to navigation</a><a class="mw-jump-link" href="#searchInput">Jump to search</a></div>
<div id="mw-content-text" class="mw-content-ltr"><div class="mw-parser-output">
${content}
</div></div><div id="catlinks" class="catlinks" data-drop><div class="mw-normal-catlinks"><a href="/c">Categories</a>: <ul><li><a href="/c1">All stub pages</a></li><li><a href="/c2">Pages that need a picture</a></li></ul></div></div></div></div>
<div id="mw-navigation" data-drop><h2>Navigation menu</h2><div id="mw-head"><ul><li><a href="/u1">Create account</a></li><li><a href="/u2">Log in</a></li><li><a href="/u3">View history</a></li><li><a href="/u4">Talk</a></li></ul></div><div id="mw-panel"><ul><li><a href="/n1">Main page</a></li><li><a href="/n2">Recent changes</a></li><li><a href="/n3">Random page</a></li><li><a href="/n4">What links here</a></li></ul></div></div>
<div id="footer" role="contentinfo" data-drop><ul><li id="footer-info-lastmod">This page was last edited on 4 May 2024, at 10:12.</li><li><a href="/p">Privacy policy</a></li><li><a href="/d">Disclaimers</a></li></ul></div></body></html>`

/** A bulletin board. */
export const board: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title} - ${site}</title><meta name="generator" content="BoardEngine">${head}</head><body id="phpbb" class="nojs notouch section-viewtopic"><div id="wrap" class="wrap"><div id="page-header" data-drop><div class="headerbar"><div id="site-description"><a id="logo" href="./">${site}</a><p>The place to talk shop</p></div><div id="search-box" class="search-box"><form><input name="keywords"><button>Advanced search</button></form></div></div><div class="navbar"><ul id="nav-main" class="nav-main linklist"><li><a href="./faq">FAQ</a></li><li><a href="./register">Register</a></li><li><a href="./login">Login</a></li></ul><ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist"><li class="breadcrumbs"><a href="./">Board index</a> <a href="./f2">General chatter</a></li></ul></div></div>
<div id="page-body" class="page-body" role="main">
${content}
<div class="action-bar bar-bottom" data-drop><a href="./posting" class="button">Post reply</a><div class="pagination">Page <strong>1</strong> of <strong>3</strong> <ul><li><a href="?start=10">2</a></li><li><a href="?start=20">3</a></li></ul></div></div>
<div class="stat-block online-list" data-drop><h3>Who is online</h3><p>Users browsing this forum: no registered users and 4 guests</p></div></div>
<div id="page-footer" class="page-footer" data-drop><div class="navbar"><ul class="linklist"><li><a href="./delete">Delete cookies</a></li><li>All times are UTC</li></ul></div><div class="copyright">Powered by a forum engine. <a href="./privacy">Privacy</a> | <a href="./terms">Terms</a></div></div></div></body></html>`

/** A question and answer site with a column of questions next to the thread. */
export const questionSite: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title} - ${site}</title>${head}</head><body class="question-page unified-theme">
<header class="s-topbar" data-drop><a href="/" class="s-topbar--logo">${site}</a><ol class="s-navigation"><li><a href="/tour">Take the tour</a></li><li><a href="/help">Help centre</a></li></ol><form role="search"><input placeholder="Search"></form><a href="/users/login">Log in</a><a href="/users/signup">Sign up</a></header>
<div class="container"><div id="left-sidebar" class="left-sidebar js-pinned-left-sidebar" data-drop><ol class="nav-links"><li><a href="/">Home</a></li><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/unanswered">Unanswered</a></li></ol></div>
<div id="content" class="snippet-hidden"><div id="mainbar" role="main" aria-label="question and answers">
${content}
</div><div id="sidebar" class="show-votes" role="complementary" data-drop><div class="s-sidebarwidget"><div class="s-sidebarwidget--header">Featured on the site</div><ul><li><a href="/f1">The results of our spring survey</a></li></ul></div><div class="module sidebar-related"><h4>Related</h4><div class="related"><div class="spacer"><a href="/q1">Why does my dough collapse after proving</a></div><div class="spacer"><a href="/q2">Which flour for a cold oven</a></div></div></div></div></div></div>
<div class="js-consent-banner" data-drop><p>Your privacy: by clicking accept all cookies, you agree that we can store cookies on your device.</p><button>Accept all cookies</button></div>
<footer id="footer" class="site-footer" data-drop><a href="/legal">Legal</a><a href="/privacy">Privacy policy</a><span>Site design and logo belong to ${site}; user contributions are licensed freely.</span></footer></body></html>`

export const shop: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title} | ${site}</title>${head}</head><body class="template-product">
<div class="announcement-bar" data-drop><p>Free delivery over £40 this week</p></div>
<header class="site-header" data-drop><a href="/" class="site-header__logo">${site}</a><nav class="site-nav"><ul><li><a href="/collections/new">New in</a></li><li><a href="/collections/kitchen">Kitchen</a><ul><li><a href="/collections/knives">Knives</a></li><li><a href="/collections/pans">Pans</a></li></ul></li><li><a href="/collections/sale">Sale</a></li></ul></nav><a href="/cart" class="site-header__cart">Basket (0)</a><a href="/account">Account</a></header>
<div id="CartDrawer" class="drawer" data-drop><p>Your basket is empty</p><a href="/collections/all">Continue shopping</a></div>
<main id="MainContent" class="main-content">
${content}
<section class="related-products" data-drop><h2>You may also like</h2><div class="grid"><div class="grid__item product-card"><a href="/p/1">Walnut serving tongs</a><span class="price">£12.00</span></div><div class="grid__item product-card"><a href="/p/2">Linen oven glove</a><span class="price">£16.50</span></div><div class="grid__item product-card"><a href="/p/3">Steel bench scraper</a><span class="price">£8.75</span></div></div></section></main>
<footer class="site-footer" data-drop><div class="newsletter"><h3>Join our mailing list</h3><form><input type="email"><button>Join</button></form></div><ul class="site-footer__linklist"><li><a href="/policies/delivery">Delivery</a></li><li><a href="/policies/refund">Refund policy</a></li><li><a href="/pages/stockists">Stockists</a></li></ul><small>© 2025, ${site}. Powered by a shop engine</small></footer></body></html>`

/** A French shop whose frame has French words and no telling class. */
export const boutique: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title} – ${site}</title>${head}</head><body>
<div class="haut" data-drop><a href="/">${site}</a><ul><li><a href="/nouveautes">Nouveautés</a></li><li><a href="/ateliers">Ateliers</a></li><li><a href="/cadeaux">Idées cadeaux</a></li><li><a href="/compte">Mon compte</a></li><li><a href="/panier">Mon panier</a></li></ul></div>
<div class="fil" data-drop><a href="/">Accueil</a> › <a href="/boutique">Boutique</a></div>
<div class="centre">
${content}
</div>
<div class="bas" data-drop><div><p>Inscrivez-vous à notre lettre d'information</p><form><input type="email"><button>Je m'inscris</button></form></div><ul><li><a href="/mentions">Mentions légales</a></li><li><a href="/cgv">Conditions générales de vente</a></li><li><a href="/confidentialite">Politique de confidentialité</a></li></ul><p>© ${site} – Tous droits réservés</p></div>
<div class="bandeau" data-drop><p>Nous utilisons des cookies pour mesurer l'audience et améliorer votre expérience. En poursuivant votre navigation, vous acceptez leur utilisation.</p><button>Tout accepter</button><button>Continuer sans accepter</button></div></body></html>`
