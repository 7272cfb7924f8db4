/** Words and class names by which pages mark authors, dates and what belongs to other pages, in many languages. */

export const otherBylineNames =
  /(?:^|[\s_-])(?:comments?(?:list|s?-?area|-body|-content|-meta|-item)?|commentlist|disqus|repl(?:y|ies)|related|recommend(?:ed|ations?)?|(?<!(?:with|has|no|without|layout|content)-)sidebar|(?<!elementor-)widgets?(?=$|[\s_]|-(?:area|box|container|content|title|wrap\w*|inner|body|list|item|text|block|\d))|trending|popular|most-?read|latest|promo|teasers?|recirc\w*|more-(?:from|on|stories|articles|posts)|readmore|read-next|next-up|site-footer|site-header|navbar|nav|menu|breadcrumbs?|tweets?|twitter-tweet|newsletter(?!-(?:details|meta|date|info|header|title))|carousel|cards?(?=$|\s|--|_[^_])|reviews?|pagination|advert\w*|popup|modal|upsell|feed|cookie\w*|taboola|outbrain|testimonials?|instagram-media)(?=$|[\s_-])/i

export const authorClass =
  /(?:^|[\s_-])(?:by-?line|by_line|authors?(?!-(?:materials|posts|articles?|bio|desc|avatar|image|img|photo|social|more|archives?|page|note|tags?))(?:-?name|s|-link|-info|-meta|-title)?|author__?name|writers?|p-author|vcard|autore?|auteur|redakteur|posted-?by|written-?by|contributors?)(?=$|[\s_-])|(?:author|byline)(?:name|link|s)?(?=$|[\s_])/i
export const dateClass =
  /(?:^|[\s_-])(?:(?:post|entry|article|publish(?:ed)?|pub|news|story|created?)?[_-]?(?:date|datetime|time|timestamp)|dateline|published|posted(?:-?on)?|pubdate|dt-published|datum|fecha|data|created|timeago|published[_-]?(?:on|at))(?=$|[\s_-])|(?:publish|post|article|entry|pub)\w*(?:date|time)/i
export const modifiedClass = /updated|modified|aktualisiert|last-?mod/i
/** `class="entry-date published updated"` of a page that was never changed. */
export const publishedClass = /publish|entry-date|posted|created|pubdate/i

export const authorAddress =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|writers?|contributors?|columnists?|profiles?|people|staff|journalists?|reporters?|by|bio|redaktion|team)\/[^/]/i

