/**
 * Wishes that stand in fixed phrases: how many pages, how deep, how slowly, only
 * this page, only this site. Each phrase is one regular expression on folded
 * text over the wordings of all languages; where it matched, nothing else reads.
 */
import { numberOf, numeral } from "./numerals.ts"

/** What a phrase, or a part of a site, leads to. */
export interface Derived {
  readonly option: string
  readonly value: unknown
  readonly reason: string
}

export interface Phrase {
  readonly from: number
  readonly to: number
  /** Absent when the wish is understood, and cannot be granted. */
  readonly derived?: Derived | undefined
  readonly problem?: string | undefined
}

/** Most that a prompt may ask for; a larger number is set by the option itself. */
export const most = { limit: 10_000, depth: 100, delay: 60 } as const

const start = "(?<![\\p{L}\\p{N}])"
const end = "(?![\\p{L}\\p{N}])"
const any = (...wordings: ReadonlyArray<string>) => `(?:${wordings.join("|")})`

const atMost = any(
  "(?:do not|don't|not|without) exceed(?:ing)?",
  "(?:ne )?depasse[rz]? pas",
  "sans depasser",
  "no (?:pases|excedas|superes)(?: de| las)?",
  "sin (?:pasar|exceder|superar)(?: de| las)?",
  "at most",
  "at maximum",
  "no more than",
  "not more than",
  "not (?:go )?beyond",
  "up to",
  "(?:a |the )?max(?:imum)?\\.?(?: of)?",
  "(?:the |a )?limit(?:ed)?(?: it)?(?: to| of| at| is| =|=| :|:)?",
  "(?:the )?first",
  "stop (?:after|at)",
  "hochstens",
  "hoechstens",
  "maximal",
  "nicht mehr als",
  "bis zu",
  "limit von",
  "begrenz(?:e|t|en)?(?: es| das)?(?: auf)?",
  "limitier(?:e|t|en)?(?: es)?(?: auf)?",
  "(?:die )?ersten",
  "au maximum",
  "au plus",
  "pas plus de",
  "jusqu'a",
  "limite[rz]?(?: toi| vous)?(?: a| de)?",
  "un maximum de",
  "como maximo",
  "a lo sumo",
  "un maximo de",
  "maximo(?: de)?",
  "no mas de",
  "hasta",
  "limite de",
  "limita(?:do|r)?(?: a)?",
  "(?:las |los )?primer[ao]s"
)
const fewer = any("fewer than", "less than", "under", "below", "weniger als", "unter", "moins de", "menos de")
const atLeast = any(
  "at least",
  "a minimum of",
  "minimum",
  "more than",
  "over",
  "mindestens",
  "mehr als",
  "au moins",
  "plus de",
  "al menos",
  "por lo menos",
  "mas de",
  "como minimo"
)
const afterwards = any(
  "at most",
  "max(?:imum)?\\.?",
  "or fewer",
  "or less",
  "tops",
  "hochstens",
  "maximal",
  "au maximum",
  "au plus",
  "como maximo",
  "maximo",
  "a lo sumo",
  "en tout",
  "in total",
  "insgesamt",
  "en total"
)
const countable = any(
  "pages?",
  "urls?",
  "addresses",
  "documents?",
  "articles?",
  "posts?",
  "entries",
  "items",
  "\\p{L}*seiten?",
  "adressen",
  "dokumenten?",
  "\\p{L}*artikeln?",
  "\\p{L}*beitrage",
  "\\p{L}*eintrage",
  "paginas?",
  "articulos?",
  "documentos?",
  "entradas?",
  "adresses",
  "direcciones",
  "fiches",
  "fichas",
  "products",
  "produkte",
  "produits",
  "productos",
  "recipes",
  "rezepte",
  "recettes",
  "recetas",
  "sites?"
)
const otherUnit = any(
  "%",
  "percent",
  "prozent",
  "pour",
  "por ciento",
  "mb",
  "kb",
  "gb",
  "bytes",
  "minutes?",
  "minuten?",
  "minutos?",
  "hours?",
  "stunden?",
  "heures?",
  "horas?",
  "days?",
  "tagen?",
  "jours?",
  "dias?",
  "seconds?",
  "sekunden?",
  "secondes?",
  "segundos?",
  "credits?",
  "words?",
  "worter",
  "mots",
  "palabras",
  "euros?",
  "dollars?"
)
const unit = any(
  "milliseconds?",
  "ms",
  "millisekunden?",
  "millisecondes?",
  "milisegundos?",
  "seconds?",
  "secs?",
  "s",
  "sekunden?",
  "sek",
  "secondes?",
  "segundos?",
  "minutes?",
  "mins?",
  "minuten?",
  "minutos?"
)
const between = `(?: ${any("between", "after", "before", "zwischen", "nach", "entre", "despues de", "apres")}(?: ${any("the", "each", "every", "two", "den", "zwei", "jeder", "allen", "les", "chaque", "deux", "las", "los", "cada", "dos")})?(?: ${any("of them", "\\p{L}*seiten?", "anfragen?", "abrufen?", "aufrufen?", "pages?", "requests?", "visits?", "requetes?", "paginas?", "peticion(?:es)?", "solicitud(?:es)?", "visitas?", "fetch(?:es)?", "loads?")})?)?`
const page = any(
  "(?:one|1|a) (?:page|request)",
  "(?:eine|1) (?:seite|anfrage)",
  "une (?:page|requete)",
  "una (?:pagina|peticion|solicitud)"
)

