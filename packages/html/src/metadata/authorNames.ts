/**
 * Names of authors out of what pages write where an author is meant: "By Ann Lee and Bo Chan, Staff Writers".
 *
 * What is no name of a person or an agency is left out: handles, addresses, the site's own name, roles, placeholders.
 */

/** Names of one page. */
export const maxNames = 20
const maxNameLength = 60
const maxNameWords = 6

/** Names that are not those of an author here: of the site, its publisher and its host. */
export interface SiteNames {
  readonly names: ReadonlySet<string>
  /** Labels of the host without `www`: `bbc`, `co`, `uk`. */
  readonly host: ReadonlySet<string>
}

/** Letters and digits of a name in lower case, without marks. */
export const folded = (name: string): string =>
  // Classes of Unicode are slow, and seldom needed.
  /[^\0-\x7f]/.test(name)
    ? name
        .normalize("NFKD")
        .replace(/[^\p{L}\p{N}]+/gu, "")
        .toLowerCase()
    : name.replace(/[^A-Za-z0-9]+/g, "").toLowerCase()

export const siteNames = (url: URL, names: ReadonlyArray<string | undefined>): SiteNames => {
  const labels = url.hostname
    .toLowerCase()
    .replace(/^www\d?\./, "")
    .split(".")
  const parts = labels.slice(0, -1).flatMap((label) => [label, ...label.split("-"), label.replaceAll("-", "")])
  return {
    names: new Set(
      [...names.flatMap((name) => (name === undefined ? [] : [folded(name)])), folded(labels.join(""))].filter(Boolean)
    ),
    host: new Set(parts.filter((label) => label.length > 1))
  }
}

/** Words that stand before names, in the languages of many pages. */
const leading =
  /^(?:(?:(?:written|post(?:ed)?|authored|started|articles?|stories|published|reported|reviewed|created|story|text|words|article|report|analysis|opinion|photographs?)\s+(?:and \w+\s+)?)?by|by:|about(?: the author)?|meet(?: the author)?|authors?|autor(?:en|in|a|es)?|auteurs?|autrice|autore|автор(?:ы)?|текст|tekst|text|von|por|par|di|da|door|av|af|przez|od|oleh|yazan|yazar|penulis|forfatter|skribent|auteur|geschrieben von|verfasst von|ein beitrag von|escrito por|publicado por|publié par|écrit par|scritto da|a cura di|pubblicato da|geschreven door|geplaatst door|kirjoittanut|szerző|συντάκτης|του|כותב|מאת|بقلم|كتب|द्वारा|लेखक|作者|文|撰文|記者|记者|編集|文責|執筆|著者|筆者|글|기자)(?=[\s:：/|／]|$)\s*[:：/|／]?\s*/iu

