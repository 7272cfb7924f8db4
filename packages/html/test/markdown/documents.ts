/**
 * Documents made of random choices, with text that looks like Markdown and like HTML.
 */

/** Words that mean something to a parser, and some that do not. */
const words = [
  ..."* ** *** _ __ _a_ *b* **c** a_b a*b ` `` ``` `d` ~ ~~ ~e~ ~~~ [ ] [f] [g](h) ](i) ![ ! ( ) (j) < > <b> </p> <br/> <!-- -->".split(
    " "
  ),
  ..."<?php & &amp; &lt; &#35; &#x41; &copy; &notit; \\ \\* \\\\ # ## #k 1. 1) 12. - + -- --- - === = : :-: | || a|b $ $x$ {} \" ' , . ; ? @ ^ % /".split(
    " "
  ),
  ..."foo bar baz qux 42 3.14 é ß 中文 日本 「 」 。 ， “ ” « » – — … 😀 👍 \u00a0 \u00ad \u200b [x] [^1] [^1]: [l]: x<y a<b x>y".split(
    " "
  ),
  "[ ]"
]

/** Reads choices one after the other; 0 when there are none left, so a shorter list is a simpler document. */
class Choices {
  private at = 0
  private readonly values: ReadonlyArray<number>

  constructor(values: ReadonlyArray<number>) {
    this.values = values
  }

  get isDone(): boolean {
    return this.at >= this.values.length
  }

  below(limit: number): number {
    return (this.values[this.at++] ?? 0) % limit
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const phrase = (choices: Choices): string => {
  let all = ""
  for (let count = 1 + choices.below(4); count > 0; count--) {
    all += words[choices.below(words.length)]!
    if (choices.below(3) > 0) all += " "
  }
  return escaped(all)
}

const inline = (choices: Choices, depth: number, inLink: boolean): string => {
  let all = ""
  for (let count = 1 + choices.below(3); count > 0; count--) {
    const kind = depth > 3 || choices.isDone ? 0 : choices.below(14)
    const inner = (): string => inline(choices, depth + 1, inLink)
    if (kind === 5) all += `<strong>${inner()}</strong>`
    else if (kind === 6) all += `<em>${inner()}</em>`
    else if (kind === 7) all += `<del>${inner()}</del>`
    else if (kind === 8) all += `<code>${phrase(choices)}</code>`
    else if (kind === 9 && !inLink) all += `<a href="${address(choices)}">${inline(choices, depth + 1, true)}</a>`
    else if (kind === 10) all += "<br>"
    else if (kind === 11) all += `<sup>${inner()}</sup>`
    else if (kind === 12) all += `<span>${inner()}</span>`
    else if (kind === 13) all += `<kbd>${inner()}</kbd>`
    else all += phrase(choices)
    if (choices.below(2) === 0) all += " "
  }
  return all
}

const addresses = [
  "/x",
  "y.html",
  "/a(b)c",
  "/a(b",
  "/c)d",
  "/e f",
  "?q=1&amp;copy;=2",
  "https://example.org/*_*",
  "/[x]",
  "/&lt;z&gt;",
  "/\\q",
  "/~a|b",
  "mailto:a@b.org"
]

const address = (choices: Choices): string => addresses[choices.below(addresses.length)]!

const codeLines = (choices: Choices): string => {
  let all = ""
  for (let count = 1 + choices.below(4); count > 0; count--)
    all += `${" ".repeat(choices.below(3))}${phrase(choices)}\n`
  return all
}

const block = (choices: Choices, depth: number): string => {
  const deep = depth > 2 || choices.isDone
  const kind = deep ? choices.below(6) : choices.below(11)
  switch (kind) {
    case 2: {
      const level = 1 + choices.below(6)
      return `<h${level}>${inline(choices, 0, false)}</h${level}>`
    }
    case 3:
      return `<pre><code>\n${codeLines(choices)}</code></pre>`
    case 4:
      return "<hr>"
    case 5:
      return `<div>${inline(choices, 0, false)}</div>`
    case 6:
      return `<blockquote>${blocks(choices, depth + 1)}</blockquote>`
    case 7:
    case 8:
      return list(choices, depth)
    case 9:
    case 10:
      return table(choices)
    default:
      return `<p>${inline(choices, 0, false)}</p>`
  }
}

const list = (choices: Choices, depth: number): string => {
  const name = choices.below(2) === 0 ? "ul" : "ol"
  const start = name === "ol" && choices.below(3) === 0 ? ` start="${choices.below(1000)}"` : ""
  let items = ""
  for (let count = 1 + choices.below(4); count > 0; count--) {
    items += `<li>${choices.below(2) === 0 ? inline(choices, 1, false) : blocks(choices, depth + 1)}</li>`
  }
  return `<${name}${start}>${items}</${name}>`
}

const table = (choices: Choices): string => {
  const columns = 2 + choices.below(3)
  const row = (name: string): string => {
    let cells = ""
    for (let i = 0; i < columns; i++)
      cells += `<${name}>${escaped(words[choices.below(words.length)]!)}x${inline(choices, 1, false)}</${name}>`
    return `<tr>${cells}</tr>`
  }
  let rows = choices.below(2) === 0 ? row("th") : row("td")
  for (let count = 1 + choices.below(3); count > 0; count--) rows += row("td")
  return `<table>${rows}</table>`
}

const blocks = (choices: Choices, depth: number): string => {
  let all = ""
  for (let count = 1 + choices.below(3); count > 0; count--) all += block(choices, depth)
  return all
}

/** The document that a list of choices stands for. */
export const documentOf = (values: ReadonlyArray<number>): string => {
  const choices = new Choices(values)
  let html = ""
  do html += block(choices, 0)
  while (!choices.isDone)
  return html
}
