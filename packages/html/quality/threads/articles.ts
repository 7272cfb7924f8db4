/** How blogs and magazines write an article and what its readers said about it. */
import type { SystemTemplate } from "./systems.ts"
import type { Thread } from "./texts.ts"

const title = "What a winter without a car taught us"

const paragraphs = [
  "We sold the car in October, partly because of the gearbox and partly because of a bet. The bet was mine: that a family of five at the end of a bus line could get through a winter without one. By March I owed nobody anything, though there were two weeks in January when it was close.",
  "The first surprise was how little we had needed it. Of the forty trips that we had written down in September, thirty-one were shorter than the walk to the reservoir, and those we simply walked, with a handcart for the shopping and a torch for the way home.",
  "The second surprise was the bus. It runs every forty minutes until seven in the evening and then stops as if somebody had turned off a tap. We learnt to leave parties early, and found that most of them are best before eight anyway.",
  "What we missed was not speed but weight. A bag of plaster, a broken bicycle, a grandmother with a cello: these are what cars are for. We borrowed one four times and paid the neighbour in jam, which by our reckoning came to eleven jars for the winter."
]

const body = paragraphs.map((one) => `<p>${one}</p>`).join("\n")

const each = <A>(list: ReadonlyArray<A>, write: (one: A, at: number) => string): string => list.map(write).join("\n")

const page = (head: string, bodyAttributes: string, content: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta property="og:type" content="article">${head}</head><body ${bodyAttributes}>${content}</body></html>`

const wordPress = ({ posts }: Thread): string =>
  page(
    `<meta name="generator" content="WordPress 6.7">`,
    `class="post-template-default single single-post postid-4"`,
    `<header class="wp-block-template-part" data-drop><a href="/">Far Side of Town</a><nav><ul><li><a href="/about">About</a></li><li><a href="/archive">Archive</a></li></ul></nav></header><main><article class="post-4 post type-post hentry"><h1 class="entry-title" data-keep>${title}</h1><div class="entry-content" data-keep>${body}</div></article><div id="comments" class="comments-area" data-drop><h2 class="comments-title">${posts.length} thoughts on “${title}”</h2><ol class="comment-list">${each(posts, ({ at, by, text }, n) => `<li id="comment-${n}" class="comment even thread-even depth-1"><article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">${by}</b> <span class="says">says:</span></div><div class="comment-metadata"><time>${at}</time></div></footer><div class="comment-content"><p>${text}</p></div><div class="reply"><a class="comment-reply-link" href="#r${n}">Reply</a></div></article></li>`)}</ol><div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form><textarea></textarea></form></div></div></main>`
  )

const blogger = ({ posts }: Thread): string =>
  page(
    `<meta content="blogger" name="generator">`,
    `class="loading variant-wide"`,
    `<div class="content-outer"><div class="header-outer" data-drop><h2><a href="/">Far side of town</a></h2></div><div class="main-outer"><div class="date-outer"><h2 class="date-header"><span>Sunday, 3 March 2024</span></h2><div class="post hentry"><h3 class="post-title entry-title" data-keep>${title}</h3><div class="post-body entry-content" data-keep>${body}</div><div class="post-footer" data-drop><a href="#l">Labels: winter</a></div></div><section class="comments threaded" id="comments" data-drop><h3 class="title">${posts.length} comments:</h3><div id="Blog1_comments-block-wrapper"><dl id="comments-block">${each(posts, ({ at, by, text }, n) => `<dt class="comment-author" id="c${n}"><a href="/p/${n}">${by}</a> said...</dt><dd class="comment-body"><p>${text}</p></dd><dd class="comment-footer"><span class="comment-timestamp"><a href="#c${n}">${at}</a></span></dd>`)}</dl></div></section></div><div class="column-right-outer" data-drop><div class="widget"><h2>Blog archive</h2><ul><li><a href="/2024">2024</a></li></ul></div></div></div></div>`
  )

const drupalMagazine = ({ posts }: Thread): string =>
  page(
    "",
    `class="path-node page-node-type-article"`,
    `<header role="banner" data-drop><nav><ul><li><a href="/resources">Resources</a></li><li><a href="/community">Community</a></li></ul></nav></header><main role="main"><h1 class="page-title" data-keep>${title}</h1><article class="node node--type-article node--view-mode-full"><div class="node__content clearfix"><div class="clearfix text-formatted field field--name-body field__item" data-keep>${body}</div></div></article><section id="comments" class="field field--name-comment comment-wrapper" data-drop><h2>${posts.length} Comments</h2>${each(posts, ({ at, by, text }, n) => `<article id="comment-${n}" class="comment js-comment clearfix"><div class="comment__meta"><span class="username">${by}</span> | <time>${at}</time></div><div class="comment__content"><div class="clearfix text-formatted field field--name-comment-body field__item"><p>${text}</p></div><ul class="links inline"><li><a href="/login">Login or Register to post comments</a></li></ul></div></article>`)}</section></main>`
  )

const newsletter = ({ posts }: Thread): string =>
  page(
    `<script type="application/ld+json">{"@type":"NewsArticle","headline":"${title}"}</script>`,
    "",
    `<div id="main" class="main typography"><div class="main-menu" data-drop><a href="/">Far side</a><button>Subscribe</button><button>Sign in</button></div><div class="single-post"><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title" data-keep>${title}</h1></div><div class="available-content"><div class="body markup" data-keep>${body}</div></div><div class="post-footer" data-drop><button>Share</button></div></article></div><div class="single-post-section comments-section" id="comments" data-drop><h4>Discussion about this post</h4><div class="comment-list"><div class="comment-list-items">${each(posts, ({ at, by, text }) => `<div class="comment"><div class="comment-anchor"></div><div role="article" class="comment-content"><div class="comment-meta"><a href="/@u">${by}</a> <a href="#d">${at}</a></div><div class="comment-body"><p><span>${text}</span></p></div><div class="comment-actions"><a href="#like">Like</a> <a href="#reply">Reply</a></div></div></div>`)}</div></div></div></div>`
  )