const deep = any(
  "levels?",
  "layers?",
  "clicks?",
  "hops?",
  "ebenen?",
  "stufen?",
  "klicks?",
  "niveaux?",
  "clics?",
  "niveles",
  "nivel"
)
const links = any("links", "liens", "enlaces", "pages", "seiten", "paginas")
const down = any(
  "deep",
  "down",
  "away",
  "of depth",
  "in depth",
  "tief",
  "weit",
  "en profondeur",
  "de profondeur",
  "de profundidad",
  "de profondo",
  "hacia abajo"
)
const notDeeper = any(
  "(?:(?:do not|don't|never|not|no) )?(?:go |going )?(?:any )?deeper than",
  "(?:gehe? )?nicht tiefer als",
  "(?:ne va )?pas plus profond(?:ement)? que",
  "(?:sans aller|n'alle[zr]) (?:pas )?(?:plus loin|au-dela) (?:que|de)",
  "no (?:vayas )?mas (?:profundo|alla|lejos) (?:de|que)"
)
const depth = any("depth", "(?:such)?tiefe", "profondeur", "profundidad")
const bound = any(
  "max(?:imum|imal|imale|ima|imo)?\\.?",
  "a",
  "of",
  "is",
  "to",
  "limit",
  "von",
  "auf",
  "de",
  "d'",
  "=",
  ":",
  "a la",
  "at most",
  "hochstens",
  "au plus",
  "hasta"
)
const from = any(
  "from the (?:start|home|front|main|first) ?(?:page)?",
  "von der startseite(?: aus)?",
  "depuis l'accueil",
  "desde (?:el inicio|la portada)"
)