export const publishedWords =
  /(?:^|[\s(|•·[>])(?:(?:first |originally |zuerst )?published|publish date|posted|started by|created|date|released|issued|publiziert|veröffentlicht|erschienen|erstellt|stand|datum|publié|paru|mis en ligne|créé|publicado|publicada|fecha|publicação|postado|pubblicato|data|gepubliceerd|geplaatst|publicerad|publisert|udgivet|offentliggjort|julkaistu|opublikowano|dodano|publikováno|vydáno|zveřejněno|publikované|опубликован[оа]?|дата|добавлено|опубліковано|публикувано|yayın(?:lanma)?(?: tarihi)?|publicat|megjelent|közzétéve|δημοσιεύτηκε|diterbitkan|dipublikasikan|ngày đăng|נוצר|פורסם|تاريخ النشر|نشر|تاریخ|प्रकाशित|掲載|公開|公開日|投稿日|配信|発表|发布|发表|發布|發表|时间|時間|日期|기사입력|입력|등록|게시)(?=$|[\s.:：\d(\][])/iu
export const modifiedWords =
  /(?:^|[\s(|•·[>])(?:last )?(?:updated?|modified|revised|edited|changed|reviewed|aktualisiert|geändert|überarbeitet|mis à jour|modifié|actualis[ée]|actualizado|actualizada|modificado|atualizado|aggiornato|modificato|bijgewerkt|gewijzigd|uppdaterad|oppdatert|opdateret|päivitetty|zaktualizowano|aktualizacja|aktualizováno|aktualizované|обновлен[оа]|изменен[оа]|оновлено|güncelle(?:nme|me)|actualizat|frissítve|ενημερώθηκε|diperbarui|cập nhật|עודכן|آخر تحديث|به‌روزرسانی|अपडेट|更新日?|最終更新日?|수정|최종수정)(?=$|[\s.:：\d(\][])/iu

/** How a sentence about the first publication of a changed page begins: `This article was first published on`. */
export const firstPublished =
  /[\s(*]*(?:(?:this|dies(?:er|es)?|ce(?:t|tte)?|est[ea]|quest[oa]|dit|deze|эта|этот) \S+ |the (?:article|post|story|page) )?(?:(?:was|has been|wurde|a été|fue|foi|è stato|werd|была?) )?(?:(?:first|originally) (?:published|posted)|(?:zuerst|erstmals|ursprünglich) (?:veröffentlicht|erschienen|publiziert)|(?:initialement|d'abord) publié|publicad[oa] (?:originalmente|por primera vez|pela primeira vez)|(?:originalmente|inicialmente) publicad[oa]|pubblicato (?:originariamente|per la prima volta)|(?:oorspronkelijk|eerst) gepubliceerd|впервые опубликован)/i

const bylineWords =
  /(^|[|•·–—-]\s*|\d\s+|[\])]\s*)(?:(?:(?:written |authored |posted |published |story |words |text |article |report )?by:?|authors?:|autor(?:en|in|a|es)?:|auteurs?:|autore:|автор:|текст:|von|por|par|door|af|av|oleh|przez|geschrieben von|escrito por|publicado por|publié par|écrit par|scritto da|a cura di|geschreven door)\s+|(?:文|撰文|記者|记者|作者|執筆|著者|글|기자)\s*[:：/／]\s*)/iu

/** Where a line begins to name authors, -1 when it does not. */
export const bylineStart = (line: string): number => {
  const match = bylineWords.exec(line)
  return match !== null && /^[\p{Lu}\p{Lo}]/u.test(line.slice(match.index + match[0].length))
    ? match.index + match[1]!.length
    : -1
}

/** How lines begin that name an author wherever they stand. */
export const writtenBy =
  /(?:(?:written|authored|posted) by|by:|authors?:|autor(?:en|in|a|es)?:|auteurs?:|autore:|автор:|текст:|geschrieben von|verfasst von|escrito por|publicado por|publié par|écrit par|scritto da|a cura di|geschreven door|文[:：]|記者[:：]|记者[:：]|作者[:：]|執筆[:：]|著者[:：]|기자[:：])/i

/** `By`, `Written by`, `Author:` on a line of its own. */
export const isPrefix = (line: string): boolean =>
  line.length < 24 && /(?:\bby|:|：|\bvon|\bpor|\bpar|\bdoor|\baf|\bav|\bdi)$/iu.test(line)

/** Properties and types of items that have authors and dates of their own. */
export const otherItems = /\b(?:comments?|suggestedAnswer|acceptedAnswer|reviews?)\b/
export const otherItemTypes = /(?:Comment|Answer|Review)$/

/** The name alone, among what else a byline says. */
export const innerNameClass = /author[_-]*name|p-author|(?:^|\s)fn(?:$|\s)/i

export const nameClass = /author_*-?name|p-author|vcard|\bfn\b/i

/** Names are written in capitals, where a script has them: "By using this site" names nobody. */
export const isCapitalized = (name: string): boolean =>
  name
    .split(" ")
    .every(
      (word) =>
        /^[^\p{Ll}]/u.test(word) ||
        /^(?:van|von|der|den|de|di|da|del|della|la|le|el|bin|al|ten|ter|dos|du|y|e|d['’]\S+)$/u.test(word)
    )

/** Whether a word for publishing or changing stands so near before a date that it is about it. */
export const isLabelled = (before: string, words: RegExp): boolean => {
  const near = before.slice(-40)
  return words.test(near) && !/\b(?:since|until|under|before|after|from|terms?|policy|©|copyright)\b/i.test(near)
}

/** `05/10/2018 - Publicado por: …` */
export const publishedAfter =
  /^[\s:,.\d·|–—-]*(?:published|posted|publiziert|veröffentlicht|publié|publicado|publicada|pubblicato|gepubliceerd|опубликовано|发布|公開)/iu

/** A sentence, or a line about something else than the page. */
export const isProse = (line: string, start: number, end: number): boolean => {
  const rest = `${line.slice(0, start)} ${line.slice(end)}`.trim()
  return (
    line.length > 110 ||
    /(?<!\b\p{Lu}\p{L}{0,2})[.!?。]\s*\p{L}{2}/u.test(rest) ||
    /\p{L}{2}\s*[.!?。]$/u.test(rest) ||
    datelessWords.test(line)
  )
}

/** Words of lines whose dates are of something else. */
const datelessWords =
  /copyright|©|\(c\)|deadline|expires?|born|since|until|from .* to |tickets?|event|upcoming|starts?|ends?|next|schedule|birthday|kick-?off|joined|registered|founded|member/i
