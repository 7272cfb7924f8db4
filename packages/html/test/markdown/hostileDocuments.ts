/**
 * Documents made to overflow a stack, to square the work or to blow up the output.
 */

/** The documents; their size grows with `factor`. */
export const hostileDocuments = (factor: number): ReadonlyArray<readonly [name: string, html: string]> => {
  const times = (text: string, count: number): string => text.repeat(count * factor)
  return [
    ...["div", "span", "blockquote", "b", "section", "sup", "details", "dd", "button"].map(
      (tag) => [`${tag} in ${tag}`, times(`<${tag}>`, 20_000)] as const
    ),
    ["text at every level of quotes", times("<blockquote>x", 20_000)],
    ["text at every level of lists", times("<ul><li>x", 10_000)],
    ["text at every level of numbered lists", times('<ol start="999999999"><li>x', 10_000)],
    ["text at every level of definitions", times("<dl><dt>x<dd>y", 10_000)],
    ["text at every level of details", times("<details><summary>x</summary>y", 10_000)],
    ["summaries in summaries", times("<details><summary>", 10_000)],
    ["tables of roles in each other", times("<div role=table><div role=row><div role=cell>x", 5_000)],
    ["rows of roles in each other", `<div role=table>${times("<div role=row>x", 20_000)}`],
    [
      "a long table of roles",
      `<div role=grid>${times("<div role=row><i role=cell>1</i><i role=cell>2</i></div>", 10_000)}`
    ],
    ["notes in notes", times('<div class="admonition tip"><p class="admonition-title">x</p>y', 5_000)],
    ["titles in titles", `<div class="admonition tip">${times('<div class="admonition-title">x', 10_000)}`],
    ["objects in objects", `${times('<object data="/x">', 10_000)}<a href="/x">y</a>`],
    ["buttons with titles in each other", times("<h2><button aria-expanded=true>x", 10_000)],
    [
      "dollars",
      `<script src="/mathjax.js"></script><script>inlineMath: [["$","$"]]</script><p>$${times("\\$", 50_000)}x ${times("$ y ", 50_000)}`
    ],
    ["tables in tables", times("<table><tr><td>", 5_000)],
    ["text at every level of tables", times("<table><tr><th>x<th>y<tr><td>z<td>", 3_000)],
    ["lists in a cell", `<table><tr><th>a<th>b<tr><td>${times("<ul><li>x", 5_000)}`],
    ["unclosed paragraphs with bold", times("<p><b>x", 20_000)],
    ["unclosed paragraphs with fonts", times("<p><font><i>y", 5_000)],
    ["unclosed links around blocks", times("<a href=/x>y<div>", 5_000)],
    ["a long address around many blocks", `<a href="/${times("x", 100_000)}">${times("<p>y</p>", 10_000)}</a>`],
    ["a long title around many blocks", `<abbr title="${times("x", 100_000)}">${times("<p>y</p>", 10_000)}</abbr>`],
    ["stray end tags", times("<div>", 2_000) + times("x</span>", 50_000)],
    ["less than signs", times("<", 200_000)],
    ["half a tag", times("< a ", 100_000)],
    ["unclosed comments", times("<!--x", 50_000)],
    ["unclosed attributes", times('<a href="x ', 50_000)],
    ["many attributes", `<a ${Array.from({ length: 50_000 * factor }, (_, i) => `a${i}=1`).join(" ")} href=/x>y</a>`],
    ["one attribute often", `<img ${times("src=/x ", 100_000)}>`],
    ["spaces", `<p>a${times(" ", 500_000)}b`],
    ["spaces that do not collapse", `<p>${times("&nbsp;", 200_000)}`],
    ["line feeds at the start of code", `<pre>${times("\n", 8_000_000)}b</pre>`],
    ["spaces in a formula", `<math alttext="a${times(" ", 500_000)}b">`],
    ["line feeds in code", `<pre>a${times("\n", 500_000)}b</pre>`],
    ["line breaks", `<p>a${times("<br>", 100_000)}b`],
    ["empty elements", `<p>a${times("<span></span>", 100_000)}b`],
    ["zero width characters", `<p>${times("\u200b\u00ad\ufeff", 200_000)}b`],
    ["signs", `<p>${times("*_` ``[~<&", 50_000)}`],
    ["brackets in a link", `<a href=/x>${times("[", 100_000)}</a>`],
    [
      "back-ticks of many lengths",
      `<code>${Array.from({ length: 600 * factor }, (_, i) => "`".repeat(i)).join(" ")}</code>`
    ],
    ["emphasis at the edge of words", `<p>${times("a<b>(</b>", 50_000)}`],
    ["emphasis of many kinds", `<p>${times("a<b>b<i>c<del>d</del></i></b>", 20_000)}`],
    ["emphasis of punctuation", `<p>x<b>${times("(", 200_000)}</b>y`],
    ["references", `<p>${times("&amp;&#38;&#x26;&copy&#9999999;&bogus;", 50_000)}`],
    ["siblings", times("<i>x</i>", 100_000)],
    ["text split by comments", `<p>${times("x<!---->", 100_000)}`],
    ["a long code block", `<pre><code>${times("x = 1\n", 500_000)}`],
    ["an unclosed script", `<p>a</p><script>${times("</scrip", 200_000)}`],
    ["numbered lines", `<pre>${times('<span class="line"><span class="ln">1</span>x</span>', 30_000)}</pre>`],
    ["elements that look like line numbers", `<pre>${times('<span class="ln">', 5_000)}x`],
    ["flat lists", `<ul>${times('<li><a href="/x">y</a>', 50_000)}`],
    ["a long table", `<table>${times("<tr><td>1<td>2<td>3<td>4", 20_000)}`],
    ["one wide row among many short ones", `<table><tr>${times("<td>x", 1_000)}${times("<tr><td>y<td>z", 20_000)}`],
    ["spans without bound", `<table>${times('<tr><td colspan="1000" rowspan="65534">x<td>y', 5_000)}`],
    ["spans in single cells", `<table>${times('<tr><td colspan="1000">x', 20_000)}<tr><td>1<td>2`],
    ["a long layout", `<table role="presentation">${times("<tr><td><p>x</p>", 5_000)}`],
    ["an image of many bytes", `<img alt=x src="data:image/png;base64,${times("A", 2_000_000)}">`],
    ["many candidates", `<img srcset="${times("/x 1w,", 100_000)}">`],
    ["commas for candidates", `<img srcset="${times(",", 300_000)}">`],
    ["drawings in drawings", times("<svg><g>", 10_000)],
    ["formulas in formulas", `<math>${times("<msup><mi>x</mi><mrow>", 10_000)}`],
    ["a long formula", `<math>${times("<mi>α</mi><mo>+</mo>", 50_000)}</math>`],
    ["matrices in matrices", `<math>${times("<mtable><mtr><mtd>", 5_000)}x`],
    ["templates and noscript", times("<template><noscript>", 10_000)],
    ["hidden in hidden", times("<div aria-hidden=true>", 20_000)],
    ["hidden around the title", `${times("<div aria-hidden=true>", 20_000)}<h1>x</h1>`],
    [
      "notes",
      Array.from({ length: 5_000 * factor }, (_, i) => `<sup><a href="#n${i}">1</a></sup><p id="n${i}">x`).join("")
    ],
    ["references to one note", `${times('<sup><a href="#n">1</a></sup>', 20_000)}<p id=n>x`],
    ["permalinks in permalinks", `<h2>${times('<a href="#x">¶', 20_000)}`],
    ["NUL and lone surrogates", `<p>${times("\0\ud800x\udc00", 50_000)}`],
    ["preformatted style", `<div style="white-space:pre">${times("x\n", 100_000)}`],
    ["addresses that are none", `<p>${times('<a href="http://[">x</a>', 20_000)}`]
  ]
}
