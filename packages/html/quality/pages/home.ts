/** Home pages and service pages: sections of a headline and a few words. */
import { bemGerman, blogTheme, bootstrap, layoutTables, plainDivs } from "../skins/classic.ts"
import { boutique } from "../skins/community.ts"
import { bareSemantic, cssModules, customElements, tailwind } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

export const home: ReadonlyArray<MarkedPage> = [
  {
    name: "saas-landing",
    skin: tailwind,
    title: "Quay: ship without the paperwork",
    site: "Quay",
    content: `<section class="py-20 text-center"><h1 class="text-5xl" data-keep>Ship without the paperwork</h1><p class="mt-4" data-keep>Quay files your customs forms while you pack the box.</p><a class="rounded-full" href="/start">Start free</a></section><section class="grid grid-cols-3">${each(
      [
        ["One form", "Describe the goods once. We write the eleven forms."],
        ["Every carrier", "Compare prices of thirty carriers on one page."],
        ["No surprises", "Duties are shown before you pay."]
      ],
      ([name, text]) => `<div><h3 data-keep>${name}</h3><p data-keep>${text}</p></div>`
    )}</section><section><h2 data-keep>What it costs</h2><div class="grid grid-cols-2"><div data-keep><h3>Starter</h3><p>Free up to ten parcels a month</p></div><div data-keep><h3>Business</h3><p>€29 a month, all carriers</p></div></div></section><figure><blockquote data-keep>We got our Fridays back.</blockquote><figcaption data-keep>Ines Pomar, Olivar Ceramics</figcaption></figure>`
  },
  {
    name: "dentist",
    skin: bootstrap,
    title: "Dr. Amara Lund, dentist in Brookfield",
    site: "Brookfield Dental",
    content: `<div class="jumbotron"><h1 data-keep>Gentle dentistry in Brookfield</h1><p data-keep>New patients are welcome. Evening appointments on Tuesdays.</p></div><h2 data-keep>Treatments</h2><ul data-keep><li>Check-ups and cleaning</li><li>Fillings and crowns</li><li>Care for anxious patients</li></ul><h2 data-keep>Opening times</h2><table class="table" data-keep><tr><td>Monday to Friday</td><td>8:00 to 17:00</td></tr><tr><td>Tuesday</td><td>until 20:00</td></tr></table><address data-keep>14 Canal Street, Brookfield. Telephone 0155 2290</address>`
  },
  {
    name: "village-club",
    skin: layoutTables,
    title: "Upper Wick Bowling Club",
    site: "Upper Wick Bowling Club",
    content: `<center><font size="4" data-keep>Welcome to the Upper Wick Bowling Club</font></center><p data-keep>We play on Wednesdays and Saturdays from May to September, whatever the weather.</p><p data-keep>Beginners can borrow bowls. Flat shoes please!</p><font color="#990000" data-keep>The annual dinner is on 14 October at the Plough.</font>`
  },
  {
    name: "handwerk-leistungen",
    skin: bemGerman,
    lang: "de",
    title: "Dachdeckerei Voss: Leistungen",
    site: "Dachdeckerei Voss",
    content: `<section class="c-stage"><h1 class="c-stage__title" data-keep>Ihr Dach in guten Händen</h1><p class="c-stage__text" data-keep>Seit 1962 decken wir Dächer im ganzen Landkreis.</p></section><div class="c-services">${each(
      [
        ["Steildach", "Ziegel, Schiefer und Reet, auch im Denkmalschutz."],
        ["Flachdach", "Abdichtung, Begrünung und Wartung."],
        ["Notdienst", "Nach Sturm sind wir innerhalb von zwei Stunden da."]
      ],
      ([name, text]) =>
        `<div class="c-service"><h2 class="c-service__name" data-keep>${name}</h2><div class="c-service__text" data-keep>${text}</div></div>`
    )}</div>`
  },
  {
    name: "museum",
    skin: plainDivs,
    title: "Museum of Everyday Tools",
    site: "Museum of Everyday Tools",
    content: `<div><h1 data-keep>Museum of Everyday Tools</h1><div data-keep>Twelve thousand things that people used and forgot.</div></div><div><div><h2 data-keep>Now showing</h2><div data-keep>String: six ways to tie the world together, until 3 March</div></div><div><h2 data-keep>For schools</h2><div data-keep>Free morning tours with a workshop for ages 7 to 12</div></div><div><h2 data-keep>Plan a visit</h2><div data-keep>Tuesday to Sunday, 10 to 18. Adults 7, children free.</div></div></div>`
  },
  {
    name: "community-hashed",
    skin: cssModules,
    title: "Allotment share",
    site: "Allotment share",
    content: `<div class="css-hero1"><div class="css-big" data-keep>Dig together</div><div class="css-small" data-keep>Find a plot, share a plot, or lend a hand on somebody else's.</div></div>${each(
      ["412 plots shared in spring", "38 towns take part", "Nobody pays for soil"],
      (text) => `<div class="css-fact" data-keep>${text}</div>`
    )}<div class="css-how"><div class="css-st" data-keep>1. Tell us how much time you have</div><div class="css-st" data-keep>2. Meet a neighbour with too much garden</div><div class="css-st" data-keep>3. Agree who waters in August</div></div>`
  },
  {
    name: "blog-front",
    skin: blogTheme,
    title: "The Birch Table",
    site: "The Birch Table",
    content: each(
      [
        [
          "Leek and mustard tart",
          "My neighbour grows more leeks than she can carry, so each November a box appears on our step."
        ],
        ["Why I stopped weighing salt", "Every hand holds a different pinch, and that is the point of having hands."],
        ["A drawer full of spoons", "Seventeen wooden spoons, ranked by how well they scrape the corner of a pot."]
      ],
      ([name, text]) =>
        `<article class="post type-post hentry"><header class="entry-header"><h2 class="entry-title" data-keep><a href="/p">${name}</a></h2></header><div class="entry-summary" data-keep><p>${text}</p></div></article>`
    )
  },
  {
    name: "studio-bare",
    skin: bareSemantic,
    title: "Bindery on the canal",
    site: "Bindery on the canal",
    content: `<section><h1 data-keep>Bindery on the canal</h1><p data-keep>We sew books by hand, one or five hundred.</p></section><section><h2 data-keep>Services</h2><ul data-keep><li>Theses within two days</li><li>Repair of family bibles</li><li>Boxes and slipcases</li></ul></section><section><h2 data-keep>Find us</h2><p data-keep>Lock house 3, open when the flag is up.</p></section>`
  },
  {
    name: "residencia-elements",
    skin: customElements,
    lang: "it",
    title: "Residenza Le Querce",
    site: "Residenza Le Querce",
    content: `<hero-block><h1 data-keep>Residenza Le Querce</h1><p data-keep>Sei camere in un mulino restaurato, a dieci minuti dal mare.</p></hero-block><feature-block><h2 data-keep>La colazione</h2><p data-keep>Pane del forno di casa, frutta dell'orto, caffè senza fretta.</p></feature-block><feature-block><h2 data-keep>Come arrivare</h2><p data-keep>Dalla stazione veniamo a prendervi noi, basta una telefonata.</p></feature-block>`
  },
  {
    name: "accueil-boutique",
    skin: boutique,
    lang: "fr",
    title: "Atelier du Quai, céramique à Nantes",
    site: "Atelier du Quai",
    content: `<h1 data-keep>De la terre, du feu, du temps</h1><p data-keep>Nous tournons chaque pièce à la main depuis 1998.</p><h2 data-keep>Visiter l'atelier</h2><p data-keep>Ouvert du mardi au samedi, de 10 h à 18 h.</p><h2 data-keep>Apprendre</h2><p data-keep>Des cours pour débutants, le soir et le week-end.</p>`
  }
]
