/**
 * Prices as a page shows them. An element that shows a price may show others with it: the one before a sale, one for a
 * kilogram, the ends of a range. Which is which follows from what strikes them out, from words beside them (many of which
 * only screen readers say, `Original price was:`) and from the classes around them.
 *
 * ```
 * <p class="price"><del>18 €</del> <ins>12 €</ins></p>   ─►   price 12 €, old price 18 €
 * ```
 *
 * A class is a hint only: without amounts that fit, an element says nothing here.
 */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute, attributeBit, hasAttribute, isWhitespace, text } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { classesOf, cssPath, line, type Reading } from "./Reading.ts"

const limits = {
  /** Nodes and characters of an element that shows a price, and amounts in it. */
  nodes: 150,
  characters: 400,
  amounts: 12,
  /** Characters before an amount that are looked at for what it is. */
  label: 80
} as const

type Role =
  /** What a buyer pays. */
  | "current"
  /** Struck out, or named as the price before. */
  | "former"
  /** `Regular price`: the price before a sale when there is another, and else the price. */
  | "regular"
  /** The lowest of several. */
  | "from"
  /** For a measure, or for something else than the product. */
  | "other"

interface Amount {
  readonly text: string
  /** Its figures, by which an amount that stands twice is one. */
  readonly figures: string
  readonly role: Role | undefined
  /** A dash or a word for `to` stands before it, and another amount before that. */
  readonly endsRange: boolean
}

