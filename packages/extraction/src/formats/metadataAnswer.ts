/**
 * Questions about the page itself, which its metadata answers: who wrote it, when it was published or updated, its title,
 * language, site and address.
 *
 * A question counts only as a whole (`Who wrote this article?`): one about something on the page (`Who wrote the anthem?`)
 * is for its text. Patterns are for folded text: lower case, without accents and punctuation.
 */
import type { Document } from "@orbweaver/core/model/Document"

type Metadata = Partial<Document["metadata"]>

const noun = {
  en: "(?:it|this|that|(?:the|this|that) (?:article|page|web ?page|post|blog ?post|text|story|piece|document|report|essay|column|entry|interview|recipe|review|news|paper))",
  de: "(?:es|das|dies|ihn|ihr|(?:de[rnms]|die|das|diese[rnms]?) (?:artikels?|beitrags?|blogbeitrags?|texte?s?|seite|webseite|berichts?|dokuments?|meldung|geschichte|interviews?|rezepts?|rezension))",
  fr: "(?:ca|cela|ceci|il|elle|(?:le|la|l|ce|cet|cette|du|de la|de l|de ce|de cet|de cette) ?(?:article|page|texte|billet|post|document|rapport|recit|entretien|recette|critique))",
  es: "(?:esto|eso|(?:el|la|este|esta|ese|esa|del) (?:articulo|pagina|texto|entrada|post|publicacion|documento|informe|noticia|historia|entrevista|receta|resena))",
  it: "(?:questo|(?:l|il|la|lo|questo|questa|quest|dell|del|della) ?(?:articolo|pagina|testo|post|documento|rapporto|notizia|storia|intervista|ricetta|recensione))",
  pt: "(?:isto|isso|(?:o|a|este|esta|esse|essa|do|da|deste|desta) (?:artigo|pagina|texto|post|publicacao|documento|relatorio|noticia|historia|entrevista|receita))",
  nl: "(?:dit|dat|het|(?:het|de|dit|deze|die) (?:artikel|pagina|tekst|bericht|blog|document|verslag|verhaal|interview|recept|recensie))"
} as const

type Topic = "author" | "publishedTime" | "modifiedTime" | "title" | "language" | "siteName" | "url"
type Language = keyof typeof noun

