/** How forum systems write a thread. */
import type { Post, Thread } from "./texts.ts"

export interface SystemTemplate {
  readonly path: string
  readonly write: (thread: Thread) => string
}

const each = <A>(list: ReadonlyArray<A>, write: (one: A, at: number) => string): string => list.map(write).join("\n")

const menu = (...labels: ReadonlyArray<string>): string =>
  `<ul>${each(labels, (label) => `<li><a href="/${label.toLowerCase().replaceAll(" ", "-")}">${label}</a></li>`)}</ul>`

const article = `<meta property="og:type" content="article">`

const page = (
  { lang, title }: Thread,
  { body = "", head = article, site }: { readonly body?: string; readonly head?: string; readonly site: string },
  content: string
): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} - ${site}</title>${head}</head><body ${body}>${content}</body></html>`

const p = ({ text }: Post): string => `<p>${text}</p>`

/** WordPress around bbPress. */
const bbPress = (thread: Thread): string =>
  page(
    thread,
    { site: "Slow Water Club", body: `class="topic bbpress wp-theme single single-topic postid-88"` },
    `<div id="page" class="site"><header id="masthead" class="site-header" data-drop><p class="site-title"><a href="/">Slow Water Club</a></p><nav id="site-navigation" class="main-navigation">${menu("Home", "Trips", "Forums", "Shop")}</nav></header>
<div id="content" class="site-content"><main id="main" class="site-main"><article id="post-88" class="post-88 topic type-topic hentry"><header class="entry-header"><h1 class="entry-title" data-keep>${thread.title}</h1></header><div class="entry-content"><div id="bbpress-forums" class="bbpress-wrapper"><div class="bbp-breadcrumb" data-drop><p><a href="/">Home</a> › <a href="/forums">Forums</a> › <a href="/forums/gear">Gear</a></p></div>
<ul id="topic-88-replies" class="forums bbp-replies"><li class="bbp-header"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li><li class="bbp-body">${each(
      thread.posts,
      (post, at) =>
        `<div id="post-${at}" class="bbp-reply-header"><div class="bbp-meta"><span class="bbp-reply-post-date" data-keep>${post.at}</span><a href="#post-${at}" class="bbp-reply-permalink">#${90 + at}</a></div></div><div class="post-${at} ${at === 0 ? "topic" : "reply"} type-reply status-publish hentry"><div class="bbp-reply-author"><a href="/users/u${at}" class="bbp-author-link"><span class="bbp-author-name" data-keep>${post.by}</span></a><div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content" data-keep>${p(post)}</div></div>`
    )}</li></ul>
<div class="bbp-pagination" data-drop><div class="bbp-pagination-count">Viewing ${thread.posts.length} posts</div></div><div id="no-reply-88" class="bbp-no-reply" data-drop><div class="bbp-template-notice"><ul><li>You must be logged in to reply to this topic.</li></ul></div></div></div></div></article></main>
<aside id="secondary" class="widget-area" data-drop><section class="widget"><h2 class="widget-title">Recent topics</h2>${menu("Dry bags compared", "Which pump do you carry", "Lost on the canal")}</section></aside></div><footer id="colophon" class="site-footer" data-drop><div class="site-info">Proudly run by volunteers of the Slow Water Club</div></footer></div>`
  )

const vanillaMeta = (post: Post, at: number, kind: string): string =>
  `<div class="Item-Header ${kind}Header"><div class="AuthorWrap"><span class="Author"><a href="/profile/u${at}" class="PhotoWrap"><img src="/u${at}.png" alt="${post.by}" class="ProfilePhoto"></a><a href="/profile/u${at}" class="Username" data-keep>${post.by}</a></span><span class="AuthorInfo"><span class="MItem RoleTitle">Member</span></span></div><div class="Meta ${kind}Meta"><span class="MItem DateCreated"><a href="#c${at}" class="Permalink"><time data-keep>${post.at}</time></a></span></div></div><div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent" data-keep>${post.text}</div></div></div>`

const vanilla = (thread: Thread): string =>
  page(
    thread,
    {
      site: "Workbench",
      body: `id="vanilla_discussion_index" class="Vanilla Discussion isDesktop Section-Discussion"`
    },
    `<div class="Frame" id="page"><div class="Head" id="Head" data-drop><div class="Row"><strong class="SiteTitle"><a href="/">Workbench</a></strong><div class="SiteSearch"><form><input name="Search" placeholder="Search"></form></div><ul class="SiteMenu"><li><a href="/discussions">Discussions</a></li><li><a href="/activity">Activity</a></li><li><a href="/entry/signin">Sign In</a></li></ul></div></div>
<div id="Body"><div class="Row"><div class="BreadcrumbsWrapper" data-drop><span class="Breadcrumbs"><a href="/">Home</a> › <a href="/categories/repairs">Repairs</a></span></div><div class="Column PanelColumn" id="Panel" data-drop><div class="Box BoxCategories"><h4>Categories</h4>${menu("All Categories", "Repairs", "Tools", "Swap")}</div></div>
<div class="Column ContentColumn" id="Content"><div class="MessageList Discussion"><div id="Item_0" class="PageTitle"><h1 data-keep>${thread.title}</h1></div><div id="Discussion_3" class="Item ItemDiscussion"><div class="Discussion">${vanillaMeta(thread.posts[0]!, 0, "Discussion")}</div></div></div>
<div class="CommentsWrap"><div class="DataBox DataBox-Comments"><h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">${each(
      thread.posts.slice(1),
      (post, at) =>
        `<li class="Item ItemComment" id="Comment_${at}"><div class="Comment">${vanillaMeta(post, at + 1, "Comment")}</div></li>`
    )}</ul></div></div><div class="Foot Closed" data-drop><div class="Note Closed SignInOrRegister">Sign In or Register to comment.</div></div></div></div></div><div id="Foot" data-drop><a href="https://forum.example">Powered by a forum</a></div></div>`
  )

