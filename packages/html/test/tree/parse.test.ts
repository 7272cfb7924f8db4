import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parse } from "../../src/tree/parse.ts"
import { difference, outlineOf, outlineOfParse5 } from "./outline.ts"

const documents: Record<string, ReadonlyArray<string>> = {
  "tags in any spelling": [
    "<DIV CLASS=a Id='B'>x</DIV >",
    "<a\nhref = x\ttitle>y</a/>",
    "<p/>x<br/>y</br>z",
    "<div =x a=b= c d=1/2 e/>x",
    "<a href=x?a&b=c/>y",
    "<a b='1' B=2 c>x</a d=\">\">y",
    "<a b=\"x>y\" c='x>y'>z",
    '<a b="x',
    "x<a",
    "x</a",
    "x<",
    "x</",
    "x<<b>y",
    "< a> <1> <é> </1> </>x</ b>",
    "a<b<c>d",
    "<\0a>x<a\0b>y<p \0=1>"
  ],
  "comments and declarations": [
    "a<!-->b<!--->c<!---->d<!-- x -->e<!--x--!>f<!--x--y-->g",
    "a<!x>b<?x?>c<![CDATA[x]]>d<!-x>e<!doctype>f",
    "a<!--b",
    "a<!--b--",
    "a<!--b-->-->c<!--<!--->d"
  ],
  "text that is not markup": [
    "<script>a<b</script>c",
    "<script>'</scriptx>'</script >c",
    "<script><!-- <script> </script> --> x</script>y",
    "<script><!--><script></script>x",
    "<script><!-- </script>x",
    "<script><!--<script>x",
    "<style>a>b</STYLE>c",
    "<title>a&amp;<b></title>c",
    "<textarea>\n\na</textarea><pre>\nb</pre><pre>\r\nc</pre><listing>\n\nd</listing>",
    "<xmp>a&amp;<b></xmp><iframe><b></iframe><noembed><p></noembed>",
    "<plaintext><b></plaintext>",
    "<b>x<plaintext>y"
  ],
  "line ends and NUL": ["a\r\nb\rc\n", "<p title='a\r\nb\0c'>x\0y", "<script>x\0\r\ny</script>"],
  "implied end tags": [
    "<p>a<p>b<div>c<p>d</div>e",
    "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
    "<dl><dt>a<dd>b<dt>c</dl>",
    "<ul><li><div><li>x</ul>",
    "<h1>a<h2>b</h1>c",
    "<select><option>a<option>b<optgroup><option>c</select>d",
    "<select><div>a</div><b>x</b><input>y",
    "<button><p>a<button>b",
    "<p><button><p>a</button>b",
    "<ruby>a<rt>b<rp>c<rb>d<rtc>e<rt>f</ruby>",
    "a</p>b</br>c</div>d",
    "<form>a<form>b</form>c</form>d",
    "<form><div></form>x</div>y",
    "<a>x<a>y<div>z</a>w"
  ],
  tables: [
    "<table><td>a<td>b<tr><th>c</table>d",
    "<table>a<tr>b<td>c</td>d</tr>e</table>f",
    "<table><div>a<tr><td>b</div>c",
    "<table><caption>a<td>b",
    "<table><col><tr><td>a<col><td>b",
    "<table><tr><td>a<table><td>b</table>c",
    "<table><table>a",
    "<table> <tr> <td> x",
    "<table><form><input type=hidden><input><tr><td>x</form>y",
    "<table><script>a</script><style>b</style>c",
    "<table><b>x<tr><td>y</b>z",
    "<a><table><a>x",
    "<table><select><option>x<tr><td>y",
    "<td>x</td></tr>y<tr>",
    "<p><table><tr><td></p>x",
    "<!doctype html><p>a<table><td>b</table>c",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'><p>a<table>",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'http://www.w3.org/TR/html4/loose.dtd'><p>a<table>",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'><p>a<table>",
    "<!DOCTYPE HTML PUBLIC '-//IETF//DTD HTML//EN'><p>a<table>",
    "<!DOCTYPE x><p>a<table>"
  ],
  "misnested formatting": [
    "<b>a<p>b</b>c</p>d",
    "<b>a<i>b</b>c</i>d",
    "<a>x<b><div><div>y</a>z",
    "<p><b>a<p>b<p>c",
    "<b><b><b><b>x<p>y",
    "<p><font a=1><font a=2>x<p>y",
    "<b><em><i><tt><u><div>x</b>y",
    "<nobr>a<nobr>b</nobr>c",
    "<b><object></b>x</object>y",
    "<i><b><p></i>x</b>y",
    "<b><x-y></b>z"
  ],
  "head and body": [
    "",
    " \n x",
    "<title>a</title>b<meta>",
    "<head><meta></head> <body class=a> x",
    "<head></head><link>x",
    "<html lang=a><body>x</body></html>y<p>z",
    "</head>x",
    "</p>x",
    "<head><p>x</head>y",
    "<head><noscript><img src=a></noscript><meta></head>x",
    "<noscript><p>a<b>c</noscript>d",
    "<body><noscript></div></p><a></noscript>x</a>",
    "<html><frameset><frame><noframes>a</noframes></frameset>",
    "<frameset></frameset><noframes>a</noframes></html><noframes>b",
    "<frameset></frameset><style>a</style><noframes>b",
    "<pre>&#10;&#10;a</pre><textarea>&#x0A;b</textarea><pre>&#100;</pre>",
    "<template><tr><td>x</template>y",
    "<div><template><p>x</div></template>y"
  ],
  "foreign content": [
    "<svg><path/><g>a<title>b</title></g></svg>c",
    "<svg viewBox=1><foreignObject><p>a<div>b</foreignObject>c",
    "<svg><p>x",
    "<svg><a><b>x",
    "<svg><script>a<b></script>c",
    "<svg><![CDATA[a<b&amp;]]>c",
    "<math><mi>x<mo>&lt;</mo><mtext><p>y</math>z",
    "<math><annotation-xml encoding=text/html><p>x",
    "<math><annotation-xml><svg><p>x",
    "<svg><font>a<font color=red>b",
    "<svg></p>a",
    "<div><svg></div>a",
    "<image src=a>b<svg><image></svg>"
  ],
  "character references": [
    "&amp;&lt;&copy;&copy &notit; &notin; &ampx &unknown; &",
    "&#65;&#x41;&#X41;&#65 &#x;&#;&#0;&#x110000;&#xD800;&#128;&#x9f;&#13;",
    "&CounterClockwiseContourIntegral;&NotEqualTilde;&fjlig;",
    "<a b='&amp;&copy&copy=&copyx&copy;x&#65' c=&lt>x",
    "&&amp;&am<b>p;"
  ]
}

