/**
 * Text that a page holds and makes invisible by its style: of no size, of no opacity, of the colour of its background, or
 * off the screen. It is how instructions are smuggled to models, so it is left out of the Markdown unless a caller asks for
 * hidden text.
 *
 * Only what is sure is left out. Not concealed are:
 * - what a script may show: elements that fade or move in (`opacity: 0` with `transition`, `transform`, `animation`), and
 *   `opacity: 0`, `scale(0)` and `visibility: hidden` altogether where much of the page has them;
 * - what a visitor opens: parts of no height, which accordions are, and `display: none` of style sheets, which tabs are;
 * - text for screen readers, cut off by `clip` or `clip-path`: it is written for people;
 * - slides of a carousel that a script has moved to the left;
 * - names of pictures that headings, links and buttons have off the screen (`text-indent: -9999px`).
 */
import { attribute, attributeBit, subtreeEnd, text, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { type Declaration, type Declarations, type StyleRules, styleRules } from "./styleRules.ts"

const properties: ReadonlySet<string> = new Set(
  "font-size font opacity color background background-color background-image background-clip -webkit-background-clip -webkit-text-fill-color text-shadow position left right top bottom margin-left margin-top text-indent transform transition animation will-change clip clip-path visibility content-visibility".split(
    " "
  )
)

/** Pixels beyond which nothing is on a screen. */
const farAway = 900
/** Size of letters in pixels, and opacity, from which on text can be read. */
const minSize = 1.5
const minOpacity = 0.05
/** A share of the text from which on what has no opacity waits for a script. */
const maxWaiting = 0.2
/** Characters of the name of a picture. */
const maxName = 100

const styled = attributeBit("style") | attributeBit("class") | attributeBit("id")

/** Nodes below and above others that are looked at for all of a page: more leave the rest as it is. */
const maxLooks = 20_000

export interface ConcealedParts {
  /** Non-zero at the top of each subtree that nobody sees; undefined where there is none. */
  readonly parts: Uint8Array | undefined
  /** Characters that are not seen either and are kept, since a script may show them. */
  readonly waiting: number
}

/** Linear in the page. */
export const concealedParts = (tree: Tree): ConcealedParts => {
  const rules = styleRules(tree, properties)
  let found: Uint8Array | undefined
  const waiting: Array<number> = []
  let waitingEnd = 0
  const looks = { left: maxLooks }
  const conceal = (node: number): void => {
    found ??= new Uint8Array(tree.size)
    found[node] = 1
  }
  /** A page declares few colours, often. */
  const colours = new Map<string, string | undefined>()
  const colour: ReadColour = (value) => {
    if (!colours.has(value)) colours.set(value, colourOf(value))
    return colours.get(value)
  }
  const declaredBackgrounds = new Set<string>()
  rules.each(({ property, value }) => {
    if (property !== "background" && property !== "background-color") return
    const known = colour(plain(value))
    if (known !== undefined) declaredBackgrounds.add(known)
  })
  // Few pages conceal anything: what no declaration that may do so holds for is not looked at further.
  const isSuspect = rules.where((declaration) => mayConceal(declaration, colour, declaredBackgrounds))
  if (isSuspect === undefined) return { parts: undefined, waiting: 0 }
  /** The background of an element itself. */
  const backgrounds = new Map<number, string | undefined>()
  const backgroundAt = (node: number): string | undefined => {
    if (!backgrounds.has(node)) backgrounds.set(node, backgroundOf(rules.of(node), colour))
    return backgrounds.get(node)
  }
  for (let node = 1; node < tree.size; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text || (kind[tag]! & Kind.skip) !== 0) continue
    if (((tree.attributeMask[node]! & styled) === 0 && rules.hasOthers) || !isSuspect(node)) continue
    const style = rules.of(node)
    if (tag === Tag.html || tag === Tag.body) continue
    if (isOffScreen(style)) {
      if (
        !isPictureName(tree, node, tag, style) &&
        !isTrack(tree, node, style) &&
        (isSure(style, sides) || !rules.mayBeOther(node))
      )
        conceal(node)
    } else if (isTiny(style)) {
      if (!resetsSize(tree, node, rules, looks)) conceal(node)
    } else if (hasColourOf(tree, node, style, rules, colour, backgroundAt, looks)) conceal(node)
    else if (
      node >= waitingEnd &&
      (isInvisible(style) || isTransparent(style)) &&
      !moves(style) &&
      (isSure(style, ["opacity"]) || !rules.mayBeOther(node))
    ) {
      waiting.push(node)
      waitingEnd = subtreeEnd(tree, node)
    }
    if (found !== undefined && found[node] !== 0) node = subtreeEnd(tree, node) - 1
  }
  const waits = waiting.reduce((sum, node) => sum + charactersOf(tree, node), 0)
  const isKept = waits > 0 && waits > maxWaiting * charactersOf(tree, 1)
  if (!isKept) waiting.forEach(conceal)
  return { parts: found, waiting: isKept ? waits : 0 }
}