const embedded = ({ posts }: Thread): string =>
  page(
    "",
    `class="article-page"`,
    `<header data-drop><a href="/">The Weekly Line</a></header><main class="wrap"><article class="story"><h1 data-keep>${title}</h1><div class="story-body" data-keep>${body}</div></article><div id="disqus_thread" data-drop><section id="conversation"><div id="posts"><div class="posts-header"><h2>${posts.length} Comments</h2></div><ul id="post-list" class="post-list">${each(posts, ({ at, by, text }) => `<li class="post"><div class="post-content"><header class="comment__header"><span class="author">${by}</span> <a class="time-ago" href="#t">${at}</a></header><div class="post-body-inner"><div class="post-message"><p>${text}</p></div></div><footer class="comment__footer"><ul><li><a href="#r">Reply</a></li><li><a href="#s">Share</a></li></ul></footer></div></li>`)}</ul></div></section></div></main>`
  )

const typed = ({ posts }: Thread): string =>
  page(
    `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"${title}"}</script>`,
    `class="topic-transport"`,
    `<nav data-drop><a href="/">Line</a><a href="/topics">Topics</a></nav><main><article class="h-entry"><h1 class="p-name" data-keep>${title}</h1><div class="e-content" data-keep>${body}</div></article><div class="responses" data-drop><h2>Responses</h2><div class="comments">${each(posts, ({ at, by, text }) => `<div class="comment"><b>${by}</b> <time>${at}</time><p>${text}</p><a href="#reply">Reply</a></div>`)}</div><form><textarea></textarea></form></div></main>`
  )

export const commentedArticles: Readonly<Record<string, SystemTemplate>> = {
  wordpress: { path: "/2024/03/winter-without-a-car/", write: wordPress },
  blogger: { path: "/2024/03/winter-without-car.html", write: blogger },
  "drupal-magazine": { path: "/article/24/3/winter-without-a-car", write: drupalMagazine },
  newsletter: { path: "/p/winter-without-a-car", write: newsletter },
  embedded: { path: "/news/winter-without-a-car", write: embedded },
  "under-a-topic": { path: "/topics/transport/winter-without-a-car", write: typed }
}