const only = any(
  "only",
  "just",
  "solely",
  "nur",
  "lediglich",
  "seulement",
  "uniquement",
  "juste",
  "rien que",
  "solo",
  "solamente",
  "unicamente"
)
const single = any(
  "(?:crawl |scrape |get |take )?(?:this|the start|the starting|the first|the home|the landing|the front|the main|this one|the one|one|a single|the given) ?page",
  "diese(?: eine)? seite",
  "(?:die |der )?(?:startseite|hauptseite|erste seite)",
  "eine einzige seite",
  "cette(?: seule)? page",
  "la page d'accueil",
  "la premiere page",
  "la page donnee",
  "esta(?: unica)? pagina",
  "la pagina (?:de inicio|principal|inicial)",
  "la portada"
)
const more = `(?! (?:and|und|et|y|linked|verlinkt|liees|enlazad))`
const linked = any(
  "(?:pages |links |what is |those )?(?:directly )?linked (?:directly )?(?:from|on) (?:the |this )?(?:start|home|front|main|first|landing) ?page",
  "(?:pages |links )?(?:directly )?linked (?:directly )?from (?:this page|here)",
  "(?:direkt )?(?:von|auf) der startseite (?:direkt )?verlinkten?(?: seiten)?",
  "(?:seiten,? die )?(?:direkt )?(?:von|auf) der startseite (?:direkt )?verlinkt sind",
  "(?:les )?pages (?:directement )?liees (?:directement )?(?:depuis|a) la page d'accueil",
  "(?:las )?paginas (?:directamente )?enlazadas (?:directamente )?desde la (?:pagina de inicio|portada|pagina principal)"
)

const site = any("site", "website", "webseite", "domain", "host", "hostname", "domaine", "sitio", "dominio", "web")
const stay = any(
  `(?:stay|remain|keep) (?:on|within|inside|in|to) (?:this|the|that|the same) ${site}`,
  `(?:do not|don't|never) leave (?:this|the) ${site}`,
  `without leaving (?:this|the) ${site}`,
  `${only} (?:on )?this (?:site|domain|host)`,
  `bleib(?:e|t|en)? (?:auf|innerhalb|in) (?:der|dieser|von|derselben) (?:gleichen )?(?:seite|${site})`,
  `(?:die|diese) (?:seite|${site}) nicht (?:verlassen|verlasst)`,
  `verlasse? (?:die|diese) (?:seite|${site}) nicht`,
  `ohne (?:die|diese) (?:seite|${site}) zu verlassen`,
  `reste[rz]? (?:sur|dans) (?:le|ce|le meme) ${site}`,
  `(?:ne )?(?:quitte[rz]?|sor[st]?(?:ez)?) pas (?:le|ce|du|de ce) ${site}`,
  `sans (?:quitter|sortir) (?:le|ce|du|de ce) ${site}`,
  `(?:quedate|permanece|mantente|quedarse) (?:en|dentro del?) (?:este |el |la )?(?:mismo )?${site}`,
  `(?:no salgas|sin salir) (?:del?|de este) ?${site}`
)
const whole = any(
  `(?:the |this )?(?:whole|entire|complete|full) ${site}`,
  `everything on (?:the|this) ${site}`,
  `all of (?:the|this) ${site}`,
  `(?:die |der |diese )?(?:ganzen?|gesamten?|kompletten?|vollstandigen?) (?:seite|site|website|webseite|domain|internetseite|auftritt)`,
  `(?:tout|l'ensemble|l'integralite) (?:le |ce |du |de ce )${site}`,
  `(?:le |ce )${site} (?:entier|complet|en entier|au complet)`,
  `tod[oa] (?:el |este |la )${site}`,
  `(?:el |la )${site} (?:enter[oa]|complet[oa])`
)

interface Rule {
  readonly find: RegExp
  readonly read: (match: RegExpExecArray) => Omit<Phrase, "from" | "to"> | undefined
}

const rule = (wording: string, read: Rule["read"]): Rule => ({ find: new RegExp(start + wording + end, "gu"), read })

const seconds = (number: string, word: string) =>
  numberOf(number) * (/^m(?:s|illi|ili)/.test(word) ? 0.001 : word.startsWith("m") ? 60 : 1)

const delayed = (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
  const { n = "1", u = "s" } = match.groups ?? {}
  const value = seconds(n, u)
  if (!(value > 0)) return { problem: "a delay is more than nothing" }
  if (value > most.delay) return { problem: `a prompt may ask for a delay of at most ${most.delay} seconds` }
  return { derived: { option: "delay", value, reason: `${value} seconds between two pages` } }
}

