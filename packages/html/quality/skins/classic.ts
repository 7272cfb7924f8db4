/** Skins of the older web: Bootstrap, layout tables, plain divs, a blogging theme, block-element-modifier names. */
import { type Skin } from "./Shell.ts"

export const bootstrap: Skin = ({ title, lang, site, head = "", content }) => `<!DOCTYPE html>
<html lang="${lang}"><head><title>${title}</title>${head}</head><body>
<nav class="navbar navbar-default navbar-fixed-top" data-drop><div class="container"><div class="navbar-header"><a class="navbar-brand" href="/">${site}</a></div><ul class="nav navbar-nav"><li class="active"><a href="/home">Home</a></li><li class="dropdown"><a href="#" class="dropdown-toggle">Departments</a><ul class="dropdown-menu"><li><a href="/d1">Planning</a></li><li><a href="/d2">Waste and water</a></li><li><a href="/d3">Schools</a></li></ul></li><li><a href="/login">Log in</a></li></ul></div></nav>
<div class="container"><ol class="breadcrumb" data-drop><li><a href="/">Home</a></li><li><a href="/section">Section</a></li></ol>
<div class="row"><div class="col-md-8">
${content}
</div><div class="col-md-4" data-drop><div class="panel panel-default"><div class="panel-heading">Quick links</div><div class="list-group"><a class="list-group-item" href="/q1">Opening hours</a><a class="list-group-item" href="/q2">Report a problem</a><a class="list-group-item" href="/q3">Forms and fees</a></div></div><div class="panel panel-info"><div class="panel-heading">Newsletter</div><div class="panel-body">Enter your address to receive our updates.<form><input type="text"><button class="btn btn-primary">Sign up</button></form></div></div></div></div></div>
<div id="footer" class="well" data-drop><div class="container"><p class="text-muted">© 2016 ${site}. <a href="/legal">Legal notice</a> <a href="/accessibility">Accessibility</a> <a href="/contact">Contact us</a></p></div></div>
</body></html>`

/** A layout of nested tables with font tags; no class, no id. */
export const layoutTables: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<html lang="${lang}"><head><title>${title}</title>${head}</head>
<body bgcolor="#ffffff"><table width="760" border="0" cellpadding="0" cellspacing="0" align="center">
<tr data-drop><td colspan="3" bgcolor="#003366"><font color="#ffffff" size="5"><b>${site}</b></font></td></tr>
<tr><td width="140" valign="top" bgcolor="#eeeeee" data-drop><table><tr><td><a href="index.html">Home page</a></td></tr><tr><td><a href="news.html">What is new</a></td></tr><tr><td><a href="guest.html">Guest book</a></td></tr><tr><td><a href="links.html">Links</a></td></tr><tr><td><a href="mail.html">Write to us</a></td></tr></table></td>
<td width="500" valign="top">
${content}
</td><td width="120" valign="top" data-drop><font size="1"><b>Sponsors</b><br><a href="s1.html">Hollis and Daughters</a><br><a href="s2.html">The Copper Kettle</a></font></td></tr>
<tr data-drop><td colspan="3" align="center"><font size="1"><a href="index.html">Home page</a> | <a href="news.html">What is new</a> | <a href="mail.html">Write to us</a><br>Best viewed at 1024 x 768. Copyright 2003 ${site}.</font></td></tr></table></body></html>`

/** Divs only, no class, no id, no role. */
export const plainDivs: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title>${head}</head><body>
<div data-drop><div><a href="/">${site}</a></div><div><a href="/1">Products</a> <a href="/2">Solutions</a> <a href="/3">Partners</a> <a href="/4">Resources</a> <a href="/5">Company</a></div></div>
<div><div>
${content}
</div></div>
<div data-drop><div><div>Products</div><div><a href="/p1">Platform tour</a></div><div><a href="/p2">Integrations</a></div><div><a href="/p3">Changelog feed</a></div></div><div><div>Company</div><div><a href="/c1">Leadership</a></div><div><a href="/c2">Investors</a></div><div><a href="/c3">Newsroom</a></div></div><div>© ${site}, registered in Leeds. All rights reserved.</div></div>
</body></html>`