/** `IT` stands for the page. */
const questions: Readonly<Record<Topic, Readonly<Record<Language, ReadonlyArray<string>>>>> = {
  author: {
    en: [
      "who (?:wrote|authored|penned)(?: IT)?",
      "who (?:is|are|was) (?:the )?(?:authors?|writers?)(?: of IT)?",
      "by whom (?:was|is) IT(?: written)?",
      "who (?:was|is) IT (?:written )?by",
      "(?:what is )?(?:the )?(?:name of the )?authors?(?: s)?(?: name)?(?: of IT)?"
    ],
    de: [
      "wer hat IT (?:geschrieben|verfasst)",
      "wer schrieb IT",
      "wer ist (?:der|die) (?:autor|autorin|verfasser|verfasserin)(?: (?:von )?IT)?",
      "von wem (?:ist|stammt|wurde) IT(?: geschrieben| verfasst)?",
      "(?:autor|autorin|verfasser|verfasserin)"
    ],
    fr: [
      "qui a (?:ecrit|redige) IT",
      "qui l a (?:ecrit|ecrite|redige|redigee)",
      "(?:qui|quel|quelle) est l (?:auteur|autrice|auteure)(?: IT)?",
      "l? ?(?:auteur|autrice)"
    ],
    es: [
      "quien (?:lo |la )?(?:escribio|redacto|ha escrito)(?: IT)?",
      "quien es (?:el|la) autora?(?: (?:de )?IT)?",
      "(?:el )?autora?"
    ],
    it: ["chi (?:lo |l )?ha scritto(?: IT)?", "chi e (?:l autore|l autrice)(?: (?:di )?IT)?", "autore"],
    pt: ["quem escreveu(?: IT)?", "quem e (?:o autor|a autora)(?: (?:de )?IT)?", "autora?"],
    nl: [
      "wie heeft IT geschreven",
      "wie schreef IT",
      "wie is de (?:auteur|schrijver|schrijfster)(?: van IT)?",
      "door wie is IT geschreven",
      "auteur"
    ]
  },
  publishedTime: {
    en: [
      "when (?:was|is) IT (?:first |originally )?(?:published|posted|written|released|put online)",
      "when did IT (?:first )?(?:appear|come out|go live)",
      "(?:on )?(?:what|which) (?:date|day) was IT (?:published|posted|written)(?: on)?",
      "(?:what is )?(?:the )?(?:publication|publish|publishing|published|release) date(?: of IT)?",
      "how old is IT",
      "(?:what is )?the date of IT"
    ],
    de: [
      "wann (?:wurde|ist) IT (?:veroffentlicht|publiziert|geschrieben|verfasst|erschienen)(?: worden)?",
      "wann erschien IT",
      "von wann ist IT",
      "wie alt ist IT",
      "(?:was ist )?(?:das )?(?:veroffentlichungsdatum|erscheinungsdatum)(?: (?:von )?IT)?"
    ],
    fr: [
      "quand (?:a ete|fut|est) (?:publiee?|ecrite?|parue?|redigee?|mise? en ligne) IT",
      "quand IT (?:a t il|a t elle) ete (?:publiee?|ecrite?|redigee?)",
      "quand (?:a t il|a t elle) ete (?:publiee?|ecrite?)",
      "de quand date IT",
      "(?:quelle est )?(?:la )?date de (?:publication|parution)(?: IT)?"
    ],
    es: [
      "cuando (?:se|fue) (?:publico|escribio|publicad[oa]|escrit[oa])(?: IT)?",
      "de cuando es IT",
      "(?:cual es )?(?:la )?fecha de publicacion(?: (?:de )?IT)?"
    ],
    it: [
      "quando (?:e stat[oa]|fu) (?:pubblicat[oa]|scritt[oa])(?: IT)?",
      "(?:qual e )?(?:la )?data di pubblicazione(?: (?:di )?IT)?"
    ],
    pt: [
      "quando (?:foi|se) (?:publicad[oa]|escrit[oa]|publicou)(?: IT)?",
      "(?:qual e )?(?:a )?data (?:de|da) publicacao(?: (?:de )?IT)?"
    ],
    nl: [
      "wanneer (?:is|werd) IT (?:gepubliceerd|geschreven|verschenen|geplaatst)",
      "(?:wat is )?(?:de )?publicatiedatum(?: van IT)?"
    ]
  },
  modifiedTime: {
    en: [
      "when was IT (?:last |most recently )?(?:updated|modified|changed|edited|revised)(?: last)?",
      "(?:what is )?(?:the )?(?:last|latest) (?:updated?|modified|modification|revision)(?: date)?(?: of IT)?"
    ],
    de: [
      "wann wurde IT (?:zuletzt )?(?:aktualisiert|geandert|bearbeitet|uberarbeitet)",
      "(?:was ist )?(?:die )?letzte (?:aktualisierung|anderung)(?: (?:von )?IT)?"
    ],
    fr: [
      "quand (?:a ete|fut) (?:mise? a jour|modifiee?|actualisee?) IT",
      "quand IT (?:a t il|a t elle) ete (?:mise? a jour|modifiee?)",
      "(?:quelle est )?(?:la )?(?:date de )?(?:la )?derniere (?:mise a jour|modification)(?: IT)?"
    ],
    es: [
      "cuando (?:se|fue) (?:actualizo|modifico|actualizad[oa]|modificad[oa])(?: por ultima vez)?(?: IT)?",
      "(?:cual es )?(?:la )?ultima (?:actualizacion|modificacion)(?: (?:de )?IT)?"
    ],
    it: ["quando e stat[oa] (?:aggiornat[oa]|modificat[oa])(?: IT)?", "(?:l )?ultimo aggiornamento"],
    pt: ["quando foi (?:atualizad[oa]|modificad[oa])(?: IT)?", "(?:a )?ultima (?:atualizacao|modificacao)"],
    nl: [
      "wanneer is IT (?:voor het laatst |laatst )?(?:bijgewerkt|gewijzigd|aangepast)",
      "laatste (?:wijziging|update)"
    ]
  },
  title: {
    en: ["(?:what is )?(?:the )?(?:title|headline)(?: of IT)?", "what is IT (?:called|titled)"],
    de: ["(?:was|wie) (?:ist|lautet) (?:der titel|die uberschrift)(?: (?:von )?IT)?", "wie heisst IT", "titel"],
    fr: ["quel est (?:le|son) titre(?: IT)?", "comment s appelle IT", "titre"],
    es: ["cual es (?:el|su) titulo(?: (?:de )?IT)?", "como se (?:llama|titula) IT", "titulo"],
    it: ["qual e il titolo(?: (?:di )?IT)?", "titolo"],
    pt: ["qual e o titulo(?: (?:de )?IT)?", "titulo"],
    nl: ["wat is de titel(?: van IT)?", "hoe heet IT", "titel"]
  },
  language: {
    en: ["(?:in )?(?:what|which) language is IT(?: written)?(?: in)?", "(?:what is )?(?:the )?language(?: of IT)?"],
    de: [
      "in welcher sprache ist IT(?: geschrieben| verfasst)?",
      "(?:was|welche) ist die sprache(?: (?:von )?IT)?",
      "sprache"
    ],
    fr: [
      "(?:en|dans) quelle langue (?:est|a ete) (?:ecrite?|redigee?) IT",
      "quelle est la langue(?: IT)?",
      "en quelle langue est IT",
      "langue"
    ],
    es: [
      "en que (?:idioma|lengua) (?:esta|fue)(?: escrit[oa])?(?: IT)?(?: escrit[oa])?",
      "cual es el idioma(?: (?:de )?IT)?",
      "idioma"
    ],
    it: ["in (?:che|quale) lingua e(?: scritt[oa])?(?: IT)?", "lingua"],
    pt: ["em que (?:idioma|lingua) (?:esta|foi)(?: escrit[oa])?(?: IT)?", "idioma"],
    nl: ["in welke taal is IT(?: geschreven)?", "taal"]
  },
  siteName: {
    en: [
      "who published IT",
      "where was IT (?:published|posted)",
      "(?:on )?(?:what|which) (?:site|website|web ?site|publication|newspaper|magazine|blog) (?:is|was) IT (?:from|on|in|published (?:on|in|by)|published)",
      "(?:what|which) (?:site|website|publication|newspaper|magazine|blog) published IT",
      "(?:what is )?(?:the )?(?:name of the )?(?:site|website|publisher)(?: name)?(?: of IT)?",
      "what (?:site|website) is this"
    ],
    de: [
      "wer hat IT veroffentlicht",
      "wo (?:wurde|ist) IT (?:veroffentlicht|erschienen)(?: worden)?",
      "(?:auf|von) welcher (?:seite|website|webseite|zeitung) (?:ist|stammt|wurde) IT(?: veroffentlicht)?",
      "wie heisst die (?:website|webseite)"
    ],
    fr: [
      "qui a publie IT",
      "ou a ete publiee? IT",
      "(?:de|sur) quel site (?:vient|est|provient)(?: publiee?)? IT",
      "quel est le (?:nom du )?site"
    ],
    es: [
      "quien publico IT",
      "donde (?:se|fue) (?:publico|publicad[oa]) IT",
      "(?:de|en) que (?:sitio|pagina web|periodico) es IT"
    ],
    it: ["chi ha pubblicato IT", "dove e stat[oa] pubblicat[oa] IT"],
    pt: ["quem publicou IT", "onde foi publicad[oa] IT"],
    nl: ["wie heeft IT gepubliceerd", "waar is IT gepubliceerd"]
  },
  url: {
    en: ["(?:what is )?(?:the )?(?:url|web address|link|address)(?: of IT)?"],
    de: ["(?:was|wie) (?:ist|lautet) die (?:url|adresse|webadresse)(?: (?:von )?IT)?"],
    fr: ["quelle est (?:l url|l adresse)(?: IT)?"],
    es: ["cual es (?:la url|la direccion|el enlace)(?: (?:de )?IT)?"],
    it: ["qual e (?:l url|l indirizzo)(?: (?:di )?IT)?"],
    pt: ["qual e (?:a url|o endereco)(?: (?:de )?IT)?"],
    nl: ["wat is (?:de url|het adres)(?: van IT)?"]
  }
}

