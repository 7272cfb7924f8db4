/**
 * The language of a code block, from what the common highlighters write on it or around it.
 *
 * Known: `language-x` and `lang-x` (HTML, Prism, highlight.js, Shiki, Rouge, kramdown, Docusaurus), `highlight-source-x`
 * (GitHub), `highlight-x` (Sphinx), `sourceCode x` (Pandoc), `hljs x`, `brush: x` (SyntaxHighlighter), `lang:x` (Crayon),
 * `highlight x` on a figure (Hexo), `prettyprint lang-x`, and the attributes `data-lang`, `data-language` and others.
 */
import { attribute, attributeBit, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"

const attributeNames = [
  "data-lang",
  "data-language",
  "data-code-language",
  "data-enlighter-language",
  "data-syntax-language",
  "data-syntaxhighlighter-params",
  "data-tagsearch-lang",
  "language"
]
const attributeBits = attributeNames.reduce((bits, name) => bits | attributeBit(name), 0)

/** What follows says nothing but the language. */
const exact: ReadonlyArray<RegExp> = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|shj-lang|mw-highlight-lang)-([\w+#.-]+)/i,
  /(?:^|\s)brush\s*:\s*([\w+#.-]+)/i,
  /(?:^|\s)lang\s*:\s*([\w+#.-]+)/i,
  /(?:^|\s)highlight-([\w+#.]+)/i
]

/** The language stands next to the name of the highlighter, where other words stand too: only known ones count. */
const highlighterClass =
  /(?:^|\s)(?:sourceCode|hljs|highlight|prettyprint|codehilite|shiki|src|syntaxhighlighter|code|rust-example-rendered)(?:\s|$)/i

const known = new Set(
  (
    "actionscript ada apache applescript arduino asm assembly awk bash basic bat batch c c# c++ clj clojure cmake cmd cobol " +
    "coffee coffeescript console cpp crystal cs csharp css cuda cypher d dart delphi diff docker dockerfile dos elisp elixir " +
    "elm erl erlang ex f# fish fortran fsharp gherkin glsl go golang graphql groovy haml handlebars haskell haxe hcl hlsl hs " +
    "html http ini java javascript jinja js json json5 jsonc jsx julia kotlin kt latex less lisp llvm log lua make makefile " +
    "markdown mathematica matlab md mermaid mysql nginx nim nix objc objective-c objectivec ocaml octave pascal perl pgsql php pl " +
    "plsql postgres powershell prisma prolog properties protobuf ps1 puppet py python python3 pycon qml r racket rb regex rest " +
    "rs rst ruby rust sas sass scala scheme scss sh shell shell-session sol solidity sparql sql ssh stylus svelte svg swift tcl " +
    "terraform tex toml ts tsql tsx twig typescript vb vba vbnet verilog vhdl vim vue wasm wgsl xaml xml xquery yaml yml zig zsh"
  ).split(" ")
)

/** Languages of diagrams whose text scripts replace by a picture. */
const diagrams = new Set("mermaid plantuml nomnoml graphviz wavedrom".split(" "))

/** The language of a diagram that a class names, `""` for none. */
export const diagramLanguage = (name: string): string =>
  name
    .toLowerCase()
    .split(/\s+/)
    .find((word) => diagrams.has(word)) ?? ""

/** Whether a text is the name of a language, as labels of code blocks show it. */
export const isLanguageName = (text: string): boolean => {
  const name = text.toLowerCase()
  return known.has(name) || none.has(name) || name === "plain text"
}

/** Names of no language. */
const none = new Set(
  "none nohighlight no-highlight plain plaintext text txt raw default auto undefined code copy".split(" ")
)

/** Elements above a block that may name its language. */
const levels = 3

/** The language of a `pre` or of a table that holds code, `""` when nothing says it. */
export const languageOf = (tree: Tree, node: number, end: number): string => {
  // The code element says it most exactly.
  for (let at = node + 1; at < end; at++) {
    if (tree.tag[at] !== Tag.code && tree.tag[at] !== Tag.pre) continue
    const found = languageAt(tree, at)
    if (found !== "") return found
  }
  for (let at = node, level = 0; level <= levels && at > 0; level++, at = tree.parent[at]!) {
    if (level > 0 && !carriers.has(tree.tag[at]!)) break
    const found = languageAt(tree, at)
    if (found !== "") return found
  }
  return ""
}

/** Elements that are wrapped around a block to style it. */
const carriers: ReadonlySet<number> = new Set([
  Tag.div,
  Tag.figure,
  Tag.section,
  Tag.span,
  Tag.unknown,
  Tag.table,
  Tag.tbody,
  Tag.tr,
  Tag.td
])

const languageAt = (tree: Tree, node: number): string => {
  const name = attribute(tree, node, "class")
  if (name !== undefined && name !== "") {
    for (const pattern of exact) {
      const found = accepted(pattern.exec(name)?.[1])
      if (found !== "") return found
    }
    if (highlighterClass.test(name)) {
      const found = name
        .toLowerCase()
        .split(/\s+/)
        .find((word) => known.has(word))
      if (found !== undefined) return found
    }
    // `<pre class="python">`
    const bareClass = name.trim().toLowerCase()
    if ((tree.tag[node] === Tag.pre || tree.tag[node] === Tag.code) && known.has(bareClass)) return bareClass
  }
  if ((tree.attributeMask[node]! & attributeBits) !== 0) {
    for (const attributeName of attributeNames) {
      const value = attribute(tree, node, attributeName)
      const found = accepted(value?.startsWith("brush:") === true ? /^brush:\s*([^\s;]+)/.exec(value)?.[1] : value)
      if (found !== "") return found
    }
  }
  return tree.tag[node] === Tag.pre ? accepted(programming(attribute(tree, node, "lang"))) : ""
}

/** GitHub's renderer writes `<pre lang="js">`; everywhere else `lang` names a language people speak. */
const programming = (lang: string | undefined): string | undefined =>
  lang !== undefined && (lang.length > 3 || /^(?:js|ts|tsx|jsx|py|rb|go|rs|c|cpp|sh|sql|css|xml|php|yml)$/i.test(lang))
    ? lang
    : undefined

const accepted = (found: string | undefined): string => {
  if (found === undefined) return ""
  const name = found.trim().toLowerCase()
  if (none.has(name) || !/^[\w+#.-]{1,30}$/.test(name)) return ""
  return name === "html-basic" || name === "html.basic" || name === "markup" ? "html" : name.replace(/\.+$/, "")
}
