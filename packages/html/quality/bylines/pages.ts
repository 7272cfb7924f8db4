/**
 * Small pages with the bylines of many publishing systems and languages, written for this project. Each has a title, a
 * headline, two paragraphs and what else a reader of bylines must not fall for: comments, related posts, a footer.
 */
import type { Label } from "./score.ts"

export interface BylinePage {
  readonly name: string
  readonly url: string
  readonly html: string
  readonly label: Label
}

const prose = `<p>The harbour master counted the boats twice before he wrote the number down, because the storm had moved three of them from their places during the night.</p><p>By noon the wind had turned, and most of the owners came to see what was left of their ropes, their covers and their patience.</p>`
const frame = `<footer><p>© 2010–2031 Harbour Gazette. Imprint. Last login 3 May 2030.</p></footer>`
const comments = `<section class="comments"><div class="comment"><a rel="author" class="comment-author">Troll One</a> <time datetime="2030-02-02T10:00:00Z">2 February 2030</time><p>By Jove, what a tale.</p></div></section>`
const related = `<aside class="related-posts"><h3>Related</h3><article class="card"><a href="/author/other-writer">Other Writer</a><time datetime="2029-09-09">9 Sep 2029</time></article></aside>`

const headline = "Three boats moved by the storm"

interface Parts {
  readonly url?: string
  readonly lang?: string
  readonly head?: string
  /** Before the headline. */
  readonly before?: string
  /** Between the headline and the text. */
  readonly after?: string
  /** After the text. */
  readonly end?: string
  /** Instead of headline and text. */
  readonly body?: string
}

const page = (
  name: string,
  { after = "", before = "", body, end = "", head = "", lang = "en", url = `https://harbour.example/${name}` }: Parts,
  dates: Label["dates"] | string,
  authors: Label["authors"] | string
): BylinePage => ({
  name,
  url,
  html: `<!DOCTYPE html><html lang="${lang}"><head><title>${headline} - Harbour Gazette</title><meta property="og:site_name" content="Harbour Gazette">${head}</head><body><header class="site-header"><a href="/">Harbour Gazette</a><nav><a href="/a">News</a><a href="/b">Boats</a></nav></header><main>${body ?? `<article>${before}<h1>${headline}</h1>${after}${prose}${end}</article>`}${related}${comments}</main>${frame}</body></html>`,
  label: {
    dates: typeof dates === "string" ? [dates] : dates,
    authors: typeof authors === "string" ? [authors] : authors
  }
})

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const person = (name: string) => ({ "@type": "Person", name })

