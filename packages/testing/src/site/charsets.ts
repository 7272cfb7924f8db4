/** Pages in every encoding the web has: `TextDecoder` turned around, for there is no `TextEncoder` for them. */
import { html, type Routes, send } from "./Route.ts"

/** One sentence per label, in characters the encoding has. */
export const samples: Readonly<Record<string, string>> = {
  "utf-8": "Ünïcödé — 漢字 — 🦊",
  "windows-1252": "café — “quoted” €",
  "iso-8859-1": "café crème",
  "iso-8859-2": "příliš žluťoučký kůň",
  "iso-8859-15": "œuvre à 5 €",
  "windows-1250": "zażółć gęślą jaźń",
  "windows-1251": "Съешь же ещё этих мягких булок",
  "koi8-r": "Съешь же ещё этих мягких булок",
  "windows-1253": "Ξεσκεπάζω την ψυχοφθόρα",
  "windows-1254": "pijamalı hasta yağız şoföre",
  "windows-1255": "דג סקרן שט בים",
  "windows-1256": "نص حكيم له سر",
  "windows-874": "เป็นมนุษย์สุดประเสริฐ",
  shift_jis: "いろはにほへと 漢字",
  "euc-jp": "いろはにほへと 漢字",
  gbk: "天地玄黄 宇宙洪荒",
  gb18030: "天地玄黄 宇宙洪荒",
  big5: "天地玄黃 宇宙洪荒",
  "euc-kr": "다람쥐 헌 쳇바퀴",
  "utf-16le": "Ünïcödé — 漢字 — 🦊",
  "utf-16be": "Ünïcödé — 漢字 — 🦊"
}

/** `text` in the encoding of `label`; throws when a character is not in it. */
const encode = (text: string, label: string): Buffer => {
  if (label === "utf-8") return Buffer.from(text, "utf8")
  if (label === "utf-16le") return Buffer.from(text, "utf16le")
  if (label === "utf-16be") return Buffer.from(text, "utf16le").swap16()
  const table = tableOf(label, text)
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${label} has no ${character}`)
      return bytes
    })
  )
}

/** Bytes of the characters of `text`, found by decoding what could stand for them. */
const tableOf = (label: string, text: string): ReadonlyMap<string, Buffer> => {
  const decoder = new TextDecoder(label)
  const wanted = new Set(text)
  const table = new Map<string, Buffer>()
  const offer = (...bytes: ReadonlyArray<number>) => {
    const buffer = Buffer.from(bytes)
    const character = decoder.decode(buffer)
    if (wanted.has(character) && !table.has(character)) table.set(character, buffer)
  }
  for (let byte = 0; byte < 256; byte++) offer(byte)
  for (let lead = 0x81; table.size < wanted.size && lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) offer(lead, trail)
  }
  return table
}

const page = (label: string, meta: string, text = samples[label] ?? "") =>
  html(label, `<p id="sample">${text}</p>`, meta)

/** Without the `meta charset` that every other page of the site has. */
const bare = (label: string, head = "") => page(label, head).replace('<meta charset="utf-8">', "")

const boms: Readonly<Record<string, ReadonlyArray<number>>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff]
}

export const charsets: Routes = {
  "/charset/": ({ response }, label) => send(response, encode(bare(label), label), `text/html; charset=${label}`),
  "/charset-meta/": ({ response }, label) =>
    send(response, encode(bare(label, `<meta charset="${label}">`), label), "text/html"),
  "/charset-equiv/": ({ response }, label) =>
    send(
      response,
      encode(bare(label, `<meta http-equiv="Content-Type" content="text/html; charset=${label}">`), label),
      "text/html"
    ),
  "/charset-bom/": ({ response }, label) =>
    send(response, Buffer.concat([Buffer.from(boms[label] ?? []), encode(bare(label), label)]), "text/html"),
  "/charset-none/": ({ response }, label) => send(response, encode(bare(label), label), "text/html"),
  "/charset-wrong": ({ response }) =>
    send(response, encode(bare("utf-8", `<meta charset="utf-8">`), "utf-8"), "text/html; charset=iso-8859-1"),
  "/charset-unknown": ({ response }) =>
    send(response, encode(bare("utf-8", `<meta charset="utf-8">`), "utf-8"), "text/html; charset=x-klingon")
}
