/**
 * Whether scripts would fill a page that was fetched, and what shows it. It is decided by what is missing: a place for the
 * content that is empty, and something that fills it. A short page is not an empty one, and a page that a server has
 * built stays as it is, whatever its framework.
 */
import { findGaps, isAside, type Place } from "./gaps.ts"

/** A page with this much text has something to say, in characters. */
export const minContentLength = 250
/** With this much text, even a list that a script fills is not what the page is about, in characters. */
const maxPartial = 800
/** Marks are looked for in this much of the source, in characters. */
const markWindow = 256 * 1024

/** Attributes that load or repeat what an element shows, by the library that reads them. */
const loads: ReadonlyArray<readonly [library: string, mark: RegExp]> = [
  ["htmx", /\b(?:data-)?hx-get\s*=[^<>]{0,400}?\bhx-trigger\s*=\s*["']?[^"'<>]*\b(?:load|revealed|intersect)\b/i],
  ["htmx", /\bhx-trigger\s*=\s*["']?[^"'<>]*\b(?:load|revealed|intersect)\b[^<>]{0,400}?\b(?:data-)?hx-get\s*=/i],
  ["Alpine", /<template\b[^<>]{0,200}\bx-for\s*=/i],
  ["Alpine", /\bx-(?:data|init)\s*=\s*["'][^<>]{0,800}?\bfetch\s*\(/i],
  ["Angular", /\bng-(?:app|controller|view|repeat)\b[^<>]{0,300}>/],
  ["Knockout", /\bdata-bind\s*=\s*["'](?:foreach|text|html)\s*:/i],
  ["Vue", /\bv-(?:for|html|text)\s*=/],
  ["Turbo", /<turbo-frame\b[^<>]{0,300}\bsrc\s*=/i],
  ["Livewire", /\bwire:init\s*=/],
  ["Next.js", /BAILOUT_TO_CLIENT_SIDE_RENDERING/],
  ["Astro", /<astro-island\b[^<>]{0,2000}\bclient\s*=\s*["']only/i],
  ["Ember", /<script\b[^<>]{0,200}\btype\s*=\s*["']text\/x-handlebars/i],
  [
    "a template",
    /<script\b[^<>]{0,200}\btype\s*=\s*["']text\/(?:x-)?(?:template|mustache|handlebars|underscore|html|ng-template|x-jquery-tmpl|x-tmpl)/i
  ]
]

/** What in code puts something on a page or asks for it. */
const fills =
  /\.(?:innerHTML|textContent|innerText|outerHTML|append\w*|prepend|insertAdjacent\w+|replaceChildren|replaceWith|html|text|load|render|mount|hydrate\w*)\b|\b(?:createRoot|createApp|hydrateRoot|render|mount|hydrate|insertBefore)\s*\(/
const asks =
  /\bfetch\s*\(|XMLHttpRequest|\baxios\b|\$\.(?:get|getJSON|ajax|post)\b|\$\([^)]{1,80}\)\.load\(|\bimport\s*\(|EventSource|WebSocket|setTimeout\s*\(/

export interface ScriptFilled {
  /** What shows it, for a person. */
  readonly evidence: string
  /** Whether the page has so little text that it says nothing without its scripts. */
  readonly isEmpty: boolean
}

/** `undefined` when the page stands on its own. */
export const scriptFilled = (html: string): ScriptFilled | undefined => {
  const gaps = findGaps(html, maxPartial)
  if (gaps.length >= maxPartial || gaps.scripts === 0) return undefined
  const isShort = gaps.length < minContentLength
  const partial = (evidence: string): ScriptFilled => ({ evidence, isEmpty: gaps.length === 0 })
  const { code, places } = gaps

  const filled = places.find((place) => isFilledBy(place, code))
  if (filled !== undefined) return partial(`a script of the page fills the empty ${filled.label}`)
  const source = html.length > markWindow ? html.slice(0, markWindow) : html
  if (!isShort) return undefined
  const root = places.find(({ isRoot }) => isRoot)
  if (root !== undefined) return partial(`an empty ${root.label}`)
  const [library] = loads.find(([, mark]) => mark.test(source)) ?? []
  if (library !== undefined) return partial(`attributes of ${library} load what is shown`)
  const place = places.find((place) => !isAside(place))
  return place === undefined ? undefined : partial(`an empty ${place.label}`)
}

/** Whether code of the page names the place and does what fills one, having asked for something. */
const isFilledBy = ({ id, name }: Place, code: string): boolean => {
  if (name.includes("-") && new RegExp(`customElements\\.define\\(\\s*["'\`]${escaped(name)}["'\`]`).test(code))
    return true
  if (id === "" || id.length > 100) return false
  const named = new RegExp(
    `["'\`#]${escaped(id)}["'\`\\s]|(?:^|[^\\w.])${escaped(id)}\\.(?:innerHTML|textContent|append)`
  )
  return named.test(code) && fills.test(code) && asks.test(code)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&")