const currency = String.raw`(?:[A-Z]{1,3}\$|R\$|[€$£¥₹₽₩₺₫₴₪฿₦]|EUR|USD|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|CNY|INR|MXN|BRL|TRY|ZAR|Fr\.|zł|kr\.?|Kč|Ft|lei|лв\.?|руб\.?|円|元|원)`
const figures = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,](?:\d{1,4}|[-–—]{1,2}))?(?!\d)`
const marked = new RegExp(
  String.raw`${currency}[\s\u00a0]?(?:${figures})(?:[\s\u00a0]?(?:[A-Z]{3})\b)?|(?:${figures})[\s\u00a0]?${currency}`,
  "g"
)
const bare = new RegExp(figures, "g")

/** Words before an amount, as shops write them for all eyes or for screen readers. */
const formerWords =
  /original price|\bwas\b|list price|old price|previous price|instead of|reduced from|compare[d]? (?:at|to)|\bm?srp\b|\brrp\b|\buvp\b|\bstatt\b|ursprünglich|\bwar\b|vorher|alter preis|bisher|listenpreis|verkaufspreisempfehlung|preisempfehlung|ancien prix|prix (?:initial|d[’']origine|conseillé|barré)|au lieu de|precio (?:original|anterior)|\bantes\b|en lugar de|prezzo originale|\binvece di\b|oorspronkelijke|adviesprijs|preço original|pierwotna cena|původní cena|eredeti ár|ursprungligt pris|opprinnelig pris|oprindelig pris|alkuperäinen hinta|ordinarie pris|førpris|^\s*van\b/iu
const currentWords =
  /current price|(?:sale|special|deal|final|our|your|discounted) price|\bnow\b|reduced to|aktueller preis|\bjetzt\b|(?:angebots|sonder|aktions)preis|(?:unser|ihr) preis|prix (?:actuel|promo\w*|soldé|réduit)|maintenant|precio (?:actual|de oferta|rebajado)|\bahora\b|prezzo (?:attuale|scontato)|huidige prijs|aanbiedingsprijs|preço (?:atual|promocional)|aktualna cena|cena promocyjna|aktuální cena|nuvarande pris|nåværende pris|nuværende pris|nykyinen hinta|^\s*(?:to|por|nu|voor)\s*:?\s*$/iu
const regularWords =
  /regular price|normal price|(?:normaler|regulärer) preis|normalpreis|prix (?:habituel|normal|régulier)|precio (?:habitual|normal|regular)|prezzo (?:di listino|normale|regolare)|normale prijs|preço normal|cena regularna/iu
const otherWords =
  /unit price|base price|grundpreis|prix (?:unitaire|au)|precio (?:unitario|por)|prezzo unitario|stukprijs|preço unitário|shipping|delivery|versand|livraison|envío|spedizione|you save|\bsave\b|sie sparen|ersparnis|économi|ahorr|risparmi|deposit|pfand|consigne|points|installment|ratenzahlung|\brate[ns]?\b|mensualit|\d\s*(?:x|×)\s*$|lowest price|niedrigster preis|prix le plus bas|precio más bajo|najniższa cena|\d+\s*(?:days|tage|jours|días|giorni|dagen|dni|dnů)|excl|exkl|zzgl|\bnet(?:to)?\b|\bht\b|without tax|tax:?\s*$|\btva\b|mwst\.?:?\s*$/iu
const fromWords =
  /(?:^|\s)(?:from|starting at|as low as|ab|à partir de|dès|desde|a partire da|a partir de|vanaf|od|från|fra|alkaen)\s*:?\s*$/iu
/** Between the ends of a range. */
const rangeWords = /^\s*(?:[-–—~]|to|through|bis|à|a|al|do|tot|until)\s*$/iu
/** Behind a price for a measure. */
const perMeasure =
  /^[\s\u00a0*)]{0,4}(?:\/|per\b|pro\b|je\b|par\b|por\b|al\b|le\b|za\b)[\s\u00a0]*(?:\d+[\s\u00a0]*)?(?:kg|g|mg|l|ml|cl|dl|m|m²|m2|m³|cm|lb|lbs|oz|fl|lit(?:er|re|ro)s?|met(?:er|re|ro)s?|kilo\w*|gram\w*)(?![\p{L}])/iu

const priceClass =
  /(?:^|[-_])(?:prices?|pricing|preise?|prix|precios?|prezz[oi]|prijs|preco|cena|pris)(?:$|[-_])|Price$|^price[A-Z]/
const otherClass =
  /ship|deliver|unit|base|tax|total|cart|sav(?:e|ing)|member|instal|month|filter|slider|tier|deposit|point|range[-_]?(?:min|max|input)|label|table|list$|lists|sort|alert|calc/i
const formerClass =
  /(?:^|[-_])(?:old|was|list|strike|striked|strikethrough|crossed|compare|before|original|rrp|msrp|uvp|retail|previous|former|line-through|through)(?:$|[-_])/i
const currentClass =
  /(?:^|[-_])(?:sale|sales|special|current|final|now|new|discounted|discount-price|reduced|actual|promo)(?:$|[-_])/i
const regularClass = /(?:^|[-_])regular(?:$|[-_])/i
/** `with-list-price` says what an element has, and not what it is. */
const modifier = /^(?:with|has|is|on|no|without|not)[-_]|--/i

const struckTags = new Set<number>([Tag.del, Tag.s, Tag.strike])
const hintBits = attributeBit("class") | attributeBit("style") | attributeBit("hidden")

/** Whether the element may show the prices of one thing: by a class, or because something in it is struck out. */
const mayShowPrice = (reading: Reading, node: number): boolean => {
  const { ends, tree } = reading
  if (ends[node]! - node > limits.nodes) return false
  if ((tree.attributeMask[node]! & hintBits) !== 0) {
    const classes = classesOf(reading, node)
    if (classes.some((name) => priceClass.test(name))) return !classes.some((name) => otherClass.test(name))
  }
  for (let child = tree.first[node]!; child >= 0; child = tree.next[child]!)
    if (struckTags.has(tree.tag[child]!)) return true
  return false
}

/** The prices that an element shows; undefined when it shows none, or several that nothing distinguishes. */
export const priceFacts = (reading: Reading, node: number): ReadonlyArray<Fact> | undefined => {
  if (!mayShowPrice(reading, node)) return undefined
  const amounts = amountsOf(reading, node)
  if (amounts === undefined || amounts.length === 0) return undefined
  const where = cssPath(reading, node)
  const facts = rolesOf(amounts)
  return facts?.map(([label, value]) => ({ label, value, source: "class", where }))
}

type Named = readonly [label: string, value: string]

const rolesOf = (amounts: ReadonlyArray<Amount>): ReadonlyArray<Named> | undefined => {
  const of = (role: Role | undefined) => distinct(amounts.filter((amount) => amount.role === role))
  const former = of("former")
  const range = distinct(
    amounts.filter((amount) => amount.role === undefined || amount.role === "current" || amount.role === "from")
  )
  if (range.length === 2 && amounts.some(({ endsRange }) => endsRange))
    return [
      ["low price", range[0]!.text],
      ["high price", range[1]!.text]
    ]
  const [current, neutral, regular, from] = [of("current"), of(undefined), of("regular"), of("from")]
  const paid = current.length > 0 ? current : neutral.length > 0 ? neutral : regular.length > 0 ? regular : from
  if (paid.length > 1) return undefined
  const [price] = paid
  const before = former.length > 0 ? former : current.length > 0 || neutral.length > 0 ? regular : []
  const old = before.filter(({ figures }) => figures !== price?.figures)
  const named: Array<Named> = []
  if (price !== undefined) named.push([price.role === "from" ? "low price" : "price", price.text])
  if (old.length === 1) named.push(["old price", old[0]!.text])
  return named.length === 0 ? undefined : named
}

const distinct = (amounts: ReadonlyArray<Amount>): ReadonlyArray<Amount> => [
  ...new Map(amounts.map((amount) => [amount.figures, amount])).values()
]

/** A run of text that one role holds for. */
interface Run {
  readonly role: Role | undefined
  text: string
}

/** Undefined when the element holds more than prices. */
const amountsOf = (reading: Reading, root: number): ReadonlyArray<Amount> | undefined => {
  const runs = runsOf(reading, root)
  if (runs === undefined) return undefined
  const hasMarked = runs.some(({ text }) => text.search(marked) >= 0)
  const found: Array<Amount> = []
  let label = ""
  let hasBefore = false
  for (const run of runs) {
    let from = 0
    for (const match of run.text.matchAll(hasMarked ? marked : bare)) {
      const after = run.text.slice(match.index + match[0].length)
      // A discount is no amount, nor is the number of an article.
      if (/^\s*%/.test(after) || /[\p{L}\d]$/u.test(run.text.slice(0, match.index))) continue
      label = (label + run.text.slice(from, match.index)).slice(-limits.label)
      from = match.index + match[0].length
      const role = perMeasure.test(after) ? "other" : run.role === "former" ? run.role : (wordRole(label) ?? run.role)
      found.push({
        text: line(match[0]),
        figures: match[0].replace(/[.,](?:[-–—]+|00)(?!\d)/, "").replace(/\D/g, ""),
        role,
        endsRange: hasBefore && rangeWords.test(label)
      })
      label = ""
      hasBefore = true
    }
    label = (label + run.text.slice(from)).slice(-limits.label)
  }
  if (found.length > limits.amounts || (!hasMarked && found.length !== 1)) return undefined
  // What is sold by the kilogram has no other price.
  if (found.every(({ role }) => role === "other"))
    return found.length === 1 && wordRole(label) !== "other" ? [{ ...found[0]!, role: undefined }] : []
  return found
}

const wordRole = (label: string): Role | undefined =>
  otherWords.test(label)
    ? "other"
    : formerWords.test(label)
      ? "former"
      : currentWords.test(label)
        ? "current"
        : regularWords.test(label)
          ? "regular"
          : fromWords.test(label)
            ? "from"
            : undefined

/**
 * The text of the element, cut where another role begins. Parts for screen readers count, and what is hidden from them
 * counts too: shops say a price in two ways, one for either.
 */
const runsOf = (reading: Reading, root: number): ReadonlyArray<Run> | undefined => {
  const { ends, tree } = reading
  const runs: Array<Run> = []
  const open: Array<{ readonly end: number; readonly role: Role | undefined }> = []
  let characters = 0
  const say = (part: string): void => {
    const role = open.at(-1)?.role
    const last = runs.at(-1)
    // A word that ends an element is none with the amount behind it, while figures may be cut by elements.
    const isCut = /\p{L}$/u.test(last?.text ?? "") && /^[^\p{L}\s]/u.test(part)
    if (isCut) last!.text += " "
    if (last !== undefined && last.role === role) last.text += part
    else runs.push({ role, text: part })
    characters += part.length
  }
  for (let node = root; node < ends[root]!; node++) {
    while (open.length > 0 && node >= open.at(-1)!.end) open.pop()
    const tag = tree.tag[node]!
    if (tag === Tag.text) {
      say(isWhitespace(tree, node) ? " " : text(tree, node).replace(/\s+/g, " "))
      if (characters > limits.characters) return undefined
      continue
    }
    if ((kind[tag]! & (Kind.heading | Kind.skip)) !== 0 || tag === Tag.table || tag === Tag.img) {
      if ((kind[tag]! & Kind.heading) !== 0 && node !== root) return undefined
      if (node === root) continue
      node = ends[node]! - 1
      continue
    }
    if (node !== root && isHidden(tree, node)) {
      node = ends[node]! - 1
      continue
    }
    if (tag === Tag.br || (kind[tag]! & Kind.block) !== 0) say(" ")
    // `12<sup>99</sup>`
    if (tag === Tag.sup && /\d$/.test(runs.at(-1)?.text ?? "")) say(".")
    const role = roleOf(reading, node, tag, node === root)
    if (role !== undefined && open.at(-1)?.role !== "former") open.push({ end: ends[node]!, role })
  }
  return runs
}

const roleOf = (reading: Reading, node: number, tag: number, isRoot: boolean): Role | undefined => {
  if (struckTags.has(tag)) return "former"
  if (tag === Tag.ins) return "current"
  const { tree } = reading
  if ((tree.attributeMask[node]! & hintBits) === 0) return undefined
  if (/line-through/i.test(attribute(tree, node, "style") ?? "")) return "former"
  const names = classesOf(reading, node).filter((name) => !modifier.test(name) || /price-item--/.test(name))
  if (names.some((name) => formerClass.test(name))) return "former"
  if (names.some((name) => regularClass.test(name))) return "regular"
  if (isRoot) return undefined
  if (names.some((name) => otherClass.test(name) && priceClass.test(name))) return "other"
  return names.some((name) => currentClass.test(name)) ? "current" : undefined
}

const isHidden = (tree: Reading["tree"], node: number): boolean =>
  (tree.attributeMask[node]! & hintBits) !== 0 &&
  (hasAttribute(tree, node, "hidden") || /display\s*:\s*none/i.test(attribute(tree, node, "style") ?? ""))
