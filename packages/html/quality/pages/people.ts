/** Profiles, events and job ads. */
import { bemGerman, blogTheme, bootstrap, layoutTables, plainDivs } from "../skins/classic.ts"
import { bareSemantic, cssModules, customElements, tailwind } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

export const people: ReadonlyArray<MarkedPage> = [
  {
    name: "researcher-profile",
    skin: bootstrap,
    title: "Dr Noor Halvorsen",
    site: "Fjord University",
    content: `<div class="media"><div class="media-left"><img src="/n.jpg" alt="Noor Halvorsen"></div><div class="media-body"><h1 data-keep>Dr Noor Halvorsen</h1><p data-keep>Lecturer in snow physics</p></div></div><h2 data-keep>Research</h2><p data-keep>Noor studies how snow grains bond, and what that says about avalanches.</p><h2 data-keep>Selected papers</h2><ol data-keep><li><a href="/p1">Bonds between faceted grains</a>, 2022</li><li><a href="/p2">A cheap probe for wet snow</a>, 2019</li></ol><h2 data-keep>Contact</h2><p data-keep>Room B 214, office hours on Thursdays from two to four.</p>`
  },
  {
    name: "maker-profile-hashed",
    skin: cssModules,
    title: "tessa_k",
    site: "Makerbench",
    content: `<div class="css-p1"><div class="css-name" data-keep>tessa_k</div><div class="css-bio" data-keep>Solders by night. Fixes radios nobody asked her to fix.</div></div>${each(
      [
        ["Valve radio from 1953", "New capacitors, old soul."],
        ["Clock that runs backwards", "One swapped wire."],
        ["Lamp from a bicycle hub", "Six volts of fun."]
      ],
      ([a, b]) => `<div class="css-proj"><div data-keep><a href="/x">${a}</a></div><div data-keep>${b}</div></div>`
    )}`
  },
  {
    name: "team-page",
    skin: tailwind,
    title: "The team",
    site: "Quay",
    content: `<h1 data-keep>The team</h1><div class="grid">${each(
      [
        ["Rosa Whitlock", "Runs the place", "Rosa packed boxes for ten years and still does on Fridays."],
        ["Ben Achterberg", "Writes the code", "Ben has never lost a parcel, only a few nights."],
        ["Yuki Sand", "Talks to customs", "Yuki knows every tariff number that starts with 69."]
      ],
      ([a, b, c]) => `<div><h3 data-keep>${a}</h3><p class="text-sm" data-keep>${b}</p><p data-keep>${c}</p></div>`
    )}</div>`
  },
  {
    name: "concert",
    skin: blogTheme,
    title: "Spring concert of the works choir",
    site: "Works choir",
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"Spring concert"}</script>`,
    content: `<h1 class="entry-title" data-keep>Spring concert of the works choir</h1><div class="event-meta" data-keep><span>Saturday 12 April, 7 pm</span> <span>St Brannoc's church</span></div><p data-keep>Songs of the sea, one in a language nobody speaks any more.</p><h3 data-keep>Programme</h3><ol data-keep><li>The keel row</li><li>Three salt psalms</li><li>Lullaby for a harbour</li></ol><p data-keep>Tickets at the door, eight pounds.</p>`
  },
  {
    name: "markt-veranstaltung",
    skin: bemGerman,
    lang: "de",
    title: "Töpfermarkt am See",
    site: "Stadt Seeheim",
    content: `<h1 class="c-event__title" data-keep>Töpfermarkt am See</h1><dl class="c-event__facts" data-keep><dt>Wann</dt><dd>14. und 15. Juni, 10 bis 18 Uhr</dd><dt>Wo</dt><dd>Uferpromenade</dd><dt>Eintritt</dt><dd>frei</dd></dl><div class="c-event__text" data-keep><p>Vierzig Werkstätten zeigen Geschirr und Gefäße. Kinder dürfen selbst an die Scheibe.</p></div>`
  },
  {
    name: "workshop-bare",
    skin: bareSemantic,
    title: "Night walk with bats",
    site: "The Slow Almanac",
    content: `<h1 data-keep>Night walk with bats</h1><p data-keep><time datetime="2025-08-02T21:00">2 August, nine in the evening</time></p><p data-keep>Meet at the lych gate.</p><p data-keep>Bring a torch you are willing not to use.</p>`
  },
  {
    name: "job-deckhand",
    skin: plainDivs,
    title: "Deckhand, coastal ferry",
    site: "Sound Ferries",
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting","title":"Deckhand, coastal ferry"}</script>`,
    content: `<h1 data-keep>Deckhand, coastal ferry</h1><div data-keep>Full time, from March, based in Ulla</div><div><b data-keep>You will</b></div><ul data-keep><li>Handle lines and ramps</li><li>Keep the deck clean</li><li>Help passengers who need a hand</li></ul><div><b data-keep>You have</b></div><ul data-keep><li>A safety certificate</li><li>Steady feet</li></ul><div data-keep>Write to crew@sound.example before the end of January.</div><div data-drop><a href="#">Apply now</a> <a href="#">Save this job</a></div>`
  },
  {
    name: "stelle-erzieherin",
    skin: tailwind,
    lang: "de",
    title: "Erzieher (m/w/d) für die Waldgruppe",
    site: "Kindergarten Buchenhain",
    content: `<h1 data-keep>Erzieher (m/w/d) für die Waldgruppe</h1><ul class="flex gap-4" data-keep><li>30 Stunden</li><li>ab September</li><li>unbefristet</li></ul><h2 data-keep>Deine Aufgaben</h2><ul data-keep><li>Bei jedem Wetter draußen sein</li><li>Achtzehn Kinder begleiten</li></ul><h2 data-keep>Wir bieten</h2><ul data-keep><li>Ein Team aus vier Kollegen</li><li>Trockene Kleidung</li></ul>`
  },
  {
    name: "vaga-elements",
    skin: customElements,
    lang: "pt",
    title: "Padeiro noturno",
    site: "Padaria do Largo",
    content: `<job-header><h1 data-keep>Padeiro noturno</h1><p data-keep>Lisboa, contrato sem termo</p></job-header><job-body><p data-keep>Procuramos quem goste de silêncio, farinha e nascer do sol.</p><ul data-keep><li>Turno das 23 h às 6 h</li><li>Dois dias de folga por semana</li><li>Pão para levar todos os dias</li></ul></job-body>`
  },
  {
    name: "job-old-table",
    skin: layoutTables,
    title: "Wanted: engine driver",
    site: "Leighton Light Railway",
    content: `<font size="4" data-keep>Wanted: engine driver</font><p data-keep>The railway needs a driver for summer Sundays. No pay, much steam.</p><p data-keep>Training is given in March. Ask at the shed.</p>`
  }
]
