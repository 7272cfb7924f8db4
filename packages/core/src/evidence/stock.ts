/**
 * What shops write of their stock, in the languages that most of them are in: the phrases of the translations that shop
 * systems are delivered with (WooCommerce, Magento, Shopify, PrestaShop) and what shops of Japan, China and Korea write.
 */

/** Phrases that say it by themselves, wherever they stand. */
const inStock =
  /^(?:(?:now |currently |item )?in[ -]?stock(?: now| and ready to ship)?|(?:only )?\d+ (?:(?:items? )?left )?in stock|only \d+ left(?: in stock)?|ready to ship|low stock|available (?:now|online|for (?:immediate )?(?:delivery|shipping|dispatch))|(?:sofort |wieder )?(?:auf lager|vorrätig|ab lager)|sofort (?:lieferbar|verfügbar|versandfertig)|(?:nur noch )?\d+ (?:stück )?(?:auf lager|vorrätig|verfügbar|lieferbar)|(?:produit )?en stock|(?:plus que |il reste )?\d+ (?:en stock|disponibles?)|hay existencias|en existencias?|con existencias|(?:sólo quedan |solo quedan |quedan )?\d+ (?:disponibles|en stock|unidades)|disponibile subito|in magazzino|\d+ disponibili|op voorraad|direct leverbaar|(?:nog |slechts )?\d+ op voorraad|em estoque|em stock|\d+ em estoque|dostępny w magazynie|w magazynie|na stanie|在庫(?:有り|有|あり|◯|○)|(?:残り|在庫)(?:わずか|僅か|\d+[点個])|有货|有貨|现货|現貨|재고\s?있음|(?:есть )?в наличии|finns i lager|i lager|på lager|varastossa|skladem|stokta(?: var)?|raktáron|în stoc|σε απόθεμα)$/iu
const outOfStock =
  /^(?:(?:currently |temporarily |this item is )?(?:out[ -]?of[ -]?stock|sold[ -]?out)|(?:currently|temporarily) unavailable|no longer available|(?:leider |derzeit |zur ?zeit |momentan |aktuell )?(?:ausverkauft|vergriffen|nicht (?:auf lager|vorrätig|lieferbar|verfügbar))|(?:produit |article )?(?:épuisée?|en rupture(?: de stock)?|rupture de stock|indisponible)|victime de son succès|agotad[oa]s?|sin existencias|sin stock|fuera de stock|(?:actualmente )?no disponible|esaurit[oa]|non (?:disponibile|in magazzino)|terminat[oa]|uitverkocht|niet op voorraad|(?:tijdelijk )?niet leverbaar|esgotad[oa]|fora de estoque|sem estoque|indisponível|brak w magazynie|wyprzedan[ey]|(?:chwilowo |produkt )?niedostępny|在庫(?:なし|無し|切れ|ぎれ|×)|売り?切れ(?:ました)?|品切れ(?:中)?|完売(?:しました)?|缺货|缺貨|无货|無貨|售罄|售完|(?:일시\s?)?품절|재고\s?없음|нет в наличии|распродано|slutsåld|slut i lager|ej i lager|(?:tillfälligt )?slut|utsolgt|udsolgt|ikke på lager|loppuunmyyty|ei varastossa|vyprodáno|není skladem|tükendi|stokta yok|elfogyott|nincs raktáron|stoc epuizat|εξαντλήθηκε)$/iu

/** Words that say it only of what is known to be about stock: a room is `available` too. */
const inWords =
  /^(?:available|lieferbar|verfügbar|disponible|disponibile|disponível|leverbaar|beschikbaar|dostępny|доступно|あり|有り?|○|◯|있음|有|tillgänglig|tilgjengelig|saatavilla)$/iu
const outWords =
  /^(?:unavailable|not available|discontinued|indisponible|niet beschikbaar|なし|無し?|×|없음|无|無|недоступно|ej tillgänglig|ikke tilgjengelig)$/iu

const plain = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/^[\s✓✔✗✘●•!]+|[\s.!。！]+$/gu, "")

const longest = 60

/** Whether a text says of itself that something is in stock, or sold out; undefined for any other text. */
export const stockPhrase = (text: string): boolean | undefined => {
  if (text.length > longest) return undefined
  const phrase = plain(text)
  return inStock.test(phrase) ? true : outOfStock.test(phrase) ? false : undefined
}

/** The same for the value of something that is known to be about stock: `Availability: available`. */
export const stockOf = (text: string): boolean | undefined => {
  const phrase = stockPhrase(text)
  if (phrase !== undefined || text.length > longest) return phrase
  const word = plain(text)
  return inWords.test(word) ? true : outWords.test(word) ? false : undefined
}
