/**
 * Wordings of the phrases in `phrases.ts`, as sources of regular expressions on folded text: the same instruction in
 * English, German, French and Spanish.
 */

export const start = "(?<![\\p{L}\\p{N}])"
export const end = "(?![\\p{L}\\p{N}])"
export const any = (...wordings: ReadonlyArray<string>) => `(?:${wordings.join("|")})`

export const atMost = any(
  "(?:do not|don't|not|without) exceed(?:ing)?",
  "(?:ne )?depasse[rz]? pas",
  "sans depasser",
  "no (?:pases|excedas|superes)(?: de| las)?",
  "sin (?:pasar|exceder|superar)(?: de| las)?",
  "(?:sin|no) (?:rastrear|rastrees|visitar|visites|recorrer|recorras|leer|leas|bajar|bajes) (?:a )?mas de",
  "at most",
  "at maximum",
  "no more than",
  "not more than",
  "not (?:go )?beyond",
  "(?:do not|don't|never) (?:crawl|get|fetch|visit|scrape|take|read|index) more than",
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
export const fewer = any("fewer than", "less than", "under", "below", "weniger als", "unter", "moins de", "menos de")
export const atLeast = any(
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
export const afterwards = any(
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
export const countable = any(
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
export const otherUnit = any(
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
export const unit = any(
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
export const between = `(?: ${any("between", "after", "before", "zwischen", "nach", "entre", "despues de", "apres")}(?: ${any("the", "each", "every", "two", "den", "zwei", "jeder", "allen", "les", "chaque", "deux", "las", "los", "cada", "dos")})?(?: ${any("of them", "\\p{L}*seiten?", "anfragen?", "abrufen?", "aufrufen?", "pages?", "requests?", "visits?", "requetes?", "paginas?", "peticion(?:es)?", "solicitud(?:es)?", "visitas?", "fetch(?:es)?", "loads?")})?)?`
export const page = any(
  "(?:one|1|a) (?:page|request)",
  "(?:eine|1) (?:seite|anfrage)",
  "une (?:page|requete)",
  "una (?:pagina|peticion|solicitud)"
)

export const deep = any(
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
export const links = any("links", "liens", "enlaces", "pages", "seiten", "paginas")
export const down = any(
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
export const notDeeper = any(
  "(?:(?:do not|don't|never|not|no) )?(?:go |going )?(?:any )?deeper than",
  "(?:not )?(?:go |going )?(?:any )?further than",
  "(?:gehe? )?nicht (?:tiefer|weiter) als",
  "(?:ne )?(?:vas?|allez|descends|descendez) pas plus (?:profond(?:ement)?|loin|bas) (?:que|de)",
  "pas plus (?:profond(?:ement)?|loin|bas) (?:que|de)",
  "sans (?:descendre|aller) (?:a )?plus (?:profond(?:ement)?|loin|bas)? ?(?:que|de)",
  "(?:sans aller|n'alle[zr]) (?:pas )?(?:plus loin|au-dela) (?:que|de)",
  "no (?:vayas )?mas (?:profundo|alla|lejos) (?:de|que)"
)
export const depth = any("depth", "(?:such)?tiefe", "profondeur", "profundidad")
export const bound = any(
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
export const from = any(
  "from the (?:start|home|front|main|first) ?(?:page)?",
  "von der startseite(?: aus)?",
  "depuis l'accueil",
  "desde (?:el inicio|la portada)"
)

export const only = any(
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
export const single = any(
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
export const more = `(?! (?:and|und|et|y|linked|verlinkt|liees|enlazad))`
export const linked = any(
  "(?:pages |links |what is |those )?(?:directly )?linked (?:directly )?(?:from|on) (?:the |this )?(?:start|home|front|main|first|landing) ?page",
  "(?:pages |links )?(?:directly )?linked (?:directly )?from (?:this page|here)",
  "(?:direkt )?(?:von|auf) der startseite (?:direkt )?verlinkten?(?: seiten)?",
  "(?:seiten,? die )?(?:direkt )?(?:von|auf) der startseite (?:direkt )?verlinkt sind",
  "(?:les )?pages (?:directement )?liees (?:directement )?(?:depuis|a) la page d'accueil",
  "(?:las )?paginas (?:directamente )?enlazadas (?:directamente )?desde la (?:pagina de inicio|portada|pagina principal)"
)

export const site = any(
  "site",
  "website",
  "webseite",
  "domain",
  "host",
  "hostname",
  "domaine",
  "sitio",
  "dominio",
  "web"
)
export const stayVerbs = any(
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
export const whole = any(
  `(?:the |this )?(?:whole|entire|complete|full) ${site}`,
  `everything on (?:the|this) ${site}`,
  `all of (?:the|this) ${site}`,
  `(?:die |der |diese )?(?:ganzen?|gesamten?|kompletten?|vollstandigen?) (?:seite|site|website|webseite|domain|internetseite|auftritt)`,
  `(?:tout|l'ensemble|l'integralite) (?:le |ce |du |de ce )${site}`,
  `(?:le |ce )${site} (?:entier|complet|en entier|au complet)`,
  `tod[oa] (?:el |este |la )${site}`,
  `(?:el |la )${site} (?:enter[oa]|complet[oa])`
)

export const per = any("per", "a", "each", "every", "pro", "je", "par", "por", "cada")
export const together = any(
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
export const leaveVerbs = any(
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
export const ordinal = any("first", "last", "ersten", "letzten", "premieres", "dernieres", "primer[ao]s", "ultim[ao]s")
