/**
 * Places of a page that its scripts would fill, found in the source without a tree: in one pass, and only as far as it
 * takes to see that the page has a text of its own.
 */

/** Elements whose content is no text of the page. */
const silent = new Set(["script", "style", "noscript", "template", "title", "svg", "iframe", "textarea", "select"])
/** Elements around the content: a menu says nothing of what a page is about. */
const frame = new Set(["nav", "header", "footer", "aside"])
/** Elements that hold what a page is about. */
const containers = new Set(["div", "main", "section", "article", "ul", "ol", "table", "tbody", "dl"])

/** Pages are read up to here, in characters. */
const window = 512 * 1024
const maxTags = 20_000
const maxPlaces = 100
/** How far the end of an element is looked for, in characters: what is longer is not empty. */
const reach = 800
const maxAttributes = 1_000

export interface Place {
  readonly name: string
  readonly id: string
  /** Its attributes as they are written. */
  readonly attributes: string
  /** How a person would name it: `<div id="list">`. */
  readonly label: string
  /** Whether it is one of those where a framework puts the whole application. */
  readonly isRoot: boolean
}

export interface Gaps {
  /** Characters of text outside of menus, headers and footers, up to the limit that was asked for. */
  readonly length: number
  /** Elements without text that may hold some, in the order of the page. */
  readonly places: ReadonlyArray<Place>
  /** Code that stands in the page, in the order of the page, and the addresses of what is loaded. */
  readonly code: string
  readonly scripts: number
}

const maxCode = 64 * 1024

/** Reads until `limit` characters of text are found. */
export const findGaps = (whole: string, limit: number): Gaps => {
  const html = whole.length > window ? whole.slice(0, window) : whole
  const end = html.length
  const places: Array<Place> = []
  const code: Array<string> = []
  /** Elements that are never closed from here on. */
  const unclosed = new Set<string>()
  const open = new Map<string, number>()
  let inFrame = 0
  let codeLength = 0
  let scripts = 0
  let length = 0
  let at = 0
  for (let tags = 0; tags < maxTags && at < end && length < limit; tags++) {
    const found = html.indexOf("<", at)
    const stop = found < 0 ? end : found
    if (inFrame === 0 && stop > at) length += textLength(html, at, stop, limit - length)
    if (found < 0) break
    if (html.startsWith("<!--", found)) {
      at = after(html.indexOf("-->", found + 4), 3, end)
      continue
    }
    const closes = html.charCodeAt(found + 1) === 47
    const name = nameAt(html, found + (closes ? 2 : 1))
    at = after(html.indexOf(">", found), 1, end)
    if (name === "") continue
    if (frame.has(name)) {
      const depth = (open.get(name) ?? 0) + (closes ? -1 : 1)
      // An end without a beginning ends nothing.
      if (depth >= 0) {
        open.set(name, depth)
        inFrame += closes ? -1 : 1
      }
    }
    if (closes) continue
    const attributes = html.slice(found + 1 + name.length, Math.min(at - 1, found + maxAttributes))
    if (silent.has(name)) {
      if (unclosed.has(name)) continue
      const closing = new RegExp(`</${name}`, "gi")
      closing.lastIndex = at
      const match = closing.exec(html)
      if (match === null) unclosed.add(name)
      const last = match?.index ?? at
      if (name === "script" && isCode(attributes)) {
        scripts++
        if (codeLength < maxCode) {
          const text = html.slice(at, Math.min(last, at + maxCode - codeLength))
          code.push(text)
          codeLength += text.length
        }
      }
      at = last
      continue
    }
    if (inFrame > 0 || places.length >= maxPlaces || !mayBePlace(name, attributes)) continue
    if (isEmptyAt(html, at, name)) places.push(placeOf(name, attributes))
  }
  return { length, places, code: code.join("\n"), scripts }
}

const after = (found: number, size: number, end: number): number => (found < 0 ? end : found + size)

/** Data for scripts is no script. */
const isCode = (attributes: string): boolean => {
  const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]?.toLowerCase() ?? ""
  return type === "" || /^(?:module|(?:text|application)\/(?:javascript|babel|x-javascript|ecmascript))/.test(type)
}