describe("the parser gives the tree that parse5 gives for", () => {
  for (const [name, cases] of Object.entries(documents)) {
    it(`${name}, case by case`, () => {
      for (const html of cases) assert.deepStrictEqual(outlineOf(parse(html)), outlineOfParse5(html), html)
    })
  }

  const tags = (list: string): ReadonlyArray<string> => list.split(" ").flatMap((tag) => [`<${tag}>`, `</${tag}>`])
  const soups: Record<string, ReadonlyArray<string>> = {
    "text and formatting": tags("div p b i a nobr em font ul li dl dd dt h1 h2 pre button form blockquote x-a"),
    tables: tags("table tbody tr td th caption col colgroup b a div p form select option input ul li"),
    "foreign content": tags("svg g title desc foreignobject math mi mtext annotation-xml p b font div table td"),
    "head and forms": tags("title meta link style script base body html select option optgroup textarea input form p")
  }
  for (const [name, parts] of Object.entries(soups)) {
    it.prop(
      `any sequence of ${name}`,
      [Schema.Array(Schema.Literals([...parts, "x", " ", "&amp;", "<!---->", '<p class="a b">', "<br/>"]))],
      ([sequence]) => {
        const html = `<!doctype html>${sequence.join("")}`
        assert.isUndefined(difference(outlineOf(parse(html)), outlineOfParse5(html)), html)
      },
      { arbitrary: { runs: 1500, size: 25 } }
    )
  }

  it.prop("any text", [Schema.String], ([text]) => {
    assert.isUndefined(difference(outlineOf(parse(text)), outlineOfParse5(text)))
  })
})

describe("the parser differs from the standard on purpose", () => {
  const outline = (html: string): string => outlineOf(parse(html)).slice(3).join("\n")

  it("parses what is in noscript, and lets nothing inside reach out of it", () => {
    assert.strictEqual(
      outline("<noscript></div><img src=a><b></noscript>x"),
      ['      <img src="a">', "      <b>", "  <body>", '    "x"'].join("\n")
    )
  })

  it("leaves out a byte order mark", () => {
    assert.strictEqual(outline("\ufeff<p>x"), '    <p>\n      "x"')
  })

  it("opens no more than the twelve newest formatting elements again", () => {
    const fonts = Array.from({ length: 40 }, (_, i) => `<font size=${i}>`).join("")
    const lines = outlineOf(parse(`<p>${fonts}x<p>y`))
    assert.strictEqual(lines.filter((line) => line.includes("<font")).length, 40 + 12)
  })

  it("keeps the body when a frameset follows it", () => {
    assert.include(outline("<p>x<frameset><frame>"), '"x"')
  })
})

describe("a tree", () => {
  it("numbers its nodes in document order, also where content was moved", () => {
    for (const html of ["<table>a<tr><td>b</table>c", "<b>a<p>b</b>c", "<p>x<p>y"]) {
      const tree = parse(html)
      for (let node = 1; node < tree.size; node++) {
        assert.isBelow(tree.parent[node]!, node)
        if (tree.first[node]! >= 0) assert.strictEqual(tree.first[node], node + 1)
        if (tree.next[node]! >= 0) assert.isAbove(tree.next[node]!, node)
      }
    }
  })
})
