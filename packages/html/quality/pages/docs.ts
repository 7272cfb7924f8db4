/** Documentation: guides, references, installation, command lines. */
import { plainDivs } from "../skins/classic.ts"
import { bareSemantic, tailwind } from "../skins/modern.ts"
import { docsSite, sphinxLike } from "../skins/community.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

export const docs: ReadonlyArray<MarkedPage> = [
  {
    name: "install-guide",
    skin: docsSite,
    title: "Installation",
    site: "Tidepool",
    content: `<header><h1 data-keep>Installation</h1></header>
<p data-keep>Tidepool runs on any machine with a recent C library. Pick the way that suits you.</p>
<h2 id="package-managers" data-keep>Package managers<a class="hash-link" href="#package-managers" aria-label="Direct link"></a></h2>
<div class="tabs-container tabList__CuJ"><ul role="tablist" class="tabs"><li role="tab" class="tabs__item">npm</li><li role="tab" class="tabs__item">apt</li></ul><div><div role="tabpanel"><div class="language-bash codeBlockContainer_Ckt0"><pre tabindex="0" data-keep><code><span class="token-line">npm install --save-exact tidepool</span></code></pre></div></div></div></div>
<div class="theme-admonition theme-admonition-tip alert alert--success" data-keep><div class="admonitionHeading_tbUL">Tip</div><div class="admonitionContent_S0QG"><p>Add the binary to your path, or call it through the runner.</p></div></div>
<h2 data-keep>From source</h2>
<ol data-keep><li>Clone the repository.</li><li>Run <code>make release</code>.</li><li>Copy <code>build/tidepool</code> somewhere useful.</li></ol>
<h2 data-keep>Checking</h2><pre data-keep><code>tidepool --version
tidepool doctor --verbose</code></pre>
<p data-keep>The doctor prints one line per check and leaves with status 1 when one of them fails.</p>`
  },
  {
    name: "api-reference",
    skin: sphinxLike,
    title: "client module — Heron 4.2",
    site: "Heron",
    content: `<section id="client"><h1 data-keep>client module<a class="headerlink" href="#client" title="Permalink">¶</a></h1>
<p data-keep>Everything needed to talk to a server.</p>
<dl class="py class" data-keep><dt class="sig sig-object py" id="Client"><em class="property">class </em><span class="sig-name descname">Client</span><span class="sig-paren">(</span><em class="sig-param">address</em>, <em class="sig-param">timeout=30</em><span class="sig-paren">)</span></dt><dd><p>A connection that opens itself when first used.</p><dl class="field-list simple"><dt>Parameters</dt><dd><ul><li><strong>address</strong> – host and port, separated by a colon</li><li><strong>timeout</strong> – seconds to wait for an answer</li></ul></dd><dt>Raises</dt><dd><p><strong>Unreachable</strong> – nobody listens there</p></dd></dl></dd></dl>
<dl class="py method" data-keep><dt class="sig sig-object py"><span class="sig-name">send</span>(<em>message</em>)</dt><dd><p>Sends one message and returns its receipt.</p><div class="highlight-python notranslate"><div class="highlight"><pre>receipt = client.send(b"hello")
print(receipt.id)</pre></div></div></dd></dl>
<dl class="py method" data-keep><dt class="sig sig-object py"><span class="sig-name">close</span>()</dt><dd><p>Closes the connection; calling it twice is harmless.</p></dd></dl></section>`
  },
  {
    name: "options-table",
    skin: docsSite,
    title: "Configuration reference",
    site: "Lathe",
    content: `<h1 data-keep>Configuration reference</h1><p data-keep>All options live in <code>lathe.json</code>. Unknown keys are an error.</p>
<table data-keep><thead><tr><th>Option</th><th>Type</th><th>Default</th><th>Meaning</th></tr></thead><tbody>${each(
      [
        ["entry", "string", "src/main", "Where the build starts"],
        ["outDir", "string", "dist", "Where the result goes"],
        ["minify", "boolean", "true", "Shorten names and drop blanks"],
        ["target", "string[]", "es2022", "Oldest engines to support"],
        ["watch", "boolean", "false", "Build again after a change"]
      ],
      ([a, b, c, d]) => `<tr><td><code>${a}</code></td><td>${b}</td><td><code>${c}</code></td><td>${d}</td></tr>`
    )}</tbody></table>
<h2 data-keep>Precedence</h2><p data-keep>Flags win over the file, the file wins over the environment.</p><blockquote data-keep><p>Options marked experimental may change in any release.</p></blockquote>`
  },
  {
    name: "handbook-tailwind",
    skin: tailwind,
    title: "Rate limits | Quay Developers",
    site: "Quay",
    content: `<div class="grid grid-cols-12 gap-8"><div class="col-span-3" data-drop><ul class="space-y-1"><li><a href="/dev/auth">Authentication</a></li><li><a href="/dev/errors">Errors</a></li><li><a href="/dev/limits">Rate limits</a></li><li><a href="/dev/webhooks">Webhooks</a></li><li><a href="/dev/sdk">Libraries</a></li></ul></div>
<div class="col-span-9 prose"><h1 data-keep>Rate limits</h1><p data-keep>Each key may send 100 requests a minute. Bursts of up to 20 are allowed.</p>
<h2 data-keep>Headers</h2><ul data-keep><li><code>X-Limit</code>: requests allowed in the window</li><li><code>X-Remaining</code>: requests left</li><li><code>X-Reset</code>: seconds until the window starts again</li></ul>
<h2 data-keep>When you are over the limit</h2><p data-keep>We answer 429 with a body like this:</p><pre class="rounded bg-slate-800" data-keep><code>{ "error": "slow_down", "retry_after": 12 }</code></pre><p data-keep>Wait, then try again. Do not retry at once.</p></div></div>`
  },
  {
    name: "manual-page",
    skin: bareSemantic,
    title: "plume(1) manual page",
    site: "Manual pages",
    content: `<h1 data-keep>PLUME(1)</h1><h2 data-keep>NAME</h2><p data-keep>plume - write letters from the command line</p><h2 data-keep>SYNOPSIS</h2><pre data-keep>plume [-q] [-s subject] recipient...</pre><h2 data-keep>DESCRIPTION</h2><p data-keep>Plume reads text from standard input and sends it as a letter.</p><h2 data-keep>OPTIONS</h2><dl data-keep><dt>-q</dt><dd>Be quiet.</dd><dt>-s subject</dt><dd>Set the subject.</dd></dl><h2 data-keep>SEE ALSO</h2><p data-keep><a href="/mail.1">mail(1)</a>, <a href="/cat.1">cat(1)</a></p>`
  },
  {
    name: "faq-plain",
    skin: plainDivs,
    title: "Frequently asked questions about parcels",
    site: "Fernpost",
    content: `<div><h1 data-keep>Frequently asked questions about parcels</h1>${each(
      [
        ["How big may a parcel be?", "At most 120 by 60 by 60 centimetres and 31 kilograms."],
        ["Can I send batteries?", "Only inside the device they belong to, and never by air."],
        ["Where is my parcel?", "Type the number on your receipt into the tracking box. News arrive with some delay."],
        ["What if nobody is at home?", "We try the neighbours first, then the shop next door keeps it for seven days."]
      ],
      ([q, a]) => `<div><div><b data-keep>${q}</b></div><div data-keep>${a}</div></div>`
    )}</div>`
  },
  {
    name: "gids-nederlands",
    skin: docsSite,
    lang: "nl",
    title: "Aan de slag met Waterlijn",
    site: "Waterlijn",
    content: `<h1 data-keep>Aan de slag met Waterlijn</h1><p data-keep>Met Waterlijn meet u de stand van het water op elke plek, ook zonder verbinding.</p><h2 data-keep>Wat u nodig hebt</h2><ul data-keep><li>Een sensor van het type W2</li><li>Twee batterijen</li><li>Een telefoon met bluetooth</li></ul><h2 data-keep>Sensor koppelen</h2><p data-keep>Houd de knop vijf seconden ingedrukt tot het lampje blauw wordt.</p><pre data-keep>waterlijn koppel --naam steiger</pre>`
  }
]