const unseen =
  /\bhidden\b(?!\s*=\s*["']?false)|display\s*:\s*none|\baria-hidden\s*=\s*["']?true|\brole\s*=\s*["']?(?:alert|dialog|status|presentation|separator)|\baria-live\b/i
/** What fills such a place is no content of the page. */
const aside =
  /(?:^|[\s_-])(?:ads?|adv|advert\w*|adsense|dfp|gpt|sponsor\w*|banner|modals?|popups?|popover|overlay|dialog|drawer|toasts?|tooltips?|portal|teleports?|notif\w*|cookies?|consent|gdpr|gtm|fb-root|analytics|track\w*|pixel|captcha|recaptcha|chat\w*|intercom|widget|share|social|player|video|map|disqus\w*|comments?|newsletter|subscri\w*|search|menu|nav\w*|header|footer|sidebar|preloader|loader|progress|back-?to-?top|scroll\w*|clear\w*|spacer|divider|anchor|top|overlay\w*|background|bg|particles|canvas|icon\w*|arrow\w*|login|signup|skip\w*|related|recommend\w*|messages?|status|errors?|alerts?)(?=$|[\s_-])/i
const roots =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|q-app|main-app|application|react-root|app-root|mount|react|vue|ember-app|spa|page-root|main)$/i

const mayBePlace = (name: string, attributes: string): boolean => {
  const isNamed =
    name.includes("-") ||
    name === "main" ||
    (containers.has(name) &&
      (/\bid\s*=|\bdata-[a-z]|\brole\s*=\s*["']?main|\b(?:hx|ng|wire|v|x|up)[-:]|\bq:|aria-busy/i.test(attributes) ||
        name === "tbody"))
  return isNamed && !unseen.test(attributes)
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i")
    .exec(attributes)
    ?.slice(1)
    .find(Boolean) ?? ""

const placeOf = (name: string, attributes: string): Place => {
  const id = attribute(attributes, "id")
  return {
    name,
    id,
    attributes,
    label: id === "" ? `<${name}>` : `<${name} id="${id.slice(0, 60)}">`,
    isRoot: name === "main" || roots.test(id) || /^(?:app-root|my-app|ng-app|x-app)$/.test(name)
  }
}

/** Whether the name says that it is no place for the content. A hint: where a script fills it, it counts all the same. */
export const isAside = ({ attributes, id, name }: Place): boolean =>
  aside.test(id.replace(/([a-z])([A-Z])/g, "$1-$2")) ||
  aside.test(attribute(attributes, "class")) ||
  (name.includes("-") && aside.test(name))

const waiting =
  /^(?:loading|please wait|one moment|wird geladen|laden|chargement|cargando|caricamento|carregando|ładowanie|загрузка|読み込み中|加载中)[^.!?]{0,40}[.…!\s]*$/i

/** Whether the element whose content begins at `from` ends soon, and shows no text but that it is loading. */
const isEmptyAt = (html: string, from: number, name: string): boolean => {
  const part = html.slice(from, from + reach)
  let depth = 1
  let at = 0
  let text = ""
  while (at < part.length) {
    const open = part.indexOf("<", at)
    text += part.slice(at, open < 0 ? part.length : open)
    if (text.length > 0 && text.trim() !== "" && text.trim().length > 60) return false
    if (open < 0) return false
    if (part.startsWith("<!--", open)) {
      const close = part.indexOf("-->", open)
      if (close < 0) return false
      at = close + 3
      continue
    }
    const close = part.indexOf(">", open)
    if (close < 0) return false
    at = close + 1
    const isEnd = part.charCodeAt(open + 1) === 47
    const inner = nameAt(part, open + (isEnd ? 2 : 1))
    if (/^(?:img|video|iframe|input|canvas|object|embed|audio|picture|form|button)$/.test(inner)) return false
    if (silent.has(inner) && !isEnd) {
      const end = part.toLowerCase().indexOf(`</${inner}`, at)
      if (end < 0) return false
      at = end
      continue
    }
    if (inner === name) depth += isEnd ? -1 : 1
    if (depth === 0) {
      const shown = text.replace(/&nbsp;|&#160;|\s+/g, " ").trim()
      return shown === "" || waiting.test(shown)
    }
  }
  return false
}

/** Characters there, runs of white space as one; `{{ … }}` is no text but a place for some. */
const textLength = (html: string, from: number, to: number, limit: number): number => {
  const text = html.slice(from, Math.min(to, from + limit * 4 + 1_000))
  return text.trim() === ""
    ? 0
    : text.replace(/\{\{[^{}]{0,200}\}\}/g, "").replace(/(?:\s|&nbsp;|&#160;)+/g, " ").length
}

/** The name of the tag that begins there, in lower case; empty if no tag does. */
const nameAt = (html: string, from: number): string =>
  /^[a-zA-Z][\w.:-]{0,40}/.exec(html.slice(from, from + 42))?.[0].toLowerCase() ?? ""