const discourseLive = (thread: Thread): string =>
  page(
    thread,
    { site: "The Bench", body: `class="docked navigation-topics topic-page"` },
    `<section id="main" class="ember-application"><header class="d-header" data-drop><a href="/">The Bench</a><button>Sign Up</button><button>Log In</button></header><div id="main-outlet"><div id="topic-title"><div class="title-wrapper"><h1 data-keep><a href="/t/9" class="fancy-title">${thread.title}</a></h1><div class="topic-category" data-drop><a href="/c/general" class="badge-category__wrapper">General</a></div></div></div><div class="posts-wrapper"><div class="post-stream">${each(
      thread.posts,
      (post, at) =>
        `<div class="topic-post clearfix regular"><article id="post_${at + 1}" data-post-id="${at}" class="boxed onscreen-post" aria-label="Post ${at + 1}"><div class="row"><div class="topic-avatar"><a href="/u/${at}"><img class="avatar" src="/a${at}.png" alt=""></a></div><div class="topic-body clearfix"><div class="topic-meta-data" role="heading" aria-level="2"><div class="names trigger-user-card"><span class="first username"><a href="/u/${at}" data-keep>${post.by}</a></span></div><div class="post-infos"><div class="post-info post-date"><a href="/t/9/${at}" class="post-date"><span class="relative-date" data-keep>${post.at}</span></a></div></div></div><div class="regular contents"><div class="cooked" data-keep>${p(post)}</div><section class="post-menu-area clearfix" data-drop><nav class="post-controls"><div class="actions"><button class="btn">Like</button><button class="btn">Reply</button><button class="btn">Share</button></div></nav></section></div></div></div></article></div>`
    )}</div></div><div class="more-topics__container" data-drop><h3>Suggested topics</h3><table class="topic-list"><tr><td><a href="/t/11">Where to buy brass screws by weight</a></td><td>12</td></tr><tr><td><a href="/t/12">A vice for small hands</a></td><td>4</td></tr></table></div></div></section>`
  )