const topics = Object.keys(questions) as ReadonlyArray<Topic>
const languages = Object.keys(noun) as ReadonlyArray<Language>

const patterns: ReadonlyArray<{ readonly topic: Topic; readonly language: Language; readonly pattern: RegExp }> =
  topics.flatMap((topic) =>
    languages.map((language) => ({
      topic,
      language,
      pattern: new RegExp(`^(?:${questions[topic][language].join("|").replaceAll("IT", noun[language])})$`)
    }))
  )

/** Words between two questions in one, and what a second one may be short for. */
const joints =
  /\s(?:and|und|et|y|e|en)\s(?=(?:who|when|what|which|how|wer|wann|wie|was|qui|quand|quel|quelle|quien|cuando|cual|chi|quando|quem|qual|wie|wanneer|wat|in|the)\b)/
const shortPublished = /^(?:when|wann|quand|cuando|quando|wanneer)$/

/** Longer questions are no question about the page alone. */
const maxLength = 200

const fold = (question: string): string =>
  question
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(?:please |bitte |por favor |s il vous plait )?(?:(?:can|could) you )?(?:tell me |sag mir |dime )?/, "")
    .replace(/\bwho s\b/g, "who is")
    .replace(/\bwhat s\b/g, "what is")
    .replace(/\bwhen s\b/g, "when is")

/** What the page's metadata answers, as Markdown quotes that name the field; undefined where the question is another one, or a field is missing. */
export const metadataAnswer = (question: string, metadata: Metadata): string | undefined => {
  if (question.length > maxLength) return undefined
  const parts = fold(question).split(joints)
  const quotes = parts.map((part, at) => {
    const found = patterns.find(({ pattern }) => pattern.test(part))
    const topic = found?.topic ?? (at > 0 && shortPublished.test(part) ? "publishedTime" : undefined)
    const value = topic === undefined ? undefined : valueOf(metadata, topic, found?.language ?? "en")
    return value === undefined ? undefined : `> ${value}\n>\n> — metadata: ${topic}`
  })
  return quotes.includes(undefined) ? undefined : quotes.join("\n\n")
}

const valueOf = (metadata: Metadata, topic: Topic, asked: Language): string | undefined => {
  const value = (metadata as Readonly<Record<string, unknown>>)[topic]
  if (typeof value !== "string" || value.trim() === "") return undefined
  const line = value.replace(/\s+/g, " ").trim()
  return topic === "language" ? languageName(line, asked) : line
}

/** `de (German)`; the code alone where it is none that is known. */
const languageName = (code: string, asked: Language): string => {
  try {
    const name = new Intl.DisplayNames([asked], { type: "language", fallback: "none" }).of(code)
    return name === undefined ? code : `${code} (${name})`
  } catch {
    return code
  }
}
