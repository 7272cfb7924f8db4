/**
 * Web pages that a browser or an office program saved with what they show (MHTML, RFC 2557): the page as it was, read as a
 * page of the address that it was saved from.
 */
import { decodeHtml } from "@orbweaver/core/internal/reading/charset"
import { maxHtmlLength } from "@orbweaver/core/internal/reading/maxHtmlLength"
import { atOnce } from "@orbweaver/core/internal/support/steps"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { escapeAttribute } from "../markup/html.ts"
import { makePictures, type PictureMaker } from "../markup/pictures.ts"
import { damaged } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"
import { contentOf, isoDate, openMime, type Part } from "./readMime.ts"

/** Frames in frames. */
const maxDepth = 4
/** Characters of the pages in frames, all together. */
const maxFrames = 4_000_000
/** Pictures and frames that are looked for in the file; pages have hundreds. */
const maxShown = 20_000

export const readSavedPage: Reader = ({ bytes }): Parsed => {
  const { root, text } = openMime(bytes)
  const parts = leavesOf(root)
  const start = idOf(root.parameters.get("start"))
  const page =
    parts.find((part) => start !== undefined && idOf(part.headers.get("content-id")) === start) ??
    parts.find(({ type }) => isPage(type))
  if (page === undefined) throw damaged("it holds no web page")
  const saved: Saved = {
    text,
    byId: keyed(parts, ({ headers }) => [idOf(headers.get("content-id"))]),
    byPlace: keyed(parts, ({ headers }) => {
      const place = headers.get("content-location")
      return [place, place === undefined ? undefined : URL.parse(place)?.href]
    }),
    pictures: makePictures(),
    left: maxFrames,
    shown: maxShown,
    unshown: new Set()
  }
  const { isCut, text: source } = pageText(page, saved)
  const location = root.headers.get("snapshot-content-location") ?? page.headers.get("content-location")
  const address = location !== undefined && /^https?:/i.test(location) ? location : undefined
  const date = isoDate(root.headers.get("date"))
  return {
    source,
    html: withBase(withParts(source, location, saved, 0), address),
    wholeIsContent: false,
    metadata: {
      ...(address === undefined ? {} : { savedFrom: address }),
      ...(date === undefined ? {} : { savedTime: date })
    },
    warnings: [
      ...(isCut ? [`Only the first ${source.length} characters of the page were read.`] : []),
      ...(saved.shown < 0
        ? [`Only the first ${maxShown} pictures and frames of the page were looked for in the file.`]
        : []),
      ...(saved.unshown.size === 0
        ? []
        : [`Pictures and frames of the page are not in the file, or too large to be shown (${saved.unshown.size}).`])
    ]
  }
}

interface Saved {
  readonly text: string
  readonly byId: ReadonlyMap<string, Part>
  readonly byPlace: ReadonlyMap<string, Part>
  readonly pictures: PictureMaker
  left: number
  /** Pictures and frames that may still be looked for. */
  shown: number
  /** Addresses of what the page shows and the file does not hold. */
  readonly unshown: Set<string>
}

const leavesOf = (part: Part): ReadonlyArray<Part> => (part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf))

const isPage = (type: string): boolean => type === "text/html" || type === "application/xhtml+xml"

const idOf = (field: string | undefined): string | undefined => field?.trim().replace(/^<|>$/g, "")

const pageText = (part: Part, { text }: Saved) =>
  atOnce(decodeHtml(contentOf(text, part), part.parameters.get("charset"), maxHtmlLength))

/** Addresses are those of the page that was saved, not those of the file. */
const withBase = (html: string, address: string | undefined): string => {
  if (address === undefined || /<base\s[^<>]{0,2000}href/i.test(html)) return html
  const base = `<base href="${escapeAttribute(address)}">`
  return /<head\b/i.test(html) ? html.replace(/<head\b[^<>]{0,2000}>/i, (head) => head + base) : base + html
}

/** The address of a picture or a frame in its tag. */
const sources = /(<(?:img|iframe|frame)\b[^<>]{0,4000}?\s)src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** Pictures by the address that they have on the web, or as they are in the file; frames with the page that they show. */
const withParts = (html: string, location: string | undefined, saved: Saved, depth: number): string => {
  const out: Array<string> = []
  const next = new RegExp(sources)
  let at = 0
  for (let found = next.exec(html); found !== null; found = next.exec(html)) {
    if (--saved.shown < 0) break
    out.push(html.slice(at, found.index), shownSource(found, location, saved, depth))
    at = next.lastIndex
  }
  return out.join("") + html.slice(at)
}

const shownSource = (
  [whole, tag = "", ...found]: RegExpExecArray,
  location: string | undefined,
  saved: Saved,
  depth: number
): string => {
  const address = (found[0] ?? found[1] ?? found[2] ?? "").replaceAll("&amp;", "&")
  const isPicture = /^<img/i.test(tag)
  // It is still where it was, and there in full.
  if (isPicture && /^(?:https?:|data:|\/\/)/i.test(address)) return whole
  const part = partAt(address, location, saved)
  const place = part?.headers.get("content-location") ?? ""
  if (isPicture && /^https?:/i.test(place)) return `${tag}src="${escapeAttribute(place)}"`
  const shown = part === undefined ? undefined : isPicture ? picture(part, saved) : frame(part, saved, depth)
  if (shown !== undefined) return `${tag}${shown}`
  if (!/^(?:https?:|about:|data:|javascript:)/i.test(URL.parse(address, location)?.href ?? address))
    saved.unshown.add(address)
  return whole
}

/** The part that an address names, by its identifier or its place (RFC 2557 §8). */
const partAt = (address: string, location: string | undefined, { byId, byPlace }: Saved): Part | undefined =>
  /^cid:/i.test(address)
    ? byId.get(decodeURIComponentSafely(address.slice("cid:".length)))
    : (byPlace.get(address) ?? byPlace.get(URL.parse(address, location)?.href ?? ""))

/** The first part of a key counts. */
const keyed = (
  parts: ReadonlyArray<Part>,
  keysOf: (part: Part) => ReadonlyArray<string | undefined>
): ReadonlyMap<string, Part> =>
  new Map(
    parts
      .toReversed()
      .flatMap((part) => keysOf(part).flatMap((key) => (key === undefined ? [] : [[key, part] as const])))
  )

const decodeURIComponentSafely = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const picture = (part: Part, { pictures, text }: Saved): string | undefined => {
  const extension = part.type.replace("image/", "").replace("svg+xml", "svg")
  const made = pictures(`.${extension}`, () => contentOf(text, part), "")
  return made !== undefined && "html" in made ? /src="[^"]*"/.exec(made.html)?.[0] : undefined
}

const frame = (part: Part, saved: Saved, depth: number): string | undefined => {
  if (!isPage(part.type) || depth >= maxDepth) return undefined
  const { text } = pageText(part, saved)
  const location = part.headers.get("content-location")
  saved.left -= text.length
  if (saved.left < 0) return undefined
  const content = escapeAttribute(withParts(text, location, saved, depth + 1))
  // Signs are written in more signs with each frame around them.
  saved.left -= content.length
  return saved.left < 0 ? undefined : `srcdoc="${content}"`
}
