/** Texts longer than a phrase that are known by what they say: consent, legal notes, prices, pagers. */
import { type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { lineOf } from "../../page/line.ts"

const consentVerbs =
  /accept|consent|agree|preferences|experience|browser|website|policy|partners|zustimm|akzept|einwillig|verwend|accepte|utilis|améliorer|navegaci|acepta|utiliza|accett|utilizz|navigazione|aceita|navegação|accepteer|gebruik|toestemming/i

/** Text that asks for consent to cookies or says that they are used. */
export const isConsentText = (line: string): boolean => /cookie|gdpr|dsgvo|rgpd/i.test(line) && consentVerbs.test(line)

const legal =
  /©|\(c\) ?\d{4}|copyright|all rights reserved|privacy policy|terms (?:of (?:use|service)|and conditions)|impressum|imprint\b|datenschutz|alle rechte|mentions légales|confidentialité|droits réservés|aviso legal|política de privacidad|derechos reservados|note legali|informativa privacy|diritti riservati|termos de uso|política de privacidade|direitos reservados|privacybeleid|algemene voorwaarden|rechten voorbehouden|is licensed under|版权所有|版權所有|著作権所有|icp备|無断転載|저작권자|все права защищены|جميع الحقوق محفوظة|wszelkie prawa zastrzeżone|tüm hakları saklıdır/i

/** Text with the notes that stand at the foot of a site. */
export const isLegalText = (line: string): boolean => legal.test(line)

const reserved =
  /all rights reserved|rechte vorbehalten|droits réservés|derechos reservados|diritti riservati|direitos reservados|rechten voorbehouden|may not be (?:published|reproduced)/i

/** Whether a text reserves rights. */
export const isReservedText = (line: string): boolean => reserved.test(line)

/** What prose that is seldom content turns out to be. */
export const Boilerplate = { none: 0, consent: 1, rights: 2 } as const

/** Whether the text below a node asks for consent or reserves rights. */
export const judgeProse = (tree: Tree, node: number, end: number): number => {
  for (let at = node; at < end; at++) {
    if (tree.tag[at] !== Tag.text) continue
    const source = tree.source.slice(tree.start[at], tree.end[at])
    if (!source.includes("ookie") && !/reserv|vorbehalten|riservat|voorbehouden|be published/i.test(source)) continue
    const line = lineOf(tree, node, end, 900)
    return isConsentText(line) ? Boilerplate.consent : reserved.test(line) ? Boilerplate.rights : Boilerplate.none
  }
  return Boilerplate.none
}

const pager =
  /^(?:[«‹←<]\s*)?(?:(?:previous|prev|next|older|newer) (?:message|article|post|entry|topic|thread|page|chapter|lesson|lecture|episode|story|issue)s?\b|messages sorted by|(?:vorherige|nächste|ältere|neuere)[rs]? (?:artikel|beitrag|seite|nachricht|thema|kapitel)|(?:article|page|chapitre|billet) (?:précédente?|suivante?)\b|(?:artículo|entrada|página|capítulo) (?:anterior|siguiente)|(?:artigo|página) (?:anterior|seguinte)|(?:articolo|pagina) (?:precedente|successiv[oa])|vorig (?:artikel|bericht)|volgend (?:artikel|bericht)|(?:предыдущ|следующ)(?:ая|ий|ее) |(?:이전|다음)\s?(?:글|기사|페이지)|(?:前|次)の(?:記事|ページ)|上一[篇页頁章]|下一[篇页頁章])/iu

/** Whether a line leads to what stands before or behind this page in a row of pages. */
export const isPager = (line: string): boolean => pager.test(line)

/** What something costs. */
export const price =
  /(?:[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|R\$))\s?\d|\d[\d.,]*\s?(?:[€£$¥₹₽]|zł\b|kr\b|руб|EUR\b|USD\b|CHF\b)/
