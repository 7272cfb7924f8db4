// Which pages send their visitors on, and where.
import { readRefresh } from "@orbweaver/core/internal/reading/refresh"
import { refreshTarget } from "@orbweaver/core/internal/reading/refreshTarget"
import { describe, expect, it } from "vitest"

const url = new URL("https://example.com/old/page?a=1")

const targetOf = (html: string | Uint8Array, answer: { status?: number; headers?: Record<string, string> } = {}) =>
  refreshTarget({
    url,
    status: answer.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", ...answer.headers },
    body: typeof html === "string" ? new TextEncoder().encode(html) : html
  })?.href

const meta = (content: string) => `<!doctype html><head><meta http-equiv="refresh" content="${content}"></head>`
const words = (characters: number) => "word ".repeat(characters / 5)

describe("a page that sends its visitors on", () => {
  it.each([
    ["at once, to a path", meta("0; url=/new"), "https://example.com/new"],
    ["without url=", meta("0;https://other.example/"), "https://other.example/"],
    ["with a comma, quotes and spaces", meta(" 1 , URL = '/new page' "), "https://example.com/new%20page"],
    ["relative to its own address", meta("0; url=next"), "https://example.com/old/next"],
    [
      "relative to its base",
      `<base href="/deep/er/"><base href="/no/">${meta("0; url=next")}`,
      "https://example.com/deep/er/next"
    ],
    ["with a place on the page", meta("0; url=/new#part"), "https://example.com/new#part"],
    ["with a fraction of a second", meta("0.5; url=/new"), "https://example.com/new"],
    [
      "in names of any case and attributes of any kind",
      `<META CONTENT='0;URL=/new' HTTP-EQUIV= Refresh />`,
      "https://example.com/new"
    ],
    [
      "on more lines, behind a script that refreshes something else",
      `<script>refresh()</script><meta content="0;url=/new" http-equiv\n=\n "\tREFRESH ">`,
      "https://example.com/new"
    ],
    ["without quotes", "<meta http-equiv=refresh content=0;url=/new>", "https://example.com/new"],
    [
      "with references to characters",
      meta("0; url=/new?a=1&amp;b=&#x27;2&#39;"),
      "https://example.com/new?a=1&b=%272%27"
    ],
    ["beyond ASCII", meta("0; url=/caf\u00e9"), "https://example.com/caf%C3%A9"],
    ["in its body", `<p>Moved.</p><div>${meta("0; url=/new")}</div>`, "https://example.com/new"],
    [
      "after attributes with tags in them",
      `<p title="<meta http-equiv=refresh content='0;url=/wrong'>">${meta("0; url=/new")}`,
      "https://example.com/new"
    ],
    [
      "after a first refresh that is none",
      `${meta("soon; url=/wrong")}${meta("0; url=/new")}`,
      "https://example.com/new"
    ],
    [
      "after five seconds, with a sentence",
      `${meta("5; url=/new")}<p>We have moved. ${words(300)}`,
      "https://example.com/new"
    ],
    ["at once, with a long text", `${meta("0; url=/new")}<p>${words(5000)}`, "https://example.com/new"]
  ])("%s", (_, html, target) => {
    expect(targetOf(html)).toBe(target)
  })

  it("by a header, which comes before the page and is of any kind of file", () => {
    expect(targetOf(meta("0; url=/page"), { headers: { refresh: "0; url=/header" } })).toBe(
      "https://example.com/header"
    )
    expect(targetOf("", { headers: { refresh: "0;/header", "content-type": "text/plain" } })).toBe(
      "https://example.com/header"
    )
    expect(targetOf(meta("0; url=/page"), { headers: { refresh: "300" } })).toBeUndefined()
  })
})

describe("a page that does not", () => {
  it.each([
    ["reloads itself", meta("0")],
    ["leads to itself", meta("0; url=/old/page?a=1#there")],
    ["leads on after a while", meta("30; url=/next")],
    ["leaves time to read it, and has something to read", `${meta("5; url=/next")}<p>${words(3000)}`],
    ["leads to no page", meta("0; url=javascript:alert(1)")],
    ["leads to a mail", meta("0; url=mailto:a@example.com")],
    ["does so for browsers without scripts", `<noscript>${meta("0; url=/plain")}</noscript>`],
    ["has it in a comment", `<!-- ${meta("0; url=/new")} --><p>Text`],
    ["has it in a comment that nothing closes", `<!-- ${meta("0; url=/new")}`],
    ["has it in a script", `<script>document.write('${meta("0; url=/new")}')</script>`],
    ["has it in a template", `<template>${meta("0; url=/new")}</template>`],
    ["has it in a text to edit", `<textarea>${meta("0; url=/new")}</textarea>`],
    ["has it in a document of a frame", `<iframe srcdoc="${meta("0; url=/new").replaceAll('"', "&quot;")}"></iframe>`],
    ["names something else", `<meta name="refresh" content="0; url=/new">`],
    ["writes it as text", `<pre>&lt;meta http-equiv="refresh" content="0; url=/new"></pre>`],
    ["has it in a tag that nothing closes", `<p title="${meta("0; url=/new").replaceAll('"', "'")}`]
  ])("%s", (_, html) => {
    expect(targetOf(html)).toBeUndefined()
  })

  it("is an error, which says more than where it leads", () => {
    for (const status of [403, 404, 410, 503]) expect(targetOf(meta("0; url=/"), { status })).toBeUndefined()
    expect(targetOf("", { status: 503, headers: { refresh: "8; url=/check" } })).toBeUndefined()
  })

  it("is no web page", () => {
    expect(targetOf(meta("0; url=/new"), { headers: { "content-type": "text/plain" } })).toBeUndefined()
  })
})

it("a page of many tags, quotes and comments that nothing closes is read in one pass", () => {
  const last = "<!-- refresh"
  for (const part of ["<a ", '<a b="', "<!--", "<script>", "<meta ", "<a =", "< "]) {
    const html = part.repeat(Math.floor((128 * 1024) / part.length) - 10) + last
    expect(targetOf(html)).toBeUndefined()
  }
})

it("a value that browsers ignore is none", () => {
  for (const value of ["", "url=/new", "soon", "5 minutes", "1a; url=/x", "x".repeat(10_000)]) {
    expect(readRefresh(value)?.target ?? "").not.toContain("/")
  }
})