/** So many pages in so much time. */
const paced = (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
  const { n = "1", u = "s" } = match.groups ?? {}
  const whole = /^(?:h|stunde)/.test(u) ? 3600 : seconds("1", u)
  const value = Math.round((whole / numberOf(n)) * 1000) / 1000
  if (!(value > 0) || value > most.delay) {
    return { problem: `a prompt may ask for a delay of at most ${most.delay} seconds` }
  }
  return { derived: { option: "delay", value, reason: `${value} seconds between two pages` } }
}

const limited =
  (less: number) =>
  (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
    const value = numberOf(match.groups!["n"]!) - less
    if (!Number.isInteger(value) || value < 1) return { problem: "a limit is a whole number of pages" }
    if (value > most.limit) {
      return { problem: `a prompt may ask for at most ${most.limit} pages; set \`limit\` for more` }
    }
    return { derived: { option: "limit", value, reason: value === 1 ? "one page" : `at most ${value} pages` } }
  }

const deepened = (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
  const value = numberOf(match.groups!["n"]!)
  if (!Number.isInteger(value) || value > most.depth) {
    return { problem: `a prompt may ask for a depth of at most ${most.depth}` }
  }
  return { derived: { option: "maxDiscoveryDepth", value, reason: `at most ${value} links from the start` } }
}

const always = (option: string, value: unknown, reason: string) => () => ({ derived: { option, value, reason } })
const number = `(?<n>${numeral})`
const small = `(?: ?${any("pages?", "seiten?", "paginas?")})?`

const per = any("per", "a", "each", "every", "pro", "je", "par", "por", "cada")
const together = any(
  "at a time",
  "at once",
  "at the same time",
  "in parallel",
  "concurrently",
  "simultaneously",
  "gleichzeitig",
  "parallel",
  "auf einmal",
  "a la fois",
  "en meme temps",
  "en parallele",
  "a la vez",
  "al mismo tiempo",
  "en paralelo"
)
const leaving = any(
  "skip(?:ping)?",
  "ignor(?:e|ing|iere|ieren|er|ez|a|ar)",
  "omit(?:ting)?",
  "exclud(?:e|ing)",
  "leave out",
  "drop",
  "without",
  "except",
  "uberspring(?:e|en)",
  "ohne",
  "ausser",
  "saute[rz]?",
  "sans",
  "sauf",
  "omit(?:e|ir)",
  "salta(?:r|te)?",
  "sin",
  "excepto"
)
const ordinal = any("first", "last", "ersten", "letzten", "premieres", "dernieres", "primer[ao]s", "ultim[ao]s")