const discourseNoscript = (thread: Thread): string =>
  page(
    thread,
    { site: "The Bench", head: `<meta name="generator" content="Discourse 3.4">${article}` },
    `<discourse-assets></discourse-assets><div id="d-splash"><style>#d-splash{display:grid}</style></div><noscript data-path="/t/9"><header class="d-header" data-drop><a href="/">The Bench</a></header><div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1 data-keep><a href="/t/9">${thread.title}</a></h1></div>${each(
      thread.posts,
      (post, at) =>
        `<div id="post_${at + 1}" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/${at}"><span data-keep>${post.by}</span></a></span><span class="crawler-post-infos"><time class="post-time" data-keep>${post.at}</time><span>${at + 1}</span></span></div><div class="post" data-keep>${p(post)}</div></div>`
    )}</div><footer class="container wrap" data-drop><nav class="crawler-nav">${menu("Home", "Categories", "Guidelines", "Terms of Service")}</nav></footer></noscript><section id="main"></section>`
  )

const phpBB = (thread: Thread): string =>
  page(
    thread,
    { site: "Allotment Board", body: `id="phpbb" class="nojs notouch section-viewtopic ltr"` },
    `<div id="wrap" class="wrap"><div id="page-header" data-drop><div class="headerbar"><h1><a href="/">Allotment Board</a></h1></div><div class="navbar">${menu("Quick links", "FAQ", "Login", "Register")}</div></div><div id="page-body" class="page-body" role="main"><h2 class="topic-title" data-keep><a href="./viewtopic.php?t=7">${thread.title}</a></h2><div class="action-bar bar-top" data-drop><a href="./posting.php" class="button">Post Reply</a><div class="pagination">${thread.posts.length} posts • Page 1 of 1</div></div>${each(
      thread.posts,
      (post, at) =>
        `<div id="p${at}" class="post has-profile bg${(at % 2) + 1}"><div class="inner"><dl class="postprofile"><dt><a href="./u${at}" class="username">${post.by}</a></dt><dd class="profile-posts"><strong>Posts:</strong> ${50 + at}</dd></dl><div class="postbody"><div id="post_content${at}"><h3><a href="#p${at}">Re: ${thread.title}</a></h3><ul class="post-buttons" data-drop><li><a href="./quote" class="button"><span>Quote</span></a></li></ul><p class="author">by <strong data-keep>${post.by}</strong> » <time data-keep>${post.at}</time></p><div class="content" data-keep>${post.text}</div><div class="notice" data-drop>Last edited by ${post.by} on the same day.</div></div></div></div></div>`
    )}<div class="action-bar actions-jump" data-drop><p class="jumpbox-return"><a href="./f2">Return to “Tools”</a></p></div></div></div>`
  )

const vBulletin4 = (thread: Thread): string =>
  page(
    thread,
    { site: "Old Motors", body: "" },
    `<div class="above_body" data-drop><div id="header"><a href="/">Old Motors</a></div><div id="navbar" class="navbar">${menu("Forum", "Calendar", "Mark Forums Read")}</div></div><div class="body_wrapper"><div id="breadcrumb" class="breadcrumb" data-drop><ul class="floatcontainer"><li class="navbit"><a href="/forum.php">Forum</a></li><li class="navbit"><a href="/garage">Garage</a></li></ul></div><div id="pagetitle" class="pagetitle"><h1>Thread: <span class="threadtitle" data-keep><a href="showthread.php?5">${thread.title}</a></span></h1></div><div id="thread_controls" class="thread_controls" data-drop><ul><li><a href="#">Thread Tools</a></li><li><a href="#">Search Thread</a></li></ul></div><div id="postlist" class="postlist restrain"><ol id="posts" class="posts">${each(
      thread.posts,
      (post, at) =>
        `<li class="postbitlegacy postbitim postcontainer" id="post_${at}"><div class="posthead"><span class="postdate"><span class="date" data-keep>${post.at}</span></span><span class="nodecontrols"><a href="#${at}" class="postcounter">#${at + 1}</a></span></div><div class="postdetails"><div class="userinfo"><a class="username" href="m${at}"><strong data-keep>${post.by}</strong></a><span class="usertitle">Senior Member</span></div><div class="postbody"><div class="postrow"><h2 class="title icon">${at === 0 ? thread.title : "Re"}</h2><div class="content"><blockquote class="postcontent restore" data-keep>${post.text}</blockquote></div></div></div></div><div class="postfoot" data-drop><a href="r${at}" class="quotereply">Reply With Quote</a></div></li>`
    )}</ol></div><div class="noinline_footer" data-drop><h4 class="threadinfohead">Posting Permissions</h4><ul><li>You may not post new threads</li><li>You may not post replies</li></ul></div></div>`
  )

const vBulletin5 = (thread: Thread): string =>
  page(
    thread,
    { site: "Sail Lockers", body: `id="vb-page-body" class="l-desktop page60 vb-page view-mode"` },
    `<div id="header" data-drop>${menu("Forums", "Blogs", "Groups")}</div><div id="content"><div class="canvas-layout-container"><h1 class="main-title js-main-title" data-keep>${thread.title}</h1><div class="conversation-content-widget forum-conversation-content-widget"><div class="conversation-content"><ul class="conversation-list list-container h-clearfix thread-view">${each(
      thread.posts,
      (post, at) =>
        `<li data-node-id="${at}" class="b-post b-post--no-flair js-post" itemprop="${at === 0 ? "" : "comment"}"><div class="b-post__grid-container"><div class="b-post__sidebar l-col__fixed-100"><div class="b-userinfo"><div class="author h-text-size--14"><strong><a href="/member/${at}" data-keep>${post.by}</a></strong></div><div class="usertitle">Member</div></div></div><div class="b-post__content js-post__content"><div class="b-post__arrow"></div><div class="b-post__body"><div class="b-post__timestamp"><time data-keep>${post.at}</time></div><div class="js-post__content-text restore h-wordwrap" data-keep>${post.text}</div></div><div class="b-post__footer" data-drop><ul class="b-post-controls"><li><a href="#">Comment</a></li><li><a href="#">Quote</a></li></ul></div></div></div></li>`
    )}</ul></div></div></div></div>`
  )

const xenForo2 = (thread: Thread): string =>
  page(
    thread,
    { site: "Reed Players", body: `data-template="thread_view"` },
    `<div class="p-pageWrapper"><header class="p-header" data-drop><a href="/">Reed Players</a></header><div class="p-navSticky" data-drop><nav class="p-nav">${menu("Forums", "What's new", "Members")}</nav></div><div class="p-body"><div class="p-body-inner"><ul class="p-breadcrumbs" data-drop><li><a href="/"><span>Forums</span></a></li></ul><div class="p-body-header"><div class="p-title"><h1 class="p-title-value" data-keep>${thread.title}</h1></div><div class="p-description"><ul class="listInline"><li>Thread starter ${thread.posts[0]!.by}</li><li>Start date ${thread.posts[0]!.at}</li></ul></div></div><div class="p-body-main"><div class="p-body-content"><div class="block block--messages"><div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">${each(
      thread.posts,
      (post, at) =>
        `<article class="message message--post js-post" id="js-post-${at}"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-userDetails"><h4 class="message-name"><a href="/members/${at}" class="username" data-keep>${post.by}</a></h4><h5 class="userTitle message-userTitle">New member</h5></div></section></div><div class="message-cell message-cell--main"><div class="message-main"><header class="message-attribution"><ul class="message-attribution-main"><li><a href="#${at}"><time class="u-dt" data-keep>${post.at}</time></a></li></ul><ul class="message-attribution-opposite"><li><a href="#${at}">#${at + 1}</a></li></ul></header><div class="message-content"><article class="message-body"><div class="bbWrapper" data-keep>${post.text}</div></article></div><footer class="message-footer" data-drop><div class="message-actionBar actionBar"><a href="/report" class="actionBar-action">Report</a></div></footer></div></div></div></article>`
    )}</div></div></div><div class="blockMessage" data-drop>You must log in or register to reply here.</div><div class="block" data-drop><h3 class="block-minorHeader">Similar threads</h3><div class="structItem"><a href="/threads/2">Cane or plastic for beginners</a></div><div class="structItem"><a href="/threads/3">Storing reeds in winter</a></div></div></div></div></div></div></div>`
  )

const xenForo1 = (thread: Thread): string =>
  page(
    thread,
    { site: "Bee Yard", body: "" },
    `<div id="headerMover" data-drop><div id="navigation">${menu("Forums", "Members", "Help")}</div></div><div class="pageContent"><div class="titleBar"><h1 data-keep>${thread.title}</h1><p id="pageDescription" class="muted">Discussion in 'Hives' started by ${thread.posts[0]!.by}</p></div><form class="InlineModForm section"><ol class="messageList" id="messageList">${each(
      thread.posts,
      (post, at) =>
        `<li id="post-${at}" class="message" data-author="${post.by}"><div class="messageUserInfo"><div class="messageUserBlock"><h3 class="userText"><a href="/m/${at}" class="username" data-keep>${post.by}</a><em class="userTitle">Drone</em></h3></div></div><div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml" data-keep>${post.text}</blockquote></article></div><div class="messageMeta"><div class="privateControls"><span class="item muted"><a href="#${at}" class="datePermalink"><span class="DateTime" data-keep>${post.at}</span></a></span></div></div></div></li>`
    )}</ol></form></div>`
  )

const myBB = (thread: Thread): string =>
  page(
    thread,
    { site: "Kiln Talk", body: "" },
    `<div id="container"><div id="header" data-drop><div id="logo"><a href="/">Kiln Talk</a></div><div class="menu">${menu("Portal", "Search", "Member List")}</div></div><div id="content"><div class="wrapper"><div class="navigation" data-drop><a href="/">Kiln Talk</a> › <a href="/f">Glazes</a></div><table class="tborder tfixed clear"><tr><td class="thead"><strong data-keep>${thread.title}</strong></td></tr><tr><td id="posts_container"><div id="posts">${each(
      thread.posts,
      (post, at) =>
        `<a name="pid${at}"></a><div class="post classic" id="post_${at}"><div class="post_author scaleimages"><div class="author_information"><strong><span class="largetext"><a href="u${at}" data-keep>${post.by}</a></span></strong><br><span class="smalltext">Junior Member</span></div><div class="author_statistics">Posts: ${at + 3}<br>Threads: 1</div></div><div class="post_content"><div class="post_head"><div class="float_right"><strong><a href="#${at}">#${at + 1}</a></strong></div><span class="post_date" data-keep>${post.at}</span></div><div class="post_body scaleimages" id="pid_${at}" data-keep>${post.text}</div></div><div class="post_controls" data-drop><div class="postbit_buttons"><a href="#find">Find</a><a href="#reply">Reply</a></div></div></div>`
    )}</div></td></tr></table></div></div></div>`
  )

const smf = (thread: Thread): string =>
  page(
    thread,
    { site: "Model Rail", body: `id="chrome" class="action_messageindex board_2"` },
    `<div id="header" data-drop><h1 class="forumtitle"><a href="/">Model Rail</a></h1></div><div id="wrapper"><div id="main_menu" data-drop>${menu("Home", "Help", "Search", "Login")}</div><div id="content_section"><div id="main_content_section"><div id="display_head" class="information"><h2 class="display_title"><span id="top_subject" data-keep>${thread.title}</span></h2><p>Started by ${thread.posts[0]!.by}</p></div><div id="forumposts">${each(
      thread.posts,
      (post, at) =>
        `<div class="windowbg" id="msg${at}"><div class="post_wrapper"><div class="poster"><h4><a href="p${at}" data-keep>${post.by}</a></h4><ul class="user_info"><li class="membergroup">Full Member</li><li class="postcount">Posts: ${at + 9}</li></ul></div><div class="postarea"><div class="keyinfo"><div id="subject_${at}" class="subject_title"><a href="#${at}">Re: ${thread.title}</a></div><div class="postinfo"><a href="#${at}" class="smalltext" data-keep>${post.at}</a></div></div><div class="post"><div class="inner" id="msg_${at}" data-keep>${post.text}</div></div></div><div class="moderatorbar" data-drop><div class="signature">Scale is a state of mind</div></div></div></div><hr class="post_separator">`
    )}</div></div></div></div><div id="footer" data-drop><ul><li>Made with a forum engine</li><li><a href="#top">Go Up</a></li></ul></div>`
  )

const flarum = (thread: Thread): string =>
  page(
    thread,
    { site: "Loom & Yarn", body: "" },
    `<div id="app" class="App"><header id="header" class="App-header" data-drop><a href="/" id="home-link">Loom & Yarn</a><ul><li><button>Sign Up</button></li><li><button>Log In</button></li></ul></header><main class="App-content"><div id="content"><div class="DiscussionPage"><div class="DiscussionPage-discussion"><header class="Hero DiscussionHero"><div class="container"><ul class="DiscussionHero-items"><li class="item-title"><h1 class="DiscussionHero-title" data-keep>${thread.title}</h1></li></ul></div></header><div class="container"><nav class="DiscussionPage-nav" data-drop><ul><li><button>Reply</button></li><li><button>Follow</button></li></ul></nav><div class="DiscussionPage-stream"><div class="PostStream">${each(
      thread.posts,
      (post, at) =>
        `<div class="PostStream-item" data-index="${at}" data-type="comment"><article class="Post CommentPost Post--by-actor"><header class="Post-header"><ul><li class="item-user"><div class="PostUser"><h3 class="PostUser-name"><a href="/u/${at}"><span class="username" data-keep>${post.by}</span></a></h3></div></li><li class="item-meta"><div class="Dropdown PostMeta"><a class="Dropdown-toggle"><time data-keep>${post.at}</time></a></div></li></ul></header><div class="Post-body" data-keep>${p(post)}</div><aside class="Post-actions" data-drop><ul><li class="item-reply"><button>Reply</button></li></ul></aside><footer class="Post-footer" data-drop></footer></article></div>`
    )}</div></div></div></div></div></div></main></div>`
  )

const nodeBB = (thread: Thread): string =>
  page(
    thread,
    {
      site: "Open Bench",
      body: `class="page-topic page-topic-31 template-topic page-topic-category-2 parent-category-2 skin-noskin"`
    },
    `<main id="panel" class="slideout-panel"><nav id="header-menu" class="navbar" data-drop>${menu("Categories", "Recent", "Tags", "Users")}</nav><div class="container" id="content"><ol class="breadcrumb" data-drop><li class="breadcrumb-item"><a href="/">Home</a></li><li class="breadcrumb-item"><a href="/category/2">Repairs</a></li></ol><div class="row"><div class="topic col-lg-12"><div class="topic-header sticky-top"><h1 component="post/header"><span class="topic-title" component="topic/title" data-keep>${thread.title}</span></h1></div><ul component="topic" class="posts timeline">${each(
      thread.posts,
      (post, at) =>
        `<li component="post" class="${at === 0 ? "self-post topic-owner-post" : ""}" data-index="${at}"><div class="d-flex align-items-start"><div class="post-container d-flex"><div class="post-header"><a href="/user/${at}" class="fw-bold" data-keep>${post.by}</a><a class="permalink text-muted" href="/post/${at}"><span class="timeago" data-keep>${post.at}</span></a></div><div class="content mt-2 text-break" component="post/content" data-keep>${p(post)}</div><div component="post/footer" class="post-footer" data-drop><span class="post-tools"><a component="post/reply" href="#" class="btn">Reply</a><a component="post/quote" href="#" class="btn">Quote</a></span></div></div></div></li>`
    )}</ul></div></div></div></main>`
  )

const invision = (thread: Thread): string =>
  page(
    thread,
    {
      site: "Darkroom",
      body: `class="ipsApp ipsApp_front ipsJS_none ipsClearfix" data-pageapp="forums" data-pagemodule="forums" data-pagecontroller="topic"`
    },
    `<div id="ipsLayout_header" data-drop><header><a href="/" id="elSiteTitle">Darkroom</a></header><nav class="ipsNavBar_primary">${menu("Browse", "Activity", "Leaderboard")}</nav></div><main id="ipsLayout_body" class="ipsLayout_container"><div id="ipsLayout_contentArea"><div id="ipsLayout_mainArea"><div class="ipsPageHeader"><h1 class="ipsType_pageTitle"><span class="ipsType_break ipsContained"><span data-keep>${thread.title}</span></span></h1></div><div id="comments" class="cTopic ipsClear ipsSpacer_top"><div data-role="commentFeed"><form>${each(
      thread.posts,
      (post, at) =>
        `<a id="comment-${at}"></a><article id="elComment_${at}" class="cPost ipsBox ipsComment ipsComment_parent"><aside class="ipsComment_author cAuthorPane"><h3 class="ipsType_sectionHead cAuthorPane_author"><strong><a href="/profile/${at}" data-keep>${post.by}</a></strong></h3><ul class="cAuthorPane_info"><li>Members</li><li>${at + 20} posts</li></ul></aside><div class="ipsColumn"><div class="ipsComment_content ipsType_medium"><div class="ipsComment_meta"><div class="ipsType_reset"><a href="#c${at}"><time data-keep>Posted ${post.at}</time></a></div></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText" data-keep>${p(post)}</div><div class="ipsItemControls" data-drop><ul class="ipsComment_controls"><li><a href="#q">Quote</a></li></ul></div></div></div></div></article>`
    )}</form></div></div><div class="ipsBox" data-drop><h2>Join the conversation</h2><p>You can post now and register later.</p></div></div></div></main>`
  )

const fluxBB = (thread: Thread): string =>
  page(
    thread,
    { site: "Tiny Linux", body: "" },
    `<div id="punviewtopic" class="pun"><div class="top-box"></div><div class="punwrap"><div id="brdheader" class="block" data-drop><div class="box"><div id="brdtitle" class="inbox"><h1><a href="/">Tiny Linux</a></h1></div><div id="brdmenu" class="inbox">${menu("Index", "User list", "Rules")}</div></div></div><div id="brdmain"><div class="linkst"><div class="inbox crumbsplus"><ul class="crumbs"><li><a href="/">Index</a></li><li><strong><a href="viewtopic.php?id=4" data-keep>${thread.title}</a></strong></li></ul></div></div>${each(
      thread.posts,
      (post, at) =>
        `<div id="p${at}" class="blockpost row${at % 2 === 0 ? "odd" : "even"}"><h2><span><span class="conr">#${at + 1}</span> <a href="#p${at}" data-keep>${post.at}</a></span></h2><div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong data-keep>${post.by}</strong></dt><dd class="usertitle"><strong>Member</strong></dd></dl></div><div class="postright"><h3>${at === 0 ? thread.title : "Re"}</h3><div class="postmsg" data-keep>${p(post)}</div></div></div></div></div></div>`
    )}</div><div id="brdfooter" class="block" data-drop><h2><span>Board footer</span></h2><div class="box"><p id="poweredby">Powered by a small board</p></div></div></div></div>`
  )

const drupalForum = (thread: Thread): string =>
  page(
    thread,
    { site: "Hedge School", body: `class="path-node page-node-type-forum has-featured-top node-forum"` },
    `<div class="dialog-off-canvas-main-canvas"><header id="header" class="header" role="banner" data-drop><nav>${menu("Home", "Courses", "Forums")}</nav></header><main class="main-content" id="main"><h1 class="title page-title" data-keep>${thread.title}</h1><article class="node node--type-forum node--view-mode-full"><footer class="node__meta"><div class="node__submitted">Submitted by <a class="username" data-keep>${thread.posts[0]!.by}</a> on <span data-keep>${thread.posts[0]!.at}</span></div></footer><div class="node__content clearfix"><div class="clearfix text-formatted field field--name-body" data-keep>${p(thread.posts[0]!)}</div></div></article><section class="field field--name-comment-forum comment-wrapper"><h2 class="title">Comments</h2>${each(
      thread.posts.slice(1),
      (post) =>
        `<article class="comment js-comment clearfix"><footer class="comment__meta"><p class="comment__author"><a class="username" data-keep>${post.by}</a></p><p class="comment__time" data-keep>${post.at}</p></footer><div class="comment__content"><div class="clearfix text-formatted field field--name-comment-body" data-keep>${p(post)}</div><ul class="links inline" data-drop><li class="comment-forbidden"><a href="/user/login">Log in to post comments</a></li></ul></div></article>`
    )}</section></main></div>`
  )

const lemmy = (thread: Thread): string =>
  page(
    thread,
    { site: "Fenland instance", body: "" },
    `<div id="app" class="lemmy-site"><div class="shadow-sm"><nav id="navbar" class="navbar" data-drop>${menu("Communities", "Create Post", "Support")}</nav></div><main class="container-lg post"><div class="row"><div class="col-12 col-md-8 mb-3"><div class="post-listing mt-2"><article class="row post-container"><div class="col flex-grow-1"><h1 class="h4 d-inline text-break" data-keep>${thread.title}</h1><div class="small"><a class="person-listing" href="/u/0" data-keep>${thread.posts[0]!.by}</a> <span class="moment-time" data-keep>${thread.posts[0]!.at}</span></div></div></article><div id="postContent" class="card my-2"><div class="card-body md-div" data-keep>${p(thread.posts[0]!)}</div></div></div><ul class="comments">${each(
      thread.posts.slice(1),
      (post, at) =>
        `<li class="comment list-unstyled"><article id="comment-${at}" class="details comment-node py-2"><div class="d-flex flex-wrap align-items-center text-muted small"><a class="person-listing" href="/u/${at}" data-keep>${post.by}</a> <span class="moment-time" data-keep>${post.at}</span></div><div class="comment-content"><div class="md-div" data-keep>${p(post)}</div></div><div class="comment-bottom-btns" data-drop><button class="btn">reply</button><button class="btn">more</button></div></article></li>`
    )}</ul></div><div class="d-none d-md-block col-md-4" data-drop><aside id="sidebarContainer"><section class="card"><h5>Fenland</h5><p>Read the rules before you post your first picture.</p></section></aside></div></div></main></div>`
  )

const question2Answer = (thread: Thread): string =>
  page(
    thread,
    { site: "Ask a Gardener", body: `class="qa-template-question qa-body-js-off"` },
    `<div class="qa-body-wrapper"><div class="qa-header" data-drop><div class="qa-logo"><a href="/">Ask a Gardener</a></div><div class="qa-nav-main">${menu("Questions", "Unanswered", "Tags")}</div></div><div class="qa-main-wrapper"><div class="qa-main"><div class="qa-main-heading"><h1><a href="/12"><span data-keep>${thread.title}</span></a></h1></div><div class="qa-part-q-view"><div class="qa-q-view" id="q12"><div class="qa-q-view-stats"><div class="qa-voting"><span class="qa-netvote-count-data">3</span><span> votes</span></div></div><div class="qa-q-view-main"><div class="qa-q-view-content qa-post-content" data-keep>${p(thread.posts[0]!)}</div><span class="qa-q-view-meta">asked <span data-keep>${thread.posts[0]!.at}</span> by <span data-keep>${thread.posts[0]!.by}</span></span></div></div></div><div class="qa-part-a-list"><h2 id="a_list_title">${thread.posts.length - 1} Answers</h2><div class="qa-a-list">${each(
      thread.posts.slice(1),
      (post, at) =>
        `<div class="qa-a-list-item" id="a${at}"><div class="qa-voting"><span class="qa-netvote-count-data">1</span></div><div class="qa-a-item-main"><div class="qa-a-item-content qa-post-content" data-keep>${p(post)}</div><span class="qa-a-item-meta">answered <span data-keep>${post.at}</span> by <span data-keep>${post.by}</span></span></div></div>`
    )}</div></div></div><div class="qa-sidepanel" data-drop><div class="qa-sidebar">Ask what you like, gardeners answer.</div></div></div></div>`
  )

const khoros = (thread: Thread): string =>
  page(
    thread,
    {
      site: "Router community",
      body: `class="lia-board lia-user-status-anonymous ForumTopicPage lia-body" id="lia-body"`
    },
    `<div class="lia-page"><header class="custom-header" data-drop><a href="/">Support</a>${menu("Products", "Community", "Sign in")}</header><center><div class="MinimumWidthContainer"><div class="lia-content"><div class="lia-quilt lia-quilt-forum-topic-page"><h1 class="lia-message-subject PageTitle"><span class="lia-link-navigation lia-link-disabled" data-keep>${thread.title}</span></h1><div class="linear-message-list message-list">${each(
      thread.posts,
      (post, at) =>
        `<div class="lia-linear-display-message-view"><div class="MessageView lia-message-view-forum-message lia-message-view-display lia-row-standard-unread"><div class="lia-quilt lia-quilt-forum-message"><div class="lia-quilt-row lia-quilt-row-message-header"><span class="UserName lia-user-name"><a class="lia-link-navigation lia-user-name-link" href="/u/${at}" data-keep>${post.by}</a></span><span class="DateTime lia-message-posted-on"><span class="local-date" data-keep>${post.at}</span></span></div><div class="lia-message-body lia-component-body"><div class="lia-message-body-content" data-keep>${p(post)}</div></div><div class="lia-quilt-row-message-footer" data-drop><div class="KudosButton"><span>0 Kudos</span></div><a class="reply-action-link" href="#">Reply</a></div></div></div></div>`
    )}</div></div></div></div></center></div>`
  )

const discuz = (thread: Thread): string =>
  page(
    thread,
    { site: "园艺论坛", body: `id="nv_forum" class="pg_viewthread"` },
    `<div id="toptb" data-drop><a href="#">设为首页</a><a href="#">收藏本站</a></div><div id="hd" data-drop><div id="nv"><ul><li><a href="/">论坛</a></li><li><a href="/guide">导读</a></li></ul></div></div><div id="wp" class="wp"><div id="pt" class="bm cl" data-drop><a href="/">论坛</a> › <a href="/f2">阳台</a></div><div id="ct" class="wp cl"><div id="postlist" class="pl bm"><table><tr><td class="pls ptn pbn">查看: 214 | 回复: ${thread.posts.length - 1}</td><td class="plc ptm pbn vwthd"><h1 class="ts"><span id="thread_subject" data-keep>${thread.title}</span></h1></td></tr></table>${each(
      thread.posts,
      (post, at) =>
        `<div id="post_${at}"><table id="pid${at}" class="plhin"><tr><td class="pls" rowspan="2"><div class="pls favatar"><div class="pi"><div class="authi"><a href="u${at}" class="xw1" data-keep>${post.by}</a></div></div></div></td><td class="plc"><div class="pi"><strong><a href="#${at}">${at + 1}#</a></strong><div class="pti"><div class="authi"><em data-keep>${post.at}</em></div></div></div><div class="pct"><div class="pcb"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_${at}" data-keep>${post.text}</td></tr></table></div></div></div></td></tr><tr><td class="plc plm" data-drop><div class="pob cl"><em><a class="fastre" href="#">回复</a></em><p><a href="#">举报</a></p></div></td></tr></table></div>`
    )}</div></div></div>`
  )

const gitHubDiscussion = (thread: Thread): string =>
  page(
    thread,
    {
      site: "Discussion #12",
      head: `<meta property="og:type" content="object">`,
      body: `class="logged-out env-production page-responsive"`
    },
    `<header class="AppHeader" data-drop>${menu("Product", "Solutions", "Pricing")}</header><main><div id="repository-container-header" data-drop><a href="/a/b">b</a></div><div class="clearfix container-xl"><div id="show_issue"><div class="gh-header-show"><h1 class="gh-header-title"><span class="js-issue-title markdown-title" data-keep>${thread.title}</span></h1></div><div class="discussion js-discussion">${each(
      thread.posts,
      (post, at) =>
        `<div class="${at === 0 ? "timeline-comment" : "js-timeline-item discussion-timeline-item timeline-comment"} comment"><div class="timeline-comment-header d-flex"><h3 class="f5 text-normal"><a class="author Link--primary" href="/${at}" data-keep>${post.by}</a> <a href="#d${at}" class="Link--secondary"><relative-time data-keep>${post.at}</relative-time></a></h3></div><table><tbody class="comment-body markdown-body" data-keep><tr><td>${p(post)}</td></tr></tbody></table><div class="d-flex" data-drop><button>Upvote</button><span>1 reply</span></div></div>`
    )}</div></div><div class="Layout-sidebar" data-drop><div class="discussion-sidebar-item"><h2>Category</h2><a href="/c">Ideas</a></div></div></div></main>`
  )

const nestedTables = (thread: Thread): string =>
  page(
    thread,
    { site: "Link Pond", body: "" },
    `<center><table id="hnmain" width="85%"><tr><td bgcolor="#ff6600" data-drop><a href="/">Link Pond</a> <a href="/newest">new</a> | <a href="/ask">ask</a></td></tr><tr><td><table class="fatitem"><tr class="athing"><td class="title"><span class="titleline" data-keep><a href="item?id=1">${thread.title}</a></span></td></tr><tr><td class="subtext"><span class="subline"><span class="score">31 points</span> by <a class="hnuser" data-keep>${thread.posts[0]!.by}</a> <span class="age" data-keep>${thread.posts[0]!.at}</span></span></td></tr><tr><td><div class="toptext" data-keep>${thread.posts[0]!.text}</div></td></tr></table><br><table class="comment-tree">${each(
      thread.posts.slice(1),
      (post, at) =>
        `<tr class="athing comtr" id="${at}"><td><table><tr><td class="ind"></td><td class="default"><div><span class="comhead"><a class="hnuser" data-keep>${post.by}</a> <span class="age" data-keep>${post.at}</span></span></div><div class="comment"><div class="commtext c00" data-keep>${post.text}</div><div class="reply" data-drop><p><font size="1"><u><a href="reply?id=${at}">reply</a></u></font></p></div></div></td></tr></table></td></tr>`
    )}</table></td></tr><tr><td data-drop><center><span class="yclinks"><a href="/guidelines">Guidelines</a> | <a href="/legal">Legal</a></span></center></td></tr></table></center>`
  )

export const forumSystems: Readonly<Record<string, SystemTemplate>> = {
  bbpress: { path: "/forums/topic/first-question/", write: bbPress },
  vanilla: { path: "/discussion/3/first-question", write: vanilla },
  "discourse-live": { path: "/t/first-question/9", write: discourseLive },
  "discourse-noscript": { path: "/t/first-question/9", write: discourseNoscript },
  phpbb: { path: "/viewtopic.php?f=2&t=7", write: phpBB },
  vbulletin4: { path: "/showthread.php?5-first-question", write: vBulletin4 },
  vbulletin5: { path: "/forum/lockers/5-first-question", write: vBulletin5 },
  xenforo2: { path: "/threads/first-question.77/", write: xenForo2 },
  xenforo1: { path: "/threads/first-question.78/", write: xenForo1 },
  discuz: { path: "/thread-7-1-1.html", write: discuz },
  mybb: { path: "/thread-first-question", write: myBB },
  smf: { path: "/index.php?topic=4.0", write: smf },
  flarum: { path: "/d/3-first-question", write: flarum },
  nodebb: { path: "/topic/31/first-question", write: nodeBB },
  invision: { path: "/topic/3-first-question/", write: invision },
  fluxbb: { path: "/viewtopic.php?id=4", write: fluxBB },
  "drupal-forum": { path: "/forum/hedges/first-question", write: drupalForum },
  lemmy: { path: "/post/9", write: lemmy },
  question2answer: { path: "/12/first-question", write: question2Answer },
  khoros: { path: "/t5/routers/first-question/td-p/12", write: khoros },
  "github-discussion": { path: "/a/b/discussions/12", write: gitHubDiscussion },
  "nested-tables": { path: "/item?id=1", write: nestedTables }
}