/** Characters of text below a node that are no white space, scripts and styles aside. */
export const charactersOf = (tree: Tree, root: number, end = subtreeEnd(tree, root)): number => {
  let length = 0
  for (let node = root; node < end; node++) {
    if (tree.tag[node] === Tag.text) length += text(tree, node).replaceAll(/\s+/g, "").length
    else if ((kind[tree.tag[node]!]! & Kind.skip) !== 0) node = Math.max(node, subtreeEnd(tree, node) - 1)
  }
  return length
}

/** Whether nothing overrides one of these: a browser that rendered the page writes what it computed so. */
const isSure = (style: Declarations, names: ReadonlyArray<string>): boolean =>
  names.some((name) => style.get(name)?.endsWith("!important") === true)

const plain = (value: string): string => (value.endsWith("!important") ? value.slice(0, -10) : value)

const get = (style: Declarations, name: string): string => plain(style.get(name) ?? "")

const unit: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 1.33, em: 16, rem: 16, vw: 12, vh: 8, "%": 0 }

/** Pixels of a length; undefined for none. */
const pixels = (text: string): number | undefined => {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(px|pt|em|rem|vw|vh|%|)$/.exec(text.trim())
  return match === null ? undefined : Number(match[1]) * unit[match[2]!]!
}

const isFar = (text: string): boolean => (pixels(text) ?? 0) <= -farAway

const sides = ["text-indent", "left", "top", "right", "bottom", "margin-left", "margin-top"]

const isOffScreen = (style: Declarations): boolean => {
  if (style.has("clip") || style.has("clip-path")) return false
  if (isFar(get(style, "text-indent"))) return true
  const isPlaced = /^(?:absolute|fixed)/.test(get(style, "position"))
  if (isPlaced && ["left", "top", "right", "bottom"].some((side) => isFar(get(style, side)))) return true
  if (isFar(get(style, "margin-left")) || isFar(get(style, "margin-top"))) return true
  return isMovedAway(get(style, "transform"))
}

