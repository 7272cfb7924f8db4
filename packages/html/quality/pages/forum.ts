/** Forum threads and questions with answers: here the comments are the content. */
import { bootstrap, layoutTables, plainDivs } from "../skins/classic.ts"
import { board, questionSite } from "../skins/community.ts"
import { cssModules, customElements, tailwind } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

const solar: ReadonlyArray<readonly [string, string]> = [
  ["marlin", "I want to run a lamp and a radio in my shed. Would a 50 W panel do, or do I need two?"],
  ["tessa_k", "One is plenty for that. Spend the rest on a decent battery."],
  ["oldhand", "Depends on winter. At my latitude I get a tenth of the summer yield in December."],
  ["marlin", "Thanks both. 51 degrees north here, so I will plan for December."],
  ["tessa_k", "Then tilt it to 70 degrees and keep the snow off. Post a picture when it works!"]
]

export const forum: ReadonlyArray<MarkedPage> = [
  {
    name: "solar-shed",
    skin: board,
    title: "Solar panel for a garden shed",
    site: "Shedheads",
    content: `<h2 class="topic-title" data-keep><a href="./t812">Solar panel for a garden shed</a></h2><div class="action-bar bar-top" data-drop><a href="./posting" class="button">Post Reply</a><div class="search-box"><input placeholder="Search this topic"></div></div>
${each(
  solar,
  ([who, text], i) =>
    `<div id="p${900 + i}" class="post has-profile bg${(i % 2) + 1}"><div class="inner"><dl class="postprofile" id="profile${i}"><dt><a href="./u${i}" class="username">${who}</a></dt><dd class="profile-posts"><strong>Posts:</strong> ${120 + i}</dd><dd class="profile-joined"><strong>Joined:</strong> 2012</dd></dl><div class="postbody"><h3><a href="#p${900 + i}">Re: Solar panel for a garden shed</a></h3><ul class="post-buttons" data-drop><li><a href="./quote" class="button">Quote</a></li></ul><p class="author">by ${who} » Tue Mar 05, 2024</p><div class="content" data-keep>${text}</div></div></div></div>`
)}`
  },
  {
    name: "cold-oven",
    skin: questionSite,
    title: "Can I bake bread starting from a cold oven?",
    site: "Kitchen Exchange",
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"QAPage","mainEntity":{"@type":"Question","name":"Can I bake bread starting from a cold oven?","answerCount":2}}</script>`,
    content: `<div id="question-header"><h1 class="fs-headline1" data-keep><a href="/q/77">Can I bake bread starting from a cold oven?</a></h1></div><div class="d-flex" data-drop><span>Asked 3 years ago</span><span>Viewed 12k times</span></div>
<div class="question" id="question"><div class="post-layout"><div class="votecell" data-drop><div class="js-vote-count">14</div></div><div class="postcell"><div class="s-prose js-post-body" data-keep><p>All recipes tell me to heat the oven first. Is that needed for a loaf in a pot?</p><pre><code>500 g flour
350 g water
10 g salt</code></pre></div><div class="post-taglist" data-drop><a href="/t/bread" class="post-tag">bread</a><a href="/t/oven" class="post-tag">oven</a></div><div class="js-post-menu" data-drop><a href="#">Share</a><a href="#">Improve this question</a><button>Follow</button></div></div></div></div>
<div id="answers"><h2 data-keep>2 Answers</h2>${each(
      [
        "It works with a pot. The loaf rises a little longer while the oven heats, so shorten the last proof by ten minutes.",
        "It depends on the oven. Mine burns the bottom because the lower element runs at full power while heating; a tray below helps."
      ],
      (text, i) =>
        `<div id="answer-${i}" class="answer js-answer"><div class="post-layout"><div class="votecell" data-drop><div class="js-vote-count">${21 - i}</div></div><div class="answercell"><div class="s-prose js-post-body" data-keep><p>${text}</p></div><div class="comments js-comments-container"><ul class="comments-list"><li class="comment"><span class="comment-copy" data-keep>Tried it twice, works for me.</span></li></ul></div></div></div></div>`
    )}</div>
<h2 class="bottom-notice" data-drop>Not the answer you're looking for? Browse other questions or ask your own.</h2>`
  },
  {
    name: "guestbook",
    skin: layoutTables,
    title: "Guest book of the narrow gauge railway",
    site: "Leighton Light Railway",
    content: `<b data-keep>Guest book</b><br>${each(
      [
        ["Dora", "We rode twice because the first time was too short. The cake at the station is worth the trip."],
        ["Anonymous", "Where can I find the timetable for October?"],
        ["The webmaster", "On the news page from September onward."],
        ["Piet from Delft", "Lovely engines. I rode behind number four in 1978 and it still smokes the same."]
      ],
      ([who, text]) => `<hr><font size="2"><b>${who}</b> wrote:</font><br><font size="2" data-keep>${text}</font>`
    )}`
  },
  {
    name: "thread-utility",
    skin: tailwind,
    title: "Release 3 breaks my scripts",
    site: "Quay community",
    content: `<h1 class="text-2xl" data-keep>Release 3 breaks my scripts</h1><div class="space-y-6">${each(
      [
        ["ines", "Since the update every script that uses the old flag stops with code 2. Was that on purpose?"],
        ["maintainer", "Yes. The flag was deprecated for two years. Replace it with the long form."],
        ["ines", "That works, thank you. Could the message say so?"],
        ["maintainer", "Good point, it will in 3.0.1."]
      ],
      ([who, text]) =>
        `<div class="rounded border p-4"><div class="flex gap-2 text-sm"><img src="/a.png" alt=""><span class="font-semibold">${who}</span><time class="text-slate-500">2 days ago</time></div><div class="mt-2" data-keep><p>${text}</p></div><div class="mt-2 flex gap-4 text-xs" data-drop><button>Reply</button><button>Report</button></div></div>`
    )}</div>`
  },
  {
    name: "aquarium-hashed",
    skin: cssModules,
    title: "Cloudy water after a filter change",
    site: "Tankmates",
    content: `<h1 class="css-h" data-keep>Cloudy water after a filter change</h1>${each(
      [
        "I changed all filter pads at once and now the water is milky. The fish seem fine so far.",
        "That is a bacterial bloom. You threw out the colony with the pads. Feed less and wait a week.",
        "Seconding this. Next time change one pad a month and rinse the other in tank water.",
        "Day five: it is clear again. Lesson learned."
      ],
      (text, i) =>
        `<div class="Comment_root__k2"><div class="Comment_head__a1">user${i} · ${i + 1}d</div><div class="Comment_text__z8" data-keep>${text}</div><div class="Comment_tools__q" data-drop><span>Upvote</span><span>Share</span><span>Award</span></div></div>`
    )}`
  },
  {
    name: "werkstatt-forum",
    skin: bootstrap,
    lang: "de",
    title: "Tür klemmt im Sommer",
    site: "Holzwerker-Treff",
    content: `<h1 data-keep>Tür klemmt im Sommer</h1>${each(
      [
        ["Jonas", "Meine Kellertür aus Fichte klemmt jedes Jahr ab Juni. Hobeln oder abwarten?"],
        ["Marga", "Erst messen, dann hobeln. Im Winter hast du sonst einen Spalt."],
        ["Jonas", "Es sind drei Millimeter an der Schlossseite."],
        ["Ali", "Dann zwei wegnehmen und die Kante gleich wieder ölen, sonst zieht sie Feuchte."]
      ],
      ([who, text], i) =>
        `<div class="panel panel-default post"><div class="panel-heading"><strong>${who}</strong> <span class="pull-right">#${i + 1}</span></div><div class="panel-body" data-keep>${text}</div><div class="panel-footer" data-drop><a href="#">Zitieren</a> <a href="#">Melden</a></div></div>`
    )}`
  },
  {
    name: "answers-elements",
    skin: customElements,
    title: "How do I reset the meter?",
    site: "Utility answers",
    content: `<qa-question><h1 data-keep>How do I reset the meter?</h1><div data-keep>The display shows E4 since the power cut on Sunday.</div></qa-question><qa-answer><qa-badge>Accepted answer</qa-badge><div data-keep>Hold the button under the flap for eight seconds. The display goes dark and then counts up from zero.</div></qa-answer><qa-answer><div data-keep>If that does not help, the fuse beside the meter may be loose. Let an electrician look at it.</div></qa-answer>`
  },
  {
    name: "preguntas-plain",
    skin: plainDivs,
    lang: "es",
    title: "¿Cuándo se poda el limonero?",
    site: "Huerto en casa",
    content: `<h1 data-keep>¿Cuándo se poda el limonero?</h1><div data-keep>Tengo un limonero de cuatro años en maceta y nunca lo he podado.</div><div>3 respuestas</div><div data-keep>A finales del invierno, cuando ya no haya heladas.</div><div data-keep>Yo solo quito las ramas secas y los chupones, lo demás se deja.</div><div data-keep>En maceta conviene podar poco y abonar después.</div>`
  }
]