export const pages: ReadonlyArray<BylinePage> = [
  // WordPress and its page builders
  page(
    "wp-twentytwenty",
    {
      after: `<div class="post-meta"><ul><li class="post-author meta-wrapper"><span class="screen-reader-text">Post author</span> <span class="meta-text">By <a href="/author/ann">Ann Lee</a></span></li><li class="post-date meta-wrapper"><span class="meta-text"><a href="#">March 4, 2021</a></span></li></ul></div>`
    },
    "2021-03-04",
    "Ann Lee"
  ),
  page(
    "wp-twentyten",
    {
      after: `<div class="entry-meta"><span class="meta-prep">Posted on</span> <a rel="bookmark"><span class="entry-date">12 June 2014</span></a> <span class="meta-sep">by</span> <span class="author vcard"><a class="url fn n" href="/author/bo">Bo Chan</a></span></div>`
    },
    "2014-06-12",
    "Bo Chan"
  ),
  page(
    "wp-entry-footer",
    {
      end: `<footer class="entry-footer"><span class="byline"><span class="author vcard"><a class="url fn n" href="/author/cleo/">Cleo Park</a></span></span><span class="posted-on"><time class="entry-date published" datetime="2019-05-06T10:00:00+02:00">6 May 2019</time><time class="updated" datetime="2019-06-01T10:00:00+02:00">1 June 2019</time></span></footer>`
    },
    "2019-05-06",
    "Cleo Park"
  ),
  page(
    "wp-yoast-graph",
    {
      head: ld({
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "Organization", "@id": "#org", name: "Harbour Gazette" },
          {
            "@type": "WebPage",
            "@id": "#page",
            datePublished: "2020-01-02T03:04:05+00:00",
            dateModified: "2021-01-01T00:00:00+00:00"
          },
          {
            "@type": "Article",
            author: { "@id": "#dan" },
            datePublished: "2020-01-02T03:04:05+00:00",
            publisher: { "@id": "#org" }
          },
          { "@type": "Person", "@id": "#dan", name: "Dan Ruiz" }
        ]
      })
    },
    "2020-01-02",
    "Dan Ruiz"
  ),
  page(
    "wp-yoast-twitter",
    {
      head: `<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Eva Sand"><meta name="twitter:label2" content="Est. reading time"><meta name="twitter:data2" content="3 minutes"><meta property="article:published_time" content="2022-02-03T04:05:06+00:00">`
    },
    "2022-02-03",
    "Eva Sand"
  ),
  page(
    "wp-elementor",
    {
      after: `<ul class="elementor-post-info"><li itemprop="author"><a href="/author/x"><span class="elementor-post-info__item--type-author">Finn Oak</span></a></li><li itemprop="datePublished"><a><time>July 7, 2022</time></a></li></ul>`
    },
    "2022-07-07",
    "Finn Oak"
  ),
  page(
    "wp-divi",
    {
      after: `<p class="post-meta"> by <span class="author vcard"><a href="/author/gil" title="Posts by Gil Moss" rel="author">Gil Moss</a></span> | <span class="published">Aug 9, 2020</span> | <a rel="category tag">Boats</a> | <a href="#c">0 comments</a></p>`
    },
    "2020-08-09",
    "Gil Moss"
  ),
  page(
    "wp-genesis",
    {
      after: `<p class="entry-meta"><time class="entry-time">October 3, 2018</time> By <span class="entry-author"><a class="entry-author-link" rel="author"><span class="entry-author-name">Hana Ito</span></a></span> <a>Leave a Comment</a></p>`
    },
    "2018-10-03",
    "Hana Ito"
  ),
  page(
    "wp-block-theme",
    {
      after: `<div class="wp-block-post-date"><time datetime="2023-04-05T06:07:08-05:00">Apr 5, 2023</time></div><div class="wp-block-post-author"><p class="wp-block-post-author__name">Ivo Kern</p></div>`
    },
    "2023-04-05",
    "Ivo Kern"
  ),
  page(
    "wp-co-authors",
    {
      after: `<span class="byline">By <a rel="author">Jon Hale</a> and <a rel="author">Kim Dow</a></span> <time datetime="2017-03-02">March 2, 2017</time>`
    },
    "2017-03-02",
    ["Jon Hale", "Kim Dow"]
  ),
  page(
    "wp-admin",
    {
      after: `<div class="entry-meta">Posted on <time class="entry-date" datetime="2016-02-01">1 February 2016</time> by <a rel="author">admin</a></div>`
    },
    "2016-02-01",
    []
  ),
  // Other publishing systems
  page(
    "ghost",
    {
      after: `<section class="article-byline"><h4 class="author-name"><a href="/author/lea/">Lea Brook</a></h4><div class="byline-meta-content"><time class="byline-meta-date" datetime="2021-11-12">Nov 12, 2021</time><span class="byline-reading-time">4 min read</span></div></section>`
    },
    "2021-11-12",
    "Lea Brook"
  ),
  page(
    "medium-like",
    {
      after: `<div><a rel="noopener" href="/@mia">Mia Stone</a><span>Follow</span><span>5 min read</span><span>Jan 3, 2024</span></div>`,
      head: `<meta name="author" content="Mia Stone"><meta name="twitter:creator" content="@mia"><meta property="article:published_time" content="2024-01-03T10:00:00.000Z">`
    },
    "2024-01-03",
    "Mia Stone"
  ),
  page(
    "substack-like",
    {
      head: ld({
        "@type": "NewsArticle",
        headline,
        author: [person("Noa Wells")],
        datePublished: "2022-06-05T08:00:00+00:00"
      })
    },
    "2022-06-05",
    "Noa Wells"
  ),
  page(
    "blogger",
    {
      before: `<h2 class="date-header"><span>Friday, May 10, 2013</span></h2>`,
      end: `<div class="post-footer"><span class="post-author vcard">Posted by <span class="fn" itemprop="author">Ola Berg</span></span> at <abbr class="published" itemprop="datePublished" title="2013-05-10T12:00:00-07:00">12:00 PM</abbr></div>`
    },
    "2013-05-10",
    "Ola Berg"
  ),
  page(
    "jekyll-minima",
    {
      after: `<p class="post-meta"><time class="dt-published" datetime="2019-12-24T00:00:00+00:00" itemprop="datePublished">Dec 24, 2019</time> • <span itemprop="author" itemscope itemtype="http://schema.org/Person"><span class="p-author h-card" itemprop="name">Pia Holm</span></span></p>`
    },
    "2019-12-24",
    "Pia Holm"
  ),
  page(
    "hugo",
    {
      after: `<div class="post-meta"><span title="2022-03-14 15:09:26 +0000 UTC">March 14, 2022</span>&nbsp;·&nbsp;7 min&nbsp;·&nbsp;Quin Adler</div>`,
      head: `<meta name="author" content="Quin Adler">`
    },
    "2022-03-14",
    "Quin Adler"
  ),
  page(
    "docusaurus-blog",
    {
      after: `<div class="container_abc"><time datetime="2023-08-08T00:00:00.000Z">August 8, 2023</time> · 3 min read</div><div class="avatar"><div class="avatar__name"><a itemprop="url"><span itemprop="name">Rob Finch</span></a></div></div>`,
      head: ld({ "@type": "BlogPosting", author: person("Rob Finch"), datePublished: "2023-08-08T00:00:00.000Z" })
    },
    "2023-08-08",
    "Rob Finch"
  ),
  page(
    "drupal",
    {
      after: `<footer class="node__meta"><div class="node__submitted">Submitted by <span class="field field--name-uid"><span class="username">Sue Vale</span></span> on <span>Tue, 04/09/2019 - 10:15</span></div></footer>`
    },
    "2019-04-09",
    ["Sue Vale", null]
  ),
  page(
    "joomla",
    {
      after: `<dl class="article-info"><dd class="createdby" itemprop="author" itemscope><span>Written by </span><span itemprop="name">Tom Rye</span></dd><dd class="published"><time datetime="2015-07-16T09:00:00+00:00" itemprop="datePublished">Published: 16 July 2015</time></dd></dl>`
    },
    "2015-07-16",
    "Tom Rye"
  ),
  page(
    "typo3",
    {
      lang: "de",
      after: `<p class="news-list-date"><time itemprop="datePublished" datetime="2020-09-17">17.09.2020</time></p><span class="news-author">Von Uta Klein</span>`
    },
    "2020-09-17",
    "Uta Klein"
  ),
  page(
    "squarespace",
    {
      after: `<div class="blog-meta"><a class="blog-author-name" href="/blog?author=5">Vic Long</a><time class="dt-published blog-meta-item--date" datetime="2018-04-18" pubdate="">Apr 18, 2018</time></div>`
    },
    "2018-04-18",
    "Vic Long"
  ),
  page(
    "wix",
    {
      after: `<ul><li><span title="Wes Gray" class="user-name">Wes Gray</span></li><li><span class="post-metadata__date time-ago" title="Feb 19, 2021">Feb 19, 2021</span></li><li>2 min read</li></ul>`,
      head: `<meta property="article:published_time" content="2021-02-19T11:00:00.000Z"><meta property="article:author" content="Wes Gray">`
    },
    "2021-02-19",
    "Wes Gray"
  ),
  page(
    "shopify-blog",
    {
      after: `<span class="article-template__date">By Xia Low on <time datetime="2022-10-20T09:00:00Z">October 20, 2022</time></span>`
    },
    "2022-10-20",
    "Xia Low"
  ),
  page(
    "webflow",
    { after: `<div class="text-block-12">Yan Ford</div><div class="text-block-13">May 21, 2020</div>` },
    "2020-05-21",
    ["Yan Ford", null]
  ),
  page(
    "craft-hubspot",
    {
      after: `<div class="blog-post__meta"><span>Written by <a class="blog-post__author-link" href="/blog/author/zoe-hart">Zoe Hart</a></span> <time datetime="1612137600000">Feb 1, 2021</time></div>`
    },
    "2021-02-01",
    "Zoe Hart"
  ),
  page(
    "contentful-next",
    {
      after: `<div class="css-1a2b3c"><span>Abe North</span><span> | </span><span>22 March 2023</span></div>`,
      head: ld([
        { "@type": "BreadcrumbList" },
        { "@type": "BlogPosting", author: [{ "@type": "Person", name: "Abe North" }], datePublished: "2023-03-22" }
      ])
    },
    "2023-03-22",
    "Abe North"
  ),
  page(
    "arc-publishing",
    {
      after: `<div class="article-byline"><span>By <a class="ts-byline__column-link" href="/staff/bea-cole">Bea Cole</a></span></div><div class="article-date">Updated: <time datetime="2019-11-23T01:02:03Z">Nov. 23, 2019</time> | Published: <time datetime="2019-11-22T20:00:00Z">Nov. 22, 2019</time></div>`
    },
    "2019-11-22",
    "Bea Cole"
  ),
  page(
    "aem-news",
    { after: `<p class="byline">CAL DEAN, STAFF WRITER</p><p class="dateline">Published 4:15 PM EST Nov 24, 2019</p>` },
    "2019-11-24",
    "Cal Dean"
  ),
  page(
    "chorus",
    {
      after: `<div class="c-byline"><span class="c-byline__item">By <a href="/users/dee">Dee Ames</a> <a class="c-byline__twitter-handle" href="https://twitter.com/dee">@dee</a></span> <span class="c-byline__item"><time class="c-byline__item" datetime="2018-08-25T12:00:00">Aug 25, 2018, 8:00am EDT</time></span></div>`
    },
    "2018-08-25",
    "Dee Ames"
  ),
  page(
    "parsely",
    {
      head: `<meta name="parsely-author" content="Eli Marsh"><meta name="parsely-pub-date" content="2017-01-26T12:00:00Z">`
    },
    "2017-01-26",
    "Eli Marsh"
  ),
  page(
    "sailthru",
    {
      head: `<meta name="sailthru.author" content="By Fay Knox, Staff writer"><meta name="sailthru.date" content="2017-02-27 10:00:00">`
    },
    "2017-02-27",
    "Fay Knox"
  ),
  page(
    "dublin-core",
    { head: `<meta name="DC.creator" content="Gus Pell"><meta name="DC.date.issued" content="2012-03-28">` },
    "2012-03-28",
    "Gus Pell"
  ),
  page(
    "citation",
    {
      head: `<meta name="citation_author" content="Hale, Ines"><meta name="citation_author" content="Jost, Karl M."><meta name="citation_publication_date" content="2011/04/29"><meta name="citation_journal_title" content="Journal of Harbours">`
    },
    "2011-04-29",
    ["Ines Hale", "Karl M. Jost"]
  ),
  page(
    "nyt-like",
    { head: `<meta name="byl" content="By Lou Kane and May Orr"><meta name="pdate" content="20180530">` },
    "2018-05-30",
    ["Lou Kane", "May Orr"]
  ),
  page(
    "swiftype",
    {
      head: `<meta class="swiftype" name="author" data-type="string" content="Ned Poe"><meta class="swiftype" name="published_at" data-type="date" content="2016-06-30 10:00:00">`
    },
    "2016-06-30",
    "Ned Poe"
  ),
  page(
    "facebook-author",
    {
      head: `<meta property="article:author" content="https://www.facebook.com/harbour"><meta property="article:published_time" content="2016-07-01T10:00:00+00:00">`,
      after: `<p>By Opal Quist</p>`
    },
    "2016-07-01",
    "Opal Quist"
  ),
  page(
    "handle-only",
    {
      head: `<meta name="twitter:creator" content="@harbour"><meta name="author" content="@harbour"><meta name="date" content="2015-08-02">`
    },
    "2015-08-02",
    []
  ),
  page(
    "site-author",
    {
      head: `<meta name="author" content="Harbour Gazette"><meta property="article:published_time" content="2015-09-03T10:00:00Z">`
    },
    "2015-09-03",
    []
  ),
  page(
    "organization-author",
    {
      head: ld({
        "@type": "NewsArticle",
        author: { "@type": "Organization", name: "Harbour" },
        datePublished: "2015-10-04"
      })
    },
    "2015-10-04",
    []
  ),
  page(
    "url-author",
    {
      head: `<meta name="author" content="https://harbour.example/staff"><meta name="pubdate" content="Tue, 05 Nov 2013 10:00:00 GMT">`
    },
    "2013-11-05",
    []
  ),
  page(
    "email-author",
    { head: `<meta name="author" content="desk@harbour.example">`, after: `<p class="date">6 December 2013</p>` },
    "2013-12-06",
    []
  ),
  page(
    "agency",
    {
      head: ld({
        "@type": "NewsArticle",
        author: [{ "@type": "Organization", name: "Reuters" }],
        datePublished: "2019-01-07T09:00:00Z"
      })
    },
    "2019-01-07",
    "Reuters"
  ),
  page(
    "owner-and-writer",
    {
      head: `<meta name="author" content="Big Publisher">${ld({ "@type": "Article", author: person("Ray Sims"), datePublished: "2019-02-08", publisher: { "@type": "Organization", name: "Big Publisher" } })}`,
      after: `<p class="byline">Ray Sims</p>`
    },
    "2019-02-08",
    "Ray Sims"
  ),
  page(
    "nested-graph",
    {
      head: ld({
        "@type": "WebPage",
        mainEntity: {
          "@type": "BlogPosting",
          author: [person("Tia Udo"), person("Val Wick")],
          datePublished: "2020-03-09"
        }
      })
    },
    "2020-03-09",
    ["Tia Udo", "Val Wick"]
  ),
  page(
    "placeholder-dates",
    {
      head: `<meta property="article:published_time" content="0001-01-01T00:00:00Z">${ld({ "@type": "Article", datePublished: "0001-01-01T00:00:00Z" })}`,
      after: `<p>Published 10 April 2020</p>`
    },
    "2020-04-10",
    []
  ),
  page(
    "template-left",
    {
      head: `<meta itemprop="datePublished" content="{{post_date}}"><meta name="author" content="{{author}}">`,
      after: `<time datetime="2020-05-11">May 11, 2020</time><span class="byline">by Xan Yost</span>`
    },
    "2020-05-11",
    "Xan Yost"
  ),
  page(
    "js-date",
    { after: `<time datetime="Fri Jun 12 2020 09:28:00 GMT+0000 (UTC)">June 12</time>` },
    "2020-06-12",
    []
  ),
  page("seconds", { head: `<meta name="article:published_time" content="1594630800">` }, "2020-07-13", []),
  // Dates in addresses
  page("url-slashes", { url: "https://harbour.example/2018/08/14/three-boats.html" }, "2018-08-14", []),
  page("url-month-name", { url: "https://harbour.example/news/2018/sep/15/three-boats" }, "2018-09-15", []),
  page("url-dashes", { url: "https://harbour.example/news/2018-10-16-three-boats" }, "2018-10-16", []),
  page("url-compact", { url: "https://harbour.example/art/20181117/three-boats" }, "2018-11-17", []),
  page("url-id", { url: "https://harbour.example/item/99999999/three-boats" }, [], []),
  // Visible lines, by language
  page(
    "de-von",
    {
      lang: "de",
      after: `<p>Von Anke Baum und Curt Dorn</p><p>Veröffentlicht am 18. Dezember 2019, aktualisiert am 2. Januar 2020</p>`
    },
    "2019-12-18",
    ["Anke Baum", "Curt Dorn"]
  ),
  page("de-stand", { lang: "de", after: `<p class="meta">Stand: 19.01.2021 08:15 Uhr</p>` }, "2021-01-19", []),
  page(
    "fr-par",
    {
      lang: "fr",
      after: `<p>Par <strong>Élise Favre</strong></p><p>Publié le 20 février 2021 à 10h00 - Mis à jour le 21 février 2021</p>`
    },
    "2021-02-20",
    "Élise Favre"
  ),
  page(
    "es-por",
    { lang: "es", after: `<div class="autor">Por Gema Haro</div><div class="fecha">21 de marzo de 2021</div>` },
    "2021-03-21",
    "Gema Haro"
  ),
  page(
    "pt-por",
    { lang: "pt-BR", after: `<p>Por Íris Jardim — São Paulo</p><p>Publicado em 22/04/2021 às 10h00</p>` },
    "2021-04-22",
    "Íris Jardim"
  ),
  page(
    "it-di",
    { lang: "it", after: `<p class="author">di Karla Lupi</p><p class="date">23 maggio 2021</p>` },
    "2021-05-23",
    "Karla Lupi"
  ),
  page(
    "nl-door",
    { lang: "nl", after: `<p>Door Maud Nijs</p><p>Gepubliceerd op 24 juni 2021</p>` },
    "2021-06-24",
    "Maud Nijs"
  ),
  page("sv-av", { lang: "sv", after: `<p>Av Olle Palm</p><p>Publicerad 25 juli 2021</p>` }, "2021-07-25", "Olle Palm"),
  page("da-af", { lang: "da", after: `<p>Af Rie Skov</p><p>Udgivet 26. august 2021</p>` }, "2021-08-26", "Rie Skov"),
  page(
    "fi",
    { lang: "fi", after: `<p class="kirjoittaja author-name">Tuuli Uro</p><p>Julkaistu 27.9.2021</p>` },
    "2021-09-27",
    "Tuuli Uro"
  ),
  page(
    "pl",
    { lang: "pl", after: `<p class="autor">Wit Zając</p><p>Opublikowano: 28 października 2021</p>` },
    "2021-10-28",
    "Wit Zając"
  ),
  page(
    "cs",
    { lang: "cs", after: `<p class="author">Adam Bílý</p><p>Publikováno 29. listopadu 2021</p>` },
    "2021-11-29",
    "Adam Bílý"
  ),
  page(
    "ru",
    { lang: "ru", after: `<div>Автор: Борис Ветров</div><div>30 декабря 2021, 10:15</div>` },
    "2021-12-30",
    "Борис Ветров"
  ),
  page(
    "uk",
    { lang: "uk", after: `<div class="author">Галина Дубова</div><div>Опубліковано 31 січня 2022</div>` },
    "2022-01-31",
    "Галина Дубова"
  ),
  page(
    "tr",
    { lang: "tr", after: `<span class="yazar author">Ece Ferah</span><span>Yayınlanma: 1 Şubat 2022</span>` },
    "2022-02-01",
    "Ece Ferah"
  ),
  page(
    "hu",
    { lang: "hu", after: `<p class="author">Gál Hanna</p><p>2022. március 2.</p>` },
    "2022-03-02",
    "Gál Hanna"
  ),
  page("el", { lang: "el", after: `<p>Δημοσιεύτηκε: 3 Απριλίου 2022</p>` }, "2022-04-03", []),
  page("id", { lang: "id", after: `<p>Oleh Indra Jaya</p><p>Diterbitkan 4 Mei 2022</p>` }, "2022-05-04", "Indra Jaya"),
  page(
    "vi",
    { lang: "vi", after: `<p class="author">Kim Liên</p><p>Ngày đăng: 5 tháng 6, 2022</p>` },
    "2022-06-05",
    "Kim Liên"
  ),
  page("ja", { lang: "ja", after: `<p>文：山田花子</p><p>公開日：2022年7月6日</p>` }, "2022-07-06", "山田花子"),
  page("zh", { lang: "zh-CN", after: `<p>作者：李小明 发布时间：2022-08-07 10:00</p>` }, "2022-08-07", [
    "李小明",
    null
  ]),
  page(
    "ko",
    { lang: "ko", after: `<p>기자: 김민수</p><p>입력 2022.09.08 10:00 수정 2022.09.09 11:00</p>` },
    "2022-09-08",
    ["김민수"]
  ),
  page("ar", { lang: "ar", after: `<p>نشر في 9 أكتوبر 2022</p>` }, "2022-10-09", []),
  page("he", { lang: "he", after: `<p>פורסם: 10 נובמבר 2022</p>` }, "2022-11-10", []),
  page("hi", { lang: "hi", after: `<p>प्रकाशित: 11 दिसंबर 2022</p>` }, "2022-12-11", []),
  page("en-gb-slashes", { lang: "en-GB", after: `<p class="date">Published 05/02/2023</p>` }, "2023-02-05", []),
  page(
    "en-us-slashes",
    { lang: "en-US", after: `<p class="byline">By Liv Moe</p><p>02/05/2023 10:15 AM EST</p>` },
    "2023-02-05",
    "Liv Moe"
  ),
  page(
    "updated-first",
    { after: `<p>Last updated on March 13, 2023. First published on March 12, 2023.</p>` },
    "2023-03-12",
    []
  ),
  page("only-updated", { after: `<p>Last updated: April 14, 2023</p>` }, [], []),
  page("date-above", { before: `<p>15 May 2023 | Boats</p>`, after: `<p>by Nia Oort</p>` }, "2023-05-15", "Nia Oort"),
  page(
    "many-bylines",
    { after: `<p class="byline">By Pat Quill, Ren Stahl and Sky Thorn</p><time datetime="2023-06-16">June 16</time>` },
    "2023-06-16",
    ["Pat Quill", "Ren Stahl", "Sky Thorn"]
  ),
  page(
    "author-box-at-end",
    {
      after: `<time datetime="2023-07-17">July 17, 2023</time>`,
      end: `<div class="author-box"><h4 class="author-box-title">Written by <span itemprop="name" class="author-name">Uma Vance</span></h4><div class="author-box-content"><p>Uma Vance has written about boats since 2009.</p></div></div>`
    },
    "2023-07-17",
    "Uma Vance"
  ),
  page(
    "letter-o",
    { after: `<p class="byline"><em>By</em> Sean O'Dell-Reyes</p><p>Aug. 18th, 2023</p>` },
    "2023-08-18",
    "Sean O'Dell-Reyes"
  ),
  page(
    "forum-thread",
    {
      after: `<div class="post-meta"><span class="username author-name">harbour_cat</span> <time datetime="2023-09-19T08:00:00Z">Sep 19, 2023</time></div>`
    },
    "2023-09-19",
    []
  ),
  // Pages that have neither
  page(
    "docs",
    {
      body: `<article><h1>${headline}</h1><p>Install version 2.10.2019 by running the command. By default, nothing is written.</p>${prose}<p>Released under the MIT licence since 2012-01-01.</p></article>`
    },
    [],
    []
  ),
  page(
    "product",
    {
      body: `<h1>${headline}</h1><p>£12.99</p>${prose}<div class="reviews"><div class="review" itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">Buyer Nine</span> <time itemprop="datePublished" datetime="2021-01-01">1 Jan 2021</time> Good.</div></div>`,
      head: ld({
        "@type": "Product",
        name: headline,
        review: [{ "@type": "Review", author: person("Buyer Nine"), datePublished: "2021-01-01" }]
      })
    },
    [],
    []
  ),
  page(
    "listing",
    {
      body: `<h1>All news</h1><ul>${[1, 2, 3, 4].map((n) => `<li><a href="/n${n}">Boat ${n}</a> <span class="byline">By Writer ${"ABCD"[n - 1]}lan</span> <time datetime="2022-01-0${n}">${n} January 2022</time></li>`).join("")}</ul>`
    },
    [],
    []
  ),
  page(
    "events",
    {
      body: `<h1>Events</h1>${[1, 2, 3, 4].map((n) => `<div class="event"><h2>Regatta ${n}</h2><p>${n} July 2024</p></div>`).join("")}`
    },
    [],
    []
  ),
  page(
    "event-page",
    { body: `<h1>${headline}</h1><p>Tickets for Saturday, 6 July 2024, from 18:00</p>${prose}` },
    [],
    []
  ),
  page("about", { body: `<h1>About us</h1>${prose}<p>Founded on 1 May 1995 by Ann Lee.</p>` }, [], []),
  page(
    "search",
    {
      body: `<h1>Results</h1><form><select><option>By date</option><option>By Author Name</option></select></form><ol><li>Boats, 2 March 2020</li><li>Ropes, 3 March 2021</li><li>Covers, 4 March 2022</li></ol>`
    },
    [],
    []
  ),
  page(
    "timetable",
    {
      body: `<h1>Sailings</h1><table><tr><th>Day</th><th>By</th></tr><tr><td>2024-03-01</td><td>Ferry</td></tr><tr><td>2024-03-02</td><td>Boat</td></tr></table>`
    },
    [],
    []
  ),
  page(
    "login",
    {
      body: `<h1>Sign in</h1><form><label>Name</label><input name="author"></form><p>By signing in you agree to the terms of 1 January 2020.</p>`
    },
    [],
    []
  ),
  page("empty", { body: `<p>Nothing here.</p>` }, [], []),
  page(
    "history",
    {
      body: `<article><h1>${headline}</h1><p>On 4 August 1914 the harbour was closed. It opened again on 11 November 1918.</p>${prose}</article>`
    },
    [],
    []
  ),
  page(
    "changelog",
    {
      body: `<h1>Changelog</h1><h2>2.1.0 - 2024-02-01</h2><ul><li>Ropes</li></ul><h2>2.0.0 - 2024-01-01</h2><ul><li>Boats</li></ul>`
    },
    ["2024-02-01", null],
    []
  )
]
