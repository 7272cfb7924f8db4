/**
 * Documents made to be expensive: each is generated at a size n and at 2n, and no reader may throw, overflow the stack or
 * need more than 2.5 times as long for twice the input.
 */

export interface Hostile {
  readonly name: string
  readonly n: number
  readonly html: (n: number) => string
}

const of = (name: string, n: number, html: (n: number) => string): Hostile => ({ name, n, html })
const times = (n: number, part: (i: number) => string): string => Array.from({ length: n }, (_, i) => part(i)).join("")
const nested = (tag: string) => of(`nested ${tag}`, 100_000, (n) => `<${tag}>`.repeat(n) + "x" + `</${tag}>`.repeat(n))
const unclosed = (part: string, n: number) => of(`unclosed ${part}`, n, (n) => part.repeat(n))
const inside = (before: string, depth: number, part: string, n: number) =>
  of(`${n} ${part} inside ${depth} ${before}`, n, (n) => before.repeat(depth) + part.repeat(n))

const references = [
  "&amp;",
  "&notit;",
  "&lt",
  "&#65;",
  "&#x41;",
  "&#x110000;",
  "&#0;",
  "&unknown;",
  "&",
  "&#",
  "&CounterClockwiseContourIntegral;"
]
const fill = "lorem ipsum dolor sit amet "