/** A blogging theme with widgets, share buttons and a comment form. */
export const blogTheme: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title>${head}</head>
<body class="page-template-default page logged-out wp-theme"><div id="page" class="site"><a class="skip-link screen-reader-text" href="#content" data-drop>Skip to content</a>
<header id="masthead" class="site-header" data-drop><div class="site-branding"><p class="site-title"><a href="/">${site}</a></p><p class="site-description">Notes from a small workshop</p></div><nav id="site-navigation" class="main-navigation"><ul id="primary-menu" class="menu"><li class="menu-item"><a href="/about">About</a></li><li class="menu-item"><a href="/projects">Projects</a></li><li class="menu-item"><a href="/shop">Shop</a></li></ul></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><article id="post-81" class="post-81 page type-page status-publish hentry"><div class="entry-content">
${content}
<div class="sharedaddy sd-sharing-enabled" data-drop><h3 class="sd-title">Share this:</h3><ul><li class="share-twitter"><a href="#">Click to share on Twitter</a></li><li class="share-facebook"><a href="#">Click to share on Facebook</a></li></ul></div>
</div></article></main></div>
<aside id="secondary" class="widget-area" data-drop><section class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2><ul><li><a href="/r1">Sharpening a spokeshave</a></li><li><a href="/r2">Oak or ash for handles</a></li></ul></section><section class="widget widget_archive"><h2 class="widget-title">Archives</h2><ul><li><a href="/2019/03">March 2019</a></li><li><a href="/2019/02">February 2019</a></li></ul></section></aside></div>
<footer id="colophon" class="site-footer" data-drop><div class="site-info">Proudly powered by a blogging engine <span class="sep">|</span> Theme: Birchwood</div></footer></div></body></html>`

/** Block-element-modifier names, a consent dialog and a German frame. */
export const bemGerman: Skin = ({
  title,
  lang,
  site,
  head = "",
  content
}) => `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title>${head}</head><body class="o-page">
<div class="c-consent c-consent--open" data-drop><div class="c-consent__text">Wir verwenden Cookies, um unsere Website für Sie zu verbessern. Mit einem Klick auf „Alle akzeptieren“ stimmen Sie der Verarbeitung zu. Ihre Einwilligung können Sie jederzeit widerrufen.</div><button class="c-button">Alle akzeptieren</button><button class="c-button">Einstellungen</button></div>
<div class="c-header" data-drop><div class="c-header__brand"><a href="/">${site}</a></div><ul class="c-header__nav"><li><a href="/aktuelles">Aktuelles</a></li><li><a href="/leistungen">Leistungen</a></li><li><a href="/ueber-uns">Über uns</a></li><li><a href="/kontakt">Kontakt</a></li></ul></div>
<div class="o-main"><div class="o-main__inner">
${content}
</div></div>
<div class="c-teaser-list" data-drop><h2 class="c-teaser-list__title">Das könnte Sie auch interessieren</h2><div class="c-teaser"><a href="/t1">Warum der Bach wieder Kurven hat</a></div><div class="c-teaser"><a href="/t2">Ein Tag in der Seilerei</a></div><div class="c-teaser"><a href="/t3">Die längste Bank der Stadt</a></div></div>
<div class="c-footer" data-drop><ul class="c-footer__links"><li><a href="/impressum">Impressum</a></li><li><a href="/datenschutz">Datenschutz</a></li><li><a href="/agb">AGB</a></li><li><a href="/barrierefreiheit">Barrierefreiheit</a></li></ul><p class="c-footer__copy">© 2025 ${site}. Alle Rechte vorbehalten.</p></div>
</body></html>`