const isMovedAway = (transform: string): boolean => {
  const moved = /translate(?:x|y|3d)?\(\s*(-[\d.]+(?:px|em|rem))/.exec(transform)?.[1]
  return moved !== undefined && isFar(moved)
}

/** Pixels by which nobody moves a track: what is farther away is hidden. */
const beyondTracks = 9000

/** The slides of a carousel, of which a script has moved some to the left to show the others. */
const isTrack = (tree: Tree, node: number, style: Declarations): boolean => {
  const moved = /translate(?:x|3d)?\(\s*(-[\d.]+px)/.exec(get(style, "transform"))?.[1] ?? ""
  const places = [moved, get(style, "left"), get(style, "margin-left")].map((text) => pixels(text) ?? 0)
  const shift = Math.min(...places)
  if (shift > -farAway || shift <= -beyondTracks || style.has("text-indent")) return false
  // It holds slides of one kind, and nothing else.
  let slides = 0
  let first: string | undefined
  for (let at = node + 1, end = subtreeEnd(tree, node); at < end; at = subtreeEnd(tree, at)) {
    if (tree.tag[at] === Tag.text) {
      if (text(tree, at).trim() !== "") return false
      continue
    }
    const kindOfSlide = `${tree.tag[at]} ${attribute(tree, at, "class")?.trim().split(/\s/, 1)[0] ?? ""}`
    first ??= kindOfSlide
    if (kindOfSlide !== first) return false
    slides++
  }
  return slides > 1
}

/** The letters of a logo, say. */
const isPictureName = (tree: Tree, node: number, tag: number, style: Declarations): boolean =>
  style.has("text-indent") &&
  (tag === Tag.a || tag === Tag.button || (kind[tag]! & Kind.heading) !== 0) &&
  charactersOf(tree, node) <= maxName

const sizeOf = (style: Declarations): number | undefined => {
  const own = get(style, "font-size")
  return own === "" ? sizeOfFont(get(style, "font")) : sizeOfLetters(own)
}

const sizeOfLetters = (value: string): number | undefined =>
  value.endsWith("%") ? (Number.parseFloat(value) / 100) * 16 : pixels(value)

const sizeOfFont = (value: string): number | undefined => {
  const size = /(?:^|\s)([\d.]+(?:px|pt|em|rem)?)(?:\/\S+)?\s/.exec(value)?.[1]
  return size === undefined || /^[1-9]00$/.test(size) ? undefined : pixels(size)
}

const isTiny = (style: Declarations): boolean => (sizeOf(style) ?? 16) < minSize

/** What may still be looked at. */
interface Looks {
  left: number
}

/** Whether an element below has a size of its own, or may have: a list of no size keeps spaces from between its items. */
const resetsSize = (tree: Tree, node: number, rules: StyleRules, looks: Looks): boolean => {
  for (let at = node + 1; at < tree.size && tree.parent[at]! >= node; at++) {
    if (--looks.left < 0) return true
    if (tree.tag[at] === Tag.text) continue
    if (isSure(rules.of(at), ["font-size"]) && isTiny(rules.of(at))) continue
    if (rules.hasOthers && (tree.attributeMask[at]! & styled) !== 0) return true
    if ((sizeOf(rules.of(at)) ?? 0) >= minSize || rules.mayBeOther(at)) return true
  }
  return false
}

/** Whether a declaration conceals, alone or with others. */
const mayConceal = (
  { property, value }: Declaration,
  colour: ReadColour,
  backgrounds: ReadonlySet<string>
): boolean => {
  switch (property) {
    case "font-size":
      return (sizeOfLetters(plain(value)) ?? minSize) < minSize
    case "font":
      return (sizeOfFont(plain(value)) ?? minSize) < minSize
    case "opacity":
      return isNoOpacity(plain(value))
    case "visibility":
    case "content-visibility":
      return plain(value) === "hidden"
    case "transform":
      return isNoScale(value) || isMovedAway(value)
    case "color":
    case "-webkit-text-fill-color": {
      const known = colour(plain(value))
      return known !== undefined && (known === "clear" || backgrounds.has(known))
    }
    default:
      return value.startsWith("-") && isFar(plain(value))
  }
}

const isInvisible = (style: Declarations): boolean =>
  get(style, "content-visibility") === "hidden" || get(style, "visibility") === "hidden"

/** Text of no opacity, or a part of no size. */
const isTransparent = (style: Declarations): boolean =>
  isNoOpacity(get(style, "opacity")) || isNoScale(get(style, "transform"))

const isNoOpacity = (value: string): boolean => Number.parseFloat(value) * (value.endsWith("%") ? 0.01 : 1) < minOpacity

const isNoScale = (transform: string): boolean => /scale(?:x|y|3d)?\(\s*0*(?:\.0*)?\s*[,)]/.test(transform)

/** What fades or moves in is shown by a script or in time. */
const moves = (style: Declarations): boolean =>
  style.has("transition") ||
  style.has("animation") ||
  style.has("will-change") ||
  /translate|rotate|scale\(\s*0?\.\d*[1-9]/.test(get(style, "transform"))

/** `colourOf`, which remembers. */
type ReadColour = (value: string) => string | undefined

/** `red green blue` of an opaque colour, `clear` of none; undefined for what cannot be known. */
const colourOf = (text: string): string | undefined => {
  if (text === "transparent") return "clear"
  const name = names.get(text) ?? text
  if (name.startsWith("#")) return colourOfDigits(name.slice(1))
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== "")
  if (parts === undefined || parts.length < 3) return undefined
  if (parts.length > 3 && Number.parseFloat(parts[3]!) * (parts[3]!.endsWith("%") ? 0.01 : 1) < minOpacity)
    return "clear"
  return parts
    .slice(0, 3)
    .map((part) => String(Math.round(Number.parseFloat(part))))
    .join(" ")
}

/** The colour of three, four, six or eight hexadecimal digits (CSS Color 4, 5.2); undefined for others. */
const colourOfDigits = (digits: string): string | undefined => {
  if (!/^[\da-f]{3,8}$/.test(digits)) return undefined
  const number = Number.parseInt(digits, 16)
  switch (digits.length) {
    case 3:
      return `${17 * (number >> 8)} ${17 * ((number >> 4) & 15)} ${17 * (number & 15)}`
    case 4:
      return 17 * (number & 15) < 255 * minOpacity ? "clear" : colourOfDigits(digits.slice(0, 3))
    case 6:
      return `${number >> 16} ${(number >> 8) & 255} ${number & 255}`
    case 8:
      return (number & 255) < 255 * minOpacity ? "clear" : colourOfDigits(digits.slice(0, 6))
    default:
      return undefined
  }
}

const names: ReadonlyMap<string, string> = new Map([
  ["white", "#ffffff"],
  ["black", "#000000"],
  ["red", "#ff0000"],
  ["green", "#008000"],
  ["blue", "#0000ff"],
  ["yellow", "#ffff00"],
  ["gray", "#808080"],
  ["grey", "#808080"],
  ["silver", "#c0c0c0"],
  ["navy", "#000080"],
  ["whitesmoke", "#f5f5f5"],
  ["snow", "#fffafa"],
  ["ivory", "#fffff0"]
])

/** The colour of a background; `unknown` where there is a picture. */
const backgroundOf = (style: Declarations, colour: ReadColour): string | undefined => {
  if (get(style, "background-image") !== "" && get(style, "background-image") !== "none") return "unknown"
  const own = get(style, "background-color") || get(style, "background")
  if (own === "" || own === "none") return undefined
  const known = colour(own) ?? "unknown"
  return known === "clear" ? undefined : known
}

/** Whether text is clear, or has the colour of what it stands on, where that is known. */
const hasColourOf = (
  tree: Tree,
  node: number,
  style: Declarations,
  rules: StyleRules,
  read: ReadColour,
  backgroundAt: (node: number) => string | undefined,
  looks: Looks
): boolean => {
  // Letters filled with a picture, and blurred ones, are clear too.
  const isFilled = get(style, "background-clip") === "text" || get(style, "-webkit-background-clip") === "text"
  if (isFilled || get(style, "text-shadow") !== "") return false
  const colour = read(get(style, "-webkit-text-fill-color") || get(style, "color"))
  if (colour === undefined || moves(style)) return false
  if (colour === "clear") return !hasColouredParts(tree, node, rules, looks)
  for (let at = node; at > 0; at = tree.parent[at]!) {
    if (--looks.left < 0) return false
    const background = backgroundAt(at)
    if (background !== undefined) return background === colour && !hasColouredParts(tree, node, rules, looks)
  }
  return false
}

/** Whether an element below may have a colour of its own. */
const hasColouredParts = (tree: Tree, node: number, rules: StyleRules, looks: Looks): boolean => {
  const colour = rules.of(node).get("color")
  for (let at = node + 1; at < tree.size && tree.parent[at]! >= node; at++) {
    if (--looks.left < 0) return true
    if (tree.tag[at] === Tag.text || (tree.attributeMask[at]! & styled) === 0) continue
    if (!isSure(rules.of(at), ["color"]) || rules.of(at).get("color") !== colour) return true
  }
  return false
}
