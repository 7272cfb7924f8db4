/** Listings, collections and search results: many links, and they are the content. */
import { bemGerman, bootstrap, layoutTables, plainDivs } from "../skins/classic.ts"
import { boutique, shop } from "../skins/community.ts"
import { bareSemantic, cssModules, customElements, tailwind } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

export const listing: ReadonlyArray<MarkedPage> = [
  {
    name: "pan-collection",
    skin: shop,
    title: "Pans",
    site: "Edge & Grain",
    content: `<h1 class="collection__title" data-keep>Pans</h1><p class="collection__description rte" data-keep>Steel, iron and copper for every hob.</p><div class="collection-filters" data-drop><label><input type="checkbox">In stock only</label><select><option>Featured</option><option>Price, low to high</option></select></div><div class="collection grid">${each(
      [
        ["Skillet 24 cm", "£45.00", "Pre-seasoned iron"],
        ["Skillet 28 cm", "£55.00", "Pre-seasoned iron"],
        ["Sauteuse 20 cm", "£120.00", "Tinned copper"],
        ["Crêpe pan", "£38.00", "Blue steel"],
        ["Paella pan 42 cm", "£29.00", "Polished steel"],
        ["Griddle", "£62.00", "Two sides, two hobs"]
      ],
      ([name, price, text]) =>
        `<div class="grid__item product-card"><a href="/p"><img src="/x.jpg" alt=""></a><a href="/p" class="product-card__title" data-keep>${name}</a><div class="product-card__price" data-keep>${price}</div><div data-keep>${text}</div></div>`
    )}</div>`
  },
  {
    name: "flats-to-let",
    skin: tailwind,
    title: "Flats to let in Harbourside",
    site: "Keystone Lets",
    content: `<h1 class="text-3xl" data-keep>Flats to let in Harbourside</h1><p data-keep>5 homes available now</p><ul class="grid gap-4">${each(
      [
        ["2 bed flat, Wharf Street", "£1,350 per month", "Third floor, lift, bicycle store"],
        ["Studio, Mill Lane", "£820 per month", "South facing, bills included"],
        ["3 bed maisonette, Rope Walk", "£1,900 per month", "Own front door and a small yard"],
        ["1 bed flat, Tannery Court", "£1,050 per month", "Available from 1 June, unfurnished"],
        ["Loft, Grain House", "£2,200 per month", "Double height living room"]
      ],
      ([name, price, text]) =>
        `<li class="rounded shadow"><a href="/flat"><img src="/f.jpg" alt=""><h2 class="font-medium" data-keep>${name}</h2><p data-keep>${price}</p><p class="text-sm" data-keep>${text}</p></a></li>`
    )}</ul><nav class="flex" aria-label="Pagination" data-drop><a href="?p=1">1</a><a href="?p=2">2</a><a href="?p=3">Next page</a></nav>`
  },
  {
    name: "magazine-index",
    skin: bareSemantic,
    title: "Archive",
    site: "The Slow Almanac",
    content: `<h1 data-keep>Archive</h1>${each(
      [
        ["On mending a wall", "Dry stone has no mortar and no hurry. A day with a waller who counts in centuries."],
        ["The rook parliament", "Why four hundred birds argue over one beech tree every evening."],
        ["Bread for a whole street", "A shared oven, a rota and a surprising amount of diplomacy."],
        ["Mapping the drains", "Somebody has to know where the water goes."]
      ],
      ([name, text]) =>
        `<article><h2 data-keep><a href="/a">${name}</a></h2><p data-keep>${text}</p><p><a href="/a">Read more</a></p></article>`
    )}`
  },
  {
    name: "library-search",
    skin: bootstrap,
    title: "Search results for: tides",
    site: "Town Library",
    content: `<h1 data-keep>Search results for: tides</h1><form class="form-inline" data-drop><input value="tides"><button class="btn">Search again</button></form><p data-keep>4 results</p>${each(
      [
        ["A Field Guide to Tides", "Book, 2011. Second floor, shelf 551.4. Two copies, one on loan."],
        ["Tides and Towns", "Book, 1998. How harbours moved their quays with the river."],
        ["Tide tables 2025", "Booklet. Reference only, ask at the desk."],
        ["The Pull of the Moon", "Audio book, 6 hours. Read by the author."]
      ],
      ([name, text]) =>
        `<div class="media result"><div class="media-body"><h4 class="media-heading" data-keep><a href="/r">${name}</a></h4><p data-keep>${text}</p></div></div>`
    )}<ul class="pagination" data-drop><li><a href="?1">1</a></li><li><a href="?2">2</a></li><li><a href="?3">»</a></li></ul>`
  },
  {
    name: "web-search-hashed",
    skin: cssModules,
    title: "repair wool jumper - search",
    site: "Finder",
    content: `<div class="css-results">${each(
      [
        [
          "How to darn a jumper",
          "https://darning.example/how",
          "Darning closes a hole by weaving new yarn over it. You need a needle, yarn and something round."
        ],
        [
          "Swiss darning explained",
          "https://stitch.example/swiss",
          "Swiss darning follows the path of the knitted stitch, so the repair cannot be seen."
        ],
        [
          "Moth holes in wool",
          "https://textile.example/moths",
          "Freeze the garment for three days before you repair it, or the larvae will eat the patch."
        ],
        [
          "Elbow patches",
          "https://patches.example/elbow",
          "Suede patches hide worn elbows and last longer than the sleeve."
        ]
      ],
      ([name, url, text]) =>
        `<div class="g_xk2"><a class="g_a81" href="${url}"><h3 class="g_t" data-keep>${name}</h3><cite class="g_c">${url}</cite></a><div class="g_s" data-keep>${text}</div></div>`
    )}</div>`
  },
  {
    name: "branchenbuch",
    skin: bemGerman,
    lang: "de",
    title: "Schreinereien in Unterfranken",
    site: "Regionalverzeichnis",
    content: `<h1 class="c-title" data-keep>Schreinereien in Unterfranken</h1><ul class="c-result-list">${each(
      [
        ["Schreinerei Ankermüller", "Möbel nach Maß, Treppen, Restaurierung", "Hauptstraße 4, Karlstadt"],
        ["Holzwerk Röder", "Fenster und Haustüren", "Am Mühlbach 11, Gemünden"],
        ["Tischlerei Bauer & Tochter", "Küchen aus heimischem Holz", "Ringstraße 80, Lohr"],
        ["Werkstatt Sommer", "Drechselarbeiten, Kleinserien", "Gartenweg 2, Hammelburg"]
      ],
      ([name, what, where]) =>
        `<li class="c-result"><div class="c-result__name" data-keep><a href="/b">${name}</a></div><div class="c-result__what" data-keep>${what}</div><div class="c-result__where" data-keep>${where}</div></li>`
    )}</ul>`
  },
  {
    name: "link-directory",
    skin: layoutTables,
    title: "Links about clocks",
    site: "The Escapement Page",
    content: `<h2 data-keep>Links about clocks</h2><ul data-keep><li><a href="http://a.example/">Tower clocks of the north</a> - pictures of forty turret clocks</li><li><a href="http://b.example/">Pendulum calculator</a> - length against period</li><li><a href="http://c.example/">Regulators for sale</a> - mostly Viennese</li><li><a href="http://d.example/">Oil or no oil</a> - the old argument</li></ul><p data-keep>Send me yours if it works and has no pop-ups.</p>`
  },
  {
    name: "ateliers-liste",
    skin: boutique,
    lang: "fr",
    title: "Ateliers de mars",
    site: "Atelier du Quai",
    content: `<h1 data-keep>Ateliers de mars</h1>${each(
      [
        ["Initiation au tour", "samedi 8 mars, 14 h, 65 €", "Premiers gestes, deux bols à emporter."],
        ["Émaux de cendre", "dimanche 9 mars, 10 h, 80 €", "Préparer et poser un émail à la cendre de bois."],
        ["Modelage en famille", "mercredi 19 mars, 15 h, 40 €", "Un adulte, un enfant, un animal imaginaire."]
      ],
      ([name, when, text]) =>
        `<div class="bloc"><h3 data-keep><a href="/atelier">${name}</a></h3><div data-keep>${when}</div><p data-keep>${text}</p></div>`
    )}`
  },
  {
    name: "issue-list",
    skin: plainDivs,
    title: "Open issues",
    site: "Forgeyard",
    content: `<div><h1 data-keep>Open issues</h1><div>${each(
      [
        ["Crash when the file is empty", "opened yesterday by lena"],
        ["Support dark theme in the export", "opened 3 days ago by quim"],
        ["Typo in the welcome mail", "opened last week by arne"],
        ["Slow start on spinning disks", "opened last month by zoe"],
        ["Docs: explain the cache", "opened last month by lena"]
      ],
      ([name, text], i) =>
        `<div><div data-keep><a href="/issues/${i}">${name}</a></div><div data-keep>#${310 - i} ${text}</div></div>`
    )}</div></div>`
  },
  {
    name: "news-category-elements",
    skin: customElements,
    title: "Science news",
    site: "Lantern",
    content: `<h1 data-keep>Science news</h1><card-list>${each(
      [
        ["A frog that sleeps through summer", "Herpetologists find it in a quarry that was to be filled in."],
        ["Old ice, new questions", "A core from the plateau holds air a million years old."],
        ["Bees count to five", "Six, it seems, is too many."],
        ["The river that moved overnight", "Satellites caught it happening, farmers heard it."]
      ],
      ([name, text]) =>
        `<news-card><a href="/n"><h2 data-keep>${name}</h2></a><p data-keep>${text}</p><time>4 h ago</time></news-card>`
    )}</card-list>`
  },
  {
    name: "aanbod-fietsen",
    skin: tailwind,
    lang: "nl",
    title: "Tweedehands fietsen",
    site: "Wielplaats",
    content: `<h1 data-keep>Tweedehands fietsen</h1><div class="grid">${each(
      [
        ["Stadsfiets met drie versnellingen", "€ 140", "Utrecht, opgehaald binnen een week"],
        ["Bakfiets, weinig gebruikt", "€ 950", "Amersfoort, met regentent"],
        ["Kinderfiets 20 inch", "€ 45", "Zeist, nieuwe banden"],
        ["Racefiets uit 1984", "€ 310", "Houten, stalen frame"]
      ],
      ([name, price, text]) =>
        `<a class="block border" href="/f"><span class="font-bold" data-keep>${name}</span> <span data-keep>${price}</span> <span class="text-sm" data-keep>${text}</span></a>`
    )}</div>`
  }
]
