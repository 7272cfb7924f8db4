/**
 * E-books (EPUB 3.3, EPUB 2): the chapters of the spine in reading order, each
 * under the heading that the table of contents has for it where it shows none.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { damaged, encrypted } from "../model/failure.ts"
import { escapeText, page } from "../markup/html.ts"
import { properties, resolvePath } from "../bytes/office.ts"
import { makePictures } from "../markup/pictures.ts"
import type { Reader } from "../model/Reader.ts"
import { transcribe } from "../markup/transcribe.ts"
import {
  attr,
  child,
  children,
  decodeXmlPart,
  descendants,
  elements,
  type Element,
  parseXml,
  textOf
} from "../bytes/xml.ts"
import { openZip, type Zip } from "../bytes/zip.ts"

export const readEpub: Reader = ({ bytes }, { caps }): Parsed => {
  const zip = openZip(bytes, caps.maxUnpackedBytes)
  const xml = (path: string): Element | undefined => {
    const part = zip.read(path)
    return part === undefined ? undefined : parseXml(decodeXmlPart(part))
  }
  const rootfile = children(child(xml("META-INF/container.xml"), "container", "rootfiles"), "rootfile")[0]
  const path = attr(rootfile, "full-path") ?? zip.names.find((name) => name.endsWith(".opf"))
  const book = path === undefined ? undefined : child(xml(path), "package")
  if (path === undefined || book === undefined) throw damaged("the list of its chapters is missing")
  const items = new Map(
    children(child(book, "manifest"), "item").map((item) => [
      attr(item, "id") ?? "",
      {
        path: resolvePath(path, decodePath(attr(item, "href") ?? "")),
        properties: attr(item, "properties") ?? "",
        type: attr(item, "media-type") ?? ""
      }
    ])
  )
  // A chapter stands in a book once.
  const chapters = new Set(
    children(child(book, "spine"), "itemref").flatMap((entry) =>
      attr(entry, "linear") === "no" ? [] : [attr(entry, "idref") ?? ""]
    )
  )
  const spine = [...chapters]
    .flatMap((id) => {
      const item = items.get(id)
      return item === undefined || !/html|xml/.test(item.type) || item.type.includes("svg") ? [] : [item]
    })
    .slice(0, caps.maxPages)
  const closed = encryptedPaths(zip)
  if (spine.some((item) => closed.has(item.path))) throw encrypted("its chapters are protected (DRM)")

  const navigation = [...items.values()].find((item) => /\bnav\b/.test(item.properties))?.path
  const ncx = items.get(attr(child(book, "spine"), "toc") ?? "")?.path
  const titles = contentsOf(xml, navigation, ncx)
  const places = new Map(spine.map((item, index) => [item.path.toLowerCase(), `part-${index + 1}`]))
  const pictures = makePictures()
  const parts = spine.flatMap(({ path: at }) => {
    const bytesOf = zip.read(at)
    if (bytesOf === undefined) return []
    const prefix = places.get(at.toLowerCase())!
    const body = transcribe(decodeXmlPart(bytesOf), {
      idPrefix: `${prefix}-`,
      href: (address) => {
        if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return /^(?:https?|mailto):/i.test(address) ? address : undefined
        const [file = "", fragment] = address.split("#")
        const target = file === "" ? prefix : places.get(resolvePath(at, decodePath(file)).toLowerCase())
        if (target === undefined) return undefined
        return fragment === undefined || fragment === "" ? `#${target}` : `#${target}-${fragment}`
      },
      src: (address, alt) => {
        if (/^(?:https?:|data:image)/i.test(address)) return address
        const file = resolvePath(at, decodePath(address))
        const made = pictures(file, () => zip.read(file), alt)
        return made !== undefined && "html" in made ? /src="([^"]*)"/.exec(made.html)?.[1] : undefined
      }
    })
    if (body === "") return []
    const title = titles.get(at.toLowerCase())
    const heading = title === undefined || /<h[1-3]\b/.test(body) ? "" : `<h2>${escapeText(title)}</h2>\n`
    return [`<section id="${prefix}">\n${heading}${body}\n</section>`]
  })
  if (parts.length === 0) throw damaged("the book has no chapters")
  const metadata = properties(
    together(elements(child(book, "metadata")).map((element) => [element.name, textOf(element).trim()])),
    { creator: "author", date: "publishedTime", publisher: "publisher", subject: "keywords" }
  )
  return page(parts.join("\n"), { metadata })
}

/** Authors and subjects that have an element each, as one list. */
const together = (fields: ReadonlyArray<readonly [name: string, value: string]>) =>
  Array.from(
    Map.groupBy(fields, ([name]) => name),
    ([name, own]): readonly [string, string] => [
      name,
      name === "creator" || name === "subject" ? own.map(([, value]) => value).join(", ") : own[0]![1]
    ]
  )

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Fonts may be obfuscated in an open book; a chapter that is makes it a closed one. */
const encryptedPaths = (zip: Zip): ReadonlySet<string> => {
  const part = zip.read("META-INF/encryption.xml")
  if (part === undefined) return new Set()
  const references = descendants(parseXml(decodeXmlPart(part)), "CipherReference")
  return new Set(references.map((reference) => decodePath(attr(reference, "URI") ?? "")))
}

/** The first title of each chapter, by the path of its file in lower case. */
const contentsOf = (
  xml: (path: string) => Element | undefined,
  navigation: string | undefined,
  ncx: string | undefined
): ReadonlyMap<string, string> => {
  const titles = new Map<string, string>()
  const add = (base: string, address: string | undefined, title: string): void => {
    if (address === undefined || title.trim() === "") return
    const key = resolvePath(base, decodePath(address.split("#")[0]!)).toLowerCase()
    if (!titles.has(key)) titles.set(key, title.replaceAll(/\s+/g, " ").trim())
  }
  if (navigation !== undefined) {
    const nav = descendants(xml(navigation), "nav").find((element) => (attr(element, "type") ?? "toc") === "toc")
    for (const link of descendants(nav, "a")) add(navigation, attr(link, "href"), textOf(link))
  }
  if (titles.size === 0 && ncx !== undefined) {
    const points = (container: Element | undefined): void => {
      for (const point of children(container, "navPoint")) {
        add(ncx, attr(child(point, "content"), "src"), textOf(child(point, "navLabel")))
        points(point)
      }
    }
    points(child(xml(ncx), "ncx", "navMap"))
  }
  return titles
}