export const hostile: ReadonlyArray<Hostile> = [
  ...["div", "span", "blockquote", "b", "section", "font", "x-unknown", "svg", "math", "template", "noscript"].map(
    nested
  ),
  of("nested lists", 10_000, (n) => "<ul><li>".repeat(n) + "x" + "</li></ul>".repeat(n)),
  of("nested tables", 10_000, (n) => "<table><tr><td>".repeat(n) + "x" + "</td></tr></table>".repeat(n)),
  of("nested tables, unclosed", 10_000, (n) => "<table><tr><td>x".repeat(n)),
  unclosed("<p>text", 100_000),
  unclosed("<p><b>x", 100_000),
  unclosed("<p><font><i>y", 100_000),
  of("unclosed fonts, all different", 50_000, (n) => times(n, (i) => `<p><font size=${i}>y`)),
  unclosed("<a href>y<div>", 50_000),
  unclosed("<form><div>", 50_000),
  unclosed("<td>x", 100_000),
  unclosed("<select><option>", 50_000),
  unclosed("<button><p>", 50_000),
  unclosed("<table><b>x", 20_000),
  unclosed("<table><tr><div>x", 20_000),
  unclosed("<li><div>", 50_000),
  unclosed("<dd><span>", 50_000),
  unclosed("<h1><b>x</h2>", 50_000),
  unclosed("<b><div>x</b>", 50_000),
  unclosed("<i><b><p></i></b>", 50_000),
  unclosed("<a><table><a>", 10_000),
  unclosed("<form><div></form>", 50_000),
  unclosed("<svg><desc><p>", 20_000),
  unclosed("<nobr>x", 50_000),
  unclosed("<ruby><rt>x", 50_000),
  inside("<div>", 2_000, "x</span>", 100_000),
  inside("<span>", 2_000, "x</x-none>", 100_000),
  inside("<x-a>", 2_000, "x</x-b>", 100_000),
  inside("<b><div>", 2_000, "</b>x", 100_000),
  inside("<b>", 2_000, "<p>x</p>", 50_000),
  inside("<ul><div>", 2_000, "<li>x</li>", 50_000),
  inside("<table><tbody><tr><td>", 2_000, "</tbody>x", 100_000),
  inside("<svg><g>", 2_000, "</x-none>x", 100_000),
  of(
    "spans in a div, then closers of the outer one",
    50_000,
    (n) => "<em><div>" + "<x-a>".repeat(n) + "</em>".repeat(n)
  ),
  of("formatting closed from deep inside", 50_000, (n) => "<b>".repeat(3) + "<div>".repeat(n) + "x</b><b>".repeat(n)),
  of("form closed from deep inside", 20_000, (n) => "<div>".repeat(2_000) + "<form><div>x</form>".repeat(n)),
  of("<", 1_000_000, (n) => "<".repeat(n)),
  of("</", 500_000, (n) => "</".repeat(n)),
  of("< a ", 500_000, (n) => "< a ".repeat(n)),
  of("<!--x", 500_000, (n) => "<!--x".repeat(n)),
  of("<!--x--", 500_000, (n) => "<!--x" + "--".repeat(n)),
  of("<!x", 500_000, (n) => "<!x".repeat(n)),
  of("<?x", 500_000, (n) => "<?x".repeat(n)),
  of('<a href="x ', 300_000, (n) => '<a href="x '.repeat(n)),
  of("<a href='x\" ", 300_000, (n) => "<a href='x\" ".repeat(n)),
  of("<a b=c/", 300_000, (n) => "<a b=c/".repeat(n)),
  of("names with <", 300_000, (n) => "<a<".repeat(n) + ">"),
  of("different names", 100_000, (n) => times(n, (i) => `<x${i}>`)),
  of("one element, many attributes", 200_000, (n) => `<div ${times(n, (i) => `a${i}=${i} `)}>x</div>`),
  of("many elements, many attributes", 2_000, (n) =>
    times(n, () => `<a href=x ${times(100, (i) => `b${i}=1 `)}>x</a>`)
  ),
  of("duplicate attributes", 100_000, (n) => `<a ${"href=x ".repeat(n)}>x</a>`),
  of("one attribute of many bytes", 5_000_000, (n) => `<a href="${"x".repeat(n)}">x</a>`),
  of("formatting with long attributes", 200, (n) => times(n, () => `<p><b style="${"x".repeat(10_000)}">x`)),
  of("spaces", 5_000_000, (n) => `<p>${" ".repeat(n)}x</p>`),
  of("&nbsp;", 500_000, (n) => `<p>${"&nbsp;".repeat(n)}x</p>`),
  of("newlines in pre", 1_000_000, (n) => `<pre>${"\n".repeat(n)}x</pre>`),
  of("br", 200_000, (n) => "<br>".repeat(n)),
  of("empty spans", 100_000, (n) => "<span> </span>".repeat(n)),
  of("zero-width characters", 1_000_000, (n) => `<p>${"\u200b".repeat(n)}</p>`),
  of("escaping", 500_000, (n) => `<p>${"*_`[".repeat(n)}</p>`),
  of("brackets in a link", 500_000, (n) => `<a href=x>${"[".repeat(n)}</a>`),
  of("backticks in code", 1_500, (n) => `<code>${times(n, (i) => "`".repeat(i % 600) + " ")}</code>`),
  of("line starts", 100_000, (n) => times(n, (i) => `<p>${["#", "1.", "-", ">", "+"][i % 5]} x</p>`)),
  of("references", 100_000, (n) => `<p>${times(n, (i) => references[i % references.length]!)}</p>`),
  of(
    "references in an attribute",
    100_000,
    (n) => `<a href="${times(n, (i) => references[i % references.length]!)}">x</a>`
  ),
  of("siblings", 100_000, (n) => "<i>x</i>".repeat(n)),
  of("text split by comments", 100_000, (n) => "x<!---->".repeat(n)),
  of("pre code", 5_000_000, (n) => `<pre><code>${fill.repeat(n / fill.length)}</code></pre>`),
  ...["script", "style", "textarea", "title"].flatMap((tag) => [
    of(`${tag}, closed`, 5_000_000, (n) => `<${tag}>${fill.repeat(n / fill.length)}</${tag}><p>x`),
    of(`${tag}, unclosed, look-alike closers`, 2_000_000, (n) => `<${tag}>${`</${tag}x `.repeat(n / 10)}`)
  ]),
  of("scripts, escaped", 100_000, (n) => `<script>${"<!--<script>".repeat(n)}</script>`),
  of("unclosed script with comments", 200_000, (n) => `<script><!-- ${"<script> --> <!--".repeat(n)}`),
  of("flat list with links", 50_000, (n) => `<ul>${times(n, (i) => `<li><a href="/${i}">item ${i}</a></li>`)}</ul>`),
  of("table of 4 columns", 50_000, (n) => `<table>${"<tr><td>a<td>b<td>c<td>d".repeat(n)}</table>`),
  of("spans of cells", 5_000, (n) => `<table>${"<tr><td colspan=1000 rowspan=65534>x".repeat(n)}</table>`),
  of("layout table", 5_000, (n) => `<table><tr>${"<td><div><p>text</p><ul><li>x</ul></div></td>".repeat(n)}</table>`),
  of("data URI", 20_000_000, (n) => `<p>x<img src="data:image/png;base64,${"iVBORw0KGgo".repeat(n / 11)}"></p>`),
  of("CDATA", 100_000, (n) => `<svg>${"<![CDATA[x]]>".repeat(n)}</svg>`),
  of("CDATA, unclosed", 100_000, (n) => `<svg>${"<![CDATA[x".repeat(n)}`),
  of("processing instructions", 100_000, (n) => "<?php x ?>".repeat(n)),
  of("svg in math in svg", 10_000, (n) => "<svg><foreignObject><math><mtext>".repeat(n)),
  of("NUL", 1_000_000, (n) => `<p>${"x\0".repeat(n / 2)}</p>`),
  of("lone surrogates", 1_000_000, (n) => `<p>${"\ud800x\udc00".repeat(n / 3)}</p>`),
  of("carriage returns", 1_000_000, (n) => `<p>${"x\r\n".repeat(n / 3)}</p>`),
  of("meta", 100_000, (n) => times(n, (i) => `<meta property="og:image" content="https://e.x/${i}.png">`)),
  of("JSON-LD", 500_000, (n) => `<script type="application/ld+json">${'{"a":['.repeat(n / 6)}</script>`),
  of("headings", 50_000, (n) => times(n, (i) => `<h${(i % 6) + 1}>title ${i}</h${(i % 6) + 1}><p>${fill}</p>`)),
  of("display: none", 50_000, (n) => '<div style="display:none"><p>x</p></div>'.repeat(n)),
  of("images", 50_000, (n) => times(n, (i) => `<img src="/${i}.png" srcset="/a 1x, /b 2x" alt="x">`)),
  of("one srcset of many candidates", 100_000, (n) => `<img srcset="${times(n, (i) => `/${i}.png ${i + 1}w, `)}">`),
  of("class names", 50_000, (n) => `<div class="${"comment ".repeat(n)}"><p>${fill}</p></div>`),
  of("texts for visitors without scripts", 50_000, (n) => `<noscript><p>${fill}</noscript>`.repeat(n)),
  of("notices in noscript", 50_000, (n) => `<noscript>${"JavaScript <b>".repeat(4)}</noscript>`.repeat(n)),
  of("templates in a line", 50_000, (n) => `<p>${"<i>{{a}}</i>{{b<b>}}</b>undefined".repeat(n)}`),
  of("templates in blocks", 50_000, (n) => "<div>{{a}}<p>${b}<div>{% c".repeat(n)),
  of("templates without end", 50_000, (n) => `<p>${"{{a{%b${c<i>".repeat(n)}`),
  of("dialogs that ask for consent", 10_000, (n) =>
    `<div role=dialog class=cookie><p>We use cookies. ${fill.repeat(4)} Accept them.</p><button>x</button>`.repeat(n)
  ),
  of("definition list", 50_000, (n) => `<dl>${"<dt>a<dd>b".repeat(n)}</dl>`),
  of("details", 50_000, (n) => "<details><summary>s</summary>x".repeat(n)),
  of(
    "footnotes",
    20_000,
    (n) =>
      times(n, (i) => `<sup><a href="#fn${i}" id="r${i}">${i}</a></sup>`) +
      `<ol>${times(n, (i) => `<li id="fn${i}">x <a href="#r${i}">↩</a>`)}</ol>`
  )
]
