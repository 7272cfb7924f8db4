/** Pages as long as real ones that declare nothing: prose alone must not make articles of them. */
import { bemGerman, blogTheme, bootstrap, plainDivs } from "../skins/classic.ts"
import { board, boutique, docsSite, questionSite, shop, sphinxLike, wiki } from "../skins/community.ts"
import { cssModules, customElements, tailwind } from "../skins/modern.ts"
import { paragraphs, sentencesOf } from "./filler.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

const rows = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  each(pairs, ([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`)

const specification = [
  ["Height", "42 cm"],
  ["Depth", "18 cm"],
  ["Material", "Larch and steel"],
  ["Voltage", "12 V"],
  ["Origin", "Made in Ulla"],
  ["Packaging", "Cardboard, no plastic"]
] as const

export const long: ReadonlyArray<MarkedPage> = [
  {
    name: "product-long-description",
    skin: shop,
    title: "Harbour lamp no. 3",
    site: "Quayside Goods",
    content: `<div class="product"><div class="product__media"><img src="/1.jpg" alt="Harbour lamp"></div><div class="product__info"><h1 data-keep>Harbour lamp no. 3</h1><div class="price" data-keep>€189.00</div><div class="product__short" data-keep>A lamp for wet places, with a cord of three metres.</div><button class="btn add-to-cart" data-drop>Add to basket</button></div></div>
<div class="tabs"><div class="tab" id="description"><h2 data-keep>Description</h2><div class="product__description" data-keep>${paragraphs(1, 4)}</div></div><div class="tab" id="specs"><h2 data-keep>Specification</h2><table class="specs" data-keep>${rows(specification)}</table></div><div class="tab" id="reviews"><h2 data-keep>Reviews</h2>${each([1, 2, 3], (i) => `<div class="review"><div class="review__head">Buyer ${i}</div><div class="review__text" data-keep>${sentencesOf(i + 40, 2)}</div></div>`)}</div></div>`
  },
  {
    name: "product-hashed-long",
    skin: cssModules,
    title: "Field stove",
    site: "Murmur",
    content: `<div class="css-a1"><h1 class="css-a2" data-keep>Field stove</h1><div class="css-a3" data-keep>$240</div></div><div class="css-b1" data-keep>${sentencesOf(3, 5)}</div><div class="css-b1" data-keep>${sentencesOf(9, 4)}</div><div class="css-c1"><h2 data-keep>What is in the box</h2><ul data-keep><li>Stove with burner</li><li>Wind shield</li><li>Steel bottle, 1 litre</li><li>Canvas bag</li></ul></div><div class="css-c1"><h2 data-keep>Technical data</h2><div class="css-d" data-keep><div>Boils a litre in</div><div>4 minutes</div></div><div class="css-d" data-keep><div>Packed size</div><div>21 x 11 cm</div></div><div class="css-d" data-keep><div>Burns</div><div>Alcohol, white gas</div></div></div>`
  },
  {
    name: "thread-long-posts",
    skin: board,
    title: "Pump loses prime overnight",
    site: "Shedheads",
    content: `<h2 class="topic-title" data-keep>Pump loses prime overnight</h2>${each([1, 2, 3, 4, 5, 6], (i) => `<div class="post" id="p${i}"><div class="inner"><dl class="postprofile"><dt><a href="/u${i}">member${i}</a></dt><dd>Posts: ${i}00</dd></dl><div class="postbody"><p class="author">by member${i}</p><div class="content" data-keep>${sentencesOf(i + 10, 2 + (i % 3))}</div><div class="signature" data-drop>Sent from my barge number ${i}</div></div></div></div>`)}`
  },
  {
    name: "discussion-of-comments",
    skin: tailwind,
    title: "Show: a clock that counts tides",
    site: "Hackers of the quay",
    content: `<div class="submission"><h1 data-keep>Show: a clock that counts tides</h1><div class="comment-body" data-keep><p>${sentencesOf(5, 2)}</p></div></div><div class="comments">${each([1, 2, 3, 4, 5, 6, 7], (i) => `<div class="comment"><div class="comment-head">user${i} 3 hours ago</div><div class="comment-text" data-keep><p>${sentencesOf(i + 60, 2)}</p></div><div class="comment-actions" data-drop><a href="#">reply</a></div></div>`)}</div>`
  },
  {
    name: "question-long",
    skin: questionSite,
    title: "Why does my roof drip after the rain has stopped?",
    site: "Home exchange",
    content: `<h1 data-keep>Why does my roof drip after the rain has stopped?</h1><div class="question"><div class="js-post-body" data-keep>${paragraphs(21, 2)}<pre><code>drip, 3 s, drip, 5 s, drip</code></pre></div></div><h2 data-keep>3 Answers</h2>${each([1, 2, 3], (i) => `<div class="answer"><div class="js-vote-count">${i}</div><div class="js-post-body" data-keep>${paragraphs(30 + i, 2)}</div><ul class="comments"><li class="comment"><span class="comment-copy" data-keep>${sentencesOf(70 + i, 1)}</span></li></ul></div>`)}`
  },
  {
    name: "service-sections",
    skin: bemGerman,
    lang: "de",
    title: "Wartung und Reparatur",
    site: "Pumpenbau Lenz",
    content: each(
      [
        [
          "Wartung",
          "Wir prüfen jede Pumpe einmal im Jahr, tauschen die Dichtungen und schreiben auf, was wir gefunden haben. So bleibt sie zwanzig Jahre lang leise."
        ],
        [
          "Reparatur",
          "Wenn etwas klemmt, sind wir am selben Tag da. In der Werkstatt liegen Teile für alle Baujahre seit 1974, und was fehlt, drehen wir selbst."
        ],
        [
          "Beratung",
          "Nicht jeder Keller braucht eine neue Anlage. Wir messen, rechnen und sagen auch, wenn ein Eimer genügt."
        ],
        ["Preise", "Die Anfahrt kostet 40 Euro, die Stunde 72 Euro. Für Wartungsverträge gilt die Liste vom Januar."]
      ],
      ([name, text]) =>
        `<section class="c-block"><h2 class="c-block__title" data-keep>${name}</h2><div class="c-block__text" data-keep><p>${text}</p></div></section>`
    )
  },
  {
    name: "category-with-text",
    skin: boutique,
    lang: "fr",
    title: "Lampes de port",
    site: "Quai des lampes",
    content: `<h1 data-keep>Lampes de port</h1>${each([1, 2, 3, 4, 5, 6, 7, 8], (i) => `<div class="vignette"><a href="/l${i}"><img src="/l${i}.jpg" alt=""></a><div class="nom" data-keep><a href="/l${i}">Lampe de quai numéro ${i}</a></div><div class="prix" data-keep>${i}9,00 €</div></div>`)}<div class="texte" data-keep><h2>Bien choisir sa lampe</h2><p>Une lampe de port doit supporter le sel, le vent et les mains mouillées. Nous les choisissons une par une, chez des fabricants qui réparent ce qu'ils vendent.</p><p>Pour une entrée, préférez un verre dépoli ; pour un ponton, un verre clair et une grille solide.</p></div>`
  },
  {
    name: "guide-with-steps",
    skin: docsSite,
    title: "Deploying",
    site: "Lathe",
    content: `<h1 data-keep>Deploying</h1><div data-keep>${paragraphs(81, 1)}</div>${each([1, 2, 3, 4], (i) => `<h2 id="s${i}" data-keep>Step ${i}: turn lever ${i}</h2><p data-keep>${sentencesOf(i + 90, 2)}</p><div class="codeBlock"><div class="codeTitle" data-keep>lathe-${i}.sh</div><pre data-keep><code>lathe turn --lever ${i}\nlathe check</code></pre></div><ul data-keep><li>Lever ${i} is up</li><li><a href="/docs/lever">The lever reference</a></li></ul>`)}<h2 data-keep>Next steps</h2><ul data-keep><li><a href="/docs/test">Testing a lathe</a></li><li><a href="/docs/grease">Greasing it</a></li></ul>`
  },
  {
    name: "module-reference",
    skin: sphinxLike,
    title: "tides module",
    site: "Heron",
    content: `<h1 data-keep>tides module</h1><p data-keep>${sentencesOf(101, 2)}</p>${each(["rise", "fall", "turn", "wait", "drift"], (name, i) => `<dl class="py function" data-keep><dt class="sig"><span>heron.tides.</span><span>${name}</span>(<em>harbour</em>, <em>hours=${i}</em>)</dt><dd><p>${sentencesOf(110 + i, 2)}</p><table class="params"><tr><th>harbour</th><td>name of the harbour</td></tr><tr><th>hours</th><td>how long to look ahead</td></tr></table></dd></dl>`)}`
  },
  {
    name: "wiki-long",
    skin: wiki,
    title: "Ulla harbour",
    site: "Coastpedia",
    content: `<div class="mw-hatnote" data-keep>For the railway station, see Ulla Quay.</div><table class="infobox" data-keep>${rows(
      [
        ["Depth", "9 m"],
        ["Berths", "140"],
        ["Opened", "1822"]
      ]
    )}</table>${paragraphs(121, 2, " data-keep")}<h2 data-keep>Trade</h2>${paragraphs(127, 2, " data-keep")}<table class="wikitable" data-keep><caption>Ships a year</caption><tr><th>Year</th><th>Ships</th></tr><tr><td>1900</td><td>412</td></tr><tr><td>1950</td><td>287</td></tr></table><h2 data-keep>See also</h2><ul data-keep><li><a href="/w/Tarn">Tarn basin</a></li><li><a href="/w/Wick">Wick pier</a></li></ul><h2 data-keep>References</h2><ol class="references" data-keep><li>Harbour board, annual report, 1951.</li></ol>`
  },
  {
    name: "recipe-story",
    skin: blogTheme,
    title: "Brown bread for a wet week",
    site: "The Birch Table",
    content: `<h1 class="entry-title" data-keep>Brown bread for a wet week</h1>${paragraphs(141, 4, " data-keep")}<h2 data-keep>Ingredients</h2><ul data-keep><li>500 g rye flour</li><li>350 ml buttermilk</li><li>2 tsp baking soda</li><li>1 tbsp treacle</li></ul><h2 data-keep>Method</h2><ol data-keep><li>Mix the dry things.</li><li>Stir in the wet ones.</li><li>Bake for an hour at 180 degrees.</li></ol><p data-keep>Makes one loaf.</p>`
  },
  {
    name: "news-front",
    skin: customElements,
    title: "Lantern, news of the coast",
    site: "Lantern",
    content: each(
      [
        "A bridge opens early",
        "The last lamplighter retires",
        "Storm leaves a gift on the beach",
        "Council counts its benches",
        "School boat gets a new engine",
        "Herring are back in the sound"
      ],
      (name, i) =>
        `<story-card><h2 data-keep><a href="/n/${i}">${name}</a></h2><p data-keep>${sentencesOf(160 + i, 2)}</p></story-card>`
    )
  },
  {
    name: "job-long",
    skin: bootstrap,
    title: "Lock keeper, full time",
    site: "Canal board",
    content: `<h1 data-keep>Lock keeper, full time</h1><div data-keep>${paragraphs(181, 2)}</div><h3 data-keep>Your tasks</h3><ul data-keep><li>Open the gates on request</li><li>Keep the log</li><li>Talk to skippers</li></ul><h3 data-keep>You bring</h3><ul data-keep><li>Strong arms</li><li>A calm voice</li></ul><h3 data-keep>We offer</h3><ul data-keep><li>A house with a garden</li><li>28 days off</li></ul><h3 data-keep>About the canal board</h3><p data-keep>${sentencesOf(190, 3)}</p><a class="btn btn-primary" href="#" data-drop>Apply now</a>`
  },
  {
    name: "faq-long",
    skin: plainDivs,
    title: "Questions about deliveries",
    site: "Fernpost",
    content: `<h1 data-keep>Questions about deliveries</h1>${each([1, 2, 3, 4, 5, 6, 7], (i) => `<div><div data-keep><b>What happens in case number ${i}?</b></div><div data-keep>${sentencesOf(200 + i, 2)}</div></div>`)}`
  },
  {
    name: "event-programme",
    skin: tailwind,
    title: "Harbour days",
    site: "Town of Ulla",
    content: `<h1 data-keep>Harbour days</h1><p data-keep>${sentencesOf(221, 4)}</p><h2 data-keep>Programme</h2>${each(["10:00 Opening", "11:30 Rowing race", "13:00 Soup for all", "15:00 Lecture on knots", "20:00 Lanterns on the water"], (line) => `<div class="flex border-b" data-keep>${line}</div>`)}<h2 data-keep>Getting here</h2><p data-keep>${sentencesOf(227, 2)}</p><h2 data-keep>Tickets</h2><table data-keep>${rows(
      [
        ["Adults", "8 €"],
        ["Children", "free"]
      ]
    )}</table>`
  }
]
