/** The language versions of a site, by the codes that sites put first in the paths of their pages. */
import type { Section } from "./Section.ts"

const languages: ReadonlyArray<readonly [name: string, codes: string, words: string]> = [
  [
    "English",
    "en|english",
    "english, english language, english speaking, in english, englisch, englische, englischen, englischer, auf englisch, englischsprachige, englischsprachigen, anglais, anglaise, anglaises, en anglais, ingles, inglesa, inglesas, en ingles"
  ],
  [
    "German",
    "de|deutsch|german",
    "german, german language, in german, deutsch, deutsche, deutschen, deutscher, auf deutsch, deutschsprachige, deutschsprachigen, allemand, allemande, allemandes, en allemand, aleman, alemana, alemanas, en aleman"
  ],
  [
    "French",
    "fr|francais|french",
    "french, french language, in french, franzosisch, franzosische, franzosischen, auf franzosisch, francais, francaise, francaises, en francais, frances, francesa, francesas, en frances"
  ],
  [
    "Spanish",
    "es|espanol|spanish",
    "spanish, spanish language, in spanish, spanisch, spanische, spanischen, auf spanisch, espagnol, espagnole, espagnoles, en espagnol, espanol, espanola, espanolas, en espanol"
  ],
  [
    "Italian",
    "it|italiano|italian",
    "italian, in italian, italienisch, italienische, italienischen, italien, italienne, italiennes, italiano, italiana"
  ],
  [
    "Portuguese",
    "pt|portugues|portuguese",
    "portuguese, in portuguese, portugiesisch, portugiesische, portugais, portugaise, portugues, portuguesa"
  ],
  [
    "Dutch",
    "nl|nederlands|dutch",
    "dutch, in dutch, niederlandisch, niederlandische, neerlandais, neerlandes, holandes"
  ],
  ["Polish", "pl|polski|polish", "polish, in polish, polnisch, polnische, polonais, polaco"],
  ["Russian", "ru|russian", "russian, in russian, russisch, russische, russe, ruso"],
  ["Japanese", "ja|jp|japanese", "japanese, in japanese, japanisch, japanische, japonais, japones"],
  ["Chinese", "zh|cn|chinese", "chinese, in chinese, chinesisch, chinesische, chinois, chino"]
]

/** A code alone, or with a country: `de`, `de-CH`, `de_at`. */
const pathOf = (codes: string): string => `^/(?:(?:${codes})(?:[-_][A-Za-z]{2,4})?)(?:[/.]|$)`

export const languageSections: ReadonlyArray<Section> = languages.map(([name, codes, words]) => ({
  name: `${name} version`,
  words: words.split(",").map((word) => word.trim()),
  pattern: pathOf(codes),
  // Sites put most often no code before their English pages: to keep those, the others are left out.
  ...(name === "English"
    ? { others: pathOf(languages.flatMap(([other, codes]) => (other === name ? [] : [codes])).join("|")) }
    : {})
}))
