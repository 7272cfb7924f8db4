/** Wiki pages, changelogs and pages made of tables. */
import { bootstrap, layoutTables, plainDivs } from "../skins/classic.ts"
import { docsSite, wiki } from "../skins/community.ts"
import { bareSemantic, cssModules, tailwind } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

export const reference: ReadonlyArray<MarkedPage> = [
  {
    name: "wiki-lighthouse",
    skin: wiki,
    title: "Skarn Point lighthouse",
    site: "Coastpedia",
    content: `<table class="infobox vcard" data-keep><tbody><tr><th colspan="2">Skarn Point lighthouse</th></tr><tr><th>Height</th><td>31 metres</td></tr><tr><th>First lit</th><td>1871</td></tr><tr><th>Range</th><td>18 nautical miles</td></tr></tbody></table><p data-keep>The <b>Skarn Point lighthouse</b> marks the northern entry of the sound. It was the last tower on this coast to be lit with oil.</p><div id="toc" class="toc" data-drop><div class="toctitle"><h2>Contents</h2></div><ul><li class="toclevel-1"><a href="#History">1 History</a></li><li class="toclevel-1"><a href="#Keepers">2 Keepers</a></li></ul></div><h2 data-keep><span class="mw-headline" id="History">History</span></h2><span class="mw-editsection" data-drop>[<a href="/edit">edit</a>]</span><p data-keep>Storms took two wooden predecessors. The stone for the third came by barge from Ulla.</p><h2 data-keep><span class="mw-headline" id="Keepers">Keepers</span></h2><table class="wikitable" data-keep><tr><th>Name</th><th>Years</th></tr><tr><td>Ane Torvik</td><td>1871 to 1902</td></tr><tr><td>Jon Torvik</td><td>1902 to 1933</td></tr></table><div class="reflist"><ol class="references" data-keep><li>Harbour board minutes, volume four.</li></ol></div><div role="navigation" class="navbox" data-drop><table><tr><th>Lighthouses of the sound</th></tr><tr><td><a href="/w1">Ulla North</a> · <a href="/w2">Middle Ground</a> · <a href="/w3">Gull Rock</a></td></tr></table></div>`
  },
  {
    name: "wiki-stub",
    skin: wiki,
    title: "Gull Rock",
    site: "Coastpedia",
    content: `<p data-keep><b>Gull Rock</b> is a skerry in the sound, bare at low water.</p><ul data-keep><li>Area: 40 square metres</li><li>Residents: none that pay tax</li></ul>`
  },
  {
    name: "glossary",
    skin: bareSemantic,
    title: "A sailmaker's glossary",
    site: "The loft",
    content: `<h1 data-keep>A sailmaker's glossary</h1><dl data-keep><dt>Bolt rope</dt><dd>Rope sewn along the edge of a sail.</dd><dt>Clew</dt><dd>The lower corner at the after end.</dd><dt>Leech</dt><dd>The edge the wind leaves by.</dd><dt>Roach</dt><dd>The curve beyond a straight leech.</dd></dl>`
  },
  {
    name: "changelog",
    skin: docsSite,
    title: "Changelog",
    site: "Tidepool",
    content: `<h1 data-keep>Changelog</h1><h2 data-keep>4.1.0 - 2025-02-11</h2><h3 data-keep>Added</h3><ul data-keep><li>Pools may be nested (<a href="/pr/91">#91</a>)</li><li>A flag to stop at the first failure (<a href="/pr/94">#94</a>)</li></ul><h3 data-keep>Fixed</h3><ul data-keep><li>No more empty line at the end (<a href="/pr/97">#97</a>)</li></ul><h2 data-keep>4.0.2 - 2025-01-20</h2><ul data-keep><li>Reverted the change of the default port</li></ul>`
  },
  {
    name: "release-notes-utility",
    skin: tailwind,
    title: "What's new",
    site: "Quay",
    content: `<h1 data-keep>What's new</h1>${each(
      [
        ["March", "Bulk labels", "Print four hundred labels in one go."],
        ["February", "Postcodes", "Typos are found before the driver finds them."],
        ["January", "Dark mode", "You asked, at night."]
      ],
      ([month, name, text]) =>
        `<div class="border-l pl-6"><time class="text-sm" data-keep>${month}</time><h2 data-keep>${name}</h2><p data-keep>${text}</p></div>`
    )}`
  },
  {
    name: "election-table",
    skin: bootstrap,
    title: "Council election results",
    site: "Brookfield Council",
    content: `<h1 data-keep>Council election results</h1><p data-keep>Turnout was 48 per cent.</p><div class="table-responsive"><table class="table" data-keep><thead><tr><th>Ward</th><th>Elected</th><th>Votes</th></tr></thead><tbody>${each(
      [
        ["Canal", "Petra Unwin", "1,204"],
        ["Mill", "Samir Okoye", "988"],
        ["Northgate", "Lily Tran", "1,530"],
        ["Station", "Hugh Marlowe", "871"]
      ],
      ([a, b, c]) => `<tr><td>${a}</td><td>${b}</td><td>${c}</td></tr>`
    )}</tbody></table></div><p data-keep>Recounts: none were asked for.</p>`
  },
  {
    name: "tide-table-old",
    skin: layoutTables,
    title: "Tide table, Ulla harbour",
    site: "Ulla harbour office",
    content: `<b data-keep>Tide table for Ulla harbour, first week of May</b><table border="1" cellpadding="3" data-keep>${each(
      [
        ["1 May", "03:12", "2.1 m", "15:40", "2.3 m"],
        ["2 May", "04:01", "2.2 m", "16:22", "2.4 m"],
        ["3 May", "04:45", "2.4 m", "17:01", "2.5 m"]
      ],
      (row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`
    )}</table><font size="1" data-keep>Heights above chart datum. Add one hour for summer time.</font>`
  },
  {
    name: "fixtures-hashed",
    skin: cssModules,
    title: "Fixtures and results",
    site: "County league",
    content: `<div class="css-t1" data-keep>Fixtures and results</div>${each(
      [
        ["Ashby", "3", "1", "Wick"],
        ["Brookfield", "0", "0", "Ulla"],
        ["Tarn", "2", "4", "Harbourside"]
      ],
      ([a, x, y, b]) =>
        `<div class="css-match" data-keep><span class="css-team">${a}</span> <span class="css-goal">${x}</span> <span class="css-goal">${y}</span> <span class="css-team">${b}</span></div>`
    )}<table class="css-tab" data-keep><tr><th>Club</th><th>Played</th><th>Points</th></tr><tr><td>Harbourside</td><td>12</td><td>29</td></tr><tr><td>Ashby</td><td>12</td><td>24</td></tr></table>`
  },
  {
    name: "weather-plain",
    skin: plainDivs,
    title: "Weather for Tarn",
    site: "Hillcast",
    content: `<h1 data-keep>Weather for Tarn</h1><div data-keep>Now: 7 degrees, light rain</div><div>${each(
      [
        ["Tonight", "Rain clearing, low of 3"],
        ["Tomorrow", "Dry and bright, high of 11"],
        ["Friday", "Gales on the tops"]
      ],
      ([a, b]) => `<div><div data-keep>${a}</div><div data-keep>${b}</div></div>`
    )}</div>`
  }
]