/** In the order they are looked for: what is more special comes first. */
const rules: ReadonlyArray<Rule> = [
  rule(`${leaving} (?:(?:the|die|les|las|los) )?(?:${ordinal} )?${number}(?: ${ordinal})? ${countable}`, () => ({
    problem: "pages cannot be left out by their number"
  })),
  rule(
    `(?:${any(atMost, "only", "nur", "solo")} )?${number} (?:${countable}|requests?|anfragen|requetes|peticiones) ${together}`,
    () => ({
      problem: "pages at once are set by `maxConcurrency`"
    })
  ),
  rule(
    `(?:${atMost} )?${number} (?:${countable}|requests?|anfragen|requetes|peticiones) ${per} (?<u>${unit}|hours?|stunden?|heures?|horas?)`,
    paced
  ),
  rule(
    `${any("wait(?:ing)?", "pause", "sleep", "delay", "warte(?:n|t)?", "pausiere", "attend(?:s|ez|re)?", "patiente[rz]?", "esper(?:a|ar|e|ando)")}(?: ${any("of", "for", "about", "immer", "jeweils", "von", "de")})? ${number} ?(?<u>${unit})${between}`,
    delayed
  ),
  rule(
    `(?:${any("mit", "with", "avec", "con")} )?(?:${any("a", "an", "einer", "einem", "eine", "une", "un", "una")} )?${any("pause", "delay", "break", "gap", "verzogerung", "abstand", "delai", "attente", "pausa", "retraso", "espera")} (?:of|von|de) ${number} ?(?<u>${unit})${between}`,
    delayed
  ),
  rule(
    `${number} ?(?<u>${unit}) (?:${any("delay", "pause", "wait", "apart", "verzogerung", "abstand", "warten", "wartezeit", "de pause", "d'attente", "de pausa", "de espera")})${between}`,
    delayed
  ),
  rule(
    `${number} ?(?<u>${unit}) ${any("between", "zwischen", "entre")} ${any("each", "every", "two", "the", "den", "zwei", "les", "chaque", "deux", "las", "cada", "dos")}?(?: ?${any("pages?", "requests?", "seiten", "anfragen", "abrufen", "requetes?", "paginas?", "peticiones")})`,
    delayed
  ),
  rule(
    `${any("at most |hochstens |maximal |au plus |au maximum |como maximo ")}?${page} ${any("every", "per", "each", "alle", "pro", "je", "toutes les", "par", "cada", "por")} (?:${number} )?(?<u>${unit})`,
    delayed
  ),
  rule(
    `(?:${any(atMost, notDeeper)} )?${number}[ -](?:${deep}(?: ${down})?|${links} ${any(down, "from the (?:start|home) ?page", "von der startseite(?: entfernt)?")}|${down})(?: ${from})?(?: ${afterwards})?`,
    deepened
  ),
  rule(
    `${any("max(?:imum|imale?)?\\.? ", "maximale ", "profundidad maxima ")}?${depth}(?: ?${bound}){0,3} ?${number}`,
    deepened
  ),
  rule(`${notDeeper} ${number}`, deepened),
  rule(`(?:${only} )?${linked}`, always("maxDiscoveryDepth", 1, "only pages linked from the start")),
  rule(`${only} ${single}${more}`, always("limit", 1, "one page")),
  rule(`${single} (?:${only}|alone|allein|seule|sola)`, always("limit", 1, "one page")),
  rule(stay, always("allowExternalLinks", false, "the crawl stays on its site")),
  rule(
    `(?<!\\p{L}(?:not|nicht|pas|no) )${whole}`,
    always("crawlEntireDomain", true, "the whole site, not only what is below the start")
  ),
  rule(`${any("not", "nicht", "pas", "no")} ${whole}`, always("crawlEntireDomain", false, "not the whole site")),
  rule(`(?<!(?:no|not|nicht|pas) )${atLeast} ${number}${small}`, () => ({
    problem: "a crawl cannot promise a number of pages"
  })),
  rule(`${fewer} ${number}(?= (?:[\\p{L}-]+ ){0,2}${countable})`, limited(1)),
  rule(`${atMost} ${number}(?! ?${otherUnit})(?: ${afterwards})?`, limited(0)),
  rule(
    `(?:${any("the", "die", "les", "las", "los", only)} )?(?<n>(?!(?:one|une?|uno|una|eine[rmns]?|ein|eins)(?![\\p{L}\\p{N}]))${numeral})(?= (?:[\\p{L}-]+ ){0,2}${countable}${end})`,
    limited(0)
  )
]

/** What a phrase becomes once it is read, so that no other phrase reads it again. */
const taken = "\u0001"

/** Phrases in their order in the text, and the text with their places blank. */
export const readPhrases = (text: string): { readonly phrases: ReadonlyArray<Phrase>; readonly rest: string } => {
  const phrases: Array<Phrase> = []
  let rest = text
  for (const { find, read } of rules) {
    for (const match of rest.matchAll(find)) {
      const found = read(match)
      if (found === undefined) continue
      const to = match.index + match[0].length
      phrases.push({ from: match.index, to, ...found })
      rest = rest.slice(0, match.index) + taken.repeat(match[0].length) + rest.slice(to)
    }
  }
  return { phrases: phrases.toSorted((a, b) => a.from - b.from), rest }
}