/** What may follow names: roles, employers and addresses, after a sign that ends the name. */
const trailing =
  /(?:\s*[|•·●»/([<]|\s+[-–—]\s|\s+(?:for|at|in|from|updated|published|posted|publiziert|veröffentlicht|on)\s|\s+(?:on|in)$).*$/isu

const between =
  /\s*(?:,|;|&|\+|、|，|・(?=\S{2,} )|\s(?:and|und|et|y|e|en|og|och|ja|i|и|та|ve|dan|with|mit|con|avec|và)\s)\s*/iu

/** Agencies that stand after the name of a reporter. */
const agencyAfter = /(?<=\S \S+)\s+(?:the )?(?:associated press|reuters|afp|bloomberg news)$/iu

/** Words of roles, employers and kinds of text: no name of a person holds one. */
const role =
  /(?:^|[\s,])(?:staff|writers?|reporters?|correspondents?|editors?|editorial|editor-in-chief|contributors?|columnist|critic|producer|journalist|newsroom|news desk|webdesk|web desk|desk|team|admin|administrator|webmaster|root|user|guest|guests|anonymous|unknown|author|authors|moderator|redaktion|redaktor|redacción|redacao|redação|rédaction|la rédaction|redazione|redactie|redakcja|redakce|toimitus|редакция|редактор|админ|администратор|гость|編集部|管理者|管理人|小编|编辑|관리자|follow|subscribe|share|comments?|view all|read more|sign in|log in|menu|search|advertisement|copyright|inc|ltd|llc|gmbh|s\.r\.o|photos?|foto|fotos|фото|bild|bilder|imagen|image|getty|updated|published|minutes?|min read|ago|undefined|null|none|n\/a|bio|biography|us|me|authored|read the|latest|director|manager|president|founder|ceo|officer|coordinator|specialist|consultant|engineer|analyst|strategist|attorney|dietitian|professor)(?=[\s.,:]|$)/iu

/** Signs that no name has. */
const noName = /[@#{}<>=_\\^~|…?!"“”:*%$€£]|https?|www\.|\d|\.(?:com|org|net|io|co|de|uk|ru|info)\b/iu

/** An initial ends in a full stop, a sentence goes on after one. */
const sentence = /\p{Ll}{4,}\. \p{Lu}/u

/** What a forum calls who wrote there: a name of any signs, unless it stands for nobody. */
export const posterName = (written: string): ReadonlyArray<string> => {
  const name = written.replace(/\s+/g, " ").trim()
  return name.length < 2 || name.length > maxNameLength || role.test(name) || /https?:|[<>{}]|^\[/.test(name)
    ? []
    : [name]
}

/** The names in a text that is meant to name authors; empty when it names none. */
export const authorNames = (
  written: string,
  site: SiteNames,
  /** With `isOwner` a person's name counts though the site bears it. */
  options: { readonly isOwner?: boolean } = {}
): ReadonlyArray<string> => {
  let text = written
    .slice(0, 400)
    .replace(/[\s\u00A0\u200B]+/gu, " ")
    .trim()
  for (let prefix = leading.exec(text), times = 0; prefix !== null && times < 3; times++) {
    if (prefix[0].length === text.length) return []
    text = text.slice(prefix[0].length)
    prefix = leading.exec(text)
  }
  text = text
    .replace(/\s*[\w.+-]+@[\w-]+\.[\w.-]+\s*/g, " ")
    .replace(/\s@\w+/g, " ")
    .replace(/(?<=\S)\s+[^\s:：]{2,8}[:：].*$/su, "")
    .replace(trailing, "")
    .replace(agencyAfter, "")
    .trim()
  const names: Array<string> = []
  for (const part of personBeforeComma(text).split(between)) {
    const name = tidy(part)
    // The employer after the name: `Ann Lee, CNN`.
    if (names.length > 0 && (isAgency(name) || /^\p{Lu}{2,5}$/u.test(name))) continue
    if (isName(name, site, options.isOwner === true)) {
      if (!names.some((other) => folded(other) === folded(name))) names.push(name)
    } else if (names.length === 0 && name !== "") return []
    if (names.length >= maxNames) break
  }
  return names
}

/** `Dienes, Zoltan` is one person; so is `Ann Lee, Ph.D.`. */
const personBeforeComma = (text: string): string => {
  const turned = /^([\p{L}'’-]+), ?([\p{L}'’-]+(?: \p{L}\.?)*)$/u.exec(text)
  if (turned !== null && !role.test(turned[2]!)) return `${turned[2]} ${turned[1]}`
  return text.replace(/,\s*(?:(?:ph\.?\s?d|m\.?d|phd|mba|rn|msc|esq|ii+)\.?(?=,|\s|$)|[js]r\.?(?=,|\s*$))/giu, "")
}

const tidy = (part: string): string => {
  const name = part
    .replace(/^[\s,.:;·•|\-–—]+|[\s,;:·•|\-–—]+$/gu, "")
    .replace(/(?<=\p{Ll}{2})\.$/u, "")
    .trim()
  // Agencies write their reporters in capitals.
  return name.includes(" ") && name.length > 6 && !/\p{Ll}/u.test(name) && /\p{Lu}/u.test(name)
    ? name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toUpperCase())
    : name
}

const isName = (name: string, site: SiteNames, isOwner: boolean): boolean => {
  if (name.length < 2 || name.length > maxNameLength || name.split(" ").length > maxNameWords) return false
  if (isSentenceCase(name) || / by /i.test(name)) return false
  if (!/\p{L}/u.test(name) || noName.test(name) || role.test(name) || sentence.test(name)) return false
  return !isSite(name, site, isOwner)
}

/** `Read the latest`, `Full bio`: a name that begins with a capital ends in a word that has one. */
const isSentenceCase = (name: string): boolean => /^\p{Lu}/u.test(name) && /\s\p{Ll}[\p{L}'’-]*$/u.test(name)

/** Words that name a paper, a firm or an institution and no person. */
const organization =
  /\b(?:the|we|news|times|post|daily|weekly|journal|magazine|media|press|insider|sports?|tv|radio|network|group|blog|online|digital|today|tribune|gazette|herald|store|shop|company|agency|services?|solutions|strategies|cloud|labs?|studios?|software|systems|technolog(?:y|ies)|consulting|marketing|partners|university|college|school|foundation|institute|association|cent(?:er|re)|clinic|hospital|health|financial|bank|insurance|construction|global|international)\b/i

const isSite = (name: string, { host, names }: SiteNames, isOwner: boolean): boolean => {
  const plain = folded(name)
  // A site may bear the name of who writes it.
  if (isOwner && /^\p{Lu}\S+ (?:\S+ )?\p{Lu}\S+$/u.test(name) && !organization.test(name)) return false
  if (names.has(plain) || names.has(plain.replace(/^the/, "")) || names.has(`the${plain}`) || host.has(plain))
    return true
  for (const label of host)
    if (label.length >= 5 && plain.startsWith(label)) return true
    else if (label.length >= 2 && organization.test(name) && name.toLowerCase().split(/\s/).includes(label)) return true
  for (const other of names) if (other.length >= 6 && plain.includes(other)) return true
  return plain.length >= 5 && [...host].some((label) => label === plain || label === `the${plain}`)
}

/** Whether something is an agency, which counts as an author though it is no person. */
export const isAgency = (name: string): boolean =>
  /^(?:the )?(?:associated press|ap|reuters|thomson reuters|afp|agence france-presse|dpa|efe|ansa|pti|upi|bloomberg|xinhua|tass|interfax|kyodo(?: news)?|press association|pa media|apa|sda|ntb|tt|ritzau|belga|anp|ians|ani)$/i.test(
    name.trim()
  )
